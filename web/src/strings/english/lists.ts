/** Lists of tables, games, people. */

import { count } from "./count";

export const lobbyPage = {
  title: "Lobby",
  lead: "Sit down at an open table, or look over somebody's shoulder.",
  open: "Open tables",
  openNone: "Nobody is waiting right now. Open a table: whoever comes here next will see it.",
  openOne: "Open a table",
  live: "Being played",
  liveNone: "No public game is being played.",
  join: "Join",
  watch: "Watch",
  host: (name: string) => `${name} is waiting`,
  board: "Message board",
  boardNone: "Nothing has been written yet.",
  write: "Write to everybody here",
  post: "Post",
  over: "finished",
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
  anyone: "Everybody",
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
  rank: "Place",
  moves: (n: number) => count(n, "move", "moves"),
  won: (name: string) => `${name} won`,
  replay: "Replay",
  ratingOf: (rating: number, deviation: number) => `${rating} ± ${deviation}`,
  provisionalOf: (rating: number) => `${rating}?`,
  provisional: "provisional",
  ratingNote:
    "New players begin at 1500. After ± stands the deviation; a rating with ? is provisional and has no place yet.",
};

export const peoplePage = {
  title: "People",
  lead: (n: number) => `${count(n, "person is", "people are")} here.`,
  none: "Nobody else is here right now.",
  doing: {
    idle: "looks around",
    playing: "plays",
    waiting: "waits for an opponent",
    watching: "looks on",
  } as Record<string, string>,
  watch: "Watch",
  join: "Join",
  you: "this is you",
  program: "program",
};
