/* The text of a person's own account, in English. */

import { t } from "./en.js";

/** @import { HouseRole } from "../../api.d.ts" */

export const m = {
  title: "My account",
  /** @param {HouseRole[]} roles */
  roles: (roles) => roles,
  guest: "As a guest you play for play money. Nothing to fill in.",
  mustChangeTitle: "Choose your own password",
  mustChange:
    "The password you signed in with was made by somebody else and works only once. Choose your own now; until " +
    "then you can do nothing else.",
  changed: "Your password is changed.",
  welcome: "Your password is changed. You can go on now.",
  goOn: "Go on",
  signInTitle: "Please sign in",
  signInText: "Your wallet, limits and secrets are yours alone.",
  password: {
    title: "Password",
    old: "Present password",
    new: "New password",
    repeat: "New password again",
    note: "At least twelve characters. A sentence is easier to remember than a riddle.",
    differ: "The two new passwords are not the same.",
    change: "Change the password",
  },
  second: {
    title: "Second factor",
    off: "A code from an authenticator app, asked for when you sign in. Recommended for staff.",
    on: "A second factor is set up: a code is asked for when you sign in.",
    begin: "Set it up",
    scan: "Scan this with your authenticator app, or type in the secret. Then enter the code that it shows.",
    picture: "The address of the secret as a QR code",
    secret: "Secret",
    uri: "Address for the app",
    code: "Code",
    confirm: "Confirm",
    done: "The second factor is set up.",
    remove: "Remove it",
    removed: "The second factor is removed.",
  },
  passkeys: {
    title: "Passkeys",
    text: "A passkey lives in your phone, computer or security key and opens with your finger, face or PIN. It signs " +
      "you in without a password, and only at this site. Recommended for staff.",
    none: "You have no passkey.",
    unusable: "Passkeys need a site with a name and a secure connection; this page has neither or only one of them.",
    name: "What is it called?",
    add: "Add a passkey",
    added: "The passkey is added.",
    /** @param {string} day @param {string} site */
    since: (day, site) => `added ${day}, for ${site}`,
    /** @param {string} name */
    remove: (name) => `Remove: ${name}`,
    removed: "The passkey is removed.",
    use: "Use a passkey",
    cancelled: "No passkey was used. Try again, or use another way.",
  },
  proof: {
    title: "Is it you?",
    text: "What you are about to do takes a fresh proof that it is you, not more than a few minutes old.",
    both: "Removing this takes your password, and a code or a passkey.",
    password: "Your password",
    code: "Code of your authenticator",
    go: "Go on",
    remove: "Remove it",
    removeByPasskey: "Remove it with a passkey",
    cancel: "Cancel",
  },
  notices: {
    title: "Who had your account in hand",
    text: "If you did not ask for this, tell another administrator or the auditor. Whoever is named here cannot have " +
      "you approve what they propose for 30 days.",
    how: {
      registered: "registered your account",
      roles: "gave you a role",
      password: "reset your password",
      second_factor: "removed your second factor or passkey",
    },
    /** @param {string} by @param {string} what @param {string} when */
    line: (by, what, when) => `${by} ${what}, ${when}.`,
  },
  sessions: {
    title: "Signing out",
    text: "“Everywhere” ends every session of yours, on every device.",
    out: "Sign out",
    everywhere: "Sign out everywhere",
  },
  wallet: {
    title: "Wallet",
    live: "Balance",
    practice: "Play money",
    reserved: "Set aside at tables",
    owed: "To be given back",
    text: "The cage takes cash in and pays it out. Play money is free and worth nothing outside this house.",
    textDemo: "Play money is free and worth nothing outside this house.",
    /** @param {string} amount */
    take: (amount) => `Take ${amount} of play money`,
    /** @param {string} amount */
    taken: (amount) => `${amount} of play money is on your wallet.`,
    movements: "Movements",
  },
  limit: {
    title: "Loss limit",
    text: "The most that you want to lose in a period. A lower limit counts at once; a higher one, or none, after 24 " +
      "hours.",
    none: "You have set no limit.",
    /** @param {string} amount @param {string} period */
    now: (amount, period) => `${amount} ${t.period[period]}`,
    /** @param {string} lost @param {string} amount */
    lost: (lost, amount) => `${lost} of ${amount} is lost in this period.`,
    /** @param {string | null} amount @param {string | null} period @param {string} when */
    coming: (
      amount,
      period,
      when,
    ) => (amount === null
      ? `From ${when} on there is no limit.`
      : `From ${when} on it is ${amount} ${t.period[String(period)]}.`),
    amount: "Amount in dollars",
    period: "Period",
    periods: t.period,
    set: "Set the limit",
    lift: "Remove the limit",
    done: "Your limit is set.",
    lifted: "Your limit is lifted after 24 hours.",
  },
  away: {
    title: "A time away",
    text: "Keep yourself from playing until a day you choose. Nobody lifts it before then but a shift manager.",
    until: "Until",
    go: "Go on",
    /** @param {string | null} until */
    ask: (until) => `Keep yourself from play until ${until}?`,
    yes: "Yes, keep me away",
    /** @param {string | null} until */
    done: (until) => `You are kept from play until ${until}.`,
    reason: "asked for by the player",
  },
  rounds: {
    title: "My rounds",
    empty: "You have not finished a round yet.",
    /** @param {string} table @param {number} round */
    round: (table, round) => `${table}, round ${round}`,
    replay: "Replay",
    when: "When",
    what: "Round",
    staked: "Staked",
    net: "Result",
    void: "void",
    loading: "Reading the record…",
    said: "Said at the table",
  },
};
