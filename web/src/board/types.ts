/** The public types of the board: options, settings, callbacks. */

import type { MoveChoice, Palette, Scene, Event as Step, Theme, Token } from "../protocol";
import type { Looks } from "./theme";

export type { MoveChoice, Palette, Scene, Step, Theme, Token };

export interface BoardOptions {
  theme?: Theme | null;
  /** The game's names of the seats. */
  seats: readonly string[];
  /** The game's names of the pieces, by glyph. */
  pieces?: Readonly<Record<string, string>> | undefined;
  /** False: a small live picture, without input and without an ARIA grid. */
  interactive?: boolean;
  /** The seats that the user plays ("your smith"); none for spectators, all in hot-seat. */
  yours?: readonly number[];
  /** A complete legal move was chosen, and confirmed if the setting asks for it. */
  onMove?(choice: MoveChoice): void;
  /** The user clicked a path without a legal move; explain it with `board.showMessage`. */
  onTry?(path: string[]): void;
  /** The clicks so far. */
  onSelect?(prefix: readonly string[]): void;
}

/** The names of the seats, and the seats of the user. */
export interface SeatNames {
  seats: readonly string[];
  yours: readonly number[];
  /** The names of the pieces, by glyph. */
  pieces?: Readonly<Record<string, string>> | undefined;
}

export interface BoardSettings extends Looks {
  /** Rotated by 180 degrees, for the player of the second seat. */
  flipped: boolean;
  coordinates: boolean;
  /** Milliseconds per step; 0 turns animation off. */
  speed: number;
  /** Ask for a confirmation before a move is played. */
  confirm: boolean;
  sounds: boolean;
  dark: boolean;
  reducedMotion: boolean;
  /** Show heights as numbers, and stacks fanned out. */
  lens: boolean;
  /** Keep clicks during another seat's turn for the user's next one. */
  premove: boolean;
  /** The seats that the user plays. */
  yours: readonly number[];
}

/** Options of `showScene`. */
export interface ShowOptions {
  steps?: readonly Step[];
  animate?: boolean;
  /** The hotspots of the last move, which are marked. */
  last?: readonly string[];
}
