/** Hotspots: `grid:row,col` is a cell, `tray:slot` is a place in a tray, `!name` is a button. */

import type { Grid, Scene } from "../protocol";

export interface CellPlace {
  grid: string;
  row: number;
  col: number;
}

export function cellSpot(grid: string, row: number, col: number): string {
  return `${grid}:${row},${col}`;
}

export function isButton(at: string): boolean {
  return at.startsWith("!");
}

/** The part before the colon: the grid or the tray. */
export function spotOwner(at: string): string {
  return at.slice(0, at.indexOf(":"));
}

/** Grid, row and column of a cell; null for other hotspots. */
export function parseCell(at: string): CellPlace | null {
  const found = /^([^!:][^:]*):(\d+),(\d+)$/.exec(at);
  if (!found) return null;
  return { grid: found[1] as string, row: Number(found[2]), col: Number(found[3]) };
}

/**
 * The name of a cell or of the tray of a slot; a floating grid uses the name of the cell below it,
 * in capitals.
 */
export function cellName(scene: Scene, at: string): string {
  const place = parseCell(at);
  const grid = scene.grids.find((g) => g.id === place?.grid);
  if (!place || !grid) return scene.trays?.find((tray) => tray.id === spotOwner(at))?.label ?? at;
  const below = scene.grids.find((g) => g.id === grid.over);
  if (!below) return squareName(place.row, place.col, grid.rows);
  const { row = 0, col = 0 } = grid;
  return squareName(place.row + row, place.col + col, below.rows).toUpperCase();
}

function squareName(row: number, col: number, rows: number): string {
  return `${columnLetter(col)}${rows - row}`;
}

export function columnLetter(col: number): string {
  return String.fromCharCode(97 + col);
}

/** The cell under a cell of a floating grid, or the cell of a floating grid over it. */
export function partnerCell(grids: readonly Grid[], at: string): string | null {
  const place = parseCell(at);
  if (!place) return null;
  for (const grid of grids) {
    if (!grid.over) continue;
    const { row = 0, col = 0 } = grid;
    if (grid.id === place.grid) return cellSpot(grid.over, place.row + row, place.col + col);
    const r = place.row - row;
    const c = place.col - col;
    if (grid.over === place.grid && r >= 0 && c >= 0 && r < grid.rows && c < grid.cols)
      return cellSpot(grid.id, r, c);
  }
  return null;
}

/** Every cell of a scene, grid by grid and row by row. */
export function* everyCell(scene: Scene): Generator<string> {
  for (const grid of scene.grids)
    for (let row = 0; row < grid.rows; row++)
      for (let col = 0; col < grid.cols; col++) yield cellSpot(grid.id, row, col);
}
