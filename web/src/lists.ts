/** The lists that the server keeps: the lobby, who is here, the message board. */

import { signal } from "@preact/signals";
import { type Link, theLink } from "./connection";
import type { Entry, Notice, Person, ServerMessage } from "./protocol";

const NOTICES = 100; // lines of the message board that are kept

interface Change<T> {
  number: number;
  whole: boolean;
  put: T[];
  gone?: string[];
}

/** A list after a change, or null if a change before it is missing. */
export function changed<T>(
  list: ReadonlyMap<string, T>,
  number: number,
  change: Change<T>,
  key: (item: T) => string,
): Map<string, T> | null {
  if (!change.whole && change.number !== number + 1) return null;
  const next = new Map(change.whole ? [] : list);
  for (const gone of change.gone ?? []) next.delete(gone);
  for (const item of change.put) next.set(key(item), item);
  return next;
}

export class List<T> {
  readonly items = signal<ReadonlyMap<string, T> | null>(null);
  readonly online = signal(0);
  private number = -1;
  private users = 0;
  private part: (() => void)[] = [];

  constructor(
    private readonly name: "lobby" | "presence" | "notices",
    private readonly key: (item: T) => string,
    private readonly most = Number.POSITIVE_INFINITY,
    private readonly link: () => Link = theLink,
  ) {}

  /** Follow the list until the returned function is called. */
  use(): () => void {
    if (this.users++ === 0) {
      const link = this.link();
      this.part = [link.listen((message) => this.receive(message)), link.arrive(() => this.ask())];
    }
    return () => {
      if (--this.users > 0) return;
      for (const part of this.part) part();
      this.items.value = null;
      this.number = -1;
      if (this.link().state.value === "open")
        this.link()
          .send({ type: "unfollow", list: this.name }, true)
          .catch(() => {});
    };
  }

  private ask(): void {
    const last = this.number < 0 ? null : this.number;
    this.link()
      .send({ type: "follow", list: this.name, last }, true)
      .catch(() => {});
  }

  private receive(message: ServerMessage): void {
    if (message.type !== this.name) return;
    const change = message as unknown as Change<T> & { online?: number };
    // Asked for twice, a change may come twice.
    if (!change.whole && change.number <= this.number) return;
    const next = changed(this.items.value ?? new Map(), this.number, change, this.key);
    if (!next) {
      this.ask();
      return;
    }
    this.number = change.number;
    if (change.online !== undefined) this.online.value = change.online;
    for (const key of [...next.keys()].slice(0, Math.max(0, next.size - this.most)))
      next.delete(key);
    this.items.value = next;
  }
}

export const lobby = new List<Entry>("lobby", (entry) => entry.room);
export const presence = new List<Person>("presence", (person) => person.member);
export const notices = new List<Notice>("notices", (notice) => String(notice.number), NOTICES);
