/** The server's versioned lists: the lobby, the people online, the message board. */

import { signal } from "@preact/signals";
import { type Connection, theConnection } from "./connection";
import type { Entry, Notice, Person, ServerMessage } from "./protocol";

const MAX_NOTICES = 100; // the client keeps this many lines of the message board

interface ListChange<T> {
  number: number;
  whole: boolean;
  put: T[];
  gone?: string[];
}

/** Apply a change to a list; null if an earlier change is missing. */
export function applyChange<T>(
  list: ReadonlyMap<string, T>,
  number: number,
  change: ListChange<T>,
  key: (item: T) => string,
): Map<string, T> | null {
  if (!change.whole && change.number !== number + 1) return null;
  const next = new Map(change.whole ? [] : list);
  for (const gone of change.gone ?? []) next.delete(gone);
  for (const item of change.put) next.set(key(item), item);
  return next;
}

export class ServerList<T> {
  readonly items = signal<ReadonlyMap<string, T> | null>(null);
  readonly online = signal(0);
  private version = -1;
  private followers = 0;
  private stopListening: (() => void)[] = [];

  constructor(
    private readonly name: "lobby" | "presence" | "notices",
    private readonly key: (item: T) => string,
    private readonly limit = Number.POSITIVE_INFINITY,
    private readonly connection: () => Connection = theConnection,
  ) {}

  /** Follow the list until the returned function is called. */
  follow(): () => void {
    if (this.followers++ === 0) {
      const connection = this.connection();
      this.stopListening = [
        connection.onMessage((message) => this.receiveChange(message)),
        connection.onOpen(() => this.requestList()),
      ];
    }
    return () => {
      if (--this.followers > 0) return;
      for (const part of this.stopListening) part();
      this.items.value = null;
      this.version = -1;
      if (this.connection().state.value === "open")
        this.connection()
          .send({ type: "unfollow", list: this.name }, true)
          .catch(() => {});
    };
  }

  private requestList(): void {
    const last = this.version < 0 ? null : this.version;
    this.connection()
      .send({ type: "follow", list: this.name, last }, true)
      .catch(() => {});
  }

  private receiveChange(message: ServerMessage): void {
    if (message.type !== this.name) return;
    const change = message as unknown as ListChange<T> & { online?: number };
    // After a repeated request a change may arrive twice.
    if (!change.whole && change.number <= this.version) return;
    const next = applyChange(this.items.value ?? new Map(), this.version, change, this.key);
    if (!next) {
      this.requestList();
      return;
    }
    this.version = change.number;
    if (change.online !== undefined) this.online.value = change.online;
    for (const key of [...next.keys()].slice(0, Math.max(0, next.size - this.limit)))
      next.delete(key);
    this.items.value = next;
  }
}

export const lobby = new ServerList<Entry>("lobby", (entry) => entry.room);
export const presence = new ServerList<Person>("presence", (person) => person.member);
export const notices = new ServerList<Notice>(
  "notices",
  (notice) => String(notice.number),
  MAX_NOTICES,
);
