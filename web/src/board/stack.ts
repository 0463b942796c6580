/** Stacks: pieces that share a cell. */

import type { Token } from "../protocol";
import { parseCell } from "./hotspots";

/** The distance between the pieces of a stack, as a share of a cell; high stacks are denser. */
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
