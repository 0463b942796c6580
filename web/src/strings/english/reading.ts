/** What is read and played through: rules and records. */

export const replayPage = {
  title: "Replay",
  lead: "Open the record of a game and play it through.",
  upload: "Open a record",
  another: "Open another record",
  drop: "Drop a file here, or choose one.",
  start: "Start",
  move: (ply: number, of: number) => `Move ${ply} of ${of}`,
  first: "To the start",
  prev: "One move back",
  next: "One move on",
  last: "To the end",
  play: "Play",
  pause: "Pause",
  speed: "Speed",
  scrub: "Move",
  link: "Copy link to this move",
  download: "Download the record",
  none: "There is no such record",
  wrong: (why: string) => `This file cannot be shown. ${why}`,
};

export const rulesPage = {
  title: (game: string) => `Rules of ${game}`,
  contents: "Contents",
  diagram: "Try it: the pieces move",
  reset: "Reset",
  undo: "Undo",
  play: (game: string) => `Play ${game}`,
  others: "Other games",
  over: "The game is over.",
};
