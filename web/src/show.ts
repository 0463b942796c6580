/** The show game of the site: levels play each other, and every page asks for the same game. */

import { signal } from "@preact/signals";
import { fetchJson } from "./http";
import type { Show } from "./protocol";

const POLL_INTERVAL_MS = 1500;
const RETRY_INTERVAL_MS = 15_000; // after an error

/** The show game as it was last seen; null before that. */
export const show = signal<Show | null>(null);

let followers = 0;
let timer = 0;

async function pollShow(): Promise<void> {
  clearTimeout(timer);
  if (!followers) return;
  let delay = POLL_INTERVAL_MS;
  // A hidden page does not watch, and the show pauses when no page does.
  if (!document.hidden)
    await fetchJson<Show>("/api/show").then(
      (found) => {
        const now = show.value;
        const changed = now?.number !== found.number || now.view.ply !== found.view.ply;
        if (changed) show.value = found;
      },
      () => {
        delay = RETRY_INTERVAL_MS;
      },
    );
  clearTimeout(timer);
  if (followers) timer = window.setTimeout(pollShow, delay);
}

/** Follow the show until the returned function is called. */
export function followShow(): () => void {
  if (followers++ === 0) void pollShow();
  return () => {
    if (--followers === 0) clearTimeout(timer);
  };
}
