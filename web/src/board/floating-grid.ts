/** A grid that floats over another: a glass plate, its shadow, and rays between the two. */

import { shadeColour, withAlpha } from "./colour";
import { BOARD_FONT } from "./font";
import { columnLetter } from "./hotspots";
import type { Layout, PlacedGrid } from "./layout";
import type { Paint } from "./theme";

type Ctx = CanvasRenderingContext2D;

/** Draw the glass plate of a floating grid. */
export function drawPlate(
  ctx: Ctx,
  layout: Layout,
  placed: PlacedGrid,
  below: PlacedGrid | undefined,
  paint: Paint,
  coordinates: boolean,
): void {
  const { grid, x, y, w, h } = placed;
  const u = layout.unit;
  const d = u * layout.tilt;
  const b = u * 0.13;
  const edge = u * 0.09;
  ctx.save();
  ctx.shadowColor = paint.dark ? "rgba(0,0,0,0.6)" : "rgba(40,60,100,0.4)";
  ctx.shadowBlur = u * 0.6;
  ctx.shadowOffsetY = u * 0.35;
  ctx.fillStyle = shadeColour(paint.sky, paint.dark ? -0.5 : -0.3);
  ctx.beginPath();
  ctx.roundRect(x - b, y - b, w + 2 * b, h + 2 * b + edge, u * 0.2);
  ctx.fill();
  ctx.restore();
  const glass = ctx.createLinearGradient(x, y, x + w, y + h);
  glass.addColorStop(0, shadeColour(paint.sky, paint.dark ? -0.2 : 0.45));
  glass.addColorStop(1, shadeColour(paint.sky, paint.dark ? -0.45 : 0));
  ctx.fillStyle = glass;
  ctx.beginPath();
  ctx.roundRect(x - b, y - b, w + 2 * b, h + 2 * b, u * 0.2);
  ctx.fill();
  ctx.strokeStyle = withAlpha("#ffffff", paint.dark ? 0.25 : 0.85);
  ctx.lineWidth = 1.2;
  ctx.stroke();
  for (let row = 0; row < grid.rows; row++)
    for (let col = 0; col < grid.cols; col++) {
      ctx.fillStyle =
        (row + col) % 2
          ? withAlpha("#ffffff", paint.dark ? 0.05 : 0.22)
          : withAlpha("#ffffff", paint.dark ? 0.14 : 0.55);
      ctx.fillRect(x + col * u, y + row * d, u, d);
    }
  if (coordinates && below) drawSkyNames(ctx, layout, placed, below, paint);
}

/** Draw the coordinates of the cells below, in the corners of the edge cells. */
function drawSkyNames(
  ctx: Ctx,
  layout: Layout,
  placed: PlacedGrid,
  below: PlacedGrid,
  paint: Paint,
): void {
  const { grid, x, y } = placed;
  const u = layout.unit;
  const d = u * layout.tilt;
  ctx.fillStyle = withAlpha(paint.dark ? "#ffffff" : "#1d3c66", 0.7);
  ctx.font = `700 ${Math.max(8, u * 0.2)}px ${BOARD_FONT}`;
  ctx.textBaseline = "alphabetic";
  const { row: firstRow = 0, col: firstCol = 0 } = grid;
  for (let i = 0; i < grid.cols; i++) {
    const col = firstCol + (layout.flipped ? grid.cols - 1 - i : i);
    ctx.textAlign = "right";
    ctx.fillText(columnLetter(col).toUpperCase(), x + (i + 0.95) * u, y + grid.rows * d - u * 0.06);
  }
  for (let i = 0; i < grid.rows; i++) {
    const row = firstRow + (layout.flipped ? grid.rows - 1 - i : i);
    ctx.textAlign = "left";
    ctx.fillText(String(below.grid.rows - row), x + u * 0.05, y + i * d + u * 0.22);
  }
}

/** Draw the plate's shadow on the ground, and rays from its corners to the plate. */
export function drawFall(
  ctx: Ctx,
  layout: Layout,
  sky: PlacedGrid,
  below: PlacedGrid,
  paint: Paint,
): void {
  const { grid } = sky;
  const { row = 0, col = 0 } = grid;
  const u = layout.unit;
  const d = u * layout.tilt;
  const top = layout.flipped ? below.grid.rows - row - grid.rows : row;
  const left = layout.flipped ? below.grid.cols - col - grid.cols : col;
  const x = below.x + left * u;
  const y = below.y + top * d;
  ctx.save();
  ctx.fillStyle = paint.dark ? "rgba(0,4,20,0.2)" : "rgba(48,70,120,0.13)";
  ctx.shadowColor = paint.dark ? "rgba(0,4,20,0.36)" : "rgba(48,70,120,0.35)";
  ctx.shadowBlur = u * 0.5;
  ctx.fillRect(x, y, sky.w, sky.h);
  ctx.restore();
  if (layout.hovering) return;
  ctx.save();
  ctx.strokeStyle = withAlpha(paint.sky, 0.9);
  ctx.lineWidth = Math.max(1, u * 0.03);
  ctx.setLineDash([u * 0.14, u * 0.12]);
  ctx.strokeRect(x, y, sky.w, sky.h);
  ctx.restore();
  const corners = [
    [0, 0],
    [sky.w, 0],
    [sky.w, sky.h],
    [0, sky.h],
  ] as const;
  ctx.save();
  ctx.globalAlpha = paint.dark ? 0.16 : 0.3;
  for (const [dx, dy] of corners) {
    const ray = ctx.createLinearGradient(sky.x + dx, sky.y + dy, x + dx, y + dy);
    ray.addColorStop(0, withAlpha(paint.sky, 1));
    ray.addColorStop(1, withAlpha(paint.sky, 0));
    ctx.strokeStyle = ray;
    ctx.lineWidth = Math.max(1, u * 0.05);
    ctx.beginPath();
    ctx.moveTo(sky.x + dx, sky.y + dy);
    ctx.lineTo(x + dx, y + dy);
    ctx.stroke();
  }
  ctx.restore();
}
