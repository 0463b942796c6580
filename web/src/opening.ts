/** Opening a room: from what somebody chose to a set-up, and from that to its address. */

import { theLink } from "./link";
import type { Done, GameInfo, Place, Setup } from "./protocol";

export type Opponent = "ai" | "screen" | "open" | "invite";
export type ClockKind = "none" | "move" | "fischer" | "bronstein";
type Level = NonNullable<Place["level"]>;

export interface Wishes {
  opponent: Opponent;
  level: Level;
  players: number;
  /** The seat to play, or null for a drawn one. */
  seat: number | null;
  ruleset: string;
  options: Readonly<Record<string, number | boolean>>;
  clock: ClockKind;
  seconds: number;
  extra: number;
  timeout: "lose" | "first" | "random";
  takebacks: boolean;
  /** Whether others may look on; null while nothing was chosen: then as it is public or not. */
  spectators: boolean | null;
  public: boolean;
  label: string;
}

/** What a part of the form is given. */
export interface Wishing {
  game: GameInfo;
  wished: Wishes;
  wish(changes: Partial<Wishes>): void;
}

export function wishes(game: GameInfo): Wishes {
  return {
    opponent: "ai",
    level: "medium",
    players: Math.min(...game.seats),
    seat: 0,
    ruleset: game.rulesets[0] ?? "standard",
    options: {},
    clock: "none",
    seconds: 300,
    extra: 3,
    timeout: "lose",
    takebacks: true,
    spectators: null,
    public: false,
    label: "",
  };
}

function other({ opponent, level }: Wishes): Place {
  if (opponent === "ai") return { kind: "bot", level };
  return { kind: opponent === "screen" ? "host" : "open" };
}

/** Whether the lobby is to list the room. */
export function listed({ opponent, public: isPublic }: Wishes): boolean {
  return opponent === "open" || isPublic;
}

/** Whether others are to look on: at a private game only if that was chosen. */
export function watchable(wished: Wishes): boolean {
  return wished.spectators ?? listed(wished);
}

/** The set-up that wishes amount to. */
export function setup(game: GameInfo, wished: Wishes): Setup {
  const own = wished.seat ?? 0;
  const seats = Array.from({ length: wished.players }, (_, seat) =>
    seat === own ? ({ kind: "host" } as Place) : other(wished),
  );
  const { clock: kind, seconds, extra, timeout } = wished;
  const clock = {
    kind,
    seconds,
    ...(kind === "fischer" || kind === "bronstein" ? { extra } : {}),
    ...(kind === "move" ? { timeout } : {}),
  };
  return {
    game: game.id,
    seats,
    ruleset: wished.ruleset,
    options: { ...wished.options },
    shuffle: wished.seat === null && wished.opponent !== "screen",
    ...(kind === "none" ? {} : { clock }),
    takebacks: wished.takebacks,
    spectators: watchable(wished),
    public: listed(wished),
    label: wished.label,
  };
}

/** Open a room; its address. */
export async function open(wanted: Setup): Promise<string> {
  const done = (await theLink().send({ type: "create", setup: wanted })) as Done;
  return `/play/${done.room}`;
}
