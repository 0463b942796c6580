/** The one connection of this page to the server: it comes back by itself and loses nothing. */

import { signal } from "@preact/signals";
import ReconnectingWebSocket from "partysocket/ws";
import { Refused } from "./http";
import type { ClientMessage, Done, Hinted, ServerMessage, Welcome } from "./protocol";
import { address, Connection } from "./socket";

const SILENCE = 2500; // ms without a word after which we ask
const PATIENCE = 6500; // without an answer, after which the connection is taken for lost
const CHECK = 500;

type Unnumbered<M> = M extends { id: string } ? Omit<M, "id"> : never;
/** A message to the server, which gets its id here. */
export type Request = Unnumbered<ClientMessage>;
export type Answer = Done | Hinted;
export type State = "connecting" | "open" | "lost";

interface Pending {
  message: ClientMessage;
  /** Worthless in another connection: entering is done anew there. */
  once: boolean;
  resolve(answer: Answer): void;
  reject(error: Refused): void;
}

/** What a connection has to be; a test gives its own. */
export interface Socket {
  send(text: string): void;
  reconnect(): void;
  addEventListener(
    type: string,
    listener: (event: { data?: unknown; code?: number }) => void,
  ): void;
}

export class Link {
  readonly state = signal<State>("connecting");
  readonly me = signal<Welcome | null>(null);
  /** Seconds by which the server's clock is ahead of ours. */
  offset = 0;
  private readonly prefix = Math.random().toString(36).slice(2, 10);
  private count = 0;
  private readonly pending = new Map<string, Pending>();
  private readonly listeners = new Set<(message: ServerMessage) => void>();
  private readonly arrivals = new Set<() => void>();
  private heard = 0;
  private asked = 0;

  constructor(
    private readonly socket: Socket,
    private readonly clock: () => number = () => Date.now(),
  ) {
    socket.addEventListener("message", (event) => this.receive(String(event.data)));
    socket.addEventListener("open", () => {
      this.heard = this.clock();
    });
    socket.addEventListener("close", () => this.lose());
  }

  /** The server's time in seconds. */
  now(): number {
    return this.clock() / 1000 + this.offset;
  }

  /** Send a message until it is answered; rejects with what the server refuses it with. */
  send(request: Request, once = false): Promise<Answer> {
    const id = `${this.prefix}-${++this.count}`;
    const message = { ...request, id } as ClientMessage;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { message, once, resolve, reject });
      if (this.state.value === "open") this.socket.send(JSON.stringify(message));
    });
  }

  listen(listener: (message: ServerMessage) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Call this now if we are connected, and whenever we are again. */
  arrive(arrival: () => void): () => void {
    this.arrivals.add(arrival);
    if (this.state.value === "open") arrival();
    return () => this.arrivals.delete(arrival);
  }

  /** Ask after a silence, give the connection up after a long one; called now and then. */
  check(): void {
    const now = this.clock();
    if (this.state.value !== "open") return;
    // A page that was held up itself heard nothing either: only a question tells.
    if (this.asked > this.heard) {
      if (now - this.asked <= PATIENCE) return;
      this.lose();
      this.socket.reconnect();
    } else if (now - this.heard > SILENCE) {
      this.asked = now;
      this.socket.send(JSON.stringify({ type: "ping", id: `${this.prefix}-ping` }));
    }
  }

  private receive(text: string): void {
    this.heard = this.clock();
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === "welcome") this.welcome(message);
    if (message.type === "pong") this.offset = message.now - this.clock() / 1000;
    for (const listener of [...this.listeners]) listener(message);
    if (message.type === "done" || message.type === "hint" || message.type === "refusal")
      this.settle(message);
  }

  private settle(message: Extract<ServerMessage, { type: "done" | "hint" | "refusal" }>): void {
    const waiting = this.pending.get(message.id);
    if (!waiting) return;
    this.pending.delete(message.id);
    if (message.type !== "refusal") waiting.resolve(message);
    else waiting.reject(new Refused(message.code, message.message, message.rule));
  }

  private welcome(message: Welcome): void {
    this.offset = message.now - this.clock() / 1000;
    this.me.value = message;
    const again = [...this.pending.values()].filter((each) => !each.once);
    for (const [id, each] of this.pending) if (each.once) this.pending.delete(id);
    this.state.value = "open";
    for (const arrival of [...this.arrivals]) arrival();
    for (const { message } of again) this.socket.send(JSON.stringify(message));
  }

  private lose(): void {
    if (this.state.value === "open") this.state.value = "lost";
    for (const [id, each] of this.pending) {
      if (!each.once) continue;
      this.pending.delete(id);
      each.reject(new Refused("lost", ""));
    }
  }
}

function connect(): Link {
  const socket = new ReconnectingWebSocket(address, [], {
    WebSocket: Connection,
    minReconnectionDelay: 200,
    // Not all at once, after the server was away.
    maxReconnectionDelay: 1500 + Math.random() * 1500,
    reconnectionDelayGrowFactor: 1.4,
    connectionTimeout: 6000,
    maxEnqueuedMessages: 0,
  });
  const made = new Link(socket as unknown as Socket);
  setInterval(() => made.check(), CHECK);
  addEventListener("online", () => {
    if (made.state.value !== "open") socket.reconnect();
  });
  // A network that is gone is known at once, not after nine seconds.
  addEventListener("offline", () => socket.reconnect());
  return made;
}

let link: Link | undefined;

/** The connection, opened by whoever asks first. */
export function theLink(): Link {
  link ??= connect();
  return link;
}
