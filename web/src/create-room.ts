/** Opening a room: from what somebody chose to a set-up, and from that to its address. */

import { theLink } from "./connection";
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
  rated: boolean;
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
    rated: false,
    spectators: null,
    public: false,
    label: "",
  };
}

/** Why a game cannot be rated: one person for all seats, several bots, or other rules. */
export type Unrateable = "screen" | "bots" | "ruleset" | "options";

/** Why a game as it is wished cannot be rated, null if it can. */
export function unrateable(game: GameInfo, wished: Wishes): Unrateable | null {
  if (wished.opponent === "screen") return "screen";
  if (wished.opponent === "ai" && wished.players > 2) return "bots";
  if (!game.rated_rulesets.includes(wished.ruleset)) return "ruleset";
  return Object.keys(wished.options).length > 0 ? "options" : null;
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
  const rated = wished.rated && unrateable(game, wished) === null;
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
    takebacks: wished.takebacks && !rated,
    rated,
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
