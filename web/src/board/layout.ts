/** The layout: pixel positions of grids, cells and trays, for any scene. */

import type { Grid, Scene, Tray } from "../protocol";
import { cellSpot, parseCell } from "./hotspots";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface PlacedGrid extends Box {
  grid: Grid;
  floating: boolean;
}

export interface PlacedTray extends Box {
  tray: Tray;
}

export interface Layout {
  width: number;
  height: number;
  /** Pixels of a cell's width. */
  unit: number;
  /** A cell's depth as a share of its width, because the view is slightly tilted. */
  tilt: number;
  /** Pixels of the frame around a grid. */
  border: number;
  flipped: boolean;
  /** In a small picture, floating grids hover over the base grid and hide some of it. */
  hovering: boolean;
  grids: PlacedGrid[];
  trays: PlacedTray[];
}

export interface LayoutSpace {
  width: number;
  height: number;
  flipped: boolean;
  /** A small picture, without trays and coordinates. */
  picture: boolean;
}

const LEVEL_RISE = 0.12;
const GRID_GAP = 0.45;
const HOVER_HEIGHT = 1.1; // cells between a hovering grid and the place below it
const HEAD_ROOM = 0.34; // cells above the last row for the heads of its pieces
const FOOT_ROOM = 0.46; // cells below the board for its edge and its shadow
const SIDE_ROOM = 0.24; // cells beside the board for its shadow

/** The height of a level, as a share of a cell; high levels are closer together. */
export function levelHeight(level: number): number {
  return level <= 4 ? level * LEVEL_RISE : 4 * LEVEL_RISE + (level - 4) * LEVEL_RISE * 0.5;
}

/** The distance of a terrace from the edge of its cell, as a share of a cell. */
export function terraceInset(level: number): number {
  return level <= 0 ? 0 : Math.min(0.035 + 0.06 * (level - 1), 0.23);
}

interface Arrangement {
  w: number;
  h: number;
  base: { x: number; y: number };
  sky: { x: number; y: number };
  trays: Box[];
}

function measureScene(scene: Scene, picture: boolean) {
  const base = scene.grids.filter((grid) => !grid.over);
  const sky = scene.grids.filter((grid) => grid.over);
  const widest = Math.max(1, ...base.map((grid) => grid.cols));
  const rows = Math.max(1, ...base.map((grid) => grid.rows));
  const tilt = rows > 8 ? 0.95 : 0.88;
  const border = picture ? 0.16 : widest > 8 ? 0.4 : 0.32;
  const w = base.reduce((sum, grid) => sum + grid.cols, 0) + (base.length + 1) * border;
  const h = rows * tilt + 2 * border;
  const skyW = Math.max(0, ...sky.map((grid) => grid.cols)) + 0.3;
  const skyH = sky.reduce((sum, grid) => sum + grid.rows * tilt + 0.5, 0);
  const strip = widest > 8 ? 1.35 : 0.85;
  return { base, sky, tilt, border, w, h, skyW, skyH, strip };
}

type Measures = ReturnType<typeof measureScene>;

/** Trays above and below; floating grids above, or at the right if `skyAside`. */
function arrangeStacked(m: Measures, upper: number, lower: number, skyAside: boolean): Arrangement {
  const skyOver = m.sky.length > 0 && !skyAside;
  const aside = m.sky.length > 0 && skyAside ? GRID_GAP + m.skyW : 0;
  const w = m.w + aside;
  const top = upper ? m.strip + 0.1 : 0;
  const y = top + (skyOver ? m.skyH + GRID_GAP : 0) + HEAD_ROOM;
  const bottom = y + m.h + FOOT_ROOM;
  const h = bottom + (lower ? m.strip + 0.05 : 0);
  const trays = [
    ...trayRow(upper, { x: 0, y: 0, w, h: m.strip }),
    ...trayRow(lower, { x: 0, y: bottom, w, h: m.strip }),
  ];
  const sky = skyOver
    ? { x: (m.w - m.skyW) / 2, y: top + 0.25 }
    : { x: m.w + GRID_GAP, y: y + (m.h - m.skyH) / 2 };
  return { w, h, base: { x: 0, y }, sky, trays };
}

/** Trays in a column at the right, with the floating grids between them. */
function arrangeInColumn(m: Measures, upper: number, lower: number): Arrangement {
  const column = Math.max(m.sky.length ? m.skyW : 0, 2.6);
  const w = m.w + GRID_GAP + column;
  const h = HEAD_ROOM + m.h + FOOT_ROOM;
  const free = m.sky.length ? (m.h - m.skyH) / 2 - 0.2 : m.h / 2 - 0.1;
  const x = m.w + GRID_GAP;
  const columnHeight = (count: number) => Math.min(free, count * 2.4);
  const trays = [
    ...trayColumn(upper, { x, y: HEAD_ROOM, w: column, h: columnHeight(upper) }),
    ...trayColumn(lower, {
      x,
      y: HEAD_ROOM + m.h - columnHeight(lower),
      w: column,
      h: columnHeight(lower),
    }),
  ];
  return {
    w,
    h,
    base: { x: 0, y: HEAD_ROOM },
    sky: { x: m.w + GRID_GAP, y: HEAD_ROOM + (m.h - m.skyH) / 2 },
    trays,
  };
}

/** Floating grids above, with the trays at both sides of them, for narrow screens. */
function arrangeCrowned(m: Measures, upper: number, lower: number): Arrangement {
  const free = (m.w - m.skyW) / 2 - 0.15;
  const y = m.skyH + GRID_GAP + HEAD_ROOM;
  const h = y + m.h + FOOT_ROOM;
  const box = { y: 0.15, w: free, h: m.skyH - 0.4 };
  const trays = [
    ...trayColumn(upper, { x: 0, ...box }),
    ...trayColumn(lower, { x: m.w - free, ...box }),
  ];
  return { w: m.w, h, base: { x: 0, y }, sky: { x: (m.w - m.skyW) / 2, y: 0.25 }, trays };
}

function trayRow(count: number, box: Box): Box[] {
  const w = (box.w - 0.15 * (count - 1)) / (count || 1);
  return Array.from({ length: count }, (_, i) => ({ ...box, x: box.x + i * (w + 0.15), w }));
}

function trayColumn(count: number, box: Box): Box[] {
  const h = (box.h - 0.12 * (count - 1)) / (count || 1);
  return Array.from({ length: count }, (_, i) => ({ ...box, y: box.y + i * (h + 0.12), h }));
}

/** The arrangement that gives the largest cells. */
export function arrangeBoard(scene: Scene, room: LayoutSpace): Layout {
  const m = measureScene(scene, room.picture);
  const all = room.picture ? [] : (scene.trays ?? []);
  // The first seat's tray lies below the board, unless the board is flipped.
  const below = all.filter((tray, i) => ((tray.seat ?? i) === 0) !== room.flipped);
  const above = all.filter((tray) => !below.includes(tray));
  const hovering = room.picture && m.sky.length > 0;
  const flat = hovering ? { ...m, sky: [] } : m;
  const plans = [
    arrangeStacked(flat, above.length, below.length, false),
    arrangeStacked(flat, above.length, below.length, true),
    ...(all.length ? [arrangeInColumn(m, above.length, below.length)] : []),
    ...(all.length && m.sky.length ? [arrangeCrowned(m, above.length, below.length)] : []),
  ];
  const scale = (plan: Arrangement) =>
    Math.min(room.width / (plan.w + 2 * SIDE_ROOM), room.height / plan.h);
  const best = plans.reduce((a, b) => (scale(b) > scale(a) * 1.02 ? b : a));
  const unit = Math.max(4, scale(best));
  const left = (room.width - best.w * unit) / 2;
  const top = (room.height - best.h * unit) / 2;
  const toPixels = (box: Box): Box => ({
    x: left + box.x * unit,
    y: top + box.y * unit,
    w: box.w * unit,
    h: box.h * unit,
  });
  const grids: PlacedGrid[] = [];
  let x = best.base.x + m.border;
  for (const grid of m.base) {
    const box = { x, y: best.base.y + m.border, w: grid.cols, h: grid.rows * m.tilt };
    grids.push({ grid, floating: false, ...toPixels(box) });
    x += grid.cols + m.border;
  }
  let y = best.sky.y;
  for (const grid of m.sky) {
    if (hovering) {
      grids.push({ grid, floating: true, ...hoverBox(grid, grids, room.flipped, unit, m.tilt) });
      continue;
    }
    const box = { x: best.sky.x + 0.15, y, w: grid.cols, h: grid.rows * m.tilt };
    grids.push({ grid, floating: true, ...toPixels(box) });
    y += grid.rows * m.tilt + 0.5;
  }
  const trays = [...above, ...below].map((tray, i) => ({
    tray,
    ...toPixels(best.trays[i] as Box),
  }));
  const { width, height, flipped } = room;
  const border = m.border * unit;
  return { width, height, unit, tilt: m.tilt, border, flipped, hovering, grids, trays };
}

/** The box of a hovering grid, above the cells that it covers. */
function hoverBox(
  grid: Grid,
  placed: readonly PlacedGrid[],
  flipped: boolean,
  unit: number,
  tilt: number,
): Box {
  const below = placed.find((other) => other.grid.id === grid.over);
  const under = below?.grid ?? grid;
  const { row = 0, col = 0 } = grid;
  const top = flipped ? under.rows - row - grid.rows : row;
  const left = flipped ? under.cols - col - grid.cols : col;
  const x = (below?.x ?? 0) + left * unit;
  const y = (below?.y ?? 0) + (top * tilt - HOVER_HEIGHT) * unit;
  return { x, y, w: grid.cols * unit, h: grid.rows * tilt * unit };
}

/** The height that a board of this width needs to fill the width. */
export function idealHeight(scene: Scene, width: number, picture: boolean): number {
  const room = { width, height: 1e6, flipped: false, picture };
  const layout = arrangeBoard(scene, room);
  const boxes: Box[] = [...layout.grids, ...layout.trays];
  const top = Math.min(...boxes.map((box) => box.y)) - HEAD_ROOM * layout.unit;
  const bottom = Math.max(...boxes.map((box) => box.y + box.h)) + FOOT_ROOM * layout.unit;
  return Math.ceil(bottom - top + layout.border * 2);
}

/** The box of a cell at ground level. */
export function cellBox(layout: Layout, at: string): Box | null {
  const place = parseCell(at);
  const found = layout.grids.find(({ grid }) => grid.id === place?.grid);
  if (!place || !found) return null;
  const row = layout.flipped ? found.grid.rows - 1 - place.row : place.row;
  const col = layout.flipped ? found.grid.cols - 1 - place.col : place.col;
  const h = layout.unit * layout.tilt;
  return { x: found.x + col * layout.unit, y: found.y + row * h, w: layout.unit, h };
}

/** The top face of a cell. */
export function topBox(layout: Layout, box: Box, level: number): Box {
  const back = terraceInset(Math.round(level));
  const up = levelHeight(level) * layout.unit;
  return {
    x: box.x + back * box.w,
    y: box.y + back * box.h - up,
    w: box.w * (1 - 2 * back),
    h: box.h * (1 - 2 * back),
  };
}

/** The cell at a point. Raised cells hide the cells behind them, so the front row comes first. */
export function cellAt(
  layout: Layout,
  x: number,
  y: number,
  level: (at: string) => number,
): string | null {
  const depth = layout.unit * layout.tilt;
  for (const placed of [...layout.grids].reverse()) {
    const { grid } = placed;
    const col = Math.floor((x - placed.x) / layout.unit);
    if (col < 0 || col >= grid.cols) continue;
    for (let row = grid.rows - 1; row >= 0; row--) {
      const at = layout.flipped
        ? cellSpot(grid.id, grid.rows - 1 - row, grid.cols - 1 - col)
        : cellSpot(grid.id, row, col);
      const up = levelHeight(level(at)) * layout.unit;
      const base = placed.y + row * depth;
      if (y >= base - up && y < base + depth) return at;
    }
  }
  return null;
}
