/** The lobby, the records and the people. */

import { count } from "./count";

export const lobbyPage = {
  title: "Lobby",
  lead: "Join an open table, or watch a game.",
  open: "Open tables",
  openNone: "No one is waiting right now. Open a table, and the next visitor will see it.",
  openOne: "Open a table",
  live: "Games in progress",
  liveNone: "No public game is in progress.",
  join: "Join",
  watch: "Watch",
  board: "Message board",
  boardNone: "There are no messages yet.",
  write: "Write to all visitors",
  post: "Post",
  find: "Find a game",
  quick: "Play someone now",
  code: "Room code",
  enter: "Go to the room",
  ratedOnly: "Rated only",
  free: (n: number) => count(n, "free seat", "free seats"),
};

export const recordsPage = {
  title: "Hall of records",
  lead: "Finished public games, and the best players of each game.",
  results: "Games",
  leaders: "Leaderboard",
  game: "Game",
  all: "All games",
  against: "Players",
  anyone: "Anyone",
  peopleOnly: "People only",
  botsOnly: "With bots",
  reason: "Ending",
  anyReason: "Any ending",
  none: "No game has been finished yet. Yours could be the first.",
  noLeaders: "There are no ratings yet. Choose “Rated” for a new game to get one.",
  more: "Older games",
  player: "Player",
  rating: "Rating",
  games: "Games",
  wins: "Wins",
  rank: "Rank",
  moves: (n: number) => count(n, "move", "moves"),
  won: (name: string) => `${name} won`,
  replay: "Replay",
  ratingOf: (rating: number, deviation: number) => `${rating} ± ${deviation}`,
  provisionalOf: (rating: number) => `${rating}?`,
  provisional: "provisional",
  ratingNote:
    "New players start at 1500. The number after ± is the deviation. A rating with ? is provisional and has no rank yet.",
};

export const peoplePage = {
  title: "People",
  lead: (n: number) => `${count(n, "person is", "people are")} here.`,
  none: "No one else is here right now.",
  doing: {
    idle: "browsing",
    playing: "playing",
    waiting: "waiting for an opponent",
    watching: "watching a game",
  } as Record<string, string>,
  watch: "Watch",
  join: "Join",
  you: "this is you",
  program: "program",
};
