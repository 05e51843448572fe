/* The words of the school: exercises for dealers and supervisors, and how everybody is getting on. What lies on the
   table and what is asked comes from the house. */

export const s = {
  title: "School",
  lead: "Exercises without end. The rules answer them, and name the clause.",
  sections: { practise: "Practise", pupils: "Everybody" },
  game: "Game",
  kind: "Exercise",
  /** @type {Record<string, string>} */
  kinds: {
    hand: "Read the hand",
    winner: "Who wins",
    pay: "Pay every wager",
    chips: "Cut the chips",
    call: "What do you say",
    irregularity: "Supervisor: what now",
  },
  level: "Level",
  /** @param {number} level */
  levels: (level) => ["Easy", "Fuller", "Hard"][level - 1] ?? String(level),
  drawing: "Laying out the table…",
  situation: "The table",
  dealer: "Dealer",
  /** @param {number} box @param {string | null} player */
  box: (box, player) => (player ? `Box ${box}, ${player}` : `Box ${box}`),
  /** @param {string} label @param {string} amount */
  laid: (label, amount) => `${label} ${amount}`,
  questions: "Questions",
  amount: "Dollars",
  choose: "Choose",
  /** @param {number} place */
  place: (place) => `${place}.`,
  answer: "Answer",
  next: "Next exercise",
  again: "Try again",
  right: "Right",
  wrong: "Not right",
  /** @param {string} words */
  itIs: (words) => `It is: ${words}`,
  /** @param {string} reading */
  reading: (reading) => `Reading ${reading}: the document does not say.`,
  /** @param {number} right @param {number} all */
  score: (right, all) => `${right} of ${all} answers right`,
  notCounted: "This exercise was answered before: the first answer is the one on record.",
  own: "How you are getting on",
  none: "Nothing answered yet.",
  columns: {
    who: "Who",
    what: "Exercise",
    game: "Game",
    level: "Level",
    all: "Done",
    right: "Right",
    recent: "Of the last",
  },
  /** @param {number} right @param {number} all */
  recent: (right, all) => `${right} of ${all}`,
  pupils: "Everybody who has answered an exercise",
  nobody: "Nobody has answered an exercise yet.",
  more: "Show more",
  seed: "Seed",
};
