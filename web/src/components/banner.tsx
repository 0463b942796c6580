/** Says when there is no connection, but not for a blink. */

import { useSignal, useSignalEffect } from "@preact/signals";
import { theLink } from "../connection";
import { t } from "../strings";

const PATIENCE = 700;

export function Banner() {
  const lost = useSignal(false);
  useSignalEffect(() => {
    if (theLink().state.value === "open") {
      lost.value = false;
      return;
    }
    const timer = setTimeout(() => {
      lost.value = true;
    }, PATIENCE);
    return () => clearTimeout(timer);
  });
  return (
    <div class="banner" role="status" aria-live="polite" data-shown={lost.value}>
      {lost.value && <p>{navigator.onLine ? t.link.lost : t.link.offline}</p>}
    </div>
  );
}
