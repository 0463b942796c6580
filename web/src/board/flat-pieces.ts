/** Draws pieces without light and shade: plain colours with a clear edge. */

import type { Token } from "../protocol";
import { luminance, shadeColour } from "./colour";
import { type Glyph, outlinePath } from "./glyphs";
import type { PieceLook } from "./looks";

type Ctx = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** What a flat piece is drawn from. */
export interface FlatPiece {
  glyph: Glyph | undefined;
  token: Token;
  colour: string;
  seat: number;
  /** The radius of a coin. */
  r: number;
  /** The size of a cell. */
  u: number;
  look: PieceLook;
  angle: number | null;
  traceSeat(ctx: Ctx, seat: number, rx: number, ry: number): void;
  drawLabel(ctx: Ctx, text: string, ink: string, r: number): void;
}

/** Stroke the current path: a dark line inside a light one shows on every ground. */
export function strokeBoldEdge(ctx: Ctx, u: number): void {
  for (const [width, style] of [
    [u * 0.14, "#fffdf6"],
    [u * 0.07, "#14100c"],
  ] as const) {
    ctx.lineWidth = width;
    ctx.strokeStyle = style;
    ctx.stroke();
  }
}

/** Fill a path, or the current one, with an edge. */
function fillEdged(ctx: Ctx, piece: FlatPiece, path?: Path2D, scale = 1): void {
  const { colour, u, look } = piece;
  const stroke = (width: number, style: string) => {
    ctx.lineWidth = width / scale;
    ctx.strokeStyle = style;
    if (path) ctx.stroke(path);
    else ctx.stroke();
  };
  ctx.lineJoin = "round";
  if (look === "bold") {
    stroke(u * 0.14, "#fffdf6");
    stroke(u * 0.07, "#14100c");
  } else stroke(u * 0.055, shadeColour(colour, -0.6));
  ctx.fillStyle = colour;
  if (path) ctx.fill(path, "evenodd");
  else ctx.fill();
}

function inkOn(colour: string): string {
  return luminance(colour) > 0.3 ? "#1d1510" : "#fffaf0";
}

/** Draw a coin, a figure or a sign whose foot is at the origin. */
export function drawFlatPiece(ctx: Ctx, piece: FlatPiece): void {
  const { glyph, token, colour, seat, r, u } = piece;
  const ink = inkOn(colour);
  ctx.save();
  if (glyph?.kind === "figure" || glyph?.kind === "sign") {
    const s = (u * 0.68) / 24;
    const path = outlinePath(glyph.path);
    if (glyph.kind === "figure") {
      piece.traceSeat(ctx, seat, u * 0.34, u * 0.15);
      fillEdged(ctx, piece);
    }
    ctx.scale(s, s);
    ctx.translate(-12, glyph.kind === "figure" ? -22.5 : -14);
    fillEdged(ctx, piece, path, s);
    if (glyph.kind === "figure" && glyph.detail) {
      ctx.fillStyle = ink;
      ctx.fill(outlinePath(glyph.detail));
    }
  } else {
    ctx.translate(0, -u * 0.06);
    piece.traceSeat(ctx, seat, r, r * 0.96);
    fillEdged(ctx, piece);
    if (piece.angle !== null) ctx.rotate(piece.angle);
    if (glyph) {
      const s = (r * 1.45) / 24;
      ctx.scale(s, s);
      ctx.translate(-12, -12);
      ctx.fillStyle = ink;
      ctx.fill(outlinePath(glyph.path + (glyph.detail ?? "")), "evenodd");
    } else piece.drawLabel(ctx, token.text, ink, r);
  }
  ctx.restore();
}
