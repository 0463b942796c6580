/** A session in a room: keeps the model current, presents views, loads past positions. */

import { batch, signal } from "@preact/signals";
import type { Connection, ReplyTo, Request } from "./connection";
import { fetchJson, Refused } from "./http";
import { Presenter } from "./presenter";
import type { Event, Frame, Happened, Replay, Scene, ServerMessage } from "./protocol";
import { applyMessage, type Room } from "./room";
import { settings } from "./settings";

/** A request about this room without its code, which the session adds. */
type RoomRequest = Request extends infer R
  ? R extends { room: string }
    ? Omit<R, "room">
    : never
  : never;

interface PastView {
  scene: Scene;
  steps: readonly Event[];
}

/** The number of sessions per room on a connection; closing the last one sends `exit`. */
const sessionCounts = new WeakMap<Connection, Map<string, number>>();

function countSessions(connection: Connection, code: string, by: number): number {
  const rooms = sessionCounts.get(connection) ?? new Map<string, number>();
  sessionCounts.set(connection, rooms);
  const now = (rooms.get(code) ?? 0) + by;
  rooms.set(code, now);
  return now;
}

export class RoomSession {
  readonly room = signal<Room | null>(null);
  readonly error = signal<Refused | null>(null);
  /** The line of chat that the user is writing. */
  readonly draft = signal("");
  readonly presenter = new Presenter(() => settings.value.aiDelay);
  private pastViews = new Map<number, PastView>();
  private game = 0;
  private visits = 0;
  private readonly cleanups: (() => void)[] = [];
  private readonly eventListeners = new Set<(event: Happened) => void>();

  constructor(
    readonly connection: Connection,
    readonly code: string,
    /** Whether it feeds a small picture only: then the server counts no spectator. */
    private readonly preview = false,
  ) {
    countSessions(connection, code, 1);
    this.cleanups.push(connection.onMessage((message) => this.receiveMessage(message)));
    this.cleanups.push(connection.onOpen(() => this.enterRoom()));
  }

  /** Listen to live events; events of a catch-up are not reported. */
  onEvent(listener: (event: Happened) => void): () => void {
    this.eventListeners.add(listener);
    return () => this.eventListeners.delete(listener);
  }

  send<R extends RoomRequest>(request: R, once = false): Promise<ReplyTo<R>> {
    const message: Request = { ...(request as RoomRequest), room: this.code };
    return this.connection.send(message, once) as Promise<ReplyTo<R>>;
  }

  /** Show the position after `ply` moves, or the current one for null. */
  async showPly(ply: number | null): Promise<void> {
    const visit = ++this.visits;
    const present = this.presenter.shown.value?.ply ?? 0;
    const from = this.presenter.past.value ?? present;
    if (ply === null || ply >= present) {
      await this.presenter.showPly(null, undefined, undefined, from + 1 === present);
      return;
    }
    const at = Math.max(0, ply);
    if (!this.pastViews.has(at)) await this.loadPast();
    if (visit !== this.visits) return; // the user went on meanwhile
    const picture = this.pastViews.get(at);
    if (picture) await this.presenter.showPly(at, picture.scene, picture.steps, at === from + 1);
  }

  close(): void {
    for (const part of this.cleanups) part();
    const last = countSessions(this.connection, this.code, -1) === 0;
    if (last && this.room.value && this.connection.state.value === "open")
      this.send({ type: "exit" }, true).catch(() => {});
  }

  private enterRoom(): void {
    const last = this.room.value?.number ?? null;
    this.send({ type: "enter", last, preview: this.preview }, true).catch((error: Refused) => {
      if (error.code !== "lost") this.error.value = error;
    });
  }

  private receiveMessage(message: ServerMessage): void {
    if (!("room" in message) || message.room !== this.code) return;
    if (message.type === "dismissed") {
      this.error.value = new Refused(message.code, message.message);
      return;
    }
    const before = this.room.value;
    const step = applyMessage(before, message, this.connection.me.value?.member ?? "");
    if (!step) return;
    if (step.missed) {
      this.enterRoom();
      return;
    }
    const fresh = message.type === "event" && message.number > (before?.number ?? 0);
    batch(() => {
      this.error.value = null;
      this.room.value = step.room;
      this.presentView(step.room, before, fresh ? (message as Happened) : null);
    });
    if (fresh) for (const listener of this.eventListeners) listener(message as Happened);
  }

  private presentView(room: Room, before: Room | null, event: Happened | null): void {
    const view = room.view;
    if (!view || view === before?.view) return;
    // Other moves than the known ones may have been played before a catch-up.
    if (view.game !== this.game || !event) this.pastViews.clear();
    this.game = view.game;
    for (const ply of this.pastViews.keys()) if (ply > view.ply) this.pastViews.delete(ply);
    this.pastViews.set(view.ply, { scene: view.scene, steps: view.steps ?? [] });
    const mover = event?.fact.type === "moved" ? room.seats[event.fact.seat] : undefined;
    const bot = mover !== undefined && mover.kind !== "person";
    this.presenter.enqueueView(view, bot, event !== null && !document.hidden);
  }

  /** Load the positions before the user entered the room. */
  private async loadPast(): Promise<void> {
    const { game } = this;
    const replay = await fetchJson<Replay>(`/api/rooms/${this.code}/replay`).catch(() => null);
    if (game !== this.game) return; // another game began meanwhile
    replay?.frames.forEach((frame: Frame, ply: number) => {
      if (!this.pastViews.has(ply))
        this.pastViews.set(ply, { scene: frame.scene, steps: frame.steps ?? [] });
    });
  }
}
