import { beforeEach, describe, expect, it } from "vitest";
import { Connection, type Socket } from "../src/connection";

type Listener = (event: { data?: unknown }) => void;

class Wire implements Socket {
  sent: Record<string, unknown>[] = [];
  reconnected = 0;
  closed = 0;
  private readonly listeners = new Map<string, Listener[]>();

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.closed++;
  }

  reconnect(): void {
    this.reconnected++;
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }

  hear(message: object): void {
    for (const each of this.listeners.get("message") ?? []) each({ data: JSON.stringify(message) });
  }

  drop(): void {
    for (const each of this.listeners.get("close") ?? []) each({});
  }
}

const WELCOME = { type: "welcome", member: "m", name: "Ann", now: 1000 };
let wire: Wire;
let connection: Connection;
let now: number;

beforeEach(() => {
  wire = new Wire();
  now = 0;
  connection = new Connection(wire, () => now);
});

describe("the connection", () => {
  it("sends nothing before the welcome, then the queued requests, and knows the server time", () => {
    void connection.send({ type: "undo", room: "R" });
    expect(wire.sent).toEqual([]);
    now = 4000;
    wire.hear(WELCOME);
    expect(wire.sent).toMatchObject([{ type: "undo", room: "R" }]);
    now = 6500;
    expect(connection.serverTimeS()).toBeCloseTo(1002.5);
  });

  it("resolves with the reply, rejects with the refusal", async () => {
    wire.hear(WELCOME);
    const good = connection.send({ type: "undo", room: "R" });
    const bad = connection.send({ type: "undo", room: "R" });
    const [a, b] = wire.sent.map((each) => each.id);
    wire.hear({ type: "done", id: a, number: 3 });
    wire.hear({ type: "refusal", id: b, code: "nothing_to_undo", message: "Nothing." });
    expect(await good).toMatchObject({ number: 3 });
    await expect(bad).rejects.toMatchObject({ code: "nothing_to_undo", message: "Nothing." });
  });

  it("resends requests without a reply under the same id, after the open listeners", async () => {
    wire.hear(WELCOME);
    void connection.send({ type: "undo", room: "R" });
    const once = connection.send({ type: "enter", room: "R", last: 1 }, true);
    const id = wire.sent[0]?.id;
    connection.onOpen(() => {
      connection.send({ type: "enter", room: "R", last: 2 }, true).catch(() => {});
    });
    wire.sent = [];
    wire.drop();
    expect(connection.state.value).toBe("lost");
    await expect(once).rejects.toMatchObject({ code: "lost" });
    wire.hear(WELCOME);
    expect(wire.sent.map(({ type, last, id: sent }) => [type, last, sent === id])).toEqual([
      ["enter", 2, false],
      ["undo", undefined, true],
    ]);
  });

  it("pings after 2.5 seconds of silence and reconnects without a pong", () => {
    wire.hear(WELCOME);
    wire.sent = [];
    now = 2400;
    connection.checkHeartbeat();
    expect(wire.sent).toEqual([]);
    now = 2600;
    connection.checkHeartbeat();
    connection.checkHeartbeat();
    expect(wire.sent).toMatchObject([{ type: "ping" }]);
    now = 9100;
    connection.checkHeartbeat();
    expect(wire.reconnected).toBe(0);
    now = 9200;
    connection.checkHeartbeat();
    expect(wire.reconnected).toBe(1);
    expect(connection.state.value).toBe("lost");
  });

  it("keeps the reason of a ban, and does not reconnect", () => {
    wire.hear(WELCOME);
    wire.hear({ type: "refusal", id: "", code: "banned", message: "You are banned." });
    expect(connection.banned.value).toBe("You are banned.");
    expect(connection.state.value).toBe("lost");
    expect([wire.closed, wire.reconnected]).toEqual([1, 0]);
  });

  it("pings first after the page itself was suspended", () => {
    wire.hear(WELCOME);
    now = 60_000;
    connection.checkHeartbeat();
    expect(wire.sent.at(-1)).toMatchObject({ type: "ping" });
    expect(wire.reconnected).toBe(0);
    now = 61_000;
    wire.hear({ type: "pong", id: "", now: 61 });
    now = 63_000;
    connection.checkHeartbeat();
    expect(connection.state.value).toBe("open");
  });
});
