/** Keyboard shortcuts of a page. */

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Board } from "../board";

/** Whether the board handles this key, even when the focus is elsewhere. */
function isBoardKey(key: string, target: HTMLElement): boolean {
  // Enter activates a focused control instead.
  if (key === "Enter") return !target.closest("a, button, summary, [tabindex='0']");
  return key === "Escape" || key.length === 1;
}

/** Handle shortcuts for as long as the page is open. */
export function useShortcuts(keys: Record<string, () => void>, board: () => Board | null): void {
  const latest = useRef(keys);
  latest.current = keys;
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      if (target.closest("input, textarea, select") || document.querySelector("dialog[open]"))
        return;
      const own = latest.current[event.key];
      const used = isBoardKey(event.key, target) && board()?.pressKey(event.key);
      if (!used) own?.();
      if (used || own) event.preventDefault();
    };
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, []);
}
