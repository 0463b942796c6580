/** The page that replays a record. */

export const replayPage = {
  title: "Replay",
  lead: "Open the record of a game and step through it.",
  upload: "Open a record",
  another: "Open another record",
  drop: "Drop a file here, or choose one.",
  move: (ply: number, of: number) => `Move ${ply} of ${of}`,
  play: "Play",
  pause: "Pause",
  speed: "Speed",
  scrub: "Move",
  link: "Copy link to this move",
  download: "Download the record",
  none: "This record does not exist",
  wrong: (why: string) => `This file cannot be shown. ${why}`,
};
