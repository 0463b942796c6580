/** The colours of a board: the client's defaults, overridden by the game's theme. */

import { luminance, mixColours } from "./colour";
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
}

// These colours differ for every kind of colour blindness; seats also differ in shape.
const SEAT_COLOURS = ["#2f74d6", "#ef8a2b", "#14a085", "#b65fc4"];

type BaseColours = Required<Omit<Palette, "background" | "outline" | "target" | "last">>;

const LIGHT_COLOURS: BaseColours = {
  seats: SEAT_COLOURS,
  board: "#7d5c43",
  cellA: "#f4ead8",
  cellB: "#e7d8be",
  line: "#cdb999",
  ink: "#f6e9d2",
  accent: "#1f8f6f",
};

const DARK_COLOURS: BaseColours = {
  seats: ["#5b9bf5", "#f5a04c", "#2dbd9e", "#cf86da"],
  board: "#232938",
  cellA: "#3c4457",
  cellB: "#343b4d",
  line: "#272d3c",
  ink: "#aab4c8",
  accent: "#5fe0b5",
};

/** Tints of pieces. Each has a shape too, so that colour is not the only sign. */
export const TINTS: Record<string, { colour: string; shape: number }> = {
  red: { colour: "#d8402f", shape: 3 },
  yellow: { colour: "#f2c230", shape: 0 },
  green: { colour: "#2f9e58", shape: 4 },
  blue: { colour: "#2f6fd8", shape: 5 },
  black: { colour: "#26242b", shape: 0 },
  white: { colour: "#f3efe6", shape: 0 },
};

/** The strength of the tint on the cells of the last move. */
export const LAST_MOVE_ALPHA = 0.55;

export function resolvePaint(theme: Theme | null | undefined, dark: boolean): Paint {
  const own = dark ? DARK_COLOURS : LIGHT_COLOURS;
  const given = dark ? { ...withoutBoardColours(theme), ...theme?.dark } : (theme ?? {});
  const look: BaseColours & Palette = { ...own, ...withoutEmpty(given) };
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
    last: look.last ?? (dark ? "#ffab1f" : "#a8cf2a"),
    outline: look.outline ?? null,
    chosen: dark ? "#ffd76a" : "#ffbe2e",
    advice: dark ? "#c792ff" : "#8b4fd6",
    heights: heightColours(cell, dark),
    sky: dark ? "#6f8fc9" : "#bcd7f2",
    tokenRadius: theme?.tokenRadius || 0.4,
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

const DAY_HEIGHT_COLOURS = ["#f0d09a", "#f2ad6b", "#e5793f", "#d1582c"];

/** Higher levels are warmer in light mode and paler in dark mode. */
function heightColours(cell: string, dark: boolean): string[] {
  if (dark) return [0, 0.2, 0.42, 0.66, 0.9].map((t) => mixColours(cell, "#d3dbee", t));
  return [cell, ...DAY_HEIGHT_COLOURS.map((colour) => mixColours(colour, cell, 0.25))];
}

function legibleInk(ink: string, ground: string): string {
  const apart = Math.abs(luminance(ink) - luminance(ground));
  if (apart > 0.25) return ink;
  return luminance(ground) > 0.35 ? "#2a211b" : "#f4ecdd";
}
