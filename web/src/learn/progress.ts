/** How far the user is in the lessons, kept in the browser. */

import { signal } from "@preact/signals";
import { readStored, writeStored } from "../settings";

const PROGRESS_KEY = "ludarium.lessons";

/** The finished lessons of each game, by id. */
export type Progress = Readonly<Record<string, readonly string[]>>;

/** Parse stored progress; anything else than lists of ids is dropped. */
export function parseProgress(text: string | null): Progress {
  const found: Record<string, readonly string[]> = {};
  try {
    const kept = JSON.parse(text ?? "{}") as Record<string, unknown>;
    for (const [game, ids] of Object.entries(kept)) {
      if (Array.isArray(ids)) found[game] = ids.filter((id) => typeof id === "string");
    }
  } catch {
    // Text that is not JSON counts as no progress.
  }
  return found;
}

export const progress = signal<Progress>(parseProgress(readStored(PROGRESS_KEY)));

export function isFinished(game: string, lesson: string): boolean {
  return progress.value[game]?.includes(lesson) ?? false;
}

export function finishLesson(game: string, lesson: string): void {
  if (isFinished(game, lesson)) return;
  progress.value = { ...progress.value, [game]: [...(progress.value[game] ?? []), lesson] };
  writeStored(PROGRESS_KEY, JSON.stringify(progress.value));
}
