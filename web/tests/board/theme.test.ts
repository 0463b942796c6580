import { describe, expect, it } from "vitest";
import { luminance, mixColours } from "../../src/board/colour";
import { BOARD_LOOKS } from "../../src/board/looks";
import { LAST_MOVE_ALPHA, resolvePaint } from "../../src/board/theme";

/** The distance of two colours in OKLab, where equal steps look equal; black to white is 1. */
function colourDistance(one: string, other: string): number {
  const [a, b] = [one, other].map(oklab) as [number[], number[]];
  return Math.hypot(...a.map((value, i) => value - (b[i] ?? 0)));
}

function oklab(colour: string): number[] {
  const bytes = colour.startsWith("#")
    ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    : (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const [r, g, b] = bytes.map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

// Cells of dark boards, from dark to as light as such a board may be.
const DARK_CELLS = ["#2c3038", "#42383d", "#374659", "#464c54"];
const LIGHT_CELLS = ["#f4ead8", "#e9dcce", "#d4d8dd"];

describe("colours that are told apart at a glance", () => {
  it.each(DARK_CELLS)("heights and last moves on dark cells of %s", (cell) => {
    const paint = resolvePaint({ dark: { cellA: cell, cellB: cell } }, true);
    paint.heights.slice(1).forEach((height, i) => {
      expect(colourDistance(height, paint.heights[i] as string)).toBeGreaterThan(0.1);
    });
    for (const height of paint.heights) {
      const last = mixColours(height, paint.last, LAST_MOVE_ALPHA);
      expect(colourDistance(height, last)).toBeGreaterThan(0.12);
    }
  });

  it.each(LIGHT_CELLS)("last moves on light cells of %s", (cell) => {
    const paint = resolvePaint({ cellA: cell, cellB: cell }, false);
    for (const height of paint.heights)
      expect(
        colourDistance(height, mixColours(height, paint.last, LAST_MOVE_ALPHA)),
      ).toBeGreaterThan(0.09);
  });

  it.each(DARK_CELLS)("the pieces of all seats on dark cells of %s", (cell) => {
    const paint = resolvePaint({ dark: { cellA: cell, cellB: cell } }, true);
    paint.seats.forEach((seat, i) => {
      expect(colourDistance(seat, cell)).toBeGreaterThan(0.25);
      for (const other of paint.seats.slice(0, i))
        expect(colourDistance(seat, other)).toBeGreaterThan(0.1);
    });
  });
});

/** The contrast ratio of two colours, as the Web Content Accessibility Guidelines define it. */
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)].sort((x, y) => y - x) as [number, number];
  return (a + 0.05) / (b + 0.05);
}

describe.each(BOARD_LOOKS)("the board look %s", (boardLook) => {
  it.each([false, true])("tells everything apart, dark: %s", (dark) => {
    const paint = resolvePaint(null, dark, { boardLook, pieceLook: "carved" });
    expect(contrast(paint.ink, paint.board)).toBeGreaterThan(4.5);
    for (const cell of [paint.cellA, paint.cellB]) {
      expect(contrast(paint.accent, cell)).toBeGreaterThan(3);
      for (const seat of paint.seats) expect(colourDistance(seat, cell)).toBeGreaterThan(0.2);
    }
    paint.heights.slice(1).forEach((height, i) => {
      expect(colourDistance(height, paint.heights[i] as string)).toBeGreaterThan(0.05);
    });
    for (const height of paint.heights)
      expect(
        colourDistance(height, mixColours(height, paint.last, LAST_MOVE_ALPHA)),
      ).toBeGreaterThan(0.09);
  });
});
