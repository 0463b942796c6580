/** Hit test: the hotspot at a point, and the box of a hotspot. */

import { nearestTarget } from "./input";
import { type Box, cellAt, cellBox, levelHeight } from "./layout";
import { type BoardState, clickTargets } from "./state";
import { floorsOf } from "./terrain";
import type { Slot } from "./tray-slots";

const FINGER_REACH_PX = 22; // a finger may miss its target by this
const LARGE_CELL_PX = 40; // a finger hits cells of this size without help

export function floorLookup(state: BoardState): (at: string) => number {
  const found = new Map((state.scene.cells ?? []).map((cell) => [cell.at, floorsOf(cell)]));
  return (at) => found.get(at) ?? 0;
}

/** The hotspot at a point. On small cells a finger snaps to the nearest legal target. */
export function spotAt(
  state: BoardState,
  lying: readonly Slot[],
  x: number,
  y: number,
  finger: boolean,
): string | null {
  const { layout } = state;
  const next = clickTargets(state);
  for (const slot of lying) {
    if (x < slot.x || y < slot.y || x > slot.x + slot.w || y > slot.y + slot.h) continue;
    return slot.spots.find((at) => next.has(at)) ?? (slot.spots[0] as string);
  }
  const hit = cellAt(layout, x, y, floorLookup(state));
  if (!finger || layout.unit >= LARGE_CELL_PX || (hit && next.has(hit))) return hit;
  const middle = (at: string) => {
    const box = hotspotBox(state, lying, at);
    return box && { x: box.x + box.w / 2, y: box.y + box.h / 2 };
  };
  return nearestTarget(state, x, y, FINGER_REACH_PX, middle) ?? hit;
}

/** The box of a hotspot: the top of a cell, or a slot of a tray. */
export function hotspotBox(state: BoardState, lying: readonly Slot[], at: string): Box | null {
  const slot = lying.find((s) => s.spots.includes(at));
  if (slot) return slot;
  const box = cellBox(state.layout, at);
  return box && { ...box, y: box.y - levelHeight(floorLookup(state)(at)) * state.layout.unit };
}
