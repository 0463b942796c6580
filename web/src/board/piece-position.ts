/** Positions of pieces: on a cell at its height, on a stack, in a tray. */

import type { Token } from "../protocol";
import { GLYPHS } from "./glyphs";
import { cellBox, type Layout, levelHeight } from "./layout";
import { stackSpacing } from "./stack";
import type { Slot } from "./tray-slots";

/** The point on which a piece stands, and the size of a cell there. */
export interface Foot {
  x: number;
  y: number;
  u: number;
}

// The distance of a piece's foot below the middle of its cell, as a share of a cell.
const FOOT_DROP = { figure: 0.2, coin: 0.06, pyramid: 0.2, ember: 0.12, sign: 0.06 };

function footDrop(token: Token): number {
  return FOOT_DROP[GLYPHS[token.glyph]?.kind ?? "coin"];
}

/** The foot of a piece on a cell with this level, on this layer of a stack of `pile` pieces. */
export function footOnCell(
  layout: Layout,
  token: Token,
  at: string,
  level: number,
  layer: number,
  pile = layer + 1,
): Foot | null {
  const box = cellBox(layout, at);
  if (!box) return null;
  const u = layout.unit;
  const up = levelHeight(level) + stackSpacing(pile) * layer;
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 + (footDrop(token) - up) * u, u };
}

export function footInSlot(slot: Slot, token: Token): Foot {
  const u = slot.h * 0.95;
  return { x: slot.x + slot.w / 2, y: slot.y + slot.h * 0.5 + footDrop(token) * u, u };
}
