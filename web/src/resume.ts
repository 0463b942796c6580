/** Which game of ours is not over yet, so that it can be gone back to. */

import { store, stored } from "./settings";

const KEY = "ludarium.room";

export interface Unfinished {
  code: string;
  game: string;
}

export function remember(code: string, game: string): void {
  store(KEY, JSON.stringify({ code, game }));
}

export function forget(code: string): void {
  if (unfinished()?.code === code) store(KEY, null);
}

export function unfinished(): Unfinished | null {
  try {
    return JSON.parse(stored(KEY) ?? "null") as Unfinished | null;
  } catch {
    return null;
  }
}
