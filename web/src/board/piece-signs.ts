/** Signs on pieces: the pointer of a facing, and the badge. */

import { BOARD_FONT } from "./font";

type Ctx = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** The directions of a compass, clockwise from the north. */
const COMPASS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/** The angle of a facing, clockwise from the top of the screen; null without one. */
export function facingAngle(facing: string | undefined, flipped: boolean): number | null {
  const turn = facing ? COMPASS.indexOf(facing) : -1;
  return turn < 0 ? null : (turn / 4 + (flipped ? 1 : 0)) * Math.PI;
}

/** Draw an arrowhead beside a piece; `middle` is the height of the piece's middle over its foot. */
export function drawPointer(ctx: Ctx, angle: number, middle: number, u: number): void {
  const tip = u * 0.49;
  const base = u * 0.36;
  ctx.save();
  ctx.translate(0, -middle * u);
  ctx.rotate(angle);
  ctx.beginPath();
  ctx.moveTo(0, -tip);
  ctx.lineTo(u * 0.13, -base);
  ctx.lineTo(-u * 0.13, -base);
  ctx.closePath();
  ctx.fillStyle = "#fff8ec";
  ctx.strokeStyle = "#2a1f1a";
  ctx.lineWidth = Math.max(1, u * 0.025);
  ctx.lineJoin = "round";
  ctx.stroke();
  ctx.fill();
  ctx.restore();
}

/** Draw a short text on a disc at the lower right of a piece. */
export function drawBadge(ctx: Ctx, text: string, middle: number, u: number): void {
  const r = Math.max(6, u * 0.145);
  const wide = r * Math.max(0, text.length - 1) * 0.55;
  const x = u * 0.27;
  const y = u * (0.27 - middle);
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(x - r - wide / 2, y - r, 2 * r + wide, 2 * r, r);
  ctx.fillStyle = "#2a1f1a";
  ctx.fill();
  ctx.lineWidth = Math.max(1, u * 0.022);
  ctx.strokeStyle = "#fff8ec";
  ctx.stroke();
  ctx.fillStyle = "#fff8ec";
  ctx.font = `800 ${Math.round(r * 1.35)}px ${BOARD_FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(text, x, y + r * 0.08);
  ctx.restore();
}
