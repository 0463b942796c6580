// Made from server/protocol by `make regenerate`; do not edit.

export type ClientMessage = Enter | Exit | Sit | Leave | Play | Hint | Undo | Resign | Abort | Offer | Restart | Answer | Claim | Share | Say | Create | Follow | Unfollow | Post | Rename | Ping;

export type ServerMessage = Happened | YourTurn | Snapshot | Tail | Watching | Done | Refusal | Hinted | Dismissed | LobbyChange | PresenceChange | NoticeChange | Welcome | Pong | Busy;

/** Abort the game before its second move. */
export interface Abort {
  type: "abort";
  room: string;
  id: string;
}

/** A seat agreed to an offer that needs more agreement. */
export interface Agreed {
  type: "agreed";
  offer: number;
  seat: number;
}

/**
 * A line of play: the winning chance of the seat to move, and the clicks of its first move.
 *
 * `plies` counts the moves to a forced end, below zero for a loss.
 */
export interface AnalysisLine {
  chance: number;
  plies: number | null;
  notation: string[];
  path: string[];
}

/** A request for the best lines of a position, which the engine may search for `seconds`. */
export interface AnalysisQuery {
  position: Look;
  lines?: number;
  seconds?: number;
}

/**
 * The best lines of a position so far, the best first.
 *
 * `place` is the place in the queue while no engine works on it. After `final` nothing follows;
 * `error` is the code of a failure.
 */
export interface AnalysisUpdate {
  seat?: number;
  depth?: number;
  nodes?: number;
  seconds?: number;
  lines?: AnalysisLine[];
  place?: number;
  final?: boolean;
  error?: string;
}

/** Accept or decline an offer by the number of its event; its maker withdraws it so. */
export interface Answer {
  type: "answer";
  room: string;
  offer: number;
  accept: boolean;
  id: string;
}

/** The last tab of a seated member closed; from `until` on the others may claim. */
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

/** A bot waits for a free engine; `place` counts from 1. */
export interface Busy {
  type: "busy";
  room: string;
  seat: number;
  place: number;
}

/**
 * An action that is no cell; `at` begins with `!`, `key` is its shortcut letter.
 *
 * `prompt` says what to click after it.
 */
export interface Button {
  at: string;
  label: string;
  key: string;
  prompt?: string;
}

/** A special cell: its height, or a mark (`vent`, `dome`, `goal`) and the owner's seat. */
export interface Cell {
  at: string;
  level?: number;
  mark?: string;
  seat?: number | null;
}

/** The summary of a record whose moves are all legal. */
export interface Checked {
  game: string;
  ruleset: string;
  moves: number;
  winner: number | null;
  reason: string | null;
  hash: string;
}

/** After the deadline of an absent player: claim the win, or a bot for the seat. */
export interface Claim {
  type: "claim";
  room: string;
  seat: number;
  want: "bot" | "win";
  level?: string;
  id: string;
}

/**
 * The time control.
 *
 * `move`: `seconds` for each turn; `fischer`: `seconds` for the game and `extra` added after each
 * turn; `bronstein`: the time of the turn is given back, up to `extra`. `timeout` is the penalty
 * of a seat without time: it loses, or the first or a random legal move is played for it.
 */
export interface ClockRule {
  kind?: "bronstein" | "fischer" | "move" | "none";
  seconds?: number;
  extra?: number;
  timeout?: "first" | "lose" | "random";
}

/** The seconds that each seat had left at `at`, and the seat whose clock runs since then. */
export interface ClockTimes {
  left: number[];
  running: number | null;
  at: number;
}

/** The room closed. */
export interface Closed {
  type: "closed";
  why: "ended" | "idle" | "left" | "operator";
}

/** Create a room; `room` in the answer is its code. */
export interface Create {
  type: "create";
  setup: Setup;
  id: string;
}

/** A room was created; `seats` are the holders after any draw of seats. */
export interface Created {
  type: "created";
  setup: Setup;
  host: string;
  name: string;
  seats: Holder[];
}

/** What was deleted, and what stays under the name of a deleted player. */
export interface Deletion {
  games_deleted: number;
  games_anonymised: number;
  rooms_deleted: number;
  messages_deleted: number;
}

/** A short game between bots. */
export interface Demo {
  frames: Frame[];
}

/** A playable position in the rules. */
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

/** A message was applied; `number` is the last event of the room after it. */
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

/**
 * Enter a room, or catch up: `last` is the number of the last event that was received.
 *
 * With `preview` the tab shows a small picture of the game, and its member is no watcher.
 */
export interface Enter {
  type: "enter";
  room: string;
  last?: number | null;
  preview?: boolean;
  id: string;
}

/** A room in the lobby; the state of its game is not part of it. */
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
 * glyph, facing or badge), `raise` and `erupt` of a cell, `strike` goes from the cell `at` to the
 * cell `to`, `beam` also around the corners `via`. An event that happens `together` plays at the
 * same time as the event before it.
 */
export interface Event {
  kind: string;
  token?: string;
  at?: string;
  to?: string;
  level?: number;
  via?: string[];
  together?: boolean;
}

/** Leave the page of a room; a seat is kept as long as after a lost connection. */
export interface Exit {
  type: "exit";
  room: string;
  id: string;
}

/** Subscribe to a list, or catch up: the lobby, presence, or the message board. */
export interface Follow {
  type: "follow";
  list: "lobby" | "notices" | "presence";
  last?: number | null;
  id: string;
}

/** A result; `id` is the id of its record, `rated` is whether it counted for ratings. */
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

/** A frame of a replay: the board after a move, and the move; the first frame has none. */
export interface Frame {
  scene: Scene;
  seat?: number | null;
  notation?: string;
  steps?: Event[];
  path?: string[];
}

/**
 * A game with its rulesets and options.
 *
 * `presets` are the options that each ruleset sets, and `notes` says what a player has to know
 * of a ruleset before choosing it. Games under `rated_rulesets` can be rated.
 * `reasons` has a sentence for each way in which a game ends, also for those outside its rules.
 * `pieces` has the full name of a piece by its glyph. `suggested_move_s` is the time for a move
 * that a form offers first, 0 for none. `lessons` and `puzzles` count what there is to learn.
 * `marks` has the numbered level at or below each named one, `ratings` the Elo that was measured.
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
  notes: { [key: string]: string };
  options: { [key: string]: Option };
  reasons: { [key: string]: string };
  theme?: Theme | null;
  levels?: string[];
  marks?: { [key: string]: string };
  styles?: string[];
  ratings?: { [key: string]: LevelRating };
  pieces?: { [key: string]: string };
  ruleset_warnings?: { [key: string]: string };
  suggested_move_s?: number;
  lessons?: number;
  puzzles?: number;
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

/** A first game against a level, with remarks. */
export interface GuidedGame {
  say: string;
  remarks?: Remark[];
  level?: string;
  seed?: number;
}

/** An event of a room. It is stored in this form, without the view. */
export interface Happened {
  type: "event";
  room: string;
  number: number;
  at: number;
  fact: Created | Sat | Stood | Began | Moved | Undone | Offered | Agreed | Lapsed | Away | Returned | Replaced | Ended | Shared | Hosted | Said | LineHidden | Withheld | Restarted | Resumed | Closed;
  by?: string;
  cause?: string;
  view?: View | null;
}

/** The state of the server; `waiting` are players' searches, `analyses` those of pages. */
export interface Health {
  status: string;
  rooms: number;
  connections: number;
  waiting: number;
  engine: string;
  analyses: number;
}

/** Ask for a good move, against bots or in hot-seat; each request is a new search. */
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

/** The holder of a seat: a person or a program by its member, a bot by its level, or none. */
export interface Holder {
  kind: "bot" | "nobody" | "person" | "program";
  name?: string;
  member?: string;
  level?: string | null;
}

/** The host left, and the room has another host. */
export interface Hosted {
  type: "hosted";
  member: string;
  name: string;
}

/** A new key; the words are shown once. */
export interface IdentityKey {
  words: string;
}

/** An offer ended without effect. */
export interface Lapsed {
  type: "lapsed";
  offer: number;
  why: "declined" | "expired" | "withdrawn";
}

/** Leave for good, with every tab; the host of a broadcast ends it. */
export interface Leave {
  type: "leave";
  room: string;
  id: string;
}

/** The player's moves in a step of a lesson. */
export interface LessonAnswer {
  moves: string[];
}

/** A lesson. One about a piece has its glyph and the sentences of its card. */
export interface LessonInfo {
  id: string;
  title: string;
  part: "goal" | "ideas" | "pieces";
  piece: string;
  moves: string;
  strikes: string;
  warded: string;
  steps: LessonStepInfo[];
}

/** A step: the sentences before and after it, its position, and moves that reach the goal. */
export interface LessonStepInfo {
  say: string;
  done: string;
  look: Look;
  solution: string[];
}

/** The lessons of a game in order, and its guided first game; empty if it has none. */
export interface LessonsPage {
  lessons?: LessonInfo[];
  first_game?: GuidedGame | null;
  first_look?: Look | null;
}

/** The move of a level. */
export interface LevelMove {
  notation: string;
}

/** A request for the move that a level plays in a position. */
export interface LevelMoveQuery {
  position: Look;
  level: string;
}

/** The Elo of a level; `low` to `high` is the 95 % interval. */
export interface LevelRating {
  elo: number;
  low: number;
  high: number;
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

/** The operator hid a line of chat, by the number of its event; its text is erased. */
export interface LineHidden {
  type: "hidden";
  line: number;
}

/** The lobby: all of it if `whole`, else the changes since the number before. */
export interface LobbyChange {
  type: "lobby";
  number: number;
  whole: boolean;
  put: Entry[];
  gone?: string[];
}

/**
 * A request for a position: a set-up or a state, and the moves after it.
 *
 * A move is its JSON or its notation. `path` is a sequence of clicks in the position: it is
 * played, or refused with the reason.
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

/** A position as a board shows it, its legal moves, and the moves before it. */
export interface Looked {
  view: View;
  choices: MoveChoice[];
  played: Played[];
}

/** The member that a cookie stands for. */
export interface Me {
  member: string;
  name: string;
}

/**
 * A legal move: its JSON, its notation, its clicks, and effects that its clicks do not show.
 *
 * `also` lists other clicks that make the same move.
 */
export interface MoveChoice {
  move: { [key: string]: unknown };
  notation: string;
  path: string[];
  preview?: Event[];
  also?: string[][];
}

/** A move was played; `left` is the time of each seat, `forced` a move by the clock. */
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

/** A game of your own; `yours` are your seats. A game that is not `public` only you see. */
export interface MyGame {
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
  yours: number[];
  public: boolean;
}

/** What only you see: results, when your key was made, when other browsers were linked. */
export interface MySummary {
  tallies: OpponentTally[];
  key_at: number | null;
  browsers: number[];
}

/** A request for the token of a program. */
export interface NewToken {
  name: string;
}

/** A line of the message board, and the member and message that wrote it. */
export interface Notice {
  number: number;
  at: number;
  name: string;
  text: string;
  by?: string;
  cause?: string;
}

/** The message board: all of it if `whole`, else the new lines. */
export interface NoticeChange {
  type: "notices";
  number: number;
  whole: boolean;
  put: Notice[];
}

/** Offer a draw, or ask for a takeback or a rematch. */
export interface Offer {
  type: "offer";
  room: string;
  kind: "draw" | "rematch" | "takeback";
  id: string;
}

/** A seat made an offer, whose id is the number of this event. */
export interface Offered {
  type: "offered";
  kind: "draw" | "rematch" | "takeback";
  seat: number;
  until: number;
}

/** Your games against one kind of opponent; `level` is a bot's. */
export interface OpponentTally {
  game: string;
  kind: string;
  level: string;
  games: number;
  wins: number;
  draws: number;
}

/**
 * A switch (bool), or a whole number between two bounds.
 *
 * `name` is its title in a form, `text` a sentence for players.
 */
export interface Option {
  default: number | boolean;
  text: string;
  low?: number;
  high?: number;
  name?: string;
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

/** A connected member; `room` is the room to watch, if that is public. */
export interface Person {
  member: string;
  name: string;
  kind: "person" | "program";
  doing?: "idle" | "playing" | "waiting" | "watching";
  game?: string;
  room?: string;
}

/** Heartbeat: a tab sends it when it has received nothing for a while. */
export interface Ping {
  type: "ping";
  id: string;
}

/** The intended holder of a seat: the host, any visitor, a bot, or a program with a token. */
export interface Place {
  kind: "agent" | "bot" | "host" | "open";
  level?: string;
}

/**
 * Play a move; `ply` is the number of moves before it, so that a late move is refused.
 *
 * Exactly one field names the move: `move` is its JSON, `path` its clicks, `notation` its text.
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

/** A player's strength at puzzles, which the browser keeps: the mean and its deviation. */
export interface PlayerEstimate {
  mu: number;
  sigma: number;
}

/** What all may see of a player. */
export interface PlayerProfile {
  player: string;
  name: string;
  kind: string;
  ratings: RatedGame[];
}

/** The answer to a heartbeat: the server's time, and how many members are online. */
export interface Pong {
  type: "pong";
  id: string;
  now: number;
  online?: number;
}

/** Write on the message board. */
export interface Post {
  type: "post";
  text: string;
  id: string;
}

/** Connected members: all if `whole`, else the changes since the number before. */
export interface PresenceChange {
  type: "presence";
  number: number;
  whole: boolean;
  online: number;
  put: Person[];
  gone?: string[];
}

/** A program with a token; `token` is sent once, when it is made. */
export interface ProgramToken {
  member: string;
  name: string;
  token?: string;
}

/**
 * The solver's moves so far. With `estimate` a verdict is rated, and with `reveal` it is lost.
 *
 * A player without an estimate sends null in `estimate` together with `rated`.
 */
export interface PuzzleAnswer {
  moves: string[];
  rated?: boolean;
  estimate?: PlayerEstimate | null;
  reveal?: boolean;
}

/** A puzzle without its solution; `plies` counts the turns to a forced win, 0 without one. */
export interface PuzzleInfo {
  game: string;
  id: string;
  look: Look;
  seat: number;
  goal: "gain" | "save" | "win";
  plies: number;
  proof: "" | "loss" | "win";
  rating: number;
  turns: number;
  themes: string[];
  date?: string;
}

/** The puzzles of a game by rating, and the names of their themes. */
export interface PuzzleList {
  puzzles?: PuzzleSummary[];
  theme_names?: { [key: string]: string };
}

/** The verdict, all moves so far with the replies, and the solution once it may be seen. */
export interface PuzzleReply {
  status: "revealed" | "solved" | "unfinished" | "wrong";
  moves: string[];
  right: number;
  solution?: string[];
  rated?: RatedPlayer | null;
}

/** A puzzle in a list; `turns` counts the turns of the solver. */
export interface PuzzleSummary {
  id: string;
  rating: number;
  goal: "gain" | "save" | "win";
  turns: number;
  themes: string[];
}

/**
 * A row of a leaderboard.
 *
 * `rating` is on a scale around 1500 and lies within two times `deviation` of the player's true
 * strength 19 times out of 20. `provisional` ratings rest on too few games.
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

/** A rating in one game, and its curve, oldest point first. */
export interface RatedGame {
  game: string;
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
  wins: number;
  curve: RatingPoint[];
}

/** A new estimate, and the same on the scale that players see. */
export interface RatedPlayer {
  mu: number;
  sigma: number;
  rating: number;
  deviation: number;
}

/** The rating after a game. */
export interface RatingPoint {
  at: number;
  rating: number;
}

/** A message was refused, and changed nothing. */
export interface Refusal {
  type: "refusal";
  id: string;
  code: string;
  message: string;
  rule?: string;
  room?: string;
}

/**
 * A sentence of the guided first game, said once.
 *
 * It follows a move of the player (`you`) or of the other side (`them`) with an event of the kind
 * `does`, or stands before a turn of the player, counted from 1.
 */
export interface Remark {
  say: string;
  turn?: number;
  does?: string;
  by?: "them" | "you";
}

/** Change the own name; a held seat keeps the earlier name. */
export interface Rename {
  type: "rename";
  name: string;
  id: string;
}

/** A bot replaces the holder of a seat, who is out of the game. */
export interface Replaced {
  type: "replaced";
  seat: number;
  holder: Holder;
  why: "abandoned" | "resigned" | "timeout";
}

/**
 * A game from its first position to its last; `kinds` are the kinds of its players.
 *
 * `result` is the id of a finished game that is stored, and `public` whether all may see it.
 */
export interface Replay {
  game: string;
  ruleset: string;
  options: { [key: string]: number | boolean };
  seed: number;
  names: string[];
  kinds: string[];
  outcome: Ending | null;
  frames: Frame[];
  result?: string;
  public?: boolean;
}

/** Resign; in hot-seat `seat` is the seat that resigns. */
export interface Resign {
  type: "resign";
  room: string;
  seat?: number | null;
  id: string;
}

/**
 * Begin again at once, against bots or in hot-seat; `level` is for all bots, if given.
 *
 * A game that is running is broken off; after one that has ended, it is a rematch.
 */
export interface Restart {
  type: "restart";
  room: string;
  level?: string | null;
  id: string;
}

/** The server restarted; clocks stop until all seated members are back, or `until`. */
export interface Restarted {
  type: "restarted";
  until: number;
}

/** The clocks run again after a restart. */
export interface Resumed {
  type: "resumed";
}

/** A seated member reconnected. */
export interface Returned {
  type: "returned";
  member: string;
}

/** A move, or a whole turn, with the winning chances of its seat. */
export interface ReviewStep {
  ply: number;
  seat: number;
  notation: string[];
  score: number;
  plies: number | null;
  before: number;
  after: number;
  loss: number;
  mark: string;
  better: string[];
}

/** The seats, and the ply of the move that decided the game, None if there is none. */
export interface ReviewSummary {
  seats: SeatSummary[];
  turning_point: number | null;
}

/**
 * The steps of a review that are new, of `total`.
 *
 * `seconds` is the time of each move of the game, as far as it is stored. The `summary` comes
 * with the last line, which is `final`; `error` is the code of a failure.
 */
export interface ReviewUpdate {
  total?: number;
  steps?: ReviewStep[];
  summary?: ReviewSummary | null;
  seconds?: number[];
  place?: number;
  final?: boolean;
  error?: string;
}

/** A text of a game as HTML; `<figure data-diagram="0">` is the place of the first diagram. */
export interface RulesPage {
  html: string;
  diagrams: Diagram[];
  sections: Section[];
  reference?: boolean;
}

/** A line of chat; lines of watchers are hidden from the players during a game. */
export interface Said {
  type: "said";
  channel: "players" | "watchers";
  name: string;
  text: string;
}

/** A member took an empty seat. */
export interface Sat {
  type: "sat";
  seat: number;
  holder: Holder;
}

/** Chat: players write to the whole room, watchers to watchers. */
export interface Say {
  type: "say";
  room: string;
  text: string;
  id: string;
}

/**
 * A complete snapshot of the board, without flat and unmarked cells.
 *
 * `prompts` say to the player to move what to click: first, after one click, after two.
 */
export interface Scene {
  grids: Grid[];
  cells?: Cell[];
  tokens?: Token[];
  trays?: Tray[];
  buttons?: Button[];
  prompts?: string[];
}

/** The accuracy of a seat in percent, None without a move, and how often each mark was given. */
export interface SeatSummary {
  accuracy: number | null;
  marks: { [key: string]: number };
}

/** A section of the rules: the id and the text of its heading. */
export interface Section {
  id: string;
  title: string;
}

/**
 * All choices of a host; `shuffle` draws the seats.
 *
 * `spectators` follows `public` unless the host sets it.
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

/** A board that was set up by hand, and the seat to move. */
export interface SetupQuery {
  game: string;
  scene: Scene;
  to_move: number;
  ruleset?: string;
  options?: { [key: string]: number | boolean };
  seats?: number | null;
}

/** The state of a board that was set up by hand. */
export interface SetupState {
  state: { [key: string]: unknown };
}

/** Set who may watch, by the host; a public local game is a broadcast. */
export interface Share {
  type: "share";
  room: string;
  public: boolean;
  spectators: boolean;
  label?: string;
  id: string;
}

/** The host changed who may watch. */
export interface Shared {
  type: "shared";
  public: boolean;
  spectators: boolean;
  label: string;
}

/**
 * The show game: two or three levels play, one game after another.
 *
 * `number` counts the games; `levels` has the level of each seat.
 */
export interface Show {
  number: number;
  game: string;
  seed: number;
  levels: string[];
  played: Played[];
  view: View;
}

/** Take an empty seat. */
export interface Sit {
  type: "sit";
  room: string;
  seat: number;
  id: string;
}

/** The player of a seat; for a bot `player` is its level. */
export interface Sitter {
  player: string;
  name: string;
  kind: string;
}

/** A whole room after event `number`, as one member may see it; `yours` are its seats. */
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

/** An open offer. */
export interface Standing {
  offer: number;
  kind: "draw" | "rematch" | "takeback";
  seat: number;
  until: number;
  agreed: number[];
}

/** Whether the moves reached the goal, may still reach it, or missed it. */
export interface StepAnswer {
  status: "done" | "missed" | "unfinished";
}

/** A seat became empty again before the game began. */
export interface Stood {
  type: "stood";
  seat: number;
}

/** The events that a member missed, and the current game. */
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

/**
 * A piece with a fixed id; `at` is a cell or a tray slot, `layer` the level in a stack.
 *
 * Tokens of one `group` lie together in a tray. `facing` is a direction of `COMPASS` in which the
 * piece points, `badge` a short text on it, such as its hit points. `badge_name` is the word for
 * it, as it is read after the badge: `hit point` or `hit points`.
 */
export interface Token {
  id: string;
  glyph: string;
  text: string;
  at: string;
  seat?: number | null;
  layer?: number;
  tint?: string;
  group?: string;
  facing?: string;
  badge?: string;
  badge_name?: string;
}

/** A place beside the board; tokens in it are at `<tray>:<slot>`, `note` counts them. */
export interface Tray {
  id: string;
  label: string;
  seat?: number | null;
  note?: string;
}

/** Take back a step of the own turn, and against bots or in hot-seat also whole turns. */
export interface Undo {
  type: "undo";
  room: string;
  id: string;
}

/** Moves were taken back: only the first `ply` moves stand. */
export interface Undone {
  type: "undone";
  ply: number;
  left?: number[];
}

/** Unsubscribe from a list. */
export interface Unfollow {
  type: "unfollow";
  list: "lobby" | "notices" | "presence";
  id: string;
}

/** The game as all members see it; `steps` are the effects of the last move. */
export interface View {
  game: number;
  ply: number;
  to_move: number | null;
  scene: Scene;
  outcome?: Ending | null;
  clocks?: ClockTimes | null;
  steps?: Event[];
}

/** The number of watchers; without an event number, and sent at intervals. */
export interface Watching {
  type: "watching";
  room: string;
  watchers: number;
}

/** The first message of a connection: who you are, the server's time, how many are online. */
export interface Welcome {
  type: "welcome";
  member: string;
  name: string;
  now: number;
  protocol?: number;
  online?: number;
}

/** Replaces an event that the receiver may not see, so that no number is missing. */
export interface Withheld {
  type: "withheld";
}

/** The legal moves, sent to the player to move after every event that changes them. */
export interface YourTurn {
  type: "turn";
  room: string;
  number: number;
  seat: number;
  ply: number;
  choices: MoveChoice[];
}
