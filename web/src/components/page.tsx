/** The title of a page, and the focus on its heading after a navigation. */

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../strings";

// The first page keeps the browser's initial focus at the top.
let hasLoaded = false;

/** Set the title of the document. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/**
 * Focus the heading after a navigation, so that a screen reader announces the new page. Before the
 * first paint: a late effect would take the focus away from a control that was reached by keys.
 */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (hasLoaded) heading.current?.focus({ preventScroll: true });
    hasLoaded = true;
  }, []);
  return heading;
}

/** The heading of a page. */
export function Heading({ text, hidden = false }: { text: string; hidden?: boolean }) {
  const heading = useHeadingFocus();
  useTitle(t.title(text));
  return (
    <h1 ref={heading} tabIndex={-1} class={hidden ? "unseen" : "heading"}>
      {text}
    </h1>
  );
}
