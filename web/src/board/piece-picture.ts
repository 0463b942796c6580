/** A single piece without a board, for texts. */

import { GLYPHS } from "./glyphs";
import { drawPiece } from "./pieces";
import { type Looks, resolvePaint } from "./theme";
import type { Theme } from "./types";

const PIECE_SHARE = 0.92; // of the picture, as if it were a cell
const TALL_SHIFT = 0.24; // figures stand above the middle of their cell
const PYRAMID_TINT = "red";

/** Draw a piece of the first seat into a canvas, which has its size in CSS pixels. */
export function drawPiecePicture(
  canvas: HTMLCanvasElement,
  glyph: string,
  name: string,
  theme: Theme | null,
  dark: boolean,
  looks: Looks,
): void {
  const size = canvas.clientWidth;
  const ctx = canvas.getContext("2d");
  if (!ctx || !size) return;
  canvas.width = canvas.height = Math.ceil(size * devicePixelRatio);
  ctx.scale(devicePixelRatio, devicePixelRatio);
  const kind = GLYPHS[glyph]?.kind;
  const low = kind === "figure" || kind === "pyramid" ? TALL_SHIFT : 0;
  ctx.translate(size / 2, size * (0.5 + low));
  const tint = kind === "pyramid" ? { tint: PYRAMID_TINT } : {};
  const token = { id: "piece", glyph, text: name.slice(0, 1), at: "", seat: 0, ...tint };
  drawPiece(ctx, token, resolvePaint(theme, dark, looks), size * PIECE_SHARE);
}
