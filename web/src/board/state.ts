/** The state of a board: drawing reads it, input changes it. */

import type { MoveChoice, Scene } from "../protocol";
import { choicesWithButton, nextTargets } from "./click-path";
import { arrangeBoard, type Layout } from "./layout";
import { type Paint, resolvePaint } from "./theme";
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
  yours: [],
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
    names: { seats: options.seats, yours: settings.yours },
    advice: null,
  };
}

/** The choices that the armed button leaves. */
export function openChoices(state: BoardState): readonly MoveChoice[] {
  return choicesWithButton(state.choices, state.armed);
}

/** The spots that can be clicked next. */
export function clickTargets(state: BoardState): Map<string, "direct" | "action"> {
  return state.pending ? new Map() : nextTargets(openChoices(state), state.prefix);
}
