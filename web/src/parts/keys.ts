/** Keys that work wherever one is on a page. */

import { useEffect, useRef } from "preact/hooks";
import type { Board } from "../board";

/** The keys that work wherever one is on the page. */
export function useKeys(keys: Record<string, () => void>, board: () => Board | null): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      if (target.closest("input, textarea, select, dialog")) return;
      const own = latest.current[event.key];
      const used = event.key.length === 1 && board()?.press(event.key);
      if (!used) own?.();
      if (used || own) event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
