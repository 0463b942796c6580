/** The games that the server has, asked for once. */

import { signal } from "@preact/signals";
import { get, type Refused } from "./http";
import type { Demo, GameInfo } from "./protocol";

export const games = signal<readonly GameInfo[] | null>(null);
export const trouble = signal<Refused | null>(null);

export function game(id: string): GameInfo | undefined {
  return games.value?.find((each) => each.id === id);
}

export async function load(): Promise<void> {
  trouble.value = null;
  try {
    games.value = await get<GameInfo[]>("/api/games");
  } catch (error) {
    trouble.value = error as Refused;
  }
}

const demos = new Map<string, Promise<Demo>>();

/** A short game to look at. */
export function demo(id: string): Promise<Demo> {
  let found = demos.get(id);
  if (!found) {
    found = get<Demo>(`/api/games/${encodeURIComponent(id)}/demo`);
    demos.set(id, found);
    found.catch(() => demos.delete(id));
  }
  return found;
}
