/** Draws pieces: figures, coins, glass, embers and signs, lit from the upper left. */

import type { Token } from "../protocol";
import { luminance, mixColours, shadeColour, withAlpha } from "./colour";
import { drawFlatPiece, strokeBoldEdge } from "./flat-pieces";
import { BOARD_FONT } from "./font";
import { GLYPHS, type Glyph, outlinePath } from "./glyphs";
import type { PieceLook } from "./looks";
import { drawBadge, drawPointer, facingAngle } from "./piece-signs";
import { type Paint, TINTS } from "./theme";

type Ctx = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const SHADOW = "rgba(20,12,8,0.38)";

/** Draw a piece whose foot is at the origin, in a cell of `u` pixels. */
export function drawPiece(ctx: Ctx, token: Token, paint: Paint, u: number, flipped = false): void {
  const glyph = GLYPHS[token.glyph];
  const angle = facingAngle(token.facing, flipped);
  const tint = token.tint ? (TINTS[token.tint]?.colour ?? token.tint) : null;
  const seat = token.seat ?? null;
  const colour = tint ?? (seat === null ? "#9a9188" : (paint.seats[seat] ?? "#9a9188"));
  const kind = glyph?.kind ?? "coin";
  if (paint.pieceLook !== "carved" && kind !== "pyramid" && kind !== "ember")
    drawFlatPiece(ctx, {
      glyph,
      token,
      colour,
      seat: seat ?? 0,
      r: paint.tokenRadius * u,
      u,
      look: paint.pieceLook,
      angle: glyph?.turns ? angle : null,
      traceSeat: traceSeatOutline,
      drawLabel,
    });
  else if (kind === "pyramid") drawPyramid(ctx, glyph as Glyph, token, colour, u, paint.pieceLook);
  else if (kind === "ember") drawEmber(ctx, u);
  else if (kind === "sign") drawSign(ctx, glyph as Glyph, colour, u);
  else if (kind === "figure") drawFigure(ctx, glyph as Glyph, colour, seat ?? 0, u);
  else drawCoin(ctx, glyph, token.text, colour, seat ?? 0, paint, u, glyph?.turns ? angle : null);
  const middle = kind === "coin" || kind === "sign" ? 0.1 : 0.16;
  if (angle !== null && !glyph?.turns) drawPointer(ctx, angle, middle, u);
  if (token.badge) drawBadge(ctx, token.badge, middle, u);
}

/** Trace the outline of a seat: round, square, six-sided or a diamond. */
function traceSeatOutline(ctx: Ctx, seat: number, rx: number, ry: number): void {
  ctx.beginPath();
  if (seat % 4 === 0) ctx.ellipse(0, 0, rx, ry, 0, 0, 7);
  else if (seat % 4 === 1) ctx.roundRect(-rx * 0.91, -ry * 0.91, rx * 1.82, ry * 1.82, rx * 0.36);
  else {
    const corners = seat % 4 === 2 ? 6 : 4;
    const grow = corners === 4 ? 1.16 : 1.06;
    for (let i = 0; i < corners; i++) {
      const turn = (i / corners) * 2 * Math.PI + (corners === 4 ? -Math.PI / 2 : 0);
      ctx.lineTo(Math.cos(turn) * rx * grow, Math.sin(turn) * ry * grow);
    }
    ctx.closePath();
  }
}

/** Draw a thick coin with its sign in relief. */
function drawCoin(
  ctx: Ctx,
  glyph: Glyph | undefined,
  text: string,
  colour: string,
  seat: number,
  paint: Paint,
  u: number,
  angle: number | null,
): void {
  const r = paint.tokenRadius * u;
  const ry = r * 0.94;
  const thick = u * 0.1;
  const bright = luminance(colour) > 0.3;
  ctx.save();
  ctx.shadowColor = SHADOW;
  ctx.shadowBlur = u * 0.1;
  ctx.shadowOffsetX = u * 0.03;
  ctx.shadowOffsetY = u * 0.05;
  ctx.fillStyle = shadeColour(colour, bright ? -0.45 : -0.6);
  traceSeatOutline(ctx, seat, r, ry);
  ctx.fill();
  ctx.restore();
  for (let i = 0; i < thick; i++) {
    ctx.save();
    ctx.translate(0, -i);
    traceSeatOutline(ctx, seat, r, ry);
    ctx.fillStyle = shadeColour(colour, (bright ? -0.42 : -0.5) + (0.12 * i) / thick);
    ctx.fill();
    ctx.restore();
  }
  ctx.save();
  ctx.translate(0, -thick);
  const face = ctx.createLinearGradient(-r, -r, r, r);
  face.addColorStop(0, shadeColour(colour, bright ? 0.4 : 0.26));
  face.addColorStop(0.5, colour);
  face.addColorStop(1, shadeColour(colour, -0.16));
  traceSeatOutline(ctx, seat, r, ry);
  ctx.fillStyle = face;
  ctx.fill();
  ctx.lineWidth = Math.max(1, u * 0.022);
  ctx.strokeStyle = paint.outline ?? shadeColour(colour, bright ? -0.5 : 0.34);
  ctx.stroke();
  traceSeatOutline(ctx, seat, r * 0.84, ry * 0.84);
  ctx.lineWidth = Math.max(0.6, u * 0.014);
  ctx.strokeStyle = bright
    ? withAlpha(shadeColour(colour, -0.5), 0.4)
    : withAlpha(shadeColour(colour, 0.5), 0.4);
  ctx.stroke();
  const ink = bright ? "#2a1f1a" : "#fff8ea";
  if (angle !== null) ctx.rotate(angle);
  if (glyph) stampGlyph(ctx, glyph, ink, r * 1.4, bright);
  else drawLabel(ctx, text, ink, r);
  ctx.restore();
}

/** Draw the sign of a coin, with a light edge below it. */
function stampGlyph(ctx: Ctx, glyph: Glyph, ink: string, size: number, bright: boolean): void {
  const s = size / 24;
  const path = glyphPath(glyph);
  ctx.save();
  ctx.scale(s, s);
  ctx.translate(-12, -12);
  ctx.save();
  ctx.translate(0.5, 0.8);
  ctx.fillStyle = bright ? "rgba(255,255,255,0.55)" : "rgba(0,0,0,0.4)";
  ctx.fill(path, "evenodd");
  ctx.restore();
  ctx.fillStyle = ink;
  ctx.fill(path, "evenodd");
  ctx.restore();
}

function glyphPath(glyph: Glyph): Path2D {
  return outlinePath(glyph.path + (glyph.detail ?? ""));
}

function drawLabel(ctx: Ctx, text: string, ink: string, r: number): void {
  const size = r * (text.length > 2 ? 0.7 : text.length === 2 ? 0.9 : 1.15);
  ctx.fillStyle = ink;
  ctx.font = `700 ${size}px ${BOARD_FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(text, 0, r * 0.06);
}

/** Draw a wooden figure on the plate of its seat. */
function drawFigure(ctx: Ctx, glyph: Glyph, colour: string, seat: number, u: number): void {
  const bright = luminance(colour) > 0.5;
  ctx.save();
  ctx.shadowColor = SHADOW;
  ctx.shadowBlur = u * 0.1;
  ctx.shadowOffsetX = u * 0.06;
  ctx.shadowOffsetY = u * 0.03;
  traceSeatOutline(ctx, seat, u * 0.34, u * 0.19);
  ctx.fillStyle = shadeColour(colour, -0.55);
  ctx.fill();
  ctx.restore();
  ctx.save();
  ctx.translate(0, -u * 0.045);
  traceSeatOutline(ctx, seat, u * 0.34, u * 0.19);
  const top = ctx.createLinearGradient(-u * 0.3, -u * 0.2, u * 0.3, u * 0.2);
  top.addColorStop(0, shadeColour(colour, 0.25));
  top.addColorStop(1, shadeColour(colour, -0.3));
  ctx.fillStyle = top;
  ctx.fill();
  ctx.lineWidth = Math.max(1, u * 0.016);
  ctx.strokeStyle = shadeColour(colour, -0.5);
  ctx.stroke();
  ctx.restore();
  const s = (u * 0.66) / 24;
  const path = outlinePath(glyph.path);
  ctx.save();
  ctx.translate(0, -u * 0.01);
  ctx.scale(s, s);
  ctx.translate(-12, -22);
  const depth = 2.6;
  for (let i = depth; i > 0; i -= 0.35) {
    ctx.save();
    ctx.translate(i * 0.75, -i * 0.3);
    ctx.fillStyle = shadeColour(colour, -0.62 + (0.16 * (depth - i)) / depth);
    ctx.fill(path);
    ctx.restore();
  }
  const front = ctx.createLinearGradient(2, 0, 20, 24);
  front.addColorStop(0, shadeColour(colour, 0.42));
  front.addColorStop(0.42, colour);
  front.addColorStop(1, shadeColour(colour, -0.24));
  ctx.fillStyle = front;
  ctx.fill(path);
  ctx.lineJoin = "round";
  ctx.lineWidth = Math.max(0.7, 1 / s);
  ctx.strokeStyle = shadeColour(colour, -0.55);
  ctx.stroke(path);
  if (glyph.detail) {
    ctx.fillStyle = bright ? "rgba(30,20,12,0.72)" : "rgba(255,250,238,0.88)";
    ctx.fill(outlinePath(glyph.detail));
  }
  ctx.save();
  ctx.clip(path);
  ctx.strokeStyle = "rgba(255,255,255,0.5)";
  ctx.lineWidth = 1.1;
  ctx.translate(0.8, 0.8);
  ctx.stroke(path);
  ctx.restore();
  ctx.restore();
}

/** Draw a flat sign, a little raised above the board. */
function drawSign(ctx: Ctx, glyph: Glyph, colour: string, u: number): void {
  const s = (u * 0.66) / 24;
  const path = outlinePath(glyph.path);
  ctx.save();
  ctx.scale(s, s * 0.94);
  ctx.translate(-12, -13.5);
  ctx.save();
  ctx.shadowColor = SHADOW;
  ctx.shadowBlur = u * 0.1;
  ctx.shadowOffsetY = u * 0.05;
  ctx.fillStyle = shadeColour(colour, -0.5);
  ctx.fill(path, "evenodd");
  ctx.restore();
  for (let i = 0; i < 3; i += 0.3) {
    ctx.save();
    ctx.translate(0, -i);
    ctx.fillStyle = shadeColour(colour, -0.5 + i * 0.06);
    ctx.fill(path, "evenodd");
    ctx.restore();
  }
  ctx.translate(0, -3);
  const face = ctx.createLinearGradient(0, 0, 24, 24);
  face.addColorStop(0, shadeColour(colour, 0.4));
  face.addColorStop(0.5, colour);
  face.addColorStop(1, shadeColour(colour, -0.15));
  ctx.fillStyle = face;
  ctx.fill(path, "evenodd");
  ctx.restore();
}

/** Draw a pyramid from slightly above; the pips on its front show colour and size. */
function drawPyramid(
  ctx: Ctx,
  glyph: Glyph,
  token: Token,
  colour: string,
  u: number,
  look: PieceLook,
): void {
  const w = (glyph.size ?? 0.6) * u;
  const half = w / 2;
  const deep = half * 0.62;
  const tall = w * 0.66;
  const apex = { x: 0, y: -tall };
  const left = { x: -half, y: -deep * 0.35 };
  const right = { x: half, y: -deep * 0.35 };
  const front = { x: half * 0.12, y: deep * 0.9 };
  const cap = token.glyph === "cap";
  ctx.save();
  ctx.shadowColor = SHADOW;
  ctx.shadowBlur = u * 0.08;
  ctx.shadowOffsetX = u * 0.04;
  ctx.shadowOffsetY = u * 0.02;
  tracePolygon(ctx, [left, apex, right, front]);
  ctx.fillStyle = shadeColour(colour, -0.3);
  ctx.fill();
  ctx.restore();
  const lit = ctx.createLinearGradient(left.x, left.y, front.x, apex.y);
  lit.addColorStop(0, shadeColour(colour, cap ? 0.16 : 0.05));
  lit.addColorStop(1, shadeColour(colour, cap ? 0.4 : 0.5));
  tracePolygon(ctx, [left, apex, front]);
  ctx.fillStyle = look === "carved" ? lit : shadeColour(colour, cap ? 0.1 : 0.25);
  ctx.fill();
  const dim = ctx.createLinearGradient(front.x, front.y, right.x, apex.y);
  dim.addColorStop(0, shadeColour(colour, -0.42));
  dim.addColorStop(1, shadeColour(colour, -0.12));
  tracePolygon(ctx, [apex, right, front]);
  ctx.fillStyle = look === "carved" ? dim : shadeColour(colour, -0.2);
  ctx.fill();
  ctx.lineJoin = "round";
  ctx.lineWidth = Math.max(0.8, u * 0.014);
  ctx.strokeStyle = withAlpha(cap ? "#ffb25a" : "#ffffff", cap ? 0.75 : 0.6);
  ctx.beginPath();
  ctx.moveTo(apex.x, apex.y);
  ctx.lineTo(front.x, front.y);
  ctx.stroke();
  tracePolygon(ctx, [left, apex, right, front]);
  if (look === "bold") strokeBoldEdge(ctx, u * 0.7);
  else {
    ctx.strokeStyle = withAlpha(shadeColour(colour, -0.65), 0.85);
    ctx.stroke();
  }
  if (!cap) drawPips(ctx, token, colour, w);
}

function tracePolygon(ctx: Ctx, corners: { x: number; y: number }[]): void {
  ctx.beginPath();
  for (const { x, y } of corners) ctx.lineTo(x, y);
  ctx.closePath();
}

/** Draw one, two or three pips for small, medium and large; their shape shows the colour. */
function drawPips(ctx: Ctx, token: Token, colour: string, w: number): void {
  const count = token.glyph.endsWith("large") ? 3 : token.glyph.endsWith("medium") ? 2 : 1;
  const shape = TINTS[token.tint ?? ""]?.shape ?? 0;
  const r = Math.max(1.4, w * 0.07);
  ctx.fillStyle = luminance(colour) > 0.35 ? "rgba(40,26,8,0.9)" : "rgba(255,255,255,0.95)";
  for (let i = 0; i < count; i++) {
    ctx.save();
    ctx.translate(
      -w * 0.17 + (i - (count - 1) / 2) * r * 1.5,
      -w * 0.03 + (i - (count - 1) / 2) * r * 1.45,
    );
    tracePip(ctx, shape, r);
    ctx.fill();
    ctx.restore();
  }
}

export function tracePip(ctx: Ctx, shape: number, r: number): void {
  ctx.beginPath();
  if (shape === 0) ctx.arc(0, 0, r * 0.95, 0, 7);
  else if (shape === 4) ctx.rect(-r * 0.85, -r * 0.85, r * 1.7, r * 1.7);
  else {
    const points =
      shape === 3
        ? [
            [0, -1.15],
            [1.1, 0.8],
            [-1.1, 0.8],
          ]
        : [
            [0, -1.3],
            [1, 0],
            [0, 1.3],
            [-1, 0],
          ];
    for (const [x, y] of points) ctx.lineTo((x as number) * r, (y as number) * r);
    ctx.closePath();
  }
}

/** Draw a glowing lump of coal. */
function drawEmber(ctx: Ctx, u: number): void {
  const r = u * 0.3;
  ctx.save();
  ctx.translate(0, -r * 0.35);
  const halo = ctx.createRadialGradient(0, 0, r * 0.3, 0, 0, r * 1.7);
  halo.addColorStop(0, "rgba(255,130,30,0.6)");
  halo.addColorStop(1, "rgba(255,110,20,0)");
  ctx.fillStyle = halo;
  ctx.fillRect(-2 * r, -2 * r, 4 * r, 4 * r);
  const bumps = [1, 0.86, 1.04, 0.9, 1.02, 0.84, 0.98, 0.9, 1.03];
  const corners = bumps.map((b, i) => {
    const turn = (i / bumps.length) * 2 * Math.PI - 0.4;
    return { x: Math.cos(turn) * r * b, y: Math.sin(turn) * r * b * 0.86 };
  });
  tracePolygon(ctx, corners);
  const coal = ctx.createRadialGradient(-r * 0.2, -r * 0.3, r * 0.05, 0, 0, r * 1.1);
  coal.addColorStop(0, "#fff0a8");
  coal.addColorStop(0.28, "#ffae35");
  coal.addColorStop(0.62, "#dd4a17");
  coal.addColorStop(1, "#4a1508");
  ctx.fillStyle = coal;
  ctx.fill();
  ctx.lineWidth = Math.max(1, u * 0.03);
  ctx.strokeStyle = "#3a120a";
  ctx.stroke();
  ctx.fillStyle = mixColours("#3a120a", "#000000", 0.2);
  const inward = (corner: number, share: number) => {
    const { x, y } = corners[corner] ?? { x: 0, y: 0 };
    return { x: x * share, y: y * share };
  };
  for (const [a, b, c] of [
    [0, 1, 8],
    [2, 3, 4],
    [5, 6, 7],
  ] as const) {
    tracePolygon(ctx, [inward(a, 0.92), inward(b, 0.93), inward(c, 0.93), inward(a, 0.5)]);
    ctx.fill();
  }
  ctx.restore();
}
