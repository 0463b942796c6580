/** The model of a room: a pure function applies each message to it. */

import type {
  Happened,
  Holder,
  Line,
  MoveChoice,
  Played,
  ServerMessage,
  Setup,
  Snapshot,
  Standing,
  Tail,
  View,
} from "./protocol";

export interface Room {
  code: string;
  number: number;
  setup: Setup;
  mode: Snapshot["mode"];
  phase: Snapshot["phase"];
  host: string;
  seats: readonly Holder[];
  yours: readonly number[];
  watchers: number;
  /** The absent members, with the time from which their seats can be claimed. */
  away: Readonly<Record<string, number>>;
  played: readonly Played[];
  offers: readonly Standing[];
  chat: readonly Line[];
  view: View | null;
  /** The legal moves, if it is the user's turn. */
  turn: { seat: number; ply: number; choices: readonly MoveChoice[] } | null;
  /** A bot that waits for a processor, and its place in the queue. */
  busy: { seat: number; place: number } | null;
  /** After a restart, the clocks are stopped until this time. */
  paused: number | null;
  why: string | null;
}

/** The room after a message; `missed` asks for a resync. */
export type RoomUpdate = { room: Room; missed?: boolean };

export function fromSnapshot(message: Snapshot): Room {
  const { type: _type, room, played, offers, chat, view, ...rest } = message;
  return {
    ...rest,
    code: room,
    played: played ?? [],
    offers: offers ?? [],
    chat: chat ?? [],
    view: view ?? null,
    turn: null,
    busy: null,
    paused: null,
    why: null,
  };
}

/** Apply a message; `missed` if an earlier event is missing. */
export function applyMessage(
  room: Room | null,
  message: ServerMessage,
  me: string,
): RoomUpdate | null {
  if (message.type === "snapshot")
    return { room: { ...fromSnapshot(message), turn: room && keepTurn(room, message) } };
  if (!room) return null;
  switch (message.type) {
    case "tail":
      return { room: applyTail(room, message, me) };
    case "event":
      if (message.number <= room.number) return { room };
      if (message.number > room.number + 1) return { room, missed: true };
      return { room: applyEvent(room, message, me) };
    case "turn": {
      const { seat, ply, choices } = message;
      // The server repeats the turn after a reconnect; a half-chosen move is kept.
      if (room.turn?.seat === seat && room.turn.ply === ply) return { room };
      return { room: { ...room, turn: { seat, ply, choices } } };
    }
    case "watching":
      return { room: { ...room, watchers: message.watchers } };
    case "busy":
      return { room: { ...room, busy: { seat: message.seat, place: message.place } } };
    default:
      return { room };
  }
}

/** The current turn, if the room still waits for it after a snapshot. */
function keepTurn(room: Room, { view, yours, phase, played }: Snapshot): Room["turn"] {
  const { turn } = room;
  const same = view?.game === room.view?.game && view?.ply === turn?.ply && phase === "playing";
  // A move may have been taken back and replaced by another one.
  const sameMoves = JSON.stringify(played ?? []) === JSON.stringify(room.played);
  return turn && same && sameMoves && yours.includes(turn.seat) ? turn : null;
}

function applyTail(room: Room, tail: Tail, me: string): Room {
  let next = room;
  for (const event of tail.events)
    if (event.number > next.number) next = applyEvent(next, event, me);
  return { ...next, number: tail.number, view: tail.view ?? next.view };
}

function withoutKey<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  const { [key]: _gone, ...rest } = record;
  return rest;
}

function withHolder(room: Room, seat: number, holder: Holder, me: string): Room {
  const seats = room.seats.map((each, index) => (index === seat ? holder : each));
  return { ...room, seats, yours: seatsOf(seats, me) };
}

function seatsOf(seats: readonly Holder[], me: string): number[] {
  return seats.flatMap((holder, seat) => (holder.member === me ? [seat] : []));
}

/** Members whose absence counts. The server sends no event when an absence stops counting. */
function awaitedMembers(room: Room): Set<string> {
  if (room.phase !== "open" && room.phase !== "playing") return new Set();
  const people = room.seats.flatMap(({ member }) => member || []);
  if (room.phase === "open") return new Set([...people, room.host]);
  const broadcast = room.mode !== "online" && room.setup.public;
  const playing = room.mode === "online" || room.paused !== null;
  return new Set([...(playing ? people : []), ...(broadcast ? [room.host] : [])]);
}

/** Apply one event. */
export function applyEvent(before: Room, event: Happened, me: string): Room {
  const room = applyFact(before, event, me);
  const kept = awaitedMembers(room);
  const away = Object.entries(room.away).filter(([member]) => kept.has(member));
  return { ...room, away: Object.fromEntries(away) };
}

function applyFact(before: Room, event: Happened, me: string): Room {
  const view = event.view ?? before.view;
  const room: Room = { ...before, number: event.number, view };
  const fact = event.fact;
  switch (fact.type) {
    case "sat":
      return withHolder(room, fact.seat, fact.holder, me);
    case "stood":
      return withHolder(room, fact.seat, { kind: "nobody" }, me);
    case "replaced":
      return { ...withHolder(room, fact.seat, fact.holder, me), turn: null };
    case "began":
      return {
        ...room,
        phase: "playing",
        seats: fact.seats,
        yours: seatsOf(fact.seats, me),
        played: [],
        offers: [],
        turn: null,
        busy: null,
      };
    case "moved": {
      const played = [
        ...room.played.slice(0, fact.ply),
        { seat: fact.seat, notation: fact.notation },
      ];
      const offers = room.offers.filter((each) => each.kind === "rematch");
      return { ...room, played, offers, turn: null, busy: null };
    }
    case "undone":
      return {
        ...room,
        played: room.played.slice(0, fact.ply),
        offers: [],
        turn: null,
        busy: null,
      };
    case "offered": {
      const { kind, seat, until } = fact;
      const standing = { offer: event.number, kind, seat, until, agreed: [] };
      return { ...room, offers: [...room.offers, standing] };
    }
    case "agreed":
      return {
        ...room,
        offers: room.offers.map((each) =>
          each.offer === fact.offer ? { ...each, agreed: [...each.agreed, fact.seat] } : each,
        ),
      };
    case "lapsed":
      return { ...room, offers: room.offers.filter((each) => each.offer !== fact.offer) };
    case "away":
      return { ...room, away: { ...room.away, [fact.member]: fact.until } };
    case "returned":
      return { ...room, away: withoutKey(room.away, fact.member) };
    case "ended":
      return { ...room, phase: "finished", offers: [], turn: null, busy: null };
    case "shared": {
      const { public: isPublic, spectators, label } = fact;
      return { ...room, setup: { ...room.setup, public: isPublic, spectators, label } };
    }
    case "hosted":
      return { ...room, host: fact.member };
    case "said": {
      const { channel, name, text } = fact;
      const line: Line = { number: event.number, at: event.at, channel, name, text };
      if (event.by) line.by = event.by;
      return { ...room, chat: [...room.chat, line] };
    }
    case "hidden":
      return { ...room, chat: room.chat.filter((line) => line.number !== fact.line) };
    case "restarted": {
      // The restart closed every connection.
      const paused = { ...room, paused: fact.until };
      const away = [...awaitedMembers(paused)].map((member) => [member, fact.until]);
      return { ...paused, away: Object.fromEntries(away) };
    }
    case "resumed":
      return { ...room, paused: null };
    case "closed":
      return { ...room, phase: "closed", turn: null, why: fact.why };
    default:
      return room;
  }
}
