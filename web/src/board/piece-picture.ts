/** A single piece without a board, for texts. */

import { GLYPHS } from "./glyphs";
import { drawPiece } from "./pieces";
import { type Looks, resolvePaint } from "./theme";
import type { Theme, Token } from "./types";

const PIECE_SHARE = 0.92; // of the picture, as if it were a cell
const TALL_SHIFT = 0.24; // figures stand above the middle of their cell
const PYRAMID_TINT = "red";

/** What a picture shows of a piece. */
export type PictureToken = Pick<Token, "glyph" | "text" | "seat" | "tint">;

/** Draw a piece into a canvas, which has its size in CSS pixels. */
export function drawPiecePicture(
  canvas: HTMLCanvasElement,
  piece: PictureToken,
  theme: Theme | null,
  looks: Looks & { dark: boolean },
): void {
  const size = canvas.clientWidth;
  const ctx = canvas.getContext("2d");
  if (!ctx || !size) return;
  canvas.width = canvas.height = Math.ceil(size * devicePixelRatio);
  ctx.scale(devicePixelRatio, devicePixelRatio);
  const kind = GLYPHS[piece.glyph]?.kind;
  const low = kind === "figure" || kind === "pyramid" ? TALL_SHIFT : 0;
  ctx.translate(size / 2, size * (0.5 + low));
  const tint = piece.tint || (kind === "pyramid" ? PYRAMID_TINT : "");
  const token = { ...piece, id: "piece", at: "", tint };
  drawPiece(ctx, token, resolvePaint(theme, looks.dark, looks), size * PIECE_SHARE);
}
