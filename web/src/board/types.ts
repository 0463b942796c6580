/** What the board is told and tells: its options, its settings. */

import type { MoveChoice, Palette, Scene, Event as Step, Theme } from "../protocol";

export type { MoveChoice, Palette, Scene, Step, Theme };

export interface BoardOptions {
  theme?: Theme | null;
  /** Names of the seats as the game calls them. */
  seats: readonly string[];
  /** False: a small live picture, without input and without an ARIA grid. */
  interactive?: boolean;
  /** The seats that this person plays ("your smith"); none for onlookers, all in hot-seat. */
  yours?: readonly number[];
  /** One complete legal path was chosen, and confirmed if so set. */
  onMove?(choice: MoveChoice): void;
  /** Somebody tried a path to where no legal move leads; answer with `board.say(spot, why)`. */
  onTry?(path: string[]): void;
  /** The clicks so far. */
  onSelect?(prefix: readonly string[]): void;
}

/** How seats are called, and which are this person's. */
export interface SeatNames {
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
export interface ShowOptions {
  steps?: readonly Step[];
  animate?: boolean;
  /** Hotspots of the last move, to be marked. */
  last?: readonly string[];
}
