/** The preconnected socket is handed over with its buffered events. */

import { beforeEach, expect, test, vi } from "vitest";

class Wire extends EventTarget {
  static readonly OPEN = 1;
  static made: Wire[] = [];
  readyState = 0;

  constructor(readonly url: string) {
    super();
    Wire.made.push(this);
  }

  hear(event: Event): void {
    if (event.type === "open") this.readyState = 1;
    if (event.type === "close") this.readyState = 3;
    this.dispatchEvent(event);
  }
}

type Make = new (url: string, protocols: string[]) => Wire;

async function fresh() {
  vi.resetModules();
  Wire.made = [];
  vi.stubGlobal("WebSocket", Wire);
  return import("../src/socket");
}

function told(wire: Wire): string[] {
  const heard: string[] = [];
  wire.addEventListener("open", () => heard.push("open"));
  wire.addEventListener("message", (event) => heard.push((event as MessageEvent).data));
  return heard;
}

let module: Awaited<ReturnType<typeof fresh>>;
let make: () => Wire;

beforeEach(async () => {
  module = await fresh();
  make = () => new (module.PreconnectingWebSocket as unknown as Make)("ws://there/ws", []);
});

test("the new owner gets every buffered event in order, once", async () => {
  module.openPreconnect();
  const [first] = Wire.made as [Wire];
  first.hear(new Event("open"));
  first.hear(new MessageEvent("message", { data: "welcome" }));
  const wire = make();
  expect(wire).toBe(first);
  const heard = told(wire);
  await Promise.resolve();
  wire.hear(new MessageEvent("message", { data: "next" }));
  expect(heard).toEqual(["open", "welcome", "next"]);
});

test("a socket that is still connecting is handed over as it is", async () => {
  module.openPreconnect();
  const wire = make();
  const heard = told(wire);
  await Promise.resolve();
  wire.hear(new Event("open"));
  expect(heard).toEqual(["open"]);
});

test("a failed socket is dropped, and every later one is new", () => {
  module.openPreconnect();
  Wire.made[0]?.hear(new Event("close"));
  const second = make();
  expect(second).not.toBe(Wire.made[0]);
  expect(make()).not.toBe(second);
  expect(Wire.made).toHaveLength(3);
});

test("without a preconnect the socket is opened on request", () => {
  expect(Wire.made).toHaveLength(0);
  expect(make().url).toBe("ws://there/ws");
});
