/** The state of a board: drawing reads it, input changes it. */

import type { MoveChoice, Scene, Token } from "../protocol";
import { choicesWithButton, nextTargets } from "./click-path";
import type { Drawing } from "./drawings";
import { arrangeBoard, type Layout } from "./layout";
import { DEFAULT_LOOKS, type Paint, resolvePaint } from "./theme";
import type { BoardOptions, BoardSettings, SeatNames } from "./types";

export interface Drag {
  /** The spot where the drag started; x and y are the pointer. */
  from: string;
  x: number;
  y: number;
}

export interface BoardState {
  scene: Scene;
  layout: Layout;
  paint: Paint;
  settings: BoardSettings;
  choices: readonly MoveChoice[];
  /** The clicks so far. */
  prefix: readonly string[];
  /** A button that was pressed before any piece was chosen. */
  armed: string | null;
  /** A complete move that waits for its confirmation. */
  pending: MoveChoice | null;
  hover: string | null;
  /** The cell that has the keyboard focus; null while the keyboard is not used. */
  cursor: string | null;
  drag: Drag | null;
  /** The position of a finger that needs the magnifier. */
  finger: { x: number; y: number } | null;
  last: readonly string[];
  /** The names of the seats. */
  names: SeatNames;
  advice: readonly string[] | null;
  /** Paths of an engine's lines, the best first. */
  arrows: readonly (readonly string[])[];
  /** The user's arrows and circles, and the one that is being drawn. */
  drawings: readonly Drawing[];
  sketch: Drawing | null;
  /** Clicks for the next turn, made while another seat is to move. */
  premove: readonly string[];
  /** The path of a move that has not reached the server. */
  unsent: readonly string[];
}

export const DEFAULT_BOARD_SETTINGS: BoardSettings = {
  flipped: false,
  coordinates: true,
  speed: 180,
  confirm: false,
  sounds: false,
  dark: false,
  reducedMotion: false,
  lens: false,
  premove: false,
  yours: [],
  ...DEFAULT_LOOKS,
};

/** The state of a board before its first scene. */
export function emptyState(options: BoardOptions): BoardState {
  const scene: Scene = { grids: [] };
  const picture = options.interactive === false;
  const settings = { ...DEFAULT_BOARD_SETTINGS, yours: options.yours ?? [] };
  return {
    scene,
    layout: arrangeBoard(scene, { width: 1, height: 1, flipped: false, picture }),
    paint: resolvePaint(options.theme, settings.dark),
    settings,
    choices: [],
    prefix: [],
    armed: null,
    pending: null,
    hover: null,
    cursor: null,
    drag: null,
    finger: null,
    last: [],
    names: { seats: options.seats, yours: settings.yours, pieces: options.pieces },
    advice: null,
    arrows: [],
    drawings: [],
    sketch: null,
    premove: [],
    unsent: [],
  };
}

/** The clicks of a whole move that waits: for the connection, or for the user's turn. */
export function queuedPath({ unsent, premove }: BoardState): readonly string[] {
  const path = unsent.length ? unsent : premove;
  return path.length > 1 ? path : [];
}

/** The choices that the armed button leaves. */
export function openChoices(state: BoardState): readonly MoveChoice[] {
  return choicesWithButton(state.choices, state.armed);
}

/** The spots that can be clicked next. */
export function clickTargets(state: BoardState): Map<string, "direct" | "action"> {
  return state.pending ? new Map() : nextTargets(openChoices(state), state.prefix);
}

/** Whether a move of the chosen piece to a spot captures: a piece of another seat is there. */
export function isCapture(state: BoardState, pile: readonly Token[]): boolean {
  const mover = (state.scene.tokens ?? []).findLast((token) => token.at === state.prefix[0]);
  const seat = mover?.seat ?? null;
  return seat !== null && pile.some((token) => (token.seat ?? seat) !== seat);
}
