/** A document of the server for a component, fetched again when its address changes. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fetchJson, type Refused } from "../http";

export interface Fetched<T> {
  found: T | null;
  error: Refused | null;
  /** Fetch it once more; the old document stays until the new one is here. */
  refresh(): void;
}

/** The document at an address. An answer that comes after a later question is dropped. */
export function useFetched<T>(path: string | null): Fetched<T> {
  const latest = useSignal<Omit<Fetched<T>, "refresh"> & { path: string | null }>({
    path: null,
    found: null,
    error: null,
  });
  const times = useSignal(0);
  const refresh = () => {
    times.value++;
  };
  useEffect(() => {
    if (path === null) return;
    let current = true;
    fetchJson<T>(path)
      .then((found) => {
        if (current) latest.value = { path, found, error: null };
      })
      .catch((error: Refused) => {
        if (current) latest.value = { path, found: null, error };
      });
    return () => {
      current = false;
    };
  }, [path, times.value]);
  const { found, error } = latest.value;
  if (latest.value.path !== path) return { found: null, error: null, refresh };
  return { found, error, refresh };
}
