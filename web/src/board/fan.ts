/** A closer look at a cell: its stack laid out piece by piece, or what its piece is called. */

import type { Token } from "../protocol";
import { alpha } from "./colour";
import type { Box } from "./layout";
import type { State } from "./state";

type Ctx = CanvasRenderingContext2D;

/** Draws a piece with its foot at a point, in a cell of so many pixels. */
export type DrawToken = (token: Token, x: number, y: number, u: number) => void;

/** A panel beside the cell; the lowest piece lies at the left. */
export function drawFan(
  ctx: Ctx,
  state: State,
  box: Box,
  pile: readonly Token[],
  draw: DrawToken,
): void {
  const u = Math.max(34, Math.min(state.layout.unit * 0.9, 68));
  const most = Math.max(3, Math.floor((state.layout.width - 24) / (u * 0.86)));
  const rows = Math.ceil(pile.length / most);
  const across = Math.ceil(pile.length / rows);
  const w = across * u * 0.86 + 16;
  const h = rows * u + 12;
  const panel = place(state, box, w, h);
  card(ctx, state, panel);
  pile.forEach((token, i) => {
    const x = panel.x + 8 + ((i % across) + 0.5) * u * 0.86;
    const y = panel.y + 6 + (Math.floor(i / across) + 0.72) * u;
    draw(token, x, y, u);
  });
}

/** The name of a single piece. */
export function drawName(ctx: Ctx, state: State, box: Box, words: string): void {
  ctx.font = "600 13px system-ui, sans-serif";
  const w = ctx.measureText(words).width + 20;
  const panel = place(state, box, w, 28);
  card(ctx, state, panel);
  ctx.fillStyle = state.paint.dark ? "#eef2fa" : "#33261b";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(words, panel.x + w / 2, panel.y + 14.5);
}

/** Above the cell and what stands on it, or below where there is no room. */
function place(state: State, box: Box, w: number, h: number): Box {
  const { layout } = state;
  const x = Math.max(4, Math.min(layout.width - w - 4, box.x + box.w / 2 - w / 2));
  const above = box.y - h - layout.unit * 0.3;
  const y = above > 2 ? above : Math.min(layout.height - h - 2, box.y + box.h + 6);
  return { x, y, w, h };
}

function card(ctx: Ctx, state: State, { x, y, w, h }: Box): void {
  const { dark } = state.paint;
  ctx.save();
  ctx.shadowColor = "rgba(0,0,0,0.35)";
  ctx.shadowBlur = 16;
  ctx.shadowOffsetY = 5;
  ctx.fillStyle = dark ? "rgba(38,45,60,0.97)" : "rgba(255,250,241,0.97)";
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, 9);
  ctx.fill();
  ctx.restore();
  ctx.strokeStyle = alpha(dark ? "#ffffff" : "#5b4632", 0.22);
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, 9);
  ctx.stroke();
}
