// Made from server/protocol by `make regenerate`; do not edit.

export type ClientMessage = Enter | Exit | Sit | Leave | Play | Hint | Undo | Resign | Abort | Offer | Answer | Claim | Share | Say | Create | Follow | Unfollow | Post | Rename | Ping;

export type ServerMessage = Happened | YourTurn | Snapshot | Tail | Watching | Done | Refusal | Hinted | Dismissed | LobbyChange | PresenceChange | NoticeChange | Welcome | Pong | Busy;

/** Break the game off before its second move. */
export interface Abort {
  type: "abort";
  room: string;
  id: string;
}

/** A seat agreed to an offer, to which others have yet to agree. */
export interface Agreed {
  type: "agreed";
  offer: number;
  seat: number;
}

/** Accept or decline an offer by the number of its event; its maker takes it back so. */
export interface Answer {
  type: "answer";
  room: string;
  offer: number;
  accept: boolean;
  id: string;
}

/** The last tab of somebody seated closed; from `until` on the others may claim. */
export interface Away {
  type: "away";
  member: string;
  until: number;
}

/** A game began, the first of the room or a rematch. */
export interface Began {
  type: "began";
  game: number;
  seed: number;
  seats: Holder[];
}

/** A bot waits for a free processor; `place` counts from 1. */
export interface Busy {
  type: "busy";
  room: string;
  seat: number;
  place: number;
}

/** An action that is no cell; `at` begins with `!`, `key` is its shortcut letter. */
export interface Button {
  at: string;
  label: string;
  key: string;
}

/** A special cell: its height, or a mark (`vent`, `dome`, `goal`) and the owner's seat. */
export interface Cell {
  at: string;
  level?: number;
  mark?: string;
  seat?: number | null;
}

/** What a record says, after every move of it was checked. */
export interface Checked {
  game: string;
  ruleset: string;
  moves: number;
  winner: number | null;
  reason: string | null;
  hash: string;
}

/** Once a leaver's time is over: have the win, or a bot in the empty place. */
export interface Claim {
  type: "claim";
  room: string;
  seat: number;
  want: "bot" | "win";
  level?: "easy" | "hard" | "master" | "medium";
  id: string;
}

/**
 * How time is limited.
 *
 * `move`: `seconds` for each turn; `fischer`: `seconds` for the game and `extra` added by each
 * turn; `bronstein`: as much is given back as the turn took, up to `extra`. `timeout` says what
 * happens to a seat out of time: it loses, or the first or a drawn legal move is played for it.
 */
export interface ClockRule {
  kind?: "bronstein" | "fischer" | "move" | "none";
  seconds?: number;
  extra?: number;
  timeout?: "first" | "lose" | "random";
}

/** Seconds that each seat had left at `at`, and the seat whose clock runs since then. */
export interface ClockTimes {
  left: number[];
  running: number | null;
  at: number;
}

/** The room is no more. */
export interface Closed {
  type: "closed";
  why: "ended" | "idle" | "left";
}

/** Open a room; the answer's `room` is its code. */
export interface Create {
  type: "create";
  setup: Setup;
  id: string;
}

/** A room was opened; `seats` says who sits where after any draw. */
export interface Created {
  type: "created";
  setup: Setup;
  host: string;
  name: string;
  seats: Holder[];
}

/** A short game between bots. */
export interface Demo {
  frames: Frame[];
}

/** A position of the rules that can be played on. */
export interface Diagram {
  caption: string;
  look: Look;
}

/** You are no longer in the room. */
export interface Dismissed {
  type: "dismissed";
  room: string;
  code: string;
  message: string;
}

/** A message was followed; `number` is the room's last event after that. */
export interface Done {
  type: "done";
  id: string;
  room?: string;
  number?: number;
}

/** The game is over. */
export interface Ended {
  type: "ended";
  winner: number | null;
  reason: string;
  left?: number[];
}

/** The outcome of a game, by its rules or from outside. */
export interface Ending {
  winner: number | null;
  reason: string;
}

/** Be in a room, or catch up: `last` is the number of the last event that was seen there. */
export interface Enter {
  type: "enter";
  room: string;
  last?: number | null;
  id: string;
}

/** A room in the lobby: what it is, never how its game stands. */
export interface Entry {
  room: string;
  game: string;
  ruleset: string;
  mode: "ai" | "hotseat" | "online";
  phase: "finished" | "open" | "playing";
  host: string;
  seats: Holder[];
  clock: string;
  watchers: number;
  watchable: boolean;
  label?: string;
  rated?: boolean;
}

/**
 * One visible step of a move, in order.
 *
 * `move`, `capture`, `remove`, `place` and `change` are of a token (`change`: same id, new
 * glyph), `raise` and `erupt` of a cell, `strike` goes from the cell `at` to the cell `to`.
 */
export interface Event {
  kind: string;
  token?: string;
  at?: string;
  to?: string;
  level?: number;
}

/** This tab looks elsewhere; a seat is kept for as long as for one who lost the connection. */
export interface Exit {
  type: "exit";
  room: string;
  id: string;
}

/** Be told of a list, or catch up: the lobby, who is here, the message board. */
export interface Follow {
  type: "follow";
  list: "lobby" | "notices" | "presence";
  last?: number | null;
  id: string;
}

/** A result; `id` is for its record, `rated` says whether it counted for ratings. */
export interface Found {
  id: string;
  at: number;
  game: string;
  ruleset: string;
  mode: string;
  bots: boolean;
  winner: number | null;
  reason: string;
  moves: number;
  seats: Sitter[];
  rated: boolean;
}

/** A picture of a replay: the board after a move and how it came about; the first has none. */
export interface Frame {
  scene: Scene;
  seat?: number | null;
  notation?: string;
  steps?: Event[];
  path?: string[];
}

/**
 * A game and what can be chosen for it.
 *
 * `presets` are the options that each ruleset sets, `rated_rulesets` those under which games can
 * be rated, `reasons` the ways it ends, each in a sentence, those from outside its rules too.
 */
export interface GameInfo {
  id: string;
  title: string;
  summary: string;
  rules_version: number;
  seats: number[];
  seat_names: string[];
  rulesets: string[];
  rated_rulesets: string[];
  presets: { [key: string]: { [key: string]: number | boolean } };
  options: { [key: string]: Option };
  reasons: { [key: string]: string };
  theme?: Theme | null;
  levels?: string[];
}

/** A board of cells; it may float over another, with its corner at one of its cells. */
export interface Grid {
  id: string;
  rows: number;
  cols: number;
  over?: string;
  row?: number;
  col?: number;
}

/** An event of a room. It is stored as it is here, without the view. */
export interface Happened {
  type: "event";
  room: string;
  number: number;
  at: number;
  fact: Created | Sat | Stood | Began | Moved | Undone | Offered | Agreed | Lapsed | Away | Returned | Replaced | Ended | Shared | Hosted | Said | Withheld | Restarted | Resumed | Closed;
  by?: string;
  cause?: string;
  view?: View | null;
}

/** How the server is. */
export interface Health {
  status: string;
  rooms: number;
  connections: number;
  waiting: number;
  engine: string;
}

/** Ask what to play, against bots or in hot-seat; asked again, it is looked for again. */
export interface Hint {
  type: "hint";
  room: string;
  id: string;
}

/** The answer to a hint: the move, the line that it begins, and the odds of the seat to move. */
export interface Hinted {
  type: "hint";
  id: string;
  room: string;
  ply: number;
  path: string[];
  notation: string;
  chance: number;
  line: string[];
}

/** Who holds a seat: a person or a program by its member, a bot by its level, or nobody yet. */
export interface Holder {
  kind: "bot" | "nobody" | "person" | "program";
  name?: string;
  member?: string;
  level?: "easy" | "hard" | "master" | "medium" | null;
}

/** The room has another host, the former one having left. */
export interface Hosted {
  type: "hosted";
  member: string;
  name: string;
}

/** An offer ended without effect. */
export interface Lapsed {
  type: "lapsed";
  offer: number;
  why: "declined" | "expired" | "withdrawn";
}

/** Leave for good, with every tab; one who hosts a broadcast ends it by that. */
export interface Leave {
  type: "leave";
  room: string;
  id: string;
}

/** A line of chat. */
export interface Line {
  number: number;
  at: number;
  channel: "players" | "watchers";
  name: string;
  text: string;
  by?: string;
}

/** The lobby: all of it if `whole`, else what changed since the number before. */
export interface LobbyChange {
  type: "lobby";
  number: number;
  whole: boolean;
  put: Entry[];
  gone?: string[];
}

/**
 * A position that is asked about: a set-up and its moves, or a state and what follows it.
 *
 * A move is its JSON or its notation. `path` is what somebody clicks there: it is played, or
 * refused with the reason.
 */
export interface Look {
  game: string;
  ruleset?: string;
  options?: { [key: string]: number | boolean };
  seats?: number | null;
  seed?: number;
  moves?: (string | { [key: string]: unknown })[];
  state?: { [key: string]: unknown } | null;
  path?: string[] | null;
}

/** The position as a board shows it, what may be played there, and what was. */
export interface Looked {
  view: View;
  choices: MoveChoice[];
  played: Played[];
}

/** Who you are to the server. */
export interface Me {
  member: string;
  name: string;
}

/** A legal move: what to send, how players write it, what to click. */
export interface MoveChoice {
  move: { [key: string]: unknown };
  notation: string;
  path: string[];
}

/** A move was played; `left` is each seat's time after it, `forced` one played by the clock. */
export interface Moved {
  type: "moved";
  seat: number;
  ply: number;
  move: { [key: string]: unknown };
  notation: string;
  packed: number;
  left?: number[];
  forced?: boolean;
}

/** A program that is to have a token. */
export interface NewToken {
  name: string;
}

/** A line of the message board, and whose message it was. */
export interface Notice {
  number: number;
  at: number;
  name: string;
  text: string;
  by?: string;
  cause?: string;
}

/** The message board: all of it if `whole`, else what is new. */
export interface NoticeChange {
  type: "notices";
  number: number;
  whole: boolean;
  put: Notice[];
}

/** Offer a draw, ask for a takeback, or for a rematch. */
export interface Offer {
  type: "offer";
  room: string;
  kind: "draw" | "rematch" | "takeback";
  id: string;
}

/** A seat made an offer; it is named by this event's number until it ends. */
export interface Offered {
  type: "offered";
  kind: "draw" | "rematch" | "takeback";
  seat: number;
  until: number;
}

/** A switch (bool), or a whole number between two bounds. */
export interface Option {
  default: number | boolean;
  text: string;
  low?: number;
  high?: number;
}

/** CSS colours; `seats` has one for each seat. */
export interface Palette {
  seats?: string[];
  board?: string;
  cellA?: string;
  cellB?: string;
  line?: string;
  ink?: string;
  accent?: string;
  background?: string;
  outline?: string;
  target?: string;
  last?: string;
}

/** Somebody who is here; `room` is where to watch, where that is public. */
export interface Person {
  member: string;
  name: string;
  kind: "person" | "program";
  doing?: "idle" | "playing" | "waiting" | "watching";
  game?: string;
  room?: string;
}

/** Is somebody there? Every tab that hears nothing asks so. */
export interface Ping {
  type: "ping";
  id: string;
}

/** Who is to sit in a seat: the host, whoever comes, a level, or a program with a token. */
export interface Place {
  kind: "agent" | "bot" | "host" | "open";
  level?: "easy" | "hard" | "master" | "medium";
}

/**
 * Play a move; `ply` is how many were played before, so that a late one is not misread.
 *
 * Exactly one says which: `move` is its JSON, `path` what was clicked, `notation` what was
 * written.
 */
export interface Play {
  type: "play";
  room: string;
  ply: number;
  move?: { [key: string]: unknown } | null;
  path?: string[] | null;
  notation?: string | null;
  id: string;
}

/** A move of the game so far. */
export interface Played {
  seat: number;
  notation: string;
}

/** Somebody is here; `now` is the server's time. */
export interface Pong {
  type: "pong";
  id: string;
  now: number;
}

/** Write on the message board. */
export interface Post {
  type: "post";
  text: string;
  id: string;
}

/** Who is here: all of it if `whole`, else what changed since the number before. */
export interface PresenceChange {
  type: "presence";
  number: number;
  whole: boolean;
  online: number;
  put: Person[];
  gone?: string[];
}

/** A program with a token; `token` is told once, when it is made. */
export interface ProgramToken {
  member: string;
  name: string;
  token?: string;
}

/**
 * A place of a leaderboard.
 *
 * `rating` is on a scale around 1500 and lies within two times `deviation` of the player's true
 * strength 19 times out of 20. `provisional` says that too little is known for a firm place.
 */
export interface Ranked {
  player: string;
  name: string;
  kind: string;
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
  wins: number;
}

/** A message was not followed and changed nothing. */
export interface Refusal {
  type: "refusal";
  id: string;
  code: string;
  message: string;
  rule?: string;
  room?: string;
}

/** Be called otherwise; seats that are held keep the name they were taken by. */
export interface Rename {
  type: "rename";
  name: string;
  id: string;
}

/** A bot plays a seat from now on, whose holder is out of the game. */
export interface Replaced {
  type: "replaced";
  seat: number;
  holder: Holder;
  why: "abandoned" | "resigned" | "timeout";
}

/** A game from its first position to its last; `kinds` says what the players are. */
export interface Replay {
  game: string;
  ruleset: string;
  options: { [key: string]: number | boolean };
  names: string[];
  kinds: string[];
  outcome: Ending | null;
  frames: Frame[];
}

/** Give the game up; in hot-seat `seat` says for whom. */
export interface Resign {
  type: "resign";
  room: string;
  seat?: number | null;
  id: string;
}

/** The server was down; clocks stand still until everybody seated is back, or `until`. */
export interface Restarted {
  type: "restarted";
  until: number;
}

/** The clocks run again after a restart. */
export interface Resumed {
  type: "resumed";
}

/** Somebody seated is back. */
export interface Returned {
  type: "returned";
  member: string;
}

/** The rules as HTML; `<figure data-diagram="0">` is the place of the first diagram. */
export interface RulesPage {
  html: string;
  diagrams: Diagram[];
  sections: Section[];
}

/** A line of chat; what watchers say is kept from the players while they play. */
export interface Said {
  type: "said";
  channel: "players" | "watchers";
  name: string;
  text: string;
}

/** Somebody took an empty seat. */
export interface Sat {
  type: "sat";
  seat: number;
  holder: Holder;
}

/** Chat: players to all in the room, watchers to watchers. */
export interface Say {
  type: "say";
  room: string;
  text: string;
  id: string;
}

/** A complete snapshot of the board, without flat and unmarked cells. */
export interface Scene {
  grids: Grid[];
  cells?: Cell[];
  tokens?: Token[];
  trays?: Tray[];
  buttons?: Button[];
}

/** A chapter of the rules: the id of its heading, and what it says. */
export interface Section {
  id: string;
  title: string;
}

/**
 * Everything that a host chooses; `shuffle` draws who sits where.
 *
 * `spectators` follows `public` unless the host chooses.
 */
export interface Setup {
  game: string;
  seats: Place[];
  ruleset?: string;
  options?: { [key: string]: number | boolean };
  shuffle?: boolean;
  clock?: ClockRule;
  takebacks?: boolean;
  public?: boolean;
  spectators?: boolean | null;
  label?: string;
  rated?: boolean;
}

/** The host says who may look on; on a local game that is public it is a broadcast. */
export interface Share {
  type: "share";
  room: string;
  public: boolean;
  spectators: boolean;
  label?: string;
  id: string;
}

/** The host changed who may look on. */
export interface Shared {
  type: "shared";
  public: boolean;
  spectators: boolean;
  label: string;
}

/** Take an empty seat. */
export interface Sit {
  type: "sit";
  room: string;
  seat: number;
  id: string;
}

/** Who sat in a seat; of a bot `player` is its level. */
export interface Sitter {
  player: string;
  name: string;
  kind: string;
}

/** A whole room at the event `number`, as one member may see it; `yours` are its seats. */
export interface Snapshot {
  type: "snapshot";
  room: string;
  number: number;
  setup: Setup;
  mode: "ai" | "hotseat" | "online";
  phase: "closed" | "finished" | "open" | "playing";
  host: string;
  seats: Holder[];
  yours: number[];
  watchers: number;
  away: { [key: string]: number };
  played?: Played[];
  offers?: Standing[];
  chat?: Line[];
  view?: View | null;
}

/** An offer that can be answered. */
export interface Standing {
  offer: number;
  kind: "draw" | "rematch" | "takeback";
  seat: number;
  until: number;
  agreed: number[];
}

/** A seat became empty again before the game began. */
export interface Stood {
  type: "stood";
  seat: number;
}

/** What a member missed, and the game as it is now. */
export interface Tail {
  type: "tail";
  room: string;
  number: number;
  events: Happened[];
  view?: View | null;
}

/** The colours of the light mode; `dark` holds those of the dark mode that differ. */
export interface Theme {
  seats?: string[];
  board?: string;
  cellA?: string;
  cellB?: string;
  line?: string;
  ink?: string;
  accent?: string;
  background?: string;
  outline?: string;
  target?: string;
  last?: string;
  tokenRadius?: number;
  cell?: number;
  dark?: Palette | null;
}

/** A piece with a fixed id; `at` is a cell or a tray slot, `layer` the level in a stack. */
export interface Token {
  id: string;
  glyph: string;
  text: string;
  at: string;
  seat?: number | null;
  layer?: number;
  tint?: string;
}

/** A place beside the board; tokens in it are at `<tray>:<slot>`. */
export interface Tray {
  id: string;
  label: string;
  seat?: number | null;
}

/** Take back: a step of one's turn, and against bots or in hot-seat also more. */
export interface Undo {
  type: "undo";
  room: string;
  id: string;
}

/** The game went back: only the first `ply` moves stand. */
export interface Undone {
  type: "undone";
  ply: number;
  left?: number[];
}

/** Be told no more of a list. */
export interface Unfollow {
  type: "unfollow";
  list: "lobby" | "notices" | "presence";
  id: string;
}

/** The game as everybody may see it; `steps` shows what the last move did. */
export interface View {
  game: number;
  ply: number;
  to_move: number | null;
  scene: Scene;
  outcome?: Ending | null;
  clocks?: ClockTimes | null;
  steps?: Event[];
}

/** How many look on; not numbered, and told now and then. */
export interface Watching {
  type: "watching";
  room: string;
  watchers: number;
}

/** The first message of a connection: who you are, and the server's time. */
export interface Welcome {
  type: "welcome";
  member: string;
  name: string;
  now: number;
  protocol?: number;
}

/** Stands for a fact that is not for the one who reads this, so that no number is missing. */
export interface Withheld {
  type: "withheld";
}

/** To the one who is to move, after every event that changes that: the legal moves. */
export interface YourTurn {
  type: "turn";
  room: string;
  number: number;
  seat: number;
  ply: number;
  choices: MoveChoice[];
}
