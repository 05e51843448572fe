/* The house behind the page.

   me                     the current person, from /api/me; loadMe(), signIn(), signOut(), playAsGuest()
   api(route, given, data)  JSON over HTTP, by the route's name: `given` fills in path and query,
                          `data` is the body; a refusal throws a Trouble with kind, message, clause
   addressOf(route, given)  the address alone, for links
   houseCommand(command), tableCommand(table, command)   a command over HTTP
   give(table, command, belongs)   a command over the stream: resolves when it is on disk, rejects with a Trouble.
                          It belongs to a round and to a moment, which the house checks: what is not carried out
                          within LIFE_MS never is, wherever it was held up. Repeated within that time if the
                          connection is made again, with its key, so that it is carried out once.
   forget(table)          drops the commands to a table that are not answered yet
   watch(table, hear)     hear({view, legal, costs, layout, draw, at}) now and after each change;
                          watchLobby(hear) gets a line for every table. Both return a function that ends it.
   follow(stream, hear)   hear(events) of "table:T" or "jackpot:J" from now on; returns a function that ends it.
   on(name, hear)         "link" (connection: "open", or "lost" when it is closed or silent), "me" (the person or
                          balance changed),
                          "expired" (the session is over). Returns a function that ends it.
   now()                  the house's clock in milliseconds. */

/** @import { Accepted, AnyCommand, Give, LobbyPush, Me, Message, Routes, Signed, TablePush } from "../api.d.ts" */
/** @import { TableSummary, Told } from "../api.d.ts" */
/** @import { Trouble as Said } from "../api.d.ts" */

/** @typedef {LobbyPush & { tables: TableSummary[] }} Lobby */
/** @typedef {{ type: "events", stream: string, version: number, at: string, events: { event: Told }[] }} Events */
/**
 * What arrives over the stream.
 * @typedef {(
 *   | TablePush
 *   | Lobby
 *   | Events
 *   | { type: "subscribed", stream: string, version: number }
 *   | { type: "wallet", live: number, practice: number }
 *   | { type: "pong", at: string }
 *   | { type: "accepted" } & Carried
 *   | { type: "trouble", command: string | null, trouble: Said }
 * )} Pushed
 */
/** @typedef {{ command: string, stream: string, version: number }} Carried */
/**
 * @typedef {object} Belongs what a command belongs to
 * @property {number} [round] the round of the table that the person saw
 * @property {number} [until] its last moment, by the house's clock
 */
/**
 * @typedef {object} Waiting a command without an answer yet
 * @property {Give} message
 * @property {boolean} sent whether it may have reached the house
 * @property {(carried: Carried) => void} done
 * @property {(trouble: Trouble) => void} failed
 */
/** @typedef {"connecting" | "open" | "lost"} Link */
/**
 * @typedef {{ link: Link, me: Me, expired: undefined }} Happening what listeners receive, by what happens to the page
 */

export class Trouble extends Error {
  /**
   * @param {{ kind: string, message: string, code?: string | null, clause?: string | null }} said
   * @param {number} status
   */
  constructor({ kind, message, code = null, clause = null }, status = 0) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.clause = clause;
    this.status = status;
  }
}

/** @param {unknown} trouble */
export const isMissing = (trouble) => trouble instanceof Trouble && trouble.status === 404;

/** @type {Me} */
export let me = {
  person: null,
  csrf: null,
  wallet: null,
  limits: null,
  demo: false,
  title: "Croupier",
  version: "",
  games: {},
  wagers: {},
  chips: [],
};
/** @type {Link} */
export let link = "connecting";

/** @type {{ [Name in keyof Happening]: Set<(value: Happening[Name]) => unknown> }} */
const hearers = { link: new Set(), me: new Set(), expired: new Set() };

/**
 * @template {keyof Happening} Name
 * @param {Name} name
 * @param {(value: Happening[Name]) => unknown} hear
 */
export function on(name, hear) {
  hearers[name].add(hear);
  return () => {
    hearers[name].delete(hear);
  };
}

/**
 * @template {keyof Happening} Name
 * @param {Name} name
 * @param {Happening[Name]} value
 */
function tell(name, value) {
  for (const hear of Array.from(hearers[name])) hear(value);
}

/* The code of a refusal for a missing session; a wrong password has another, or none. */
const NOBODY = "log-in";

/**
 * The address of a route: its places filled in, the rest as its query; empty values are left out.
 * @template {keyof Routes} Route
 * @param {Route} route
 * @param {Routes[Route]["given"]} given
 */
export function addressOf(route, given) {
  const rest = new Map(Object.entries(given));
  const path = route.replace(/^\w+ /, "").replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of rest) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== "") query.append(name, String(one));
    }
  }
  return query.size ? `${path}?${query}` : path;
}

/**
 * @template {keyof Routes} Route
 * @param {Route} route
 * @param {Routes[Route]["given"]} given
 * @param {Routes[Route]["data"]} [data]
 * @returns {Promise<Routes[Route]["answer"]>}
 */
export async function api(route, given, data) {
  const [method] = route.split(" ");
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json" };
  if (data !== undefined) headers["content-type"] = "application/json";
  if (method !== "GET" && me.csrf) headers["x-croupier-csrf"] = me.csrf;
  /** @type {RequestInit} */
  const request = { method, headers, credentials: "same-origin" };
  if (data !== undefined) request.body = JSON.stringify(data);
  let answer;
  try {
    answer = await fetch(addressOf(route, given), request);
  } catch {
    throw new Trouble({ kind: "unreachable", message: "" });
  }
  const said = answer.headers.get("content-type")?.includes("json") ? await answer.json() : null;
  if (answer.ok) return said;
  const trouble = new Trouble(said ?? { kind: "unavailable", message: answer.statusText }, answer.status);
  if (answer.status === 401 && me.person !== null && trouble.code === NOBODY) tell("expired", undefined);
  throw trouble;
}

/** @param {Me} answer */
function became(answer) {
  const before = me.person?.id;
  me = answer;
  tell("me", me);
  if (before !== me.person?.id) reconnect();
  return me;
}

export async function loadMe() {
  const before = me.person;
  const answer = became(await api("GET /api/me", {}));
  if (before !== null && answer.person === null && !leaving) tell("expired", undefined);
  return answer;
}

/**
 * @param {string} name
 * @param {string} password
 * @param {string} code of the second factor; empty if there is none
 */
export const signIn = async (name, password, code) =>
  became(await api("POST /api/session", {}, { name, password, ...(code ? { code } : {}) }));

/** @param {Signed} passkey */
export const signInWithPasskey = async (passkey) => became(await api("POST /api/session/passkey", {}, { passkey }));

/* A guest plays at once, with play money taken once. */
const FIRST_PLAY_MONEY = 100_000;
export async function playAsGuest() {
  became(await api("POST /api/guest", {}, {}));
  if (me.person !== null && me.wallet?.practice === 0) {
    await houseCommand({ do: "buy_in", player: me.person.id, amount: FIRST_PLAY_MONEY, money: "practice" });
    await loadMe();
  }
  return me;
}
let leaving = false;
export async function signOut(everywhere = false) {
  leaving = true;
  try {
    became(await api(everywhere ? "DELETE /api/sessions" : "DELETE /api/session", {}));
  } finally {
    leaving = false;
  }
}
/* Idempotency keys for the server: the time first, which keeps them together on its disk, then 80 bits, so that no two
   are alike. */
export function newKey() {
  const random = [...crypto.getRandomValues(new Uint8Array(10))].map((one) => one.toString(16).padStart(2, "0"));
  return Date.now().toString(16).padStart(12, "0") + random.join("");
}

/** @param {AnyCommand} command */
export const houseCommand = (command) => api("POST /api/commands", {}, { key: newKey(), command });

/**
 * @param {string} table
 * @param {AnyCommand} command
 */
export const tableCommand = (table, command) =>
  api("POST /api/tables/{table}/commands", { table }, { key: newKey(), command });

/* The streaming connection */

const COME_BACK = 4001;
const PAUSES = [200, 500, 1000, 2000, 4000];
const LOBBY = "*";
/* A command that is not carried out within this time never is. */
export const LIFE_MS = 3000;
/* A silent connection is asked for a sign of life, and given up without one: 4.5 s in all. */
const SILENT_MS = 2000;
const DEAD_MS = 2500;
const AGAIN_MS = 500;
/** @type {WebSocket | null} */
let socket = null;
let listening = 0;
let failures = 0;
let retry = 0;
let behind = 0;
/** @type {Map<string, Set<(push: TablePush) => unknown>>} */
const watched = new Map();
/** @type {Set<(push: Lobby) => unknown>} */
const inLobby = new Set();
/** @type {Map<string, Set<(events: Told[], message: Events) => unknown>>} */
const followed = new Map();
/** @type {Map<string, number>} */
const versions = new Map();
/** @type {Map<string, Waiting>} */
const waiting = new Map();

export const now = () => Date.now() + behind;

/**
 * @param {Message} message
 * @returns {boolean} whether it was sent
 */
function send(message) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

/* Whatever comes is a sign of life. A dead connection is not told by the browser: nothing comes, and that is all. */
function alive() {
  clearTimeout(listening);
  listening = setTimeout(askForSign, SILENT_MS);
}

function askForSign() {
  clearTimeout(listening);
  if (send({ type: "ping" })) listening = setTimeout(giveUp, DEAD_MS);
}

function giveUp() {
  const dead = socket;
  if (dead === null) return;
  dead.onclose = null;
  dead.onmessage = null;
  dead.close();
  lost();
}

/** @param {number} [code] */
function lost(code) {
  socket = null;
  clearTimeout(listening);
  linkBecame("lost");
  clearTimeout(retry);
  if (code === COME_BACK || failures === 2) askAgain();
  retry = setTimeout(connect, PAUSES[Math.min(failures, PAUSES.length - 1)]);
  failures += 1;
}

export function connect() {
  if (socket !== null) return;
  const address = new URL("/api/stream", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = new WebSocket(address);
  socket = mine;
  clearTimeout(listening);
  listening = setTimeout(giveUp, SILENT_MS + DEAD_MS);
  mine.onopen = () => {
    failures = 0;
    alive();
    linkBecame("open");
    const tables = [...(inLobby.size ? [LOBBY] : []), ...watched.keys()];
    send({ type: "watch", tables }); // the house closes a connection that asks for nothing
    const streams = Object.fromEntries([...followed.keys()].map((name) => [name, versions.get(name) ?? null]));
    if (followed.size) send({ type: "subscribe", streams });
    for (const one of waiting.values()) deliver(one);
  };
  mine.onmessage = ({ data }) => {
    alive();
    const messages = JSON.parse(data);
    for (const message of Array.isArray(messages) ? messages : [messages]) receive(message);
  };
  mine.onclose = ({ code }) => {
    if (socket === mine) lost(code);
  };
}

/* The person may have changed: another role, or the session is over. */
function askAgain() {
  loadMe().catch(() => {});
}

/** @param {Link} state */
function linkBecame(state) {
  if (link === state) return;
  link = state;
  tell("link", state);
}

/* Another person may see other things, so the connection is made again, at once if somebody is listening. That includes
   a connection that was just lost, because no other attempt is pending. */
export function reconnect() {
  clearTimeout(retry);
  const old = socket;
  socket = null;
  if (old !== null) {
    old.onclose = null;
    old.close();
  }
  if (old !== null || watched.size + inLobby.size + followed.size > 0) connect();
}
addEventListener("online", () => socket === null && connect());
addEventListener("offline", askForSign);
addEventListener("visibilitychange", () => {
  if (!document.hidden && socket === null) {
    clearTimeout(retry);
    connect();
  }
});

/** @param {Pushed} message */
function receive(message) {
  if ("at" in message && message.type !== "events") behind = Date.parse(message.at) - Date.now();
  switch (message.type) {
    case "table":
      for (const hear of watched.get(message.table) ?? []) hear(message);
      break;
    case "lobby":
      for (const hear of inLobby) hear(message);
      break;
    case "events":
      versions.set(message.stream, message.version);
      for (const hear of followed.get(message.stream) ?? []) hear(message.events.map((one) => one.event), message);
      break;
    case "subscribed":
      versions.set(message.stream, message.version);
      break;
    case "wallet":
      me = { ...me, wallet: { live: message.live, practice: message.practice } };
      tell("me", me);
      break;
    case "accepted":
      waiting.get(message.command)?.done(message);
      waiting.delete(message.command);
      break;
    case "trouble":
      refusedBy(message);
      break;
    default:
  }
}

/** @param {{ command: string | null, trouble: Said }} message */
function refusedBy({ command, trouble }) {
  const given = command === null ? undefined : waiting.get(command);
  if (command === null || given === undefined) return;
  if (trouble.kind === "unknown") {
    setTimeout(() => waiting.has(command) && send(given.message), AGAIN_MS);
    return;
  }
  waiting.delete(command);
  given.failed(new Trouble(trouble));
}

/**
 * @param {string} table
 * @param {Give["command"]} command
 * @param {Belongs} belongs
 * @returns {Promise<Carried>}
 */
export function give(table, command, { round, until = now() + LIFE_MS } = {}) {
  const key = newKey();
  /** @type {Give} */
  const message = { type: "command", key, command, table, until: new Date(until).toISOString() };
  if (round !== undefined) message.round = round;
  return new Promise((done, failed) => {
    const one = { message, sent: false, done, failed };
    waiting.set(key, one);
    deliver(one);
    setTimeout(() => expire(key), until - now());
  });
}

/** @param {Waiting} one */
function deliver(one) {
  one.sent = send(one.message) || one.sent;
}

/**
 * Whoever leaves a table leaves nothing behind that would be sent later.
 * @param {string} table
 */
export function forget(table) {
  for (const [key, { message }] of waiting) if (message.table === table) waiting.delete(key);
}

/** @param {string} key */
function expire(key) {
  const one = waiting.get(key);
  if (one === undefined) return;
  waiting.delete(key);
  one.failed(new Trouble({ kind: one.sent ? "unanswered" : "unsent", message: "" }));
}

/**
 * Adds a listener; the returned function removes it, and `end` is called with the last one.
 * @template Hear
 * @param {Map<string, Set<Hear>>} register
 * @param {string} name
 * @param {Hear} hear
 * @param {() => void} end
 */
function listen(register, name, hear, end) {
  const hearing = register.get(name) ?? new Set();
  register.set(name, hearing.add(hear));
  connect();
  return () => {
    hearing.delete(hear);
    if (hearing.size === 0 && register.get(name) === hearing) {
      register.delete(name);
      end();
    }
  };
}

/**
 * @param {string} table
 * @param {(push: TablePush) => unknown} hear
 */
export function watch(table, hear) {
  const ended = listen(watched, table, hear, () => send({ type: "unwatch", tables: [table] }));
  send({ type: "watch", tables: [table] });
  return ended;
}

/** @param {(push: Lobby) => unknown} hear */
export function watchLobby(hear) {
  inLobby.add(hear);
  connect();
  send({ type: "watch", tables: [LOBBY] });
  return () => {
    inLobby.delete(hear);
    if (inLobby.size === 0) send({ type: "unwatch", tables: [LOBBY] });
  };
}

/**
 * @param {string} stream
 * @param {(events: Told[], message: Events) => unknown} hear
 */
export function follow(stream, hear) {
  const first = !followed.has(stream);
  const ended = listen(followed, stream, hear, () => {
    versions.delete(stream);
    send({ type: "unsubscribe", streams: [stream] });
  });
  if (first) send({ type: "subscribe", streams: { [stream]: null } });
  return ended;
}
