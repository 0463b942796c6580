/** Beams: straight light from cell to cell, around corners. */

import { cellBox, type Layout, levelHeight } from "./layout";

type Ctx = CanvasRenderingContext2D;

interface Point {
  x: number;
  y: number;
}

/** The route of a beam. */
export interface BeamRoute {
  at?: string;
  to?: string;
  via?: readonly string[];
}

// Widths as shares of a cell, from the glow to the core.
const LAYERS = [
  [0.3, "rgba(255,45,95,0.28)"],
  [0.13, "#ff4d78"],
  [0.05, "#ffffff"],
] as const;
const PREVIEW_COLOUR = "#ff4d78";

/** The middles of the cells where a beam starts, bends and ends. */
export function beamCorners(
  layout: Layout,
  { at = "", via = [], to = "" }: BeamRoute,
  level: (at: string) => number,
): Point[] {
  const found: Point[] = [];
  for (const spot of [at, ...via, to]) {
    const box = cellBox(layout, spot);
    if (!box) continue;
    const up = levelHeight(level(spot)) * layout.unit;
    found.push({ x: box.x + box.w / 2, y: box.y + box.h / 2 - up });
  }
  return found;
}

/** Draw a beam that shoots out in the first half of its time and fades in the second. */
export function drawBeam(ctx: Ctx, corners: readonly Point[], u: number, part: number): void {
  const shown = cutRoute(corners, Math.min(1, part * 2));
  ctx.save();
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.globalAlpha = Math.min(1, 2 * (1 - part));
  for (const [width, colour] of LAYERS) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(1, width * u);
    traceRoute(ctx, shown);
    ctx.stroke();
  }
  ctx.restore();
}

/** Draw the way of a beam that a move would release. */
export function drawBeamPreview(ctx: Ctx, corners: readonly Point[], u: number): void {
  ctx.save();
  ctx.strokeStyle = PREVIEW_COLOUR;
  ctx.lineWidth = Math.max(1.5, u * 0.045);
  ctx.setLineDash([u * 0.1, u * 0.12]);
  traceRoute(ctx, corners);
  ctx.stroke();
  ctx.restore();
}

function traceRoute(ctx: Ctx, corners: readonly Point[]): void {
  ctx.beginPath();
  for (const { x, y } of corners) ctx.lineTo(x, y);
}

/** The first `share` of a route, by length. */
export function cutRoute(corners: readonly Point[], share: number): Point[] {
  const [first, ...others] = corners;
  if (!first) return [];
  const lengths = others.map(({ x, y }, i) => {
    const from = corners[i] as Point;
    return Math.hypot(x - from.x, y - from.y);
  });
  let left = share * lengths.reduce((sum, length) => sum + length, 0);
  const shown = [first];
  others.forEach((end, i) => {
    if (left <= 0) return;
    const from = corners[i] as Point;
    const length = lengths[i] as number;
    const k = length > left ? left / length : 1;
    shown.push({ x: from.x + (end.x - from.x) * k, y: from.y + (end.y - from.y) * k });
    left -= length;
  });
  return shown;
}
