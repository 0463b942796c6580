/** The damaged area: the part of the canvas that an animation changes and that is redrawn. */

import { type Box, cellBox, type Layout } from "./layout";
import type { Beat } from "./timeline";
import type { Slot } from "./tray-slots";

export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

export function unionBox(a: Box | null, b: Box | null): Box | null {
  if (!a || !b) return a ?? b;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const w = Math.max(a.x + a.w, b.x + b.w) - x;
  return { x, y, w, h: Math.max(a.y + a.h, b.y + b.h) - y };
}

/** A cell with everything that can stand on it or extend over its edge. */
export function cellReach(layout: Layout, box: Box, wide = 0.5, high = 1.6): Box {
  const u = layout.unit;
  return {
    x: box.x - wide * u,
    y: box.y - high * u,
    w: box.w + 2 * wide * u,
    h: box.h + (high + 0.6) * u,
  };
}

/** Sparks extend further than other effects. */
const EFFECT_REACH: Record<string, number> = { erupt: 1.3 };

function damagedBox(layout: Layout, lying: readonly Slot[], at: string, wide?: number): Box | null {
  const cell = cellBox(layout, at);
  if (cell) return cellReach(layout, cell, wide);
  const slot = lying.find((s) => s.spots.includes(at));
  const tray = layout.trays.find(({ tray: { id } }) => at.startsWith(`${id}:`));
  return slot ? unionBox(slot, tray ?? null) : (tray ?? null);
}

/** The area that these beats can change. */
export function damagedArea(
  layout: Layout,
  lying: readonly Slot[],
  beats: readonly Beat[],
): Box | null {
  let whole: Box | null = null;
  for (const { at, to, via = [], kind } of beats)
    for (const end of [at, ...via, to])
      if (end) whole = unionBox(whole, damagedBox(layout, lying, end, EFFECT_REACH[kind]));
  return whole;
}
