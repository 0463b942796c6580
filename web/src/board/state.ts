/** All that a board knows at a moment; drawing reads it, input changes it. */

import type { Choice, Scene } from "../protocol";
import { next, through } from "./choose";
import { arrange, type Layout } from "./layout";
import { type Paint, paint } from "./theme";
import type { BoardOptions, BoardSettings, Names } from "./types";

export interface Drag {
  /** Where the piece came from, and where the pointer is. */
  from: string;
  x: number;
  y: number;
}

export interface State {
  scene: Scene;
  layout: Layout;
  paint: Paint;
  settings: BoardSettings;
  choices: readonly Choice[];
  /** The clicks so far. */
  prefix: readonly string[];
  /** A button that was pressed before any piece was chosen. */
  armed: string | null;
  /** A whole move that waits for its confirmation. */
  pending: Choice | null;
  hover: string | null;
  /** Where the keyboard is; drawn only while it is used. */
  cursor: string | null;
  drag: Drag | null;
  /** A finger that needs a magnifier. */
  finger: { x: number; y: number } | null;
  last: readonly string[];
  /** How the seats are called. */
  names: Names;
  advice: readonly string[] | null;
}

export const SETTINGS: BoardSettings = {
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
export function blank(options: BoardOptions): State {
  const scene: Scene = { grids: [] };
  const picture = options.interactive === false;
  const settings = { ...SETTINGS, yours: options.yours ?? [] };
  return {
    scene,
    layout: arrange(scene, { width: 1, height: 1, flipped: false, picture }),
    paint: paint(options.theme, settings.dark),
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
export function open(state: State): readonly Choice[] {
  return through(state.choices, state.armed);
}

/** What may be clicked next. */
export function targets(state: State): Map<string, "direct" | "action"> {
  return state.pending ? new Map() : next(open(state), state.prefix);
}
