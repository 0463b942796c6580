/** Rooms, followed through recorded messages of a server (lists of choices shortened). */

import { describe, expect, it } from "vitest";
import type { Happened, ServerMessage } from "../src/protocol";
import { applyEvent, applyMessage, type Room } from "../src/room";
import againstBot from "./messages/against-bot.json";
import first from "./messages/online-first.json";
import second from "./messages/online-second.json";
import watcher from "./messages/online-watcher.json";

function messages(recorded: unknown): ServerMessage[] {
  return recorded as ServerMessage[];
}

function me(recorded: unknown): string {
  const welcome = messages(recorded)[0];
  return welcome?.type === "welcome" ? welcome.member : "";
}

/** The room after every message. */
function through(recorded: unknown): Room[] {
  const rooms: Room[] = [];
  let room: Room | null = null;
  for (const message of messages(recorded)) {
    const step = applyMessage(room, message, me(recorded));
    expect(step?.missed).toBeFalsy();
    room = step?.room ?? room;
    if (room) rooms.push(room);
  }
  return rooms;
}

function upTo(recorded: unknown, fact: string): Room {
  const list = messages(recorded);
  const at = list.findLastIndex((each) => each.type === "event" && each.fact.type === fact);
  const room = through(list.slice(0, at + 1)).at(-1);
  if (!room) throw new Error(`no ${fact}`);
  return room;
}

describe("a game against a bot", () => {
  it("starts with the snapshot, and ignores events that it already contains", () => {
    const rooms = through(againstBot.slice(0, 4));
    expect(rooms[0]).toMatchObject({ mode: "ai", phase: "playing", yours: [0], number: 2 });
    expect(rooms.at(-1)).toEqual(rooms[0]);
  });

  it("offers the choices of a turn until the move is played", () => {
    const rooms = through(againstBot.slice(0, 7));
    expect(rooms.at(-2)?.turn).toMatchObject({ seat: 0, ply: 0 });
    expect(rooms.at(-1)?.turn).toBeNull();
    expect(rooms.at(-1)?.played).toHaveLength(1);
  });

  it("keeps the choices when the server repeats the turn", () => {
    const list = messages(againstBot).slice(0, 7);
    const asked = list.findLastIndex((each) => each.type === "turn");
    const room = through(list.slice(0, asked + 1)).at(-1) as Room;
    const [snapshot] = list.filter((each) => each.type === "snapshot") as [ServerMessage];
    const again = structuredClone(list[asked] as ServerMessage);
    expect(applyMessage(room, again, me(againstBot))?.room.turn).toBe(room.turn);
    expect(applyMessage(room, snapshot, me(againstBot))?.room.turn).toBe(room.turn);
    expect(applyMessage(room, { ...again, ply: 2 } as ServerMessage, "")?.room.turn?.ply).toBe(2);
    const lost = { ...snapshot, yours: [] } as ServerMessage;
    expect(applyMessage(room, lost, me(againstBot))?.room.turn).toBeNull();
    const replaced = { ...snapshot, played: [{ seat: 0, notation: "other" }] } as ServerMessage;
    expect(applyMessage(room, replaced, me(againstBot))?.room.turn).toBeNull();
  });

  it("removes moves that were taken back", () => {
    const undone = upTo(againstBot, "undone");
    expect(undone.played).toHaveLength(2);
    expect(undone.view?.ply).toBe(2);
  });

  it("ends with the outcome, and a rematch starts empty", () => {
    const ended = upTo(againstBot, "ended");
    expect(ended).toMatchObject({ phase: "finished", turn: null });
    expect(ended.view?.outcome).toEqual({ winner: 1, reason: "resigned" });
    const began = upTo(againstBot, "began");
    expect(began).toMatchObject({ phase: "playing", played: [] });
    expect(began.view).toMatchObject({ game: 2, ply: 0 });
  });
});

describe("an online game", () => {
  it("starts when the second seat is taken, with a clock for each", () => {
    const room = upTo(first, "began");
    expect(room.phase).toBe("playing");
    expect(room.view?.clocks?.left).toEqual([300, 300]);
    expect(upTo(second, "began").yours).toEqual([1]);
    expect(upTo(watcher, "began").yours).toEqual([]);
  });

  it("hides the spectators' chat from players without a gap in the numbers", () => {
    expect(upTo(watcher, "said").chat[0]).toMatchObject({ channel: "watchers", text: "Nice." });
    expect(upTo(first, "withheld").chat).toEqual([]);
    expect(upTo(first, "withheld").number).toBe(6);
  });

  it("has an offer until the takeback happens", () => {
    const list = messages(second);
    const at = list.findIndex((each) => each.type === "event" && each.fact.type === "offered");
    expect(through(list.slice(0, at + 1)).at(-1)?.offers).toMatchObject([
      { offer: 7, kind: "takeback", seat: 0 },
    ]);
    expect(upTo(second, "undone").offers).toEqual([]);
  });

  it("has the absent player, the time of the claim, and the return", () => {
    const gone = upTo(first, "away");
    expect(Object.keys(gone.away)).toEqual([gone.seats[1]?.member]);
    expect(upTo(first, "returned").away).toEqual({});
  });

  it("catches up with the tail after a reconnect", () => {
    const room = through(second).at(-1);
    expect(room).toMatchObject({ number: 11, phase: "playing" });
    expect(room?.chat.map((line) => line.text)).toEqual(["Hello?"]);
  });

  it("loses a line of chat that the operator hid", () => {
    const room = through(second).at(-1);
    const line = room?.chat[0]?.number ?? 0;
    const fact = { type: "hidden" as const, line };
    const event = { type: "event" as const, room: "", number: 12, at: 0, fact };
    const after = room && applyMessage(room, { ...event, room: room.code }, "");
    expect(after?.room.chat).toEqual([]);
  });

  it("detects a missing event", () => {
    const [, snapshot, ...rest] = messages(watcher);
    const room = snapshot ? applyMessage(null, snapshot, me(watcher))?.room : null;
    const late = rest.find((each) => each.type === "event" && each.number === 4);
    expect(room && late && applyMessage(room, late, me(watcher))).toEqual({ room, missed: true });
  });
});

describe("an absent player", () => {
  const gone = upTo(first, "away");
  const [ann, bob] = gone.seats.map((holder) => holder.member ?? "") as [string, string];
  const roomAfter = (room: Room, ...facts: Happened["fact"][]) =>
    facts.reduce(
      (now, fact) =>
        applyEvent(now, { type: "event", number: now.number + 1, fact } as Happened, ann),
      room,
    );
  const ended = { type: "ended", winner: 0, reason: "abandoned", left: [] } as Happened["fact"];
  const began = (room: Room) =>
    ({ type: "began", game: 2, seed: 1, seats: [...room.seats].reverse() }) as Happened["fact"];

  it("is cleared when the game ends, and is not absent in the rematch", () => {
    expect(gone.away).toHaveProperty(bob);
    expect(roomAfter(gone, ended).away).toEqual({});
    expect(roomAfter(gone, ended, began(gone)).away).toEqual({});
  });

  it("is still absent when a game starts", () => {
    const filling = { ...gone, phase: "open", host: "cid", away: { [bob]: 7, cid: 8 } } as Room;
    expect(roomAfter(filling, began(gone)).away).toEqual({ [bob]: 7 });
  });

  it("is cleared with the seat, for a bot or a free seat", () => {
    const bot = { kind: "bot", name: "Medium" } as const;
    const replaced = { type: "replaced", seat: 1, holder: bot, why: "abandoned" };
    expect(roomAfter(gone, replaced as Happened["fact"]).away).toEqual({});
    const open = { ...gone, phase: "open" } as Room;
    expect(roomAfter(open, { type: "stood", seat: 1 } as Happened["fact"]).away).toEqual({});
  });

  it("is every player after a restart, until that player reconnects", () => {
    const back = roomAfter({ ...gone, away: {} }, { type: "restarted", until: 9 }, {
      type: "returned",
      member: ann,
    } as Happened["fact"]);
    expect(back.away).toEqual({ [bob]: 9 });
    expect(back.paused).toBe(9);
  });
});
