/** The base grid: its frame, its flat cells and its coordinates. */

import { shadeColour, withAlpha } from "./colour";
import { BOARD_FONT } from "./font";
import { columnLetter } from "./hotspots";
import type { Layout, PlacedGrid } from "./layout";
import type { Paint } from "./theme";

type Ctx = CanvasRenderingContext2D;

/** Draw a base grid with its frame and its front edge. */
export function drawBaseGrid(
  ctx: Ctx,
  layout: Layout,
  placed: PlacedGrid,
  paint: Paint,
  coordinates: boolean,
): void {
  const { x, y, w, h } = placed;
  const b = layout.border;
  const u = layout.unit;
  const edge = u * 0.15;
  const r = Math.min(b * 0.7, 18);
  ctx.save();
  ctx.shadowColor = paint.dark ? "rgba(0,0,0,0.65)" : "rgba(60,38,20,0.42)";
  ctx.shadowBlur = u * 0.24;
  ctx.shadowOffsetY = u * 0.1;
  ctx.fillStyle = shadeColour(paint.board, -0.42);
  ctx.beginPath();
  ctx.roundRect(x - b, y - b, w + 2 * b, h + 2 * b + edge, r);
  ctx.fill();
  ctx.restore();
  const side = ctx.createLinearGradient(x - b, 0, x + w + b, 0);
  side.addColorStop(0, shadeColour(paint.board, -0.22));
  side.addColorStop(1, shadeColour(paint.board, -0.5));
  ctx.fillStyle = side;
  ctx.beginPath();
  ctx.roundRect(x - b, y - b + edge, w + 2 * b, h + 2 * b, r);
  ctx.fill();
  const top = ctx.createLinearGradient(x - b, y - b, x + w + b, y + h + b);
  top.addColorStop(0, shadeColour(paint.board, 0.14));
  top.addColorStop(0.55, paint.board);
  top.addColorStop(1, shadeColour(paint.board, -0.12));
  ctx.fillStyle = top;
  ctx.beginPath();
  ctx.roundRect(x - b, y - b, w + 2 * b, h + 2 * b, r);
  ctx.fill();
  ctx.strokeStyle = withAlpha("#ffffff", paint.dark ? 0.1 : 0.25);
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.roundRect(x - b + 0.5, y - b + 0.5, w + 2 * b - 1, h + 2 * b - 1, r);
  ctx.stroke();
  drawCells(ctx, layout, placed, paint);
  if (coordinates) drawCoordinates(ctx, layout, placed, paint);
}

function drawCells(ctx: Ctx, layout: Layout, placed: PlacedGrid, paint: Paint): void {
  const { grid, x, y, w, h } = placed;
  const u = layout.unit;
  const d = u * layout.tilt;
  for (let row = 0; row < grid.rows; row++)
    for (let col = 0; col < grid.cols; col++) {
      ctx.fillStyle = (row + col) % 2 ? paint.cellB : paint.cellA;
      ctx.fillRect(x + col * u, y + row * d, u + 0.5, d + 0.5);
    }
  ctx.strokeStyle = paint.line;
  ctx.lineWidth = Math.max(0.75, Math.min(1.5, u * 0.016));
  ctx.beginPath();
  for (let col = 1; col < grid.cols; col++) addLine(ctx, x + col * u, y, x + col * u, y + h);
  for (let row = 1; row < grid.rows; row++) addLine(ctx, x, y + row * d, x + w, y + row * d);
  ctx.stroke();
  const light = ctx.createLinearGradient(x, y, x + w, y + h);
  light.addColorStop(0, `rgba(255,255,255,${paint.dark ? 0.07 : 0.28})`);
  light.addColorStop(0.5, "rgba(255,255,255,0)");
  light.addColorStop(1, `rgba(30,12,0,${paint.dark ? 0.22 : 0.1})`);
  ctx.fillStyle = light;
  ctx.fillRect(x, y, w, h);
  drawFrameShadow(ctx, x, y, w, h, u);
}

/** Draw the frame's shadow on the cells, which lie a little lower. */
function drawFrameShadow(ctx: Ctx, x: number, y: number, w: number, h: number, u: number): void {
  const deep = u * 0.1;
  const top = ctx.createLinearGradient(0, y, 0, y + deep);
  top.addColorStop(0, "rgba(25,12,0,0.34)");
  top.addColorStop(1, "rgba(25,12,0,0)");
  ctx.fillStyle = top;
  ctx.fillRect(x, y, w, deep);
  const left = ctx.createLinearGradient(x, 0, x + deep * 0.7, 0);
  left.addColorStop(0, "rgba(25,12,0,0.26)");
  left.addColorStop(1, "rgba(25,12,0,0)");
  ctx.fillStyle = left;
  ctx.fillRect(x, y, deep * 0.7, h);
}

function addLine(ctx: Ctx, x0: number, y0: number, x1: number, y1: number): void {
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
}

function drawCoordinates(ctx: Ctx, layout: Layout, placed: PlacedGrid, paint: Paint): void {
  const { grid, x, y, h } = placed;
  const u = layout.unit;
  const size = Math.max(8, Math.min(layout.border * 0.62, 15));
  ctx.fillStyle = withAlpha(paint.ink, 0.92);
  ctx.font = `600 ${size}px ${BOARD_FONT}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  for (let i = 0; i < grid.cols; i++) {
    const col = layout.flipped ? grid.cols - 1 - i : i;
    ctx.fillText(columnLetter(col), x + (i + 0.5) * u, y + h + layout.border * 0.5);
  }
  for (let i = 0; i < grid.rows; i++) {
    const row = layout.flipped ? i + 1 : grid.rows - i;
    ctx.fillText(String(row), x - layout.border * 0.5, y + (i + 0.5) * u * layout.tilt);
  }
}
