/** A part of a page whose code is loaded when it is first shown. */

import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { showError } from "./toasts";

interface Props<P> {
  load(): Promise<ComponentType<P>>;
  with: P;
}

export function Later<P extends object>({ load, with: props }: Props<P>) {
  const found = useSignal<{ Part: ComponentType<P> } | null>(null);
  useEffect(() => {
    load()
      .then((Part) => {
        found.value = { Part };
      })
      .catch(showError);
  }, []);
  if (!found.value) return null;
  const { Part } = found.value;
  return <Part {...props} />;
}
