/** Pieces that share a cell: how each stands on the one below it. */

import type { Token } from "../protocol";
import { parseCell } from "./hotspots";

/** How far the pieces of a stack lie apart, as a share of a cell: high stacks are pressed. */
export function stackSpacing(count: number): number {
  return count < 2 ? 0 : Math.min(0.13, 0.55 / (count - 1));
}

/** The tokens of every cell, from the lowest to the highest. */
export function groupStacks(tokens: Iterable<Token>): Map<string, Token[]> {
  const found = new Map<string, Token[]>();
  for (const token of tokens) {
    if (!parseCell(token.at)) continue;
    const stack = found.get(token.at);
    if (stack) stack.push(token);
    else found.set(token.at, [token]);
  }
  for (const stack of found.values()) stack.sort((a, b) => (a.layer ?? 0) - (b.layer ?? 0));
  return found;
}
