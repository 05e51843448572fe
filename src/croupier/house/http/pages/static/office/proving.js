/* Proving one's identity again: before an approval, and before changing how one signs in. */

import { h, sheet } from "../dom.js";
import { api, me, Trouble } from "../net.js";
import { m } from "../text/en_account.js";
import { signed, usable, wasCancelled } from "../passkey.js";
import { field, form, worker } from "./parts.js";

/** @import { Shown } from "../../api.d.ts" */
/** @import { Child, Submitted } from "../dom.js" */

const NEEDED = "proof-needed";

/**
 * Carries something out; if the house requires a fresh proof, asks for it and tries once more.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function proved(work) {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof Trouble) || problem.code !== NEEDED || !(await asksForProof())) throw problem;
    return work();
  }
}

const password = () =>
  field(
    m.proof.password,
    h("input", {
      name: "password",
      type: "password",
      autocomplete: "current-password",
      required: true,
      maxlength: 256,
    }),
  );
const code = () =>
  field(
    m.proof.code,
    h("input", { name: "code", inputmode: "numeric", autocomplete: "one-time-code", required: true, maxlength: 12 }),
  );

function asksForProof() {
  return new Promise((resolve) => {
    let shown = false;
    const work = worker(() => again());
    /** @param {() => Promise<Shown> | Shown} proof */
    const give = (proof) =>
      work.attempt("proof", async () => {
        await api("POST /api/session/proof", {}, await proof());
        shown = true;
      }).then((good) => good && again.close());
    const passkey = async () => ({ passkey: await withWords(signed("GET /api/passkeys/challenge")) });
    /** @param {Submitted} event */
    const submit = (event) => {
      const given = form(event);
      give(() => given);
    };
    const { second_factor: second = false, passkeys = 0 } = me.person ?? {};
    const again = sheet(m.proof.title, () => [
      h("p", {}, m.proof.text),
      passkeys && usable()
        ? h(
          "button",
          { class: "primary", onclick: () => give(passkey), disabled: work.busy.has("proof") },
          m.passkeys.use,
        )
        : null,
      second || !passkeys
        ? h(
          "form",
          { class: "proof-form", onsubmit: submit },
          second ? code() : password(),
          h(
            "button",
            { type: "submit", class: passkeys ? "" : "primary", disabled: work.busy.has("proof") },
            m.proof.go,
          ),
        )
        : null,
      work.note("proof"),
    ], { onclose: () => resolve(shown) });
  });
}

/**
 * The browser's refusal in our words.
 * @template T
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withWords(work) {
  try {
    return await work;
  } catch (problem) {
    if (wasCancelled(problem)) throw new Error(m.passkeys.cancelled, { cause: problem });
    throw problem;
  }
}

/**
 * A form for what requires the password, together with a code or a passkey.
 * @param {{ busy: boolean, onsend: (proof: () => Promise<Shown>) => void, oncancel: () => void, note?: Child }} given
 */
export function removal({ busy, onsend, oncancel, note }) {
  /** @param {Submitted} event */
  const send = (event) => {
    const given = form(event);
    const byPasskey = event.submitter?.value === "passkey";
    onsend(
      async () => (byPasskey
        ? { password: given.password, passkey: await withWords(signed("GET /api/passkeys/challenge")) }
        : given),
    );
  };
  const { second_factor: second = false, passkeys = 0 } = me.person ?? {};
  return h(
    "form",
    { onsubmit: send, novalidate: true, class: "proof-form" },
    h("p", {}, m.proof.both),
    h("div", { class: "inline" }, password(), second ? code() : null),
    note,
    h(
      "div",
      { class: "row" },
      second ? h("button", { type: "submit", class: "primary", disabled: busy }, m.proof.remove) : null,
      passkeys && usable()
        ? h("button", { type: "submit", value: "passkey", disabled: busy }, m.proof.removeByPasskey)
        : null,
      h("button", { type: "button", onclick: oncancel }, m.proof.cancel),
    ),
  );
}
