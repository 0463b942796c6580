/** Remembers the user's unfinished game, for the way back to it. */

import { readStored, writeStored } from "./settings";

const RESUME_KEY = "ludarium.room";

export interface UnfinishedGame {
  code: string;
  game: string;
}

export function rememberRoom(code: string, game: string): void {
  writeStored(RESUME_KEY, JSON.stringify({ code, game }));
}

export function forgetRoom(code: string): void {
  if (unfinishedGame()?.code === code) writeStored(RESUME_KEY, null);
}

export function unfinishedGame(): UnfinishedGame | null {
  try {
    return JSON.parse(readStored(RESUME_KEY) ?? "null") as UnfinishedGame | null;
  } catch {
    return null;
  }
}
