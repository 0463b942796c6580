/** From points to hotspots and back, on the board as it stands. */

import { nearest } from "./input";
import { type Box, cellAt, cellBox, lift, type Slot } from "./layout";
import { floorsOf } from "./relief";
import { type State, targets } from "./state";

const FINGER = 22; // pixels by which a finger may miss
const SMALL = 40; // a cell that no finger misses

export function floors(state: State): (at: string) => number {
  const found = new Map((state.scene.cells ?? []).map((cell) => [cell.at, floorsOf(cell)]));
  return (at) => found.get(at) ?? 0;
}

/** The hotspot at a point. On small cells a finger gets the legal target next to it. */
export function spotAt(
  state: State,
  lying: readonly Slot[],
  x: number,
  y: number,
  finger: boolean,
): string | null {
  const { layout } = state;
  const next = targets(state);
  for (const slot of lying) {
    if (x < slot.x || y < slot.y || x > slot.x + slot.w || y > slot.y + slot.h) continue;
    return slot.spots.find((at) => next.has(at)) ?? (slot.spots[0] as string);
  }
  const hit = cellAt(layout, x, y, floors(state));
  if (!finger || layout.unit >= SMALL || (hit && next.has(hit))) return hit;
  const middle = (at: string) => {
    const box = boxOf(state, lying, at);
    return box && { x: box.x + box.w / 2, y: box.y + box.h / 2 };
  };
  return nearest(state, x, y, FINGER, middle) ?? hit;
}

/** Where a hotspot lies: the top of a cell, a slot of a tray. */
export function boxOf(state: State, lying: readonly Slot[], at: string): Box | null {
  const slot = lying.find((s) => s.spots.includes(at));
  if (slot) return slot;
  const box = cellBox(state.layout, at);
  return box && { ...box, y: box.y - lift(floors(state)(at)) * state.layout.unit };
}
