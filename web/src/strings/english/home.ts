/** The home page. */

import { count } from "./count";

const WORDS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];

/** Like `count`, with a word for nothing. */
function some(n: number, one: string, many: string): string {
  return n === 0 ? `no ${one}` : count(n, one, many);
}

export const home = {
  kicker: "Board games of pure skill",
  headline: (n: number | undefined) =>
    `${n ? (WORDS[n] ?? n) : "Fine"} ${n === 1 ? "board" : "boards"}, no dice.`,
  lead: "Play new board games in the browser: against the computer, a friend or anyone. Everything is open on the board, nothing is left to luck, and no account is needed.",
  rightNow: "Right now",
  online: (online: number) => `${count(online, "person is", "people are")} online.`,
  facts: (online: number, live: number, open: number) =>
    `${count(online, "person is", "people are")} online, ${some(live, "public game is", "public games are")} in progress, ${some(open, "table is", "tables are")} waiting.`,
  playOf: (game: string) => `Play ${game}`,
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
      "Twelve levels in three styles, from an easy first game to one that looks far ahead. You can ask for hints and take moves back.",
    ],
    ["On one screen", "Take turns at one device, and let friends elsewhere watch."],
    [
      "Against anyone",
      "Send a link or a QR code, or open a table in the lobby. You need no account and no name.",
    ],
  ] as readonly (readonly [string, string])[],
};
