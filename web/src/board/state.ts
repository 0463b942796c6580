/** All that a board knows at a moment; drawing reads it, input changes it. */

import type { MoveChoice, Scene } from "../protocol";
import { choicesWithButton, nextTargets } from "./click-path";
import { arrangeBoard, type Layout } from "./layout";
import { type Paint, resolvePaint } from "./theme";
import type { BoardOptions, BoardSettings, SeatNames } from "./types";

export interface Drag {
  /** Where the piece came from, and where the pointer is. */
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
  /** A whole move that waits for its confirmation. */
  pending: MoveChoice | null;
  hover: string | null;
  /** Where the keyboard is; drawn only while it is used. */
  cursor: string | null;
  drag: Drag | null;
  /** A finger that needs a magnifier. */
  finger: { x: number; y: number } | null;
  last: readonly string[];
  /** How the seats are called. */
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

/** An empty board, before anything is shown. */
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

/** The choices that what was pressed so far leaves. */
export function openChoices(state: BoardState): readonly MoveChoice[] {
  return choicesWithButton(state.choices, state.armed);
}

/** What may be clicked next. */
export function clickTargets(state: BoardState): Map<string, "direct" | "action"> {
  return state.pending ? new Map() : nextTargets(openChoices(state), state.prefix);
}
