/** Toasts: short notices that disappear after a few seconds. */

import { signal } from "@preact/signals";

interface Toast {
  id: number;
  text: string;
  bad: boolean;
}

const TOAST_MS = 5000;
const toasts = signal<readonly Toast[]>([]);
let toastCount = 0;

export function showToast(text: string, bad = false): void {
  const id = ++toastCount;
  toasts.value = [...toasts.value.slice(-2), { id, text, bad }];
  setTimeout(() => {
    toasts.value = toasts.value.filter((each) => each.id !== id);
  }, TOAST_MS);
}

/** Show the sentence of a refusal. A lost connection has no sentence: the banner shows it. */
export function showError(error: unknown): void {
  if (error instanceof Error && error.message) showToast(error.message, true);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((each) => (
        <p key={each.id} class={each.bad ? "toast bad" : "toast"}>
          {each.text}
        </p>
      ))}
    </div>
  );
}
