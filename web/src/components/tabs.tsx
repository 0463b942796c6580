/** Tabs: one panel is shown at a time. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

interface Tab {
  id: string;
  title: string;
  /** The number of items; the tab is marked when items arrive while it is closed. */
  count?: number;
  body: ComponentChildren;
}

interface Props {
  tabs: readonly Tab[];
  /** The tab that is open at first. */
  initial?: string | undefined;
}

export function Tabs({ tabs, initial }: Props) {
  const chosen = useSignal(initial ?? tabs[0]?.id);
  const seen = useRef<Record<string, number>>({});
  const id = useId();
  const current = tabs.find((tab) => tab.id === chosen.value) ?? tabs[0];
  if (current) seen.current[current.id] = current.count ?? 0;
  const handleKey = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const index = tabs.findIndex((tab) => tab.id === current?.id);
    const next = by ? tabs[(index + by + tabs.length) % tabs.length] : undefined;
    if (!next) return;
    event.preventDefault();
    chosen.value = next.id;
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist">
        {tabs.map((tab) => {
          const unseen = (tab.count ?? 0) > (seen.current[tab.id] ?? 0);
          return (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              aria-selected={tab === current}
              aria-controls={`${id}-panel`}
              tabIndex={tab === current ? 0 : -1}
              data-unseen={unseen}
              onClick={() => {
                chosen.value = tab.id;
              }}
              onKeyDown={handleKey}
            >
              {tab.title}
            </button>
          );
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current?.id}`}>
        {current?.body}
      </div>
    </div>
  );
}
