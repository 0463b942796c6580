/** Real games for the tests, written by dev/scenes.py. */

import type { MoveChoice, Scene, Event as Step } from "../../src/protocol";
import caldera from "./scenes/caldera.json";
import forge from "./scenes/forge.json";
import ludus from "./scenes/ludus.json";
import pyramids from "./scenes/pyramids.json";
import skysummit from "./scenes/skysummit.json";
import tictactoe from "./scenes/tictactoe.json";

export interface Frame {
  scene: Scene;
  steps: Step[];
  choices: MoveChoice[];
  path?: string[];
}

export interface Game {
  seats: string[];
  frames: Frame[];
}

export const GAMES = { caldera, forge, ludus, pyramids, skysummit, tictactoe } as unknown as Record<
  "caldera" | "forge" | "ludus" | "pyramids" | "skysummit" | "tictactoe",
  Game
>;

export function first(game: Game): Frame {
  return game.frames[0] as Frame;
}

/** The two frames around the move with the most steps. */
export function busiest(game: Game): { before: Frame; after: Frame } {
  let best = 1;
  game.frames.forEach((frame, i) => {
    if (i > 0 && frame.steps.length > (game.frames[best] as Frame).steps.length) best = i;
  });
  return { before: game.frames[best - 1] as Frame, after: game.frames[best] as Frame };
}
