/** The first page. */

const WORDS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

export const home = {
  kicker: "Board games of pure skill",
  headline: (n: number | undefined) =>
    `${n ? (WORDS[n] ?? n) : "Fine"} ${n === 1 ? "board" : "boards"}, no dice.`,
  lead: "Mountains that rise while you play, a sky above the board, pieces forged in the fire. Every game is quick to learn, hidden from nobody, and decided by nothing but your moves.",
  now: "Play now",
  of: (what: string, game: string) => `${what}: ${game}`,
  ways: "Other ways to play",
  watch: "A game of two bots, playing now",
  resume: "Your game goes on",
  resumeAct: (game: string) => `Back to ${game}`,
  games: "The games",
  options: "Options",
  pointsLabel: "Three ways to play",
  lobby: "Who is waiting?",
  points: [
    [
      "Against the machine",
      "Four levels, from a kind first game to one that thinks far ahead. Ask it for a hint, take moves back.",
    ],
    ["At one table", "Hand the screen across, and let friends elsewhere look on."],
    [
      "With anybody",
      "Send a link or a QR code, or open your table in the lobby. No account, no name needed.",
    ],
  ] as readonly (readonly [string, string])[],
};
