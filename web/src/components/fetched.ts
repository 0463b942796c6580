/** A document of the server for a component, fetched again when its address changes. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fetchJson, type Refused } from "../http";

export interface Fetched<T> {
  found: T | null;
  error: Refused | null;
}

/** The document at an address. An answer that comes after the address changed is dropped. */
export function useFetched<T>(path: string | null): Fetched<T> {
  const latest = useSignal<Fetched<T> & { path: string | null }>({
    path: null,
    found: null,
    error: null,
  });
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
  }, [path]);
  const { found, error } = latest.value;
  return latest.value.path === path ? { found, error } : { found: null, error: null };
}
