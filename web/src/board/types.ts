/** What the board is told and tells: its options, its settings, a theme. */

import type { Choice, Scene, Event as Step } from "../protocol";

export type { Choice, Scene, Step };

/** The colours that a theme may set; all are CSS colours. */
export interface ThemeColours {
  seats?: readonly string[];
  board?: string;
  cellA?: string;
  cellB?: string;
  line?: string;
  ink?: string;
  accent?: string;
  background?: string;
  /** The rim of a piece. */
  outline?: string;
  /** Where a move may go; the accent if there is none. */
  target?: string;
  /** Where the last one went. */
  last?: string;
}

/** How a game likes to look; what is missing comes from the client's own palette. */
export interface Theme extends ThemeColours {
  /** Radius of a token as a share of a cell. */
  tokenRadius?: number;
  /** Pixels of a cell at which the game's document draws it. */
  cell?: number;
  dark?: ThemeColours;
}

export interface BoardOptions {
  theme?: Theme | null;
  /** Names of the seats as the game calls them. */
  seats: readonly string[];
  /** False: a small live picture, without input and without an ARIA grid. */
  interactive?: boolean;
  /** The seats that this person plays ("your smith"); none for onlookers, all in hot-seat. */
  yours?: readonly number[];
  /** One complete legal path was chosen, and confirmed if so set. */
  onMove?(choice: Choice): void;
  /** Somebody tried a path to where no legal move leads; answer with `board.say(spot, why)`. */
  onTry?(path: string[]): void;
  /** The clicks so far. */
  onSelect?(prefix: readonly string[]): void;
}

/** How seats are called, and which are this person's. */
export interface Names {
  seats: readonly string[];
  yours: readonly number[];
}

export interface BoardSettings {
  /** Turned by half, for who sits at the top. */
  flipped: boolean;
  coordinates: boolean;
  /** Milliseconds a step; 0 shows moves at once. */
  speed: number;
  /** Ask before a chosen move is played. */
  confirm: boolean;
  sounds: boolean;
  dark: boolean;
  reducedMotion: boolean;
  /** Write heights on the cells, and see into stacks without pointing at them. */
  lens: boolean;
  /** The seats that this person plays. */
  yours: readonly number[];
}

/** How a scene is to be shown. */
export interface Showing {
  steps?: readonly Step[];
  animate?: boolean;
  /** Hotspots of the last move, to be marked. */
  last?: readonly string[];
}
