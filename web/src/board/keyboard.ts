/** Keyboard control of the board. */

import type { Scene } from "../protocol";
import { toggleDrawing } from "./drawings";
import { cellSpot, parseCell } from "./hotspots";
import { clickSpot, type InputTarget, undoClick } from "./input";

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The cell that an arrow key, Home or End leads to; null for other keys. */
export function nextCell(scene: Scene, at: string, key: string, flipped: boolean): string | null {
  const place = parseCell(at);
  const grid = scene.grids.find((g) => g.id === place?.grid);
  if (!place || !grid) return null;
  const last = grid.cols - 1;
  if (key === "Home") return cellSpot(grid.id, place.row, flipped ? last : 0);
  if (key === "End") return cellSpot(grid.id, place.row, flipped ? 0 : last);
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const turn = flipped ? -1 : 1;
  const row = Math.max(0, Math.min(grid.rows - 1, place.row + arrow[0] * turn));
  const col = Math.max(0, Math.min(last, place.col + arrow[1] * turn));
  return cellSpot(grid.id, row, col);
}

/** Handle Escape, Enter or the letter of an action; true if the key had an effect. */
export function pressKey(target: InputTarget, key: string): boolean {
  const { state } = target;
  if (key === "Escape") return undoClick(target);
  if (key === "Enter" && state.pending) {
    target.moveChosen(state.pending);
    return true;
  }
  const button = state.scene.buttons?.find((b) => b.key.toLowerCase() === key.toLowerCase());
  if (!button && key.toLowerCase() === DRAW_KEY && state.cursor) return drawFromKeys(target);
  return button !== undefined && state.choices.length > 0 && clickSpot(target, button.at);
}

const DRAW_KEY = "o";

/** Begin an arrow at the focused cell, and end it at the next one; twice at a cell is a circle. */
function drawFromKeys(target: InputTarget): boolean {
  const { state } = target;
  const at = state.cursor as string;
  if (state.sketch) {
    state.drawings = toggleDrawing(state.drawings, { from: state.sketch.from, to: at });
    state.sketch = null;
  } else state.sketch = { from: at, to: at };
  target.redraw();
  return true;
}
