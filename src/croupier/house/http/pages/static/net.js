/* The house behind the page.

   me                     who is here, as /api/me says; loadMe(), signIn(), signOut(), playAsGuest()
   api(method, path, data)  JSON over HTTP; what is not done throws a Trouble with kind, message, clause
   give(table, command)   a command over the stream: resolves when it is on disk, rejects with a Trouble.
                          It keeps its key through a lost connection, so that it is done once.
   watch(table, hear)     hear({view, legal, costs, layout, draw, at}) now and after each change;
                          "*" is the lobby. Returns a function that ends it.
   follow(stream, hear)   hear(events) of "table:T" or "jackpot:J" from now on; returns a function that ends it.
   on(name, hear)         "link" (connection: "open" or "lost"), "me" (another person or balance),
                          "expired" (the session is over). Returns a function that ends it.
   now()                  the house's clock in milliseconds. */

export class Trouble extends Error {
  constructor({ kind, message, code = null, clause = null }, status = 0) {
    super(message);
    Object.assign(this, { kind, code, clause, status });
  }
}

export let me = { person: null, csrf: null, wallet: null, limits: null, demo: false, title: "Croupier", version: "" };
export let link = "connecting";

const hearers = { link: new Set(), me: new Set(), expired: new Set() };
export function on(name, hear) {
  hearers[name].add(hear);
  return () => hearers[name].delete(hear);
}
function tell(name, value) {
  for (const hear of Array.from(hearers[name])) hear(value);
}

/* The code of a refusal to whoever has no session; a wrong password has another, or none. */
const NOBODY = "log-in";

export async function api(method, path, data) {
  const headers = { accept: "application/json" };
  if (data !== undefined) headers["content-type"] = "application/json";
  if (method !== "GET" && me.csrf) headers["x-croupier-csrf"] = me.csrf;
  const request = { method, headers, credentials: "same-origin" };
  if (data !== undefined) request.body = JSON.stringify(data);
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Trouble({ kind: "unreachable", message: "" });
  }
  const said = answer.headers.get("content-type")?.includes("json") ? await answer.json() : null;
  if (answer.ok) return said;
  const trouble = new Trouble(said ?? { kind: "unavailable", message: answer.statusText }, answer.status);
  if (answer.status === 401 && me.person !== null && trouble.code === NOBODY) tell("expired");
  throw trouble;
}

function became(answer) {
  const before = me.person?.id;
  me = answer;
  tell("me", me);
  if (before !== me.person?.id) reconnect();
  return me;
}

export async function loadMe() {
  const before = me.person;
  const answer = became(await api("GET", "/api/me"));
  if (before !== null && answer.person === null && !leaving) tell("expired");
  return answer;
}
export const signIn = async (name, password, code) =>
  became(await api("POST", "/api/session", { name, password, ...(code ? { code } : {}) }));
export const signInWithPasskey = async (passkey) => became(await api("POST", "/api/session/passkey", { passkey }));
/* A guest plays at once: with play money, taken once. */
const FIRST_PLAY_MONEY = 100_000;
export async function playAsGuest(nickname) {
  became(await api("POST", "/api/guest", nickname ? { nickname } : {}));
  if (me.wallet?.practice === 0) {
    await houseCommand({ do: "buy_in", player: me.person.id, amount: FIRST_PLAY_MONEY, money: "practice" });
    await loadMe();
  }
  return me;
}
let leaving = false;
export async function signOut(everywhere = false) {
  leaving = true;
  try {
    became(await api("DELETE", everywhere ? "/api/sessions" : "/api/session"));
  } finally {
    leaving = false;
  }
}
/* The server's idempotency keys: the time first, which keeps them together on its disk, then
 * 80 bits, so that no two are alike. */
export function newKey() {
  const random = [...crypto.getRandomValues(new Uint8Array(10))].map((one) => one.toString(16).padStart(2, "0"));
  return Date.now().toString(16).padStart(12, "0") + random.join("");
}
export const houseCommand = (command) => api("POST", "/api/commands", { key: newKey(), command });

/* The streaming connection */

const COME_BACK = 4001;
const PAUSES = [200, 500, 1000, 2000, 4000];
let socket = null;
let failures = 0;
let retry = 0;
let behind = 0;
const watched = new Map();
const followed = new Map();
const versions = new Map();
const waiting = new Map();

export const now = () => Date.now() + behind;

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

export function connect() {
  if (socket !== null) return;
  const address = new URL("/api/stream", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = new WebSocket(address);
  socket = mine;
  mine.onopen = () => {
    failures = 0;
    linkBecame("open");
    send({ type: "watch", tables: [...watched.keys()] }); // the house keeps no connection that asks for nothing
    const streams = Object.fromEntries([...followed.keys()].map((name) => [name, versions.get(name) ?? null]));
    if (followed.size) send({ type: "subscribe", streams });
    for (const { message } of waiting.values()) send(message);
  };
  mine.onmessage = ({ data }) => {
    const messages = JSON.parse(data);
    for (const message of Array.isArray(messages) ? messages : [messages]) receive(message);
  };
  mine.onclose = ({ code }) => {
    if (socket !== mine) return;
    socket = null;
    linkBecame("lost");
    clearTimeout(retry);
    if (code === COME_BACK || failures === 2) askAgain();
    retry = setTimeout(connect, PAUSES[Math.min(failures, PAUSES.length - 1)]);
    failures += 1;
  };
}

/* Who one is may have changed: another role, or the session is over. */
function askAgain() {
  loadMe().catch(() => {});
}

function linkBecame(state) {
  if (link === state) return;
  link = state;
  tell("link", state);
}

/* Another person: what one may see changes, so the connection is made anew, at once where somebody
   listens. One that is lost just now is no exception: no other try to make it is left. */
export function reconnect() {
  clearTimeout(retry);
  const old = socket;
  socket = null;
  if (old !== null) {
    old.onclose = null;
    old.close();
  }
  if (old !== null || watched.size + followed.size > 0) connect();
}
addEventListener("online", () => socket === null && connect());
addEventListener("visibilitychange", () => {
  if (!document.hidden && socket === null) {
    clearTimeout(retry);
    connect();
  }
});

function receive(message) {
  if (message.at) behind = Date.parse(message.at) - Date.now();
  switch (message.type) {
    case "table":
    case "lobby":
      for (const hear of watched.get(message.type === "lobby" ? "*" : message.table) ?? []) hear(message);
      break;
    case "events":
      versions.set(message.stream, message.version);
      for (const hear of followed.get(message.stream) ?? []) hear(message.events.map((one) => one.event), message);
      break;
    case "subscribed":
      versions.set(message.stream, message.version);
      break;
    case "wallet":
      me = { ...me, wallet: { ...me.wallet, live: message.live, practice: message.practice } };
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

function refusedBy({ command, trouble }) {
  const given = waiting.get(command);
  if (given === undefined) return;
  if (trouble.kind === "unknown") {
    setTimeout(() => send(given.message), 500);
    return;
  }
  waiting.delete(command);
  given.failed(new Trouble(trouble));
}

export function give(table, command) {
  const key = newKey();
  const message = { type: "command", key, command, ...(table === null ? {} : { table }) };
  return new Promise((done, failed) => {
    waiting.set(key, { message, done, failed });
    send(message);
  });
}

function listen(register, name, hear, begin, end) {
  const first = !register.has(name);
  if (first) register.set(name, new Set());
  register.get(name).add(hear);
  connect();
  begin(first);
  return () => {
    const hearing = register.get(name);
    hearing?.delete(hear);
    if (hearing?.size === 0) {
      register.delete(name);
      end();
    }
  };
}

export const watch = (table, hear) =>
  listen(
    watched,
    table,
    hear,
    () => send({ type: "watch", tables: [table] }),
    () => send({ type: "unwatch", tables: [table] }),
  );

export const follow = (stream, hear) =>
  listen(followed, stream, hear, (first) => first && send({ type: "subscribe", streams: { [stream]: null } }), () => {
    versions.delete(stream);
    send({ type: "unsubscribe", streams: [stream] });
  });
