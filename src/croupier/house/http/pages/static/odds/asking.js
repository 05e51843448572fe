/* What the page asks: a rulebook and what differs from it, kept in the address so that it can be
   shared, reloaded and undone with the back button. */

export const DEFAULTS = {
  ante: null,
  meter: 100000000,
  reset: 10000000,
  stake: 500,
  increment: "0.2",
  players: 0,
  boxes: 7,
  tables: 1,
  magic_every: 0,
  lucky_every: 0,
  rounds_per_hour: 40,
  participation: "0.5",
};
const isTable = (name) => name.endsWith("pays");

/* What an address asks for: {terms, rows}; rows by table and row. */
export function read(search) {
  const given = new URLSearchParams(search);
  const terms = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS)) {
    const value = given.get(name);
    if (value === null) continue;
    terms[name] = typeof DEFAULTS[name] === "string" ? value : Number(value);
    if (typeof terms[name] === "number" && !Number.isFinite(terms[name])) terms[name] = DEFAULTS[name];
  }
  const rows = {};
  for (const table of new Set([...given.keys()].filter(isTable))) {
    rows[table] = Object.fromEntries(
      given.getAll(table).map((pair) => pair.split("=")).filter((pair) => pair.length === 2),
    );
  }
  return { terms, rows };
}

/* The question as the query of an address, only what differs. */
export function write({ terms, rows }) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(terms)) {
    if (value !== DEFAULTS[name] && value !== null && value !== "") query.set(name, value);
  }
  for (const table of Object.keys(rows)) {
    for (const [row, value] of Object.entries(rows[table])) query.append(table, `${row}=${value}`);
  }
  return query.toString();
}

/* Fewer terms where the game has no use for them, so that a change of game never ends in a refusal. */
export function fit({ terms, rows }, game) {
  const [least, most] = game.boxes;
  const fitted = { ...terms, boxes: Math.min(Math.max(terms.boxes, least), most) };
  if (!game.others) fitted.players = 0;
  fitted.players = Math.min(fitted.players, most - 1);
  if (!game.draws) Object.assign(fitted, { magic_every: 0, lucky_every: 0 });
  const kept = {};
  for (const { table, rows: known } of game.tables) {
    const names = new Set(known.map(({ row }) => row));
    kept[table] = {
      ...kept[table],
      ...Object.fromEntries(Object.entries(rows[table] ?? {}).filter(([row]) => names.has(row))),
    };
  }
  return { terms: fitted, rows: kept };
}

export const changes = ({ rows }) => Object.values(rows).reduce((sum, table) => sum + Object.keys(table).length, 0);
