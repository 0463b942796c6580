/** Being in a room: its model kept up to date, its views presented, its past at hand. */

import { batch, signal } from "@preact/signals";
import type { Answer, Link, Request } from "./connection";
import { get, Refused } from "./http";
import { Presenter } from "./presenter";
import type { Event, Frame, Happened, Replay, Scene, ServerMessage } from "./protocol";
import { follow, type Room } from "./room";
import { settings } from "./settings";

/** A message about this room, which gets its code here. */
type Inside = Request extends infer R
  ? R extends { room: string }
    ? Omit<R, "room">
    : never
  : never;

interface Picture {
  scene: Scene;
  steps: readonly Event[];
}

/** How many look at a room through one connection: the last one to leave it says so. */
const inside = new WeakMap<Link, Map<string, number>>();

function note(link: Link, code: string, by: number): number {
  const rooms = inside.get(link) ?? new Map<string, number>();
  inside.set(link, rooms);
  const now = (rooms.get(code) ?? 0) + by;
  rooms.set(code, now);
  return now;
}

export class Visit {
  readonly room = signal<Room | null>(null);
  readonly error = signal<Refused | null>(null);
  readonly presenter = new Presenter(() => settings.value.aiDelay);
  private pictures = new Map<number, Picture>();
  private game = 0;
  private readonly parting: (() => void)[] = [];
  private readonly hearers = new Set<(event: Happened) => void>();

  constructor(
    readonly link: Link,
    readonly code: string,
  ) {
    note(link, code, 1);
    this.parting.push(link.listen((message) => this.receive(message)));
    this.parting.push(link.arrive(() => this.enter()));
  }

  /** Be told of events as they happen, not of those that were missed. */
  hear(hearer: (event: Happened) => void): () => void {
    this.hearers.add(hearer);
    return () => this.hearers.delete(hearer);
  }

  send(request: Inside, once = false): Promise<Answer> {
    return this.link.send({ ...request, room: this.code } as Request, once);
  }

  /** Look at the board after `ply` moves, or at the present. */
  async look(ply: number | null): Promise<void> {
    const present = this.presenter.shown.value?.ply ?? 0;
    const from = this.presenter.past.value ?? present;
    if (ply === null || ply >= present) {
      await this.presenter.look(null, undefined, undefined, from + 1 === present);
      return;
    }
    const at = Math.max(0, ply);
    if (!this.pictures.has(at)) await this.recall();
    const picture = this.pictures.get(at);
    if (picture) await this.presenter.look(at, picture.scene, picture.steps, at === from + 1);
  }

  close(): void {
    for (const part of this.parting) part();
    const last = note(this.link, this.code, -1) === 0;
    if (last && this.room.value && this.link.state.value === "open")
      this.send({ type: "exit" }, true).catch(() => {});
  }

  private enter(): void {
    const last = this.room.value?.number ?? null;
    this.send({ type: "enter", last }, true).catch((error: Refused) => {
      if (error.code !== "lost") this.error.value = error;
    });
  }

  private receive(message: ServerMessage): void {
    if (!("room" in message) || message.room !== this.code) return;
    if (message.type === "dismissed") {
      this.error.value = new Refused(message.code, message.message);
      return;
    }
    const before = this.room.value;
    const step = follow(before, message, this.link.me.value?.member ?? "");
    if (!step) return;
    if (step.missed) {
      this.enter();
      return;
    }
    const fresh = message.type === "event" && message.number > (before?.number ?? 0);
    batch(() => {
      this.error.value = null;
      this.room.value = step.room;
      this.present(step.room, before, fresh ? (message as Happened) : null);
    });
    if (fresh) for (const hearer of this.hearers) hearer(message as Happened);
  }

  private present(room: Room, before: Room | null, event: Happened | null): void {
    const view = room.view;
    if (!view || view === before?.view) return;
    if (view.game !== this.game) this.pictures.clear();
    this.game = view.game;
    for (const ply of this.pictures.keys()) if (ply > view.ply) this.pictures.delete(ply);
    this.pictures.set(view.ply, { scene: view.scene, steps: view.steps ?? [] });
    const mover = event?.fact.type === "moved" ? room.seats[event.fact.seat] : undefined;
    const bot = mover !== undefined && mover.kind !== "person";
    this.presenter.push(view, bot, event !== null && !document.hidden);
  }

  /** Have the pictures of moves that were played before we came. */
  private async recall(): Promise<void> {
    const replay = await get<Replay>(`/api/rooms/${this.code}/replay`).catch(() => null);
    replay?.frames.forEach((frame: Frame, ply: number) => {
      if (!this.pictures.has(ply))
        this.pictures.set(ply, { scene: frame.scene, steps: frame.steps ?? [] });
    });
  }
}
