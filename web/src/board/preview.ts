/** Previews: the effects of a move that its clicks do not show, before it is played. */

import type { MoveChoice, Event as Step } from "../protocol";
import { beamCorners, drawBeamPreview } from "./beam";
import { continuations } from "./click-path";
import { withAlpha } from "./colour";
import { BOARD_FONT } from "./font";
import { parseCell } from "./hotspots";
import { type Box, cellBox, topBox } from "./layout";
import { type BoardState, openChoices } from "./state";

type Ctx = CanvasRenderingContext2D;

const LAVA = "#f4571c";

/** What the moves to a target lead to. */
export interface TargetEffect {
  erupts: boolean;
  captures: number;
}

/** The only complete move that a click on a spot would play. */
function moveTo(state: BoardState, at: string): MoveChoice | null {
  if (!state.prefix.length) return null;
  const found = continuations(openChoices(state), state.prefix, at);
  return found.length === 1 ? (found[0]?.choice ?? null) : null;
}

/** The effects of the move under the pointer or the keyboard focus, or of the chosen one. */
export function previewedSteps(state: BoardState): readonly Step[] {
  if (state.pending) return state.pending.preview ?? [];
  const over = state.hover ?? state.cursor;
  return (over && moveTo(state, over)?.preview) || [];
}

/** The effects of a move to a spot, in the order in which they happen. */
export function effectsOf(state: BoardState, at: string): readonly Step[] {
  return moveTo(state, at)?.preview ?? [];
}

/** The cell under the pointer on which the chosen piece of a tray would be placed. */
export function placementCell(state: BoardState): string | null {
  const [from, second] = state.prefix;
  const over = state.hover ?? state.cursor;
  if (!from || second || !over || from.startsWith("!") || parseCell(from)) return null;
  return parseCell(over) && moveTo(state, over) ? over : null;
}

/** The targets with effects of the chosen piece, or of the piece under the pointer. */
export function targetEffects(state: BoardState): Map<string, TargetEffect> {
  const found = new Map<string, TargetEffect>();
  const first = state.prefix[0] ?? state.hover ?? state.cursor;
  if (!first || state.pending) return found;
  for (const { path, preview } of openChoices(state)) {
    if (!preview?.length || path[0] !== first) continue;
    const captures = preview.filter(({ kind }) => kind === "capture" || kind === "remove").length;
    const erupts = preview.some(({ kind }) => kind === "erupt");
    if (erupts || captures) found.set(path[path.length - 1] as string, { erupts, captures });
  }
  return found;
}

/** Draw the badges of targets with effects, over their pieces. */
export function drawEffectBadges(ctx: Ctx, state: BoardState, level: (at: string) => number): void {
  for (const [at, effect] of targetEffects(state)) {
    const box = cellBox(state.layout, at);
    if (box) drawTargetEffect(ctx, state, topBox(state.layout, box, level(at)), effect);
  }
}

/** Draw a badge on a target: a flame for an eruption, and how many pieces it takes. */
function drawTargetEffect(
  ctx: Ctx,
  state: BoardState,
  box: Box,
  { erupts, captures }: TargetEffect,
): void {
  const u = state.layout.unit;
  const r = Math.max(6, u * 0.13);
  const x = box.x + box.w - r - 2;
  const y = box.y + r + 2;
  ctx.fillStyle = erupts ? LAVA : state.paint.accent;
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.fill();
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = "#fff8ec";
  ctx.stroke();
  ctx.fillStyle = "#fff8ec";
  if (captures > 0) {
    ctx.font = `800 ${Math.round(r * 1.35)}px ${BOARD_FONT}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(String(captures), x, y + r * 0.08);
    return;
  }
  ctx.beginPath();
  ctx.moveTo(x, y - r * 0.65);
  ctx.quadraticCurveTo(x + r * 0.75, y + r * 0.1, x, y + r * 0.6);
  ctx.quadraticCurveTo(x - r * 0.75, y + r * 0.1, x, y - r * 0.65);
  ctx.fill();
}

/** Draw the steps of a preview: cells that erupt, arrows of pieces that fly, beams, losses. */
export function drawPreview(
  ctx: Ctx,
  state: BoardState,
  steps: readonly Step[],
  level: (at: string) => number,
): void {
  const { layout } = state;
  const u = layout.unit;
  const topOf = (at: string | undefined) => {
    const box = at ? cellBox(layout, at) : null;
    return box && topBox(layout, box, level(at as string));
  };
  ctx.save();
  ctx.lineCap = "round";
  for (const step of steps) {
    const from = topOf(step.at);
    if (!from) continue;
    if (step.kind === "beam") drawBeamPreview(ctx, beamCorners(layout, step, level), u);
    else if (step.kind === "erupt") drawRing(ctx, from, u, LAVA);
    else if (step.kind === "move") drawFlight(ctx, from, topOf(step.to), u);
    else if (step.kind === "capture" || step.kind === "remove") drawLoss(ctx, from, u);
    else if (step.kind === "raise") drawRise(ctx, from, u, state.paint.chosen);
  }
  ctx.restore();
}

function drawRing(ctx: Ctx, box: Box, u: number, colour: string): void {
  ctx.fillStyle = withAlpha(colour, 0.28);
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(2, u * 0.05);
  ctx.beginPath();
  ctx.roundRect(box.x + 2, box.y + 2, box.w - 4, box.h - 4, u * 0.1);
  ctx.fill();
  ctx.stroke();
}

function drawFlight(ctx: Ctx, from: Box, to: Box | null, u: number): void {
  if (!to) return;
  const a = { x: from.x + from.w / 2, y: from.y + from.h / 2 };
  const b = { x: to.x + to.w / 2, y: to.y + to.h / 2 };
  const top = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - u * 0.55 };
  const turn = Math.atan2(b.y - top.y, b.x - top.x);
  ctx.strokeStyle = LAVA;
  ctx.fillStyle = LAVA;
  ctx.lineWidth = Math.max(2, u * 0.05);
  ctx.setLineDash([u * 0.12, u * 0.1]);
  ctx.beginPath();
  ctx.moveTo(a.x, a.y);
  ctx.quadraticCurveTo(top.x, top.y, b.x, b.y);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.moveTo(b.x, b.y);
  ctx.lineTo(b.x - Math.cos(turn - 0.45) * u * 0.22, b.y - Math.sin(turn - 0.45) * u * 0.22);
  ctx.lineTo(b.x - Math.cos(turn + 0.45) * u * 0.22, b.y - Math.sin(turn + 0.45) * u * 0.22);
  ctx.fill();
}

function drawLoss(ctx: Ctx, box: Box, u: number): void {
  const x = box.x + box.w / 2;
  const y = box.y + box.h / 2;
  const r = u * 0.3;
  for (const [colour, width] of [
    ["#fff8ec", 0.13],
    ["#c3241b", 0.08],
  ] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(2, u * width);
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 7);
    ctx.stroke();
  }
}

function drawRise(ctx: Ctx, box: Box, u: number, colour: string): void {
  const x = box.x + box.w / 2;
  const y = box.y + box.h / 2;
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(2, u * 0.06);
  ctx.beginPath();
  ctx.moveTo(x - u * 0.13, y + u * 0.06);
  ctx.lineTo(x, y - u * 0.08);
  ctx.lineTo(x + u * 0.13, y + u * 0.06);
  ctx.stroke();
}
