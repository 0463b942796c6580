/** The games of the server, loaded once. */

import { signal } from "@preact/signals";
import { fetchJson, type Refused } from "./http";
import type { Demo, GameInfo } from "./protocol";

export const games = signal<readonly GameInfo[] | null>(null);
export const gamesError = signal<Refused | null>(null);

export function findGame(id: string): GameInfo | undefined {
  return games.value?.find((each) => each.id === id);
}

export async function loadGames(): Promise<void> {
  gamesError.value = null;
  try {
    games.value = await fetchJson<GameInfo[]>("/api/games");
  } catch (error) {
    gamesError.value = error as Refused;
  }
}

const demos = new Map<string, Promise<Demo>>();

/** The demo of a game, loaded once. */
export function loadDemo(id: string): Promise<Demo> {
  let found = demos.get(id);
  if (!found) {
    found = fetchJson<Demo>(`/api/games/${encodeURIComponent(id)}/demo`);
    demos.set(id, found);
    found.catch(() => demos.delete(id));
  }
  return found;
}
