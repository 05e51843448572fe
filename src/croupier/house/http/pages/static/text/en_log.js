/* The text of the page about the log. */

export const l = {
  title: "The log",
  lead: "Every act in this house stands in a log that is only ever added to. From time to time the house says in " +
    "public where the log stands: its head. Whoever keeps a head can tell later whether anything before it was " +
    "changed, put in or cut off.",
  browser: "What your browser remembers",
  browserLead:
    "On each visit your browser asks whether the log still has the heads that it was shown before. You need not " +
    "do anything.",
  nothing: "Nothing yet: this is your first visit, or the house has not published a head.",
  /** @param {number} seq */
  record: (seq) => `Record ${seq}`,
  /** @type {Record<string, string>} */
  state: {
    same: "still there",
    other: "gone: another record is there now",
    "cut-off": "gone: the log ends before it",
    archived: "archived",
  },
  published: "What the house has published",
  publishedLead: "Each head is signed by the house. A second house may sign it too: then both would have to lie.",
  none: "The house has not published a head yet.",
  /** @param {string[]} names */
  witnesses: (names) => (names.length ? `seen by ${names.join(", ")}` : "no witness"),
  how: "How to check it yourself",
  howText:
    "Save the heads from /api/log/heads, or ask the house for its file of heads. An auditor who has the log gives " +
    "them to “croupier verify --anchor”, which replays the whole log and compares.",
  gone: "This house's log has changed.",
  /** @param {number} seq @param {string} when */
  goneMore: (seq, when) =>
    `On ${when} your browser was shown record ${seq}; the log no longer has it. Do not play on before somebody ` +
    "has explained this to you.",
  look: "What this means",
};
