/** Marks on cells: the last move, the selection, legal targets, the hint. */

import type { Token } from "../protocol";
import { cellRoute } from "./click-path";
import { withAlpha } from "./colour";
import { cellSpot, parseCell, partnerCell } from "./hotspots";
import { type Box, cellBox, levelHeight, topBox } from "./layout";
import { type BoardState, clickTargets, isCapture, openChoices } from "./state";
import { LAST_MOVE_ALPHA } from "./theme";

type Ctx = CanvasRenderingContext2D;

const ARROW_STRENGTH = [1, 0.5, 0.3] as const; // of an engine's lines, the best first

export interface CellMarks {
  next: Map<string, "direct" | "action">;
  chosen: ReadonlySet<string>;
  last: ReadonlySet<string>;
  advice: ReadonlySet<string>;
  partner: string | null;
}

export function marksOf(state: BoardState): CellMarks {
  const over = state.hover ?? state.cursor;
  return {
    next: clickTargets(state),
    chosen: new Set(state.pending?.path ?? [...state.prefix, ...state.premove, ...state.unsent]),
    last: new Set(state.last),
    advice: new Set(state.advice ?? []),
    partner: over ? partnerCell(state.scene.grids, over) : null,
  };
}

/** Draw the marks of a cell, under its pieces. */
export function drawMarks(
  ctx: Ctx,
  state: BoardState,
  marks: CellMarks,
  at: string,
  level: number,
  standing: Token | undefined,
): void {
  const whole = cellBox(state.layout, at);
  if (!whole) return;
  const { paint } = state;
  const u = state.layout.unit;
  const box = topBox(state.layout, whole, level);
  if (marks.last.has(at)) fillBox(ctx, box, u, withAlpha(paint.last, LAST_MOVE_ALPHA));
  if (marks.partner === at) strokeBox(ctx, box, u, withAlpha(paint.sky, 0.95), 0.05);
  if (marks.chosen.has(at)) {
    fillBox(ctx, box, u, withAlpha(paint.chosen, 0.55));
    strokeBox(ctx, box, u, paint.chosen, 0.06);
  }
  if (marks.advice.has(at)) {
    fillBox(ctx, box, u, withAlpha(paint.advice, 0.3));
    strokeBox(ctx, box, u, paint.advice, 0.06);
  }
  const way = marks.next.get(at);
  if (way) drawTarget(ctx, state, at, box, way, standing);
}

function fillBox(ctx: Ctx, box: Box, u: number, colour: string): void {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.roundRect(box.x + 1, box.y + 1, box.w - 2, box.h - 2, u * 0.07);
  ctx.fill();
}

function strokeBox(ctx: Ctx, box: Box, u: number, colour: string, width: number): void {
  const line = Math.max(1.5, u * width);
  ctx.strokeStyle = colour;
  ctx.lineWidth = line;
  ctx.beginPath();
  ctx.roundRect(box.x + line / 2, box.y + line / 2, box.w - line, box.h - line, u * 0.08);
  ctx.stroke();
}

/** Draw a target: a dot on an empty cell, corners around a piece, a diamond for an action. */
function drawTarget(
  ctx: Ctx,
  state: BoardState,
  at: string,
  box: Box,
  way: "direct" | "action",
  standing: Token | undefined,
): void {
  const { paint } = state;
  const u = state.layout.unit;
  const hot = state.hover === at || state.cursor === at;
  const first = state.prefix.length === 0;
  const few = clickTargets(state).size <= 12;
  const colour = way === "action" ? paint.advice : paint.accent;
  if (hot) fillBox(ctx, box, u, withAlpha(colour, 0.34));
  if (standing) {
    if (first) fillBox(ctx, box, u, withAlpha(colour, few ? 0.2 : 0));
    else if (isCapture(state, [standing])) drawCorners(ctx, box, u, colour);
    else strokeBox(ctx, box, u, colour, 0.05);
    return;
  }
  if (hot && !first) return; // the arrow points there
  const x = box.x + box.w / 2;
  const y = box.y + box.h / 2;
  const r = u * (first ? 0.07 : hot ? 0.17 : 0.13);
  ctx.beginPath();
  if (way === "action") {
    ctx.moveTo(x, y - r * 1.3);
    ctx.lineTo(x + r * 1.3, y);
    ctx.lineTo(x, y + r * 1.3);
    ctx.lineTo(x - r * 1.3, y);
    ctx.closePath();
  } else ctx.ellipse(x, y, r, r * 0.92, 0, 0, 7);
  ctx.fillStyle = withAlpha(colour, first ? 0.6 : 0.92);
  ctx.fill();
  ctx.lineWidth = Math.max(1, u * 0.02);
  ctx.strokeStyle = paint.dark ? "rgba(0,0,0,0.45)" : "rgba(255,255,255,0.8)";
  ctx.stroke();
}

function drawCorners(ctx: Ctx, box: Box, u: number, colour: string): void {
  const arm = Math.min(box.w, box.h) * 0.3;
  const line = Math.max(2, u * 0.07);
  const pad = line / 2 + 1;
  const l = box.x + pad;
  const r = box.x + box.w - pad;
  const t = box.y + pad;
  const b = box.y + box.h - pad;
  ctx.strokeStyle = colour;
  ctx.lineWidth = line;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.beginPath();
  for (const [x, y, dx, dy] of [
    [l, t, 1, 1],
    [r, t, -1, 1],
    [r, b, -1, -1],
    [l, b, 1, -1],
  ] as const) {
    ctx.moveTo(x + dx * arm, y);
    ctx.lineTo(x, y);
    ctx.lineTo(x, y + dy * arm);
  }
  ctx.stroke();
}

/** Draw the keyboard focus: a double ring that is visible on any background. */
export function drawCursor(ctx: Ctx, state: BoardState, box: Box): void {
  const u = state.layout.unit;
  const line = Math.max(2, u * 0.05);
  for (const [grow, colour] of [
    [line, state.paint.dark ? "#0b0f18" : "#ffffff"],
    [0, state.paint.dark ? "#ffffff" : "#111827"],
  ] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = line;
    ctx.beginPath();
    ctx.roundRect(box.x - grow, box.y - grow, box.w + 2 * grow, box.h + 2 * grow, u * 0.1);
    ctx.stroke();
  }
}

/** Draw arrows for the hint, and from the selected piece to the target under the pointer. */
export function drawRoute(ctx: Ctx, state: BoardState, level: (at: string) => number): void {
  if (state.prefix.length === 0) drawLines(ctx, state, level);
  const advised = state.advice?.filter((at) => parseCell(at)) ?? [];
  if (advised.length > 1 && state.prefix.length === 0)
    for (let i = 1; i < advised.length; i++)
      drawArrow(
        ctx,
        state,
        advised[i - 1] as string,
        advised[i] as string,
        state.paint.advice,
        level,
      );
  const from = [...state.prefix].reverse().find((at) => parseCell(at));
  const to = state.hover ?? state.cursor;
  if (!from || !to || from === to || !clickTargets(state).has(to)) return;
  drawArrow(ctx, state, from, to, state.paint.accent, level);
}

/** Draw the lines of an engine, the best one last and strongest. */
function drawLines(ctx: Ctx, state: BoardState, level: (at: string) => number): void {
  const { arrows, paint, layout } = state;
  for (let rank = arrows.length - 1; rank >= 0; rank--) {
    const cells = arrows[rank]?.filter((at) => parseCell(at)) ?? [];
    const strength = ARROW_STRENGTH[rank] ?? 0;
    const colour = withAlpha(paint.advice, strength);
    const [only] = cells;
    const box = only && cells.length === 1 ? cellBox(layout, only) : null;
    if (only && box)
      strokeBox(ctx, topBox(layout, box, level(only)), layout.unit, colour, 0.1 * strength);
    for (let i = 1; i < cells.length; i++)
      drawArrow(ctx, state, cells[i - 1] as string, cells[i] as string, colour, level);
  }
}

function drawArrow(
  ctx: Ctx,
  state: BoardState,
  from: string,
  to: string,
  colour: string,
  level: (at: string) => number,
): void {
  const a = parseCell(from);
  const b = parseCell(to);
  if (!a || !b) return;
  const { layout } = state;
  const u = layout.unit;
  const ends = new Set(
    openChoices(state)
      .filter(({ path }) => path[0] === from)
      .map(({ path }) => path[1]),
  );
  const cells =
    a.grid === b.grid
      ? cellRoute(a, b, (row, col) => ends.has(cellSpot(a.grid, row, col))).map(({ row, col }) =>
          cellSpot(a.grid, row, col),
        )
      : [from, to];
  const points = cells.flatMap((at) => {
    const box = cellBox(layout, at);
    return box ? [{ x: box.x + box.w / 2, y: box.y + box.h / 2 - levelHeight(level(at)) * u }] : [];
  });
  const tip = points[points.length - 1];
  const before = points[points.length - 2];
  if (!tip || !before) return;
  const turn = Math.atan2(tip.y - before.y, tip.x - before.x);
  ctx.save();
  ctx.globalAlpha = 0.85;
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.lineWidth = Math.max(2, u * 0.075);
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.beginPath();
  const second = points[1] ?? tip;
  const first = points[0] ?? tip;
  const out = Math.atan2(second.y - first.y, second.x - first.x);
  points.forEach(({ x, y }, i) => {
    if (i === points.length - 1)
      ctx.lineTo(x - Math.cos(turn) * u * 0.16, y - Math.sin(turn) * u * 0.16);
    else if (i === 0) ctx.moveTo(x + Math.cos(out) * u * 0.44, y + Math.sin(out) * u * 0.4);
    else ctx.lineTo(x, y);
  });
  ctx.stroke();
  ctx.translate(tip.x, tip.y);
  ctx.rotate(turn);
  ctx.beginPath();
  ctx.moveTo(u * 0.04, 0);
  ctx.lineTo(-u * 0.2, -u * 0.13);
  ctx.lineTo(-u * 0.2, u * 0.13);
  ctx.fill();
  ctx.restore();
}
