/** A stack drawn side by side, for the tooltip. */

import type { Token } from "../protocol";
import type { BoardState } from "./state";

type Ctx = CanvasRenderingContext2D;

/** Draws a piece with its foot at (x, y), in a cell of `u` pixels. */
export type DrawToken = (ctx: Ctx, token: Token, x: number, y: number, u: number) => void;

/** Draw the pieces of a stack side by side, the lowest at the left. */
export function drawFan(
  state: BoardState,
  pile: readonly Token[],
  density: number,
  draw: DrawToken,
): HTMLCanvasElement {
  const u = Math.max(34, Math.min(state.layout.unit * 0.9, 68));
  const most = Math.max(3, Math.floor((state.layout.width - 24) / (u * 0.86)));
  const rows = Math.ceil(pile.length / most);
  const across = Math.ceil(pile.length / rows);
  const w = across * u * 0.86;
  const h = rows * u;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(w * density);
  canvas.height = Math.round(h * density);
  canvas.style.width = `${w}px`;
  canvas.style.height = `${h}px`;
  const ctx = canvas.getContext("2d") as Ctx;
  ctx.scale(density, density);
  pile.forEach((token, i) => {
    const x = ((i % across) + 0.5) * u * 0.86;
    const y = (Math.floor(i / across) + 0.72) * u;
    draw(ctx, token, x, y, u);
  });
  return canvas;
}
