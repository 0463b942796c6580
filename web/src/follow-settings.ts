/** Boards follow the user's settings, looks and wish for less motion. */

import { effect } from "@preact/signals";
import type { Board, BoardOptions } from "./board";
import type { GameInfo } from "./protocol";
import { themeOf } from "./seats";
import { boardLooks, reducedMotion, type Settings, settings } from "./settings";

type FollowedSetting = keyof Settings & ("speed" | "coordinates" | "sounds" | "lens" | "confirm");

const ALL_FOLLOWED: readonly FollowedSetting[] = [
  "speed",
  "coordinates",
  "sounds",
  "lens",
  "confirm",
];

/** The options of a board that every board of a game shares: its colours and its names. */
export function gameOptions(game: GameInfo): Pick<BoardOptions, "theme" | "seats" | "pieces"> {
  return { theme: themeOf(game), seats: game.seat_names, pieces: game.pieces };
}

/** Keep a board like the user's settings of these names, and its looks; the result ends it. */
export function followSettings(board: Board, names = ALL_FOLLOWED): () => void {
  return effect(() => {
    const chosen = settings.value;
    board.configure({
      ...Object.fromEntries(names.map((name) => [name, chosen[name]])),
      ...boardLooks.value,
      reducedMotion: reducedMotion.value,
    });
  });
}
