/** The colours of a board: the client's defaults, overridden by the game's theme. */

import DEFAULTS from "../../../src/ludarium/core/drawing/colours.json";
import { luminance, mixColours } from "./colour";
import { type BoardLook, groundColours, type PieceLook } from "./looks";
import type { Palette, Theme } from "./types";

/** Every colour that the drawing functions need. */
export interface Paint {
  dark: boolean;
  seats: readonly string[];
  /** The frame and the edge of the board. */
  board: string;
  cellA: string;
  cellB: string;
  line: string;
  /** Letters on the frame. */
  ink: string;
  /** Legal targets. */
  accent: string;
  last: string;
  /** The rim of a piece; null derives it from the colour of the piece. */
  outline: string | null;
  chosen: string;
  advice: string;
  /** Tops of the terraces, by level. */
  heights: readonly string[];
  sky: string;
  tokenRadius: number;
  pieceLook: PieceLook;
}

type BaseColours = Required<Omit<Palette, "outline" | "target">>;

/** The looks that the user has chosen. */
export interface Looks {
  boardLook: BoardLook;
  pieceLook: PieceLook;
}

export const DEFAULT_LOOKS: Looks = { boardLook: "game", pieceLook: "carved" };

// The colours of seats differ for every kind of colour blindness; seats also differ in shape.
const SEAT_COLOURS = DEFAULTS.light.seats;

/** Tints of pieces. Each has a shape too, so that colour is not the only sign. */
export const TINTS: Record<string, { colour: string; shape: number }> = DEFAULTS.tints;

/** The strength of the tint on the cells of the last move. */
export const LAST_MOVE_ALPHA = 0.55;

export function resolvePaint(
  theme: Theme | null | undefined,
  dark: boolean,
  looks: Looks = DEFAULT_LOOKS,
): Paint {
  const own: BaseColours = dark ? DEFAULTS.dark : DEFAULTS.light;
  const given = dark ? { ...withoutBoardColours(theme), ...theme?.dark } : (theme ?? {});
  const chosen = groundColours(looks.boardLook, dark);
  const look: BaseColours & Palette = { ...own, ...withoutEmpty(given), ...chosen };
  const cell = mixColours(look.cellA, look.cellB, 0.5);
  return {
    dark,
    seats: look.seats.length
      ? [...look.seats, ...SEAT_COLOURS.slice(look.seats.length)]
      : SEAT_COLOURS,
    board: look.board,
    cellA: look.cellA,
    cellB: look.cellB,
    line: look.line,
    ink: legibleInk(look.ink, look.board),
    accent: look.target ?? look.accent,
    last: look.last,
    outline: look.outline ?? null,
    chosen: dark ? "#ffd76a" : "#ffbe2e",
    advice: dark ? "#c792ff" : "#8b4fd6",
    heights: heightColours(cell, dark),
    sky: dark ? DEFAULTS.sky.dark : DEFAULTS.sky.light,
    tokenRadius: theme?.tokenRadius || 0.4,
    pieceLook: looks.pieceLook,
  };
}

/** Dark mode keeps a theme's marks but not its board colours, unless the theme has dark ones. */
function withoutBoardColours(theme: Theme | null | undefined): Palette {
  const { board, cellA, cellB, line, ink, background, ...signs } = theme ?? {};
  return signs;
}

function withoutEmpty(colours: Palette): Palette {
  return Object.fromEntries(Object.entries(colours).filter(([, value]) => value));
}

/** Higher levels are warmer in light mode and paler in dark mode. */
function heightColours(cell: string, dark: boolean): string[] {
  const { heights, darkHeight, darkHeightShares } = DEFAULTS;
  if (dark) return darkHeightShares.map((share) => mixColours(cell, darkHeight, share));
  return [cell, ...heights.map((colour) => mixColours(colour, cell, 0.25))];
}

function legibleInk(ink: string, ground: string): string {
  const apart = Math.abs(luminance(ink) - luminance(ground));
  if (apart > 0.25) return ink;
  return luminance(ground) > 0.35 ? "#2a211b" : "#f4ecdd";
}
