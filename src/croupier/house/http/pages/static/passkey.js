/* Passkeys in the browser: creating one, and having it sign the house's challenge. */

import { api } from "./net.js";

/** @param {string} text */
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
/** @param {ArrayBuffer} buffer */
const text = (buffer) =>
  btoa(String.fromCodePoint(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/* Browsers support passkeys only for host names: not for numeric addresses, and not without TLS. */
export const usable = () =>
  "PublicKeyCredential" in globalThis && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);

/**
 * What the person's passkey signs, in the form that the house reads. `where` supplies the challenge.
 * @param {"GET /api/session/challenge" | "GET /api/passkeys/challenge"} where
 */
export async function signed(where) {
  const { challenge, site } = await api(where, {});
  const found = await navigator.credentials.get({
    publicKey: { challenge: bytes(challenge), rpId: site, userVerification: "required" },
  });
  const { response, rawId } = /** @type {PublicKeyCredential} */ (found);
  const { clientDataJSON, authenticatorData, signature } = /** @type {AuthenticatorAssertionResponse} */ (response);
  return {
    id: text(rawId),
    client_data: text(clientDataJSON),
    authenticator_data: text(authenticatorData),
    signature: text(signature),
  };
}

/** @param {string} name */
export async function added(name) {
  const asked = await api("POST /api/passkeys/begin", {});
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: bytes(asked.challenge),
      rp: { id: asked.site, name: asked.title },
      user: { id: bytes(asked.user), name: asked.name, displayName: asked.display_name },
      pubKeyCredParams: asked.algorithms.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: asked.known.map((id) => ({ type: "public-key", id: bytes(id) })),
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      attestation: "none",
    },
  });
  const { response } = /** @type {PublicKeyCredential} */ (made);
  const { clientDataJSON, attestationObject } = /** @type {AuthenticatorAttestationResponse} */ (response);
  return api("POST /api/passkeys", {}, {
    name,
    made: { client_data: text(clientDataJSON), attestation: text(attestationObject) },
  });
}

/**
 * The browser has its own lengthy words for the fact that nothing was signed.
 * @param {unknown} problem
 */
export const wasCancelled = (problem) => problem instanceof DOMException;
