/** Looks that the user may choose for all boards: colours of the ground, styles of the pieces. */

import type { Palette } from "./types";

export const BOARD_LOOKS = ["game", "wood", "slate", "meadow", "paper"] as const;
export const PIECE_LOOKS = ["carved", "flat", "bold"] as const;
export type BoardLook = (typeof BOARD_LOOKS)[number];
export type PieceLook = (typeof PIECE_LOOKS)[number];

type GroundColours = Required<Pick<Palette, "board" | "cellA" | "cellB" | "line" | "ink">>;

function ground(
  board: string,
  cellA: string,
  cellB: string,
  line: string,
  ink: string,
): GroundColours {
  return { board, cellA, cellB, line, ink };
}

/** The colours of a look by day and by night. */
const GROUNDS: Record<Exclude<BoardLook, "game">, readonly [GroundColours, GroundColours]> = {
  wood: [
    ground("#6f4a2f", "#f8eeda", "#f0e2c6", "#b9945f", "#f6e9d2"),
    ground("#2b1f18", "#473b32", "#3d322a", "#2b221c", "#d8c4ae"),
  ],
  slate: [
    ground("#4a5566", "#e6eaef", "#d4d8dd", "#a3adba", "#f2f5f8"),
    ground("#1c222b", "#3c4654", "#343c49", "#252c36", "#b3bfce"),
  ],
  meadow: [
    ground("#4c6540", "#eef2de", "#dce5c6", "#a9b98b", "#f3f7e6"),
    ground("#1b241d", "#3b463d", "#333d35", "#252e27", "#b5c4b4"),
  ],
  paper: [
    ground("#3b3b3f", "#fbfaf7", "#efedea", "#a5a29d", "#fbfaf7"),
    ground("#17181b", "#303236", "#292b2f", "#44474d", "#c9cbd0"),
  ],
};

/** The ground colours of a look; none where the game's own colours are wanted. */
export function groundColours(look: BoardLook, dark: boolean): Palette {
  return look === "game" ? {} : GROUNDS[look][dark ? 1 : 0];
}

/** A stored value as a look; an unknown one is the default. */
export function parseBoardLook(value: string): BoardLook {
  return BOARD_LOOKS.find((look) => look === value) ?? "game";
}

export function parsePieceLook(value: string): PieceLook {
  return PIECE_LOOKS.find((look) => look === value) ?? "carved";
}
