/** The page's connection to the server: reconnects, and resends requests without a reply. */

import { signal } from "@preact/signals";
import ReconnectingWebSocket from "partysocket/ws";
import { Refused } from "./http";
import type { ClientMessage, Done, Hinted, ServerMessage, Welcome } from "./protocol";
import { PreconnectingWebSocket, socketUrl } from "./socket";

const PING_AFTER_MS = 2500; // silence before a ping
const PONG_TIMEOUT_MS = 6500; // the connection counts as lost after this
const HEARTBEAT_CHECK_MS = 500;

type WithoutId<M> = M extends { id: string } ? Omit<M, "id"> : never;
/** A message to the server without its id, which the connection adds. */
export type Request = WithoutId<ClientMessage>;
export type Reply = Done | Hinted;
/** The reply that the server sends to a request. */
export type ReplyTo<R extends { type: string }> = R extends { type: "hint" } ? Hinted : Done;
export type ConnectionState = "connecting" | "open" | "lost";

interface PendingRequest {
  message: ClientMessage;
  /** Not resent after a reconnect, because `onOpen` listeners send it again. */
  once: boolean;
  resolve(answer: Reply): void;
  reject(error: Refused): void;
}

/** The part of a WebSocket that the connection needs; tests have their own. */
export interface Socket {
  send(text: string): void;
  reconnect(): void;
  /** Close for good. */
  close(): void;
  addEventListener(
    type: string,
    listener: (event: { data?: unknown; code?: number }) => void,
  ): void;
}

export class Connection {
  readonly state = signal<ConnectionState>("connecting");
  /** Why the operator has banned this member or address; null if it has not. */
  readonly banned = signal<string | null>(null);
  readonly me = signal<Welcome | null>(null);
  /** How many people and programs are online. */
  readonly online = signal(0);
  /** The server's clock minus the local clock, in seconds. */
  clockOffsetS = 0;
  private readonly idPrefix = Math.random().toString(36).slice(2, 10);
  private requestCount = 0;
  private readonly pending = new Map<string, PendingRequest>();
  private readonly messageListeners = new Set<(message: ServerMessage) => void>();
  private readonly openListeners = new Set<() => void>();
  private receivedAtMs = 0;
  private pingedAtMs = 0;

  constructor(
    private readonly socket: Socket,
    private readonly clock: () => number = () => Date.now(),
  ) {
    socket.addEventListener("message", (event) => this.receiveText(String(event.data)));
    socket.addEventListener("open", () => {
      this.receivedAtMs = this.clock();
    });
    socket.addEventListener("close", () => this.markLost());
  }

  /** The server's time in seconds. */
  serverTimeS(): number {
    return this.clock() / 1000 + this.clockOffsetS;
  }

  /** Send a request, again after every reconnect until the reply; rejects with a refusal. */
  send<R extends Request>(request: R, once = false): Promise<ReplyTo<R>> {
    const id = `${this.idPrefix}-${++this.requestCount}`;
    const message: ClientMessage = { ...(request as Request), id };
    return new Promise((resolve, reject) => {
      // The server answers a hint with a hint, and everything else with "done".
      const settle = (reply: Reply) => resolve(reply as ReplyTo<R>);
      this.pending.set(id, { message, once, resolve: settle, reject });
      if (this.state.value === "open") this.socket.send(JSON.stringify(message));
    });
  }

  onMessage(listener: (message: ServerMessage) => void): () => void {
    this.messageListeners.add(listener);
    return () => this.messageListeners.delete(listener);
  }

  /** Call the listener now if the connection is open, and after every reconnect. */
  onOpen(listener: () => void): () => void {
    this.openListeners.add(listener);
    if (this.state.value === "open") listener();
    return () => this.openListeners.delete(listener);
  }

  /** Heartbeat: ping after a silence, reconnect if no pong arrives in time. */
  checkHeartbeat(): void {
    const now = this.clock();
    if (this.state.value !== "open") return;
    // A suspended page receives nothing either, so only an unanswered ping counts.
    if (this.pingedAtMs > this.receivedAtMs) {
      if (now - this.pingedAtMs <= PONG_TIMEOUT_MS) return;
      this.markLost();
      this.socket.reconnect();
    } else if (now - this.receivedAtMs > PING_AFTER_MS) {
      this.pingedAtMs = now;
      this.socket.send(JSON.stringify({ type: "ping", id: `${this.idPrefix}-ping` }));
    }
  }

  private receiveText(text: string): void {
    this.receivedAtMs = this.clock();
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === "welcome") this.acceptWelcome(message);
    if (message.type === "refusal" && message.code === "banned") this.acceptBan(message.message);
    if (message.type === "pong") this.clockOffsetS = message.now - this.clock() / 1000;
    if (message.type === "welcome" || message.type === "pong" || message.type === "presence")
      this.online.value = message.online ?? this.online.value;
    for (const listener of [...this.messageListeners]) listener(message);
    if (message.type === "done" || message.type === "hint" || message.type === "refusal")
      this.settleRequest(message);
  }

  private settleRequest(
    message: Extract<ServerMessage, { type: "done" | "hint" | "refusal" }>,
  ): void {
    const waiting = this.pending.get(message.id);
    if (!waiting) return;
    this.pending.delete(message.id);
    if (message.type !== "refusal") waiting.resolve(message);
    else waiting.reject(new Refused(message.code, message.message, message.rule));
  }

  private acceptWelcome(message: Welcome): void {
    this.clockOffsetS = message.now - this.clock() / 1000;
    this.me.value = message;
    const again = [...this.pending.values()].filter((each) => !each.once);
    for (const [id, each] of this.pending) if (each.once) this.pending.delete(id);
    this.state.value = "open";
    for (const listener of [...this.openListeners]) listener();
    for (const { message } of again) this.socket.send(JSON.stringify(message));
  }

  /** The server closes the connection of a banned member: a reconnect would be refused too. */
  private acceptBan(message: string): void {
    this.banned.value = message;
    this.socket.close();
    this.markLost();
  }

  private markLost(): void {
    if (this.state.value === "open") this.state.value = "lost";
    for (const [id, each] of this.pending) {
      if (!each.once) continue;
      this.pending.delete(id);
      each.reject(new Refused("lost", ""));
    }
  }
}

function openConnection(): Connection {
  const socket = new ReconnectingWebSocket(socketUrl, [], {
    WebSocket: PreconnectingWebSocket,
    minReconnectionDelay: 200,
    // The random part spreads reconnects after a restart of the server.
    maxReconnectionDelay: 1500 + Math.random() * 1500,
    reconnectionDelayGrowFactor: 1.4,
    connectionTimeout: 6000,
    maxEnqueuedMessages: 0,
  });
  const made = new Connection(socket as unknown as Socket);
  setInterval(() => made.checkHeartbeat(), HEARTBEAT_CHECK_MS);
  addEventListener("online", () => {
    if (made.state.value !== "open" && made.banned.value === null) socket.reconnect();
  });
  // Detect a lost network at once instead of after nine seconds.
  addEventListener("offline", () => {
    if (made.banned.value === null) socket.reconnect();
  });
  return made;
}

let sharedConnection: Connection | undefined;

/** The connection of the page, opened on first use. */
export function theConnection(): Connection {
  sharedConnection ??= openConnection();
  return sharedConnection;
}
