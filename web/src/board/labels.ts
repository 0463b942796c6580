/** Trays, counts, levels, and the gauge beside a stack. */

import type { Token } from "../protocol";
import { withAlpha } from "./colour";
import { BOARD_FONT } from "./font";
import { GLYPHS } from "./glyphs";
import { cellBox, topBox } from "./layout";
import type { BoardState } from "./state";
import { TINTS } from "./theme";
import { labelSpace, type Slot } from "./tray-slots";

type Ctx = CanvasRenderingContext2D;

export function drawTrays(ctx: Ctx, state: BoardState): void {
  const { layout, paint } = state;
  for (const placed of layout.trays) {
    const { x, y, w, h, tray } = placed;
    const seat = tray.seat ?? null;
    const colour = seat === null ? paint.board : (paint.seats[seat] ?? paint.board);
    ctx.fillStyle = withAlpha(paint.dark ? "#ffffff" : "#5b4632", paint.dark ? 0.05 : 0.07);
    ctx.beginPath();
    ctx.roundRect(x, y, w, h, Math.min(10, layout.unit * 0.15));
    ctx.fill();
    ctx.strokeStyle = withAlpha(paint.dark ? "#ffffff" : "#5b4632", 0.14);
    ctx.lineWidth = 1;
    ctx.stroke();
    const { top, left } = labelSpace(placed);
    const middle = top ? 11 : h / 2;
    ctx.fillStyle = colour;
    ctx.beginPath();
    ctx.arc(x + 12, middle + y, 4.5, 0, 7);
    ctx.fill();
    ctx.strokeStyle = paint.dark ? "rgba(255,255,255,0.5)" : "rgba(0,0,0,0.4)";
    ctx.stroke();
    ctx.fillStyle = paint.dark ? "#b9c2d4" : "#5a4a3c";
    ctx.font = `600 12px ${BOARD_FONT}`;
    ctx.textAlign = "left";
    ctx.textBaseline = "middle";
    const text = top ? [tray.label, tray.note].filter(Boolean).join(" · ") : (tray.note ?? "");
    ctx.fillText(text, x + 21, y + (top ? 11.5 : h / 2 + 0.5), top ? w - 26 : left - 22);
  }
}

/** Draw a plate under the pieces of each group of a tray. */
export function drawGroups(ctx: Ctx, state: BoardState, slots: readonly Slot[]): void {
  const rows = new Map<string, Slot[]>();
  for (const slot of slots) {
    if (!slot.group) continue;
    const row = `${slot.spots[0]?.split(":")[0]} ${slot.group} ${slot.y}`;
    rows.set(row, [...(rows.get(row) ?? []), slot]);
  }
  ctx.fillStyle = withAlpha(
    state.paint.dark ? "#ffffff" : "#5b4632",
    state.paint.dark ? 0.1 : 0.12,
  );
  for (const row of rows.values()) {
    const first = row[0] as Slot;
    const last = row.at(-1) as Slot;
    ctx.beginPath();
    ctx.roundRect(first.x, first.y + 1, last.x + last.w - first.x, first.h - 2, 7);
    ctx.fill();
  }
}

export function drawSlot(
  ctx: Ctx,
  state: BoardState,
  slot: Slot,
  chosen: boolean,
  hot: boolean,
): void {
  const colour = chosen ? state.paint.chosen : state.paint.accent;
  ctx.fillStyle = withAlpha(colour, chosen ? 0.5 : hot ? 0.4 : 0.16);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.roundRect(slot.x + 1, slot.y + 1, slot.w - 2, slot.h - 2, 6);
  ctx.fill();
  ctx.stroke();
}

export function drawCount(ctx: Ctx, state: BoardState, slot: Slot): void {
  const size = Math.max(8.5, Math.min(13, slot.h * 0.34));
  const x = slot.x + slot.w / 2 + slot.h * 0.4;
  const y = slot.y + slot.h * 0.8;
  ctx.font = `700 ${size}px ${BOARD_FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = state.paint.dark ? "#e9eef8" : "#33261b";
  ctx.beginPath();
  ctx.arc(x, y, size * 0.72, 0, 7);
  ctx.fill();
  ctx.fillStyle = state.paint.dark ? "#141925" : "#fffaf0";
  ctx.fillText(String(slot.tokens.length), x, y + size * 0.05);
}

export function drawLevel(ctx: Ctx, state: BoardState, at: string, level: number): void {
  const box = cellBox(state.layout, at);
  if (!box) return;
  const u = state.layout.unit;
  const top = topBox(state.layout, box, level);
  const size = Math.max(9, u * 0.17);
  ctx.font = `800 ${size}px ${BOARD_FONT}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "top";
  ctx.fillStyle = state.paint.dark ? "rgba(8,12,22,0.85)" : "rgba(60,25,5,0.8)";
  ctx.fillText(String(Math.round(level)), top.x + u * 0.06, top.y + u * 0.05);
}

/** Draw the gauge of a stack: a bar per piece, as wide as the piece is large. */
export function drawGauge(ctx: Ctx, state: BoardState, pile: readonly Token[]): void {
  const box = cellBox(state.layout, pile[0]?.at ?? "");
  if (!box || state.layout.unit < 30) return;
  const u = state.layout.unit;
  const step = Math.min(u * 0.085, (box.h * 0.9) / pile.length);
  pile.forEach((token, i) => {
    const size = GLYPHS[token.glyph]?.size ?? 0.6;
    const w = u * 0.2 * size;
    const colour = token.tint ?? state.paint.seats[token.seat ?? 0] ?? "#888888";
    ctx.fillStyle = TINT_COLOURS[colour] ?? colour;
    ctx.strokeStyle = "rgba(20,12,5,0.55)";
    ctx.lineWidth = 0.75;
    ctx.beginPath();
    ctx.roundRect(box.x + u * 0.04, box.y + box.h - u * 0.04 - (i + 1) * step, w, step * 0.82, 1.5);
    ctx.fill();
    ctx.stroke();
  });
}

const TINT_COLOURS: Record<string, string> = Object.fromEntries(
  Object.entries(TINTS).map(([name, { colour }]) => [name, colour]),
);
