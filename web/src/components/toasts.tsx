/** Short notices that go away by themselves. */

import { signal } from "@preact/signals";

interface Notice {
  id: number;
  text: string;
  bad: boolean;
}

const SHOWN = 5000;
const notices = signal<readonly Notice[]>([]);
let count = 0;

export function tell(text: string, bad = false): void {
  const id = ++count;
  notices.value = [...notices.value.slice(-2), { id, text, bad }];
  setTimeout(() => {
    notices.value = notices.value.filter((each) => each.id !== id);
  }, SHOWN);
}

/** Show what the server refused; a connection that was lost tells of itself elsewhere. */
export function complain(error: unknown): void {
  if (error instanceof Error && error.message) tell(error.message, true);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {notices.value.map((each) => (
        <p key={each.id} class={each.bad ? "toast bad" : "toast"}>
          {each.text}
        </p>
      ))}
    </div>
  );
}
