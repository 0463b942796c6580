/** Keys that work wherever one is on a page. */

import { useEffect, useRef } from "preact/hooks";
import type { Board } from "../board";

/** After a click on the board the focus is elsewhere: its keys work there all the same. */
function isBoardKey(key: string, target: HTMLElement): boolean {
  // Enter presses what has the focus, where that can be pressed.
  if (key === "Enter") return !target.closest("a, button, summary, [tabindex='0']");
  return key === "Escape" || key.length === 1;
}

/** The keys that work wherever one is on the page. */
export function useShortcuts(keys: Record<string, () => void>, board: () => Board | null): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      if (target.closest("input, textarea, select") || document.querySelector("dialog[open]"))
        return;
      const own = latest.current[event.key];
      const used = isBoardKey(event.key, target) && board()?.pressKey(event.key);
      if (!used) own?.();
      if (used || own) event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
