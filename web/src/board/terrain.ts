/** Terrain on cells: terraces, domes, vents and goals. */

import type { Cell } from "../protocol";
import { mixColours, shadeColour, withAlpha } from "./colour";
import { type Layout, levelHeight, terraceInset } from "./layout";
import { tracePip } from "./pieces";
import type { Paint } from "./theme";

type Ctx = CanvasRenderingContext2D;

/** Draw the terraces and the mark of a cell. The origin is the cell's corner. */
export function drawCell(ctx: Ctx, layout: Layout, cell: Cell, paint: Paint): void {
  if (cell.mark === "vent") drawVent(ctx, layout, paint);
  if (cell.mark === "goal") drawGoal(ctx, layout, cell, paint);
  const floors = floorsOf(cell);
  for (let floor = 1; floor <= floors; floor++) drawTerrace(ctx, layout, floor, paint);
}

/** The number of terraces under the top of a cell; a dome counts as the last level. */
export function floorsOf(cell: Cell | undefined): number {
  const level = cell?.level ?? 0;
  return cell?.mark === "vent" ? 0 : cell?.mark === "dome" ? Math.max(0, level - 1) : level;
}

/** Draw one terrace. */
export function drawTerrace(ctx: Ctx, layout: Layout, floor: number, paint: Paint): void {
  const u = layout.unit;
  const d = u * layout.tilt;
  const back = terraceInset(floor);
  const x = back * u;
  const w = u - 2 * x;
  const h = d - 2 * back * d;
  const low = levelHeight(floor - 1) * u;
  const rise = (levelHeight(floor) - levelHeight(floor - 1)) * u;
  const y = back * d - low - rise;
  const r = u * 0.09;
  const colour = paint.heights[Math.min(floor, paint.heights.length - 1)] as string;
  ctx.save();
  ctx.shadowColor = paint.dark ? "rgba(0,0,0,0.5)" : "rgba(70,35,8,0.4)";
  ctx.shadowBlur = u * 0.07;
  ctx.shadowOffsetX = u * 0.035;
  ctx.shadowOffsetY = u * 0.025;
  const side = ctx.createLinearGradient(x, 0, x + w, 0);
  const shaded = paint.dark ? "#0a0d18" : "#6b3413";
  side.addColorStop(0, mixColours(colour, shaded, 0.34));
  side.addColorStop(1, mixColours(colour, shaded, 0.6));
  ctx.fillStyle = side;
  ctx.beginPath();
  ctx.roundRect(x, y, w, h + rise, r);
  ctx.fill();
  ctx.restore();
  const top = ctx.createLinearGradient(x, y, x + w, y + h);
  top.addColorStop(0, shadeColour(colour, paint.dark ? 0.12 : 0.42));
  top.addColorStop(0.6, colour);
  top.addColorStop(1, shadeColour(colour, -0.07));
  ctx.fillStyle = top;
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, r);
  ctx.fill();
  ctx.lineWidth = Math.max(0.75, u * 0.014);
  ctx.strokeStyle = withAlpha("#ffffff", paint.dark ? 0.22 : 0.75);
  ctx.stroke();
}

export function drawDome(ctx: Ctx, layout: Layout, floors: number, paint: Paint): void {
  const u = layout.unit;
  const d = u * layout.tilt;
  const cx = u / 2;
  const cy = d / 2 - levelHeight(floors) * u + u * 0.04;
  const r = u * Math.min(0.32, 0.42 - terraceInset(floors));
  const colour = paint.dark ? "#4d7fd0" : "#3d6fb8";
  ctx.save();
  ctx.shadowColor = "rgba(20,10,20,0.45)";
  ctx.shadowBlur = u * 0.09;
  ctx.shadowOffsetX = u * 0.05;
  ctx.fillStyle = shadeColour(colour, -0.35);
  ctx.beginPath();
  ctx.ellipse(cx, cy, r, r * 0.62, 0, 0, Math.PI);
  ctx.ellipse(cx, cy, r, r * 0.98, 0, Math.PI, 2 * Math.PI);
  ctx.fill();
  ctx.restore();
  const light = ctx.createRadialGradient(cx - r * 0.4, cy - r * 0.55, r * 0.05, cx, cy, r * 1.25);
  light.addColorStop(0, "#eaf3ff");
  light.addColorStop(0.3, shadeColour(colour, 0.3));
  light.addColorStop(0.75, colour);
  light.addColorStop(1, shadeColour(colour, -0.45));
  ctx.fillStyle = light;
  ctx.beginPath();
  ctx.ellipse(cx, cy, r, r * 0.62, 0, 0, Math.PI);
  ctx.ellipse(cx, cy, r, r * 0.98, 0, Math.PI, 2 * Math.PI);
  ctx.fill();
  ctx.strokeStyle = withAlpha("#ffffff", 0.28);
  ctx.lineWidth = Math.max(0.75, u * 0.012);
  for (const k of [-0.5, 0, 0.5]) {
    ctx.beginPath();
    ctx.ellipse(
      cx,
      cy,
      Math.abs(r * k) || 0.5,
      r * 0.98,
      0,
      k < 0 ? Math.PI : 1.5 * Math.PI,
      k < 0 ? 1.5 * Math.PI : 2 * Math.PI,
    );
    ctx.stroke();
  }
}

/** Draw a crater with lava. */
function drawVent(ctx: Ctx, layout: Layout, paint: Paint): void {
  const u = layout.unit;
  const d = u * layout.tilt;
  ctx.save();
  ctx.translate(u / 2, d / 2);
  ctx.scale(1, layout.tilt);
  const glow = ctx.createRadialGradient(0, 0, u * 0.2, 0, 0, u * 0.72);
  glow.addColorStop(0, "rgba(255,110,20,0.55)");
  glow.addColorStop(1, "rgba(255,90,10,0)");
  ctx.fillStyle = glow;
  ctx.fillRect(-u * 0.7, -u * 0.7, u * 1.4, u * 1.4);
  const bumps = [1, 0.93, 1.02, 0.9, 1, 0.95, 0.88, 1.03, 0.94, 0.99, 0.9, 1.01];
  const ring = (r: number, turn: number) => {
    ctx.beginPath();
    bumps.forEach((b, i) => {
      const a = ((i + turn) / bumps.length) * 2 * Math.PI;
      ctx.lineTo(Math.cos(a) * r * b * u, Math.sin(a) * r * b * u);
    });
    ctx.closePath();
  };
  ring(0.47, 0);
  const rock = ctx.createLinearGradient(-u * 0.4, -u * 0.4, u * 0.4, u * 0.4);
  rock.addColorStop(0, paint.dark ? "#5a4a4a" : "#6b5449");
  rock.addColorStop(1, "#241511");
  ctx.fillStyle = rock;
  ctx.fill();
  ring(0.36, 0.4);
  const lava = ctx.createRadialGradient(0, u * 0.05, 0, 0, 0, u * 0.38);
  lava.addColorStop(0, "#fff6bf");
  lava.addColorStop(0.3, "#ffc23c");
  lava.addColorStop(0.65, "#f0561a");
  lava.addColorStop(1, "#7c1607");
  ctx.fillStyle = lava;
  ctx.fill();
  ctx.lineWidth = u * 0.02;
  ctx.strokeStyle = "#1b0a06";
  ctx.stroke();
  ctx.fillStyle = "rgba(58,14,6,0.85)";
  for (const [a, r, s] of [
    [0.4, 0.2, 0.085],
    [2.3, 0.22, 0.07],
    [4.3, 0.19, 0.08],
    [5.4, 0.25, 0.05],
  ] as const) {
    ctx.beginPath();
    ctx.ellipse(Math.cos(a) * r * u, Math.sin(a) * r * u, s * u, s * u * 0.6, a, 0, 7);
    ctx.fill();
  }
  ctx.restore();
}

/** Draw a goal in the colour and with the shape of its seat. */
function drawGoal(ctx: Ctx, layout: Layout, cell: Cell, paint: Paint): void {
  const u = layout.unit;
  const d = u * layout.tilt;
  const seat = cell.seat ?? null;
  const colour = seat === null ? "#e2622a" : (paint.seats[seat] ?? "#e2622a");
  const pad = u * 0.07;
  ctx.save();
  ctx.fillStyle = mixColours(colour, paint.dark ? "#10131a" : "#2a1d14", 0.55);
  ctx.beginPath();
  ctx.roundRect(pad, pad, u - 2 * pad, d - 2 * pad, u * 0.12);
  ctx.fill();
  const heat = ctx.createRadialGradient(u / 2, d / 2, 0, u / 2, d / 2, u * 0.5);
  heat.addColorStop(0, "rgba(255,214,120,0.95)");
  heat.addColorStop(0.45, "rgba(245,130,40,0.6)");
  heat.addColorStop(1, "rgba(200,60,10,0)");
  ctx.fillStyle = heat;
  ctx.fill();
  ctx.lineWidth = u * 0.075;
  ctx.strokeStyle = colour;
  ctx.stroke();
  ctx.lineWidth = Math.max(1, u * 0.018);
  ctx.strokeStyle = mixColours(colour, "#ffffff", 0.55);
  ctx.stroke();
  ctx.translate(u / 2, d / 2);
  ctx.fillStyle = "rgba(50,20,5,0.75)";
  tracePip(ctx, seat === null ? 5 : ([0, 4, 3, 5][seat] ?? 0), u * 0.12);
  ctx.fill();
  ctx.restore();
}
