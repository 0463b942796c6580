/** The user's own arrows and circles on the board, for thinking and for explaining. */

import { cellBox, type Layout, topBox } from "./layout";
import type { BoardState } from "./state";

type Ctx = CanvasRenderingContext2D;

/** An arrow between two cells; a circle if both are the same. */
export interface Drawing {
  from: string;
  to: string;
}

const COLOUR = "#15a06a";
const EDGE = "rgba(255,255,255,0.85)";

/** The drawings after one more; drawing the same again removes it. */
export function toggleDrawing(drawings: readonly Drawing[], made: Drawing): Drawing[] {
  const others = drawings.filter(({ from, to }) => from !== made.from || to !== made.to);
  return others.length < drawings.length ? others : [...drawings, made];
}

export function drawDrawings(ctx: Ctx, state: BoardState, level: (at: string) => number): void {
  const all = state.sketch ? [...state.drawings, state.sketch] : state.drawings;
  for (const { from, to } of all) {
    const a = middleOf(state.layout, from, level);
    const b = middleOf(state.layout, to, level);
    if (!a || !b) continue;
    const u = state.layout.unit;
    ctx.save();
    ctx.lineCap = "round";
    ctx.lineJoin = "round";
    for (const [colour, width] of [
      [EDGE, 0.15],
      [COLOUR, 0.1],
    ] as const) {
      ctx.strokeStyle = colour;
      ctx.fillStyle = colour;
      ctx.lineWidth = Math.max(2, u * width);
      if (from === to) drawCircle(ctx, a, u);
      else drawArrow(ctx, a, b, u);
    }
    ctx.restore();
  }
}

interface Point {
  x: number;
  y: number;
}

function middleOf(layout: Layout, at: string, level: (at: string) => number): Point | null {
  const box = cellBox(layout, at);
  if (!box) return null;
  const top = topBox(layout, box, level(at));
  return { x: top.x + top.w / 2, y: top.y + top.h / 2 };
}

function drawCircle(ctx: Ctx, { x, y }: Point, u: number): void {
  ctx.beginPath();
  ctx.ellipse(x, y, u * 0.42, u * 0.38, 0, 0, 7);
  ctx.stroke();
}

function drawArrow(ctx: Ctx, a: Point, b: Point, u: number): void {
  const turn = Math.atan2(b.y - a.y, b.x - a.x);
  const head = u * 0.28;
  ctx.beginPath();
  ctx.moveTo(a.x, a.y);
  ctx.lineTo(b.x - Math.cos(turn) * head * 0.8, b.y - Math.sin(turn) * head * 0.8);
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(b.x, b.y);
  ctx.lineTo(b.x - Math.cos(turn - 0.5) * head, b.y - Math.sin(turn - 0.5) * head);
  ctx.lineTo(b.x - Math.cos(turn + 0.5) * head, b.y - Math.sin(turn + 0.5) * head);
  ctx.closePath();
  ctx.stroke();
  ctx.fill();
}
