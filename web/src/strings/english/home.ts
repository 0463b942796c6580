/** The home page. */

const WORDS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

export const home = {
  kicker: "Board games of pure skill",
  headline: (n: number | undefined) =>
    `${n ? (WORDS[n] ?? n) : "Fine"} ${n === 1 ? "board" : "boards"}, no dice.`,
  lead: "Mountains that rise while you play, a sky above the board, pieces forged in the fire. Every game is quick to learn, has no hidden information, and is decided by your moves alone.",
  now: "Play now",
  of: (what: string, game: string) => `${what}: ${game}`,
  ways: "Other ways to play",
  watch: "Demo game between two bots",
  resumeAct: (game: string) => `Back to ${game}`,
  games: "The games",
  options: "Options",
  pointsLabel: "Three ways to play",
  lobby: "Go to the lobby",
  points: [
    [
      "Against the computer",
      "Four levels, from an easy first game to one that looks far ahead. You can ask for hints and take moves back.",
    ],
    ["On one screen", "Take turns at one device, and let friends elsewhere watch."],
    [
      "Against anyone",
      "Send a link or a QR code, or open a table in the lobby. You need no account and no name.",
    ],
  ] as readonly (readonly [string, string])[],
};
