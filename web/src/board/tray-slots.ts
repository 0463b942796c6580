/** The slots of a tray: one per kind of piece, and groups apart from each other. */

import type { Token } from "../protocol";
import { spotOwner } from "./hotspots";
import type { Box, Layout, PlacedTray } from "./layout";

/** A place in a tray; equal pieces of a group share one. */
export interface Slot extends Box {
  /** The hotspots of the tokens that lie here. */
  spots: string[];
  tokens: Token[];
  group: string;
}

const GROUP_GAP = 0.35; // between two groups, as a share of a slot
const NOTE_WIDTH_PX = 82; // of a note before the pieces of a low strip
const MAX_ROWS = 6;

/** The space for a tray's label: above its pieces, or before them in a low strip. */
export function labelSpace(placed: PlacedTray): { top: number; left: number } {
  const strip = placed.h < 50 && placed.w > 4 * placed.h;
  if (!strip) return { top: 17, left: 0 };
  return { top: 0, left: 20 + (placed.tray.note ? NOTE_WIDTH_PX : 0) };
}

/** The tokens of a tray by group and kind. */
function groupKinds(placed: PlacedTray, tokens: readonly Token[]): Token[][] {
  const groups = new Map<string, Map<string, Token[]>>();
  for (const token of tokens) {
    if (spotOwner(token.at) !== placed.tray.id) continue;
    const kinds = groups.get(token.group ?? "") ?? new Map<string, Token[]>();
    groups.set(token.group ?? "", kinds);
    const looks = [token.glyph, token.text, token.tint, token.seat, token.facing, token.badge];
    const kind = looks.map((look) => look ?? "").join(" ");
    kinds.set(kind, [...(kinds.get(kind) ?? []), token]);
  }
  return [...groups.values()].flatMap((kinds) => [...kinds.values()]);
}

/** Column and row of every kind in rows of a given length; columns may be fractions. */
function placeKinds(kinds: readonly Token[][], across: number): { col: number; row: number }[] {
  let col = 0;
  let row = 0;
  return kinds.map(([token], i) => {
    const apart = i > 0 && kinds[i - 1]?.[0]?.group !== token?.group;
    if (apart && col > 0) col += GROUP_GAP;
    if (col + 1 > across + 1e-9 && col > 0) {
      col = 0;
      row += 1;
    }
    col += 1;
    return { col: col - 1, row };
  });
}

/** The slots of a tray, as large as fits. */
export function traySlots(layout: Layout, placed: PlacedTray, tokens: readonly Token[]): Slot[] {
  const kinds = groupKinds(placed, tokens);
  const gaps = new Set(kinds.map(([token]) => token?.group ?? "")).size - 1;
  const length = Math.max(1, kinds.length + GROUP_GAP * Math.max(0, gaps));
  const pad = layout.unit * 0.08;
  const { top, left } = labelSpace(placed);
  const room = { w: placed.w - left - 2 * pad, h: placed.h - top - pad };
  const largest = Math.max(layout.unit * 0.66, Math.min(layout.unit, 30));
  let best = { size: 0, across: 1, places: placeKinds(kinds, 1) };
  for (let tried = 1; tried <= MAX_ROWS; tried++) {
    const across = gaps > 0 ? length / tried + (tried > 1 ? 0.5 : 0) : Math.ceil(length / tried);
    const places = placeKinds(kinds, across);
    const rows = (places.at(-1)?.row ?? 0) + 1;
    const size = Math.min(room.w / across, room.h / rows, largest);
    if (size > best.size) best = { size, across, places };
  }
  const step = Math.min(room.w / best.across, best.size * 1.25);
  return kinds.map((lying, i) => ({
    x: placed.x + left + pad + (best.places[i]?.col ?? 0) * step,
    y: placed.y + top + (top ? 0 : pad / 2) + (best.places[i]?.row ?? 0) * best.size,
    w: step,
    h: best.size,
    spots: [...new Set(lying.map((token) => token.at))],
    tokens: lying,
    group: lying[0]?.group ?? "",
  }));
}
