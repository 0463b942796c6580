/** The banner for a ban or a lost connection; short interruptions do not show it. */

import { useSignal, useSignalEffect } from "@preact/signals";
import { theConnection } from "../connection";
import { t } from "../strings";

const BANNER_DELAY_MS = 700;

export function ConnectionBanner() {
  const lost = useSignal(false);
  useSignalEffect(() => {
    if (theConnection().state.value === "open") {
      lost.value = false;
      return;
    }
    const timer = setTimeout(() => {
      lost.value = true;
    }, BANNER_DELAY_MS);
    return () => clearTimeout(timer);
  });
  const ban = theConnection().banned.value;
  return (
    <div class="banner" role="status" aria-live="polite" data-shown={lost.value || ban !== null}>
      {ban !== null && <p>{ban}</p>}
      {ban === null && lost.value && (
        <p>{navigator.onLine ? t.connection.lost : t.connection.offline}</p>
      )}
    </div>
  );
}
