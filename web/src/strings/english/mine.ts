/** My games, profiles, and the identity of a visitor. */

import { count } from "./count";

export const mine = {
  title: "My games",
  lead: "Every game that you have finished here, also private ones, games against bots and games on one screen. Only you see this page.",
  stored:
    "Games on one screen are stored on the server under your identity, like all others, and are private unless you listed them in the lobby.",
  none: "No finished game matches. Games appear here when they are over.",
  result: "Result",
  anyResult: "Any result",
  outcomes: { won: "Won", lost: "Lost", drawn: "Drawn" } as Record<string, string>,
  opponent: "Opponent",
  opponents: {
    person: "People",
    bot: "Bots",
    program: "Programs",
    self: "On one screen",
  } as Record<string, string>,
  level: "Level",
  anyLevel: "Any level",
  rated: "Rated",
  ratedAny: "Rated or not",
  ratedOnly: "Rated only",
  unratedOnly: "Not rated",
  private: "private",
  alone: (name: string) => `${name} won`,
  analyse: "Analyse",
  review: "Review",
  tallies: "Results by opponent",
  noTallies: "No results yet.",
  tallyGame: "Game",
  tallyOpponent: "Opponent",
  tallyLost: "Lost",
  botLevel: (level: string) => `${level} bot`,
  profile: "My public profile",

  curve: (game: string, first: number, last: number, games: number) =>
    `Rating in ${game}: from ${first} to ${last} over ${count(games, "game", "games")}`,
  noCurve: "The curve begins with the next rated game.",
  profileLead: "What everyone can see of this player.",
  you: "This is you.",
  ratings: "Ratings",
  noRatings: "No rated games yet.",
  publicGames: "Public games",
  noPublicGames: "No public games yet.",
  noPlayer: "This player does not exist",
  noPlayerLead: "The player has no public games, or has deleted their data.",

  identity: "Your identity",
  identityLead:
    "You need no account: this browser remembers you. A key of eight words carries you, your games and your ratings to another browser.",
  makeKey: "Make a key",
  replaceKey: "Make a new key",
  revokeKey: "Revoke the key",
  noKey: "You have made no key.",
  keyMade: (when: string) => `You made a key ${when}. A new one replaces it.`,
  keyWords: "Your key",
  keyOnce: "Write these words down: they are shown only now. Anyone who has them can play as you.",
  keyScan: "Or scan this with the other device.",
  keyRevoked: "The key is revoked.",
  browsers: (n: number) =>
    `${n ? count(n, "browser", "browsers") : "No other browser"} came in with a key.`,
  signOut: "Sign out the other browsers",
  signedOut: "The other browsers are signed out.",
  useKey: "Use a key",
  useKeyTitle: "Continue as yourself",
  useKeyLead:
    "Type the eight words of the key that you made in your other browser. This browser then forgets who it was.",
  useKeyLoses:
    "Games that you played in this browser under another identity stay with that identity.",
  useKeyField: "Key",
  useKeyGo: "Continue",
  useKeyDone: (name: string) => `Welcome back, ${name}.`,

  data: "Your data",
  export: "Download everything (JSON)",
  remove: "Delete everything …",
  removeTitle: "Delete everything of yours?",
  removeFacts: [
    "Your name, your messages on the board, your chat lines, your ratings, your key and the tokens of your programs are deleted.",
    "Games that you played alone, on one screen or against bots are deleted.",
    "Games against other people stay in their lists, with “Deleted player” in your place. Their ratings stay as they are.",
    "Finish or leave your open games first.",
    "This cannot be undone. You then go on as a new guest.",
  ],
  removeConfirm: (name: string) => `To confirm, type your name: ${name}`,
  removeGo: "Delete everything",
  removed: (games: number, kept: number) =>
    `Deleted: ${count(games, "game", "games")}. Kept without your name: ${kept}.`,
};
