/** The layer under cells and pieces, drawn once and then copied into every frame. */

import { drawFall, drawPlate } from "./floating-grid";
import { drawBaseGrid } from "./ground";
import { drawTrays } from "./labels";
import type { Box } from "./layout";
import type { BoardState } from "./state";

type Ctx = CanvasRenderingContext2D;

const CACHE_AFTER_MS = 60;

export class GroundLayer {
  private image: HTMLCanvasElement | null = null;
  private timer = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly density: number,
  ) {}

  get cached(): boolean {
    return this.image !== null;
  }

  /** Draw the layer into the cache, unless it is there. */
  cache(state: BoardState): HTMLCanvasElement {
    if (this.image) return this.image;
    const image = document.createElement("canvas");
    image.width = this.canvas.width;
    image.height = this.canvas.height;
    const ctx = image.getContext("2d");
    if (ctx) {
      ctx.scale(this.density, this.density);
      drawGround(ctx, state);
    }
    this.image = image;
    return image;
  }

  /** Clear a part of the canvas, or all of it, and draw the layer there. */
  draw(ctx: Ctx, state: BoardState, part: Box | null): void {
    const { density } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    const { width, height } = this.canvas;
    const x = part ? Math.max(0, Math.floor(part.x * density)) : 0;
    const y = part ? Math.max(0, Math.floor(part.y * density)) : 0;
    const w = (part ? Math.min(width, Math.ceil((part.x + part.w) * density)) : width) - x;
    const h = (part ? Math.min(height, Math.ceil((part.y + part.h) * density)) : height) - y;
    if (part) {
      ctx.beginPath();
      ctx.rect(x, y, Math.max(0, w), Math.max(0, h));
      ctx.clip();
    }
    ctx.clearRect(x, y, w, h);
    if (!this.image && !part) {
      this.cacheLater(state);
      ctx.scale(density, density);
      drawGround(ctx, state);
      return;
    }
    if (w > 0 && h > 0) ctx.drawImage(this.cache(state), x, y, w, h, x, y, w, h);
    ctx.scale(density, density);
  }

  destroy(): void {
    clearTimeout(this.timer);
  }

  /** The first frame must come fast, so the cache is filled a moment after it. */
  private cacheLater(state: BoardState): void {
    if (this.timer) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.cache(state);
    }, CACHE_AFTER_MS);
  }
}

function drawGround(ctx: Ctx, state: BoardState): void {
  const { layout, paint, settings } = state;
  for (const placed of layout.grids)
    if (!placed.floating) drawBaseGrid(ctx, layout, placed, paint, settings.coordinates);
  for (const placed of layout.grids) {
    const below = layout.grids.find(({ grid }) => grid.id === placed.grid.over);
    if (!placed.floating) continue;
    if (below) drawFall(ctx, layout, placed, below, paint);
    if (!layout.hovering) drawPlate(ctx, layout, placed, below, paint, settings.coordinates);
  }
  drawTrays(ctx, state);
}
