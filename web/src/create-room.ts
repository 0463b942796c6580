/** Creating a room: the choices of the form, the setup they give, and the room's address. */

import { theConnection } from "./connection";
import type { GameInfo, Place, Setup } from "./protocol";

export type Opponent = "ai" | "screen" | "open" | "invite" | "program" | "mix" | "bots";
/** The holder of a seat at a mixed table: the user, any person, a program, or a level. */
export type SeatHolder = "host" | "open" | "agent" | Level;
export type ClockKind = "none" | "move" | "fischer" | "bronstein";
type Level = NonNullable<Place["level"]>;

export interface GameChoices {
  opponent: Opponent;
  level: Level;
  players: number;
  /** The user's seat, or null for a random one. */
  seat: number | null;
  /** The holders of the other seats at a mixed table, by seat. */
  others: Readonly<Record<number, SeatHolder>>;
  ruleset: string;
  options: Readonly<Record<string, number | boolean>>;
  clock: ClockKind;
  seconds: number;
  extra: number;
  timeout: "lose" | "first" | "random";
  takebacks: boolean;
  rated: boolean;
  /** Whether spectators are allowed; null follows the visibility of the room. */
  spectators: boolean | null;
  public: boolean;
  label: string;
}

/** The props of each part of the form. */
export interface GameFormProps {
  game: GameInfo;
  chosen: GameChoices;
  choose(changes: Partial<GameChoices>): void;
}

export function defaultChoices(game: GameInfo): GameChoices {
  return {
    opponent: "ai",
    level: "medium",
    players: Math.min(...game.seats),
    seat: 0,
    others: {},
    ruleset: game.rulesets[0] ?? "standard",
    options: {},
    clock: game.suggested_move_s ? "move" : "none",
    seconds: game.suggested_move_s || 300,
    extra: 3,
    timeout: "lose",
    takebacks: true,
    rated: false,
    spectators: null,
    public: false,
    label: "",
  };
}

/** Why a game cannot be rated: one person plays all seats, several bots, or other rules. */
export type UnratedReason = "screen" | "bots" | "ruleset" | "options";

/** The reason why these choices cannot be rated, or null if they can. */
export function whyUnrated(game: GameInfo, chosen: GameChoices): UnratedReason | null {
  if (chosen.opponent === "screen") return "screen";
  if (chosen.opponent === "bots" || (chosen.opponent === "ai" && chosen.players > 2)) return "bots";
  if (chosen.opponent === "mix" && !hasFairSeats(chosen)) return "bots";
  if (!game.rated_rulesets.includes(chosen.ruleset)) return "ruleset";
  return Object.keys(chosen.options).length > 0 ? "options" : null;
}

/** The holder that a mixed table has in a seat; a person unless the user chose otherwise. */
export function mixedHolder({ others, opponent, level }: GameChoices, seat: number): SeatHolder {
  return others[seat] ?? (opponent === "bots" ? level : "open");
}

/** Whether no level plays two seats, and other people or programs play. */
function hasFairSeats(chosen: GameChoices): boolean {
  const others = Array.from({ length: chosen.players }, (_, at) => at)
    .filter((at) => at !== (chosen.seat ?? 0))
    .map((at) => mixedHolder(chosen, at));
  const levels = others.filter((holder) => holder !== "open" && holder !== "agent");
  return isOnline(chosen) && new Set(levels).size === levels.length;
}

function mixedPlace(chosen: GameChoices, seat: number): Place {
  const holder = mixedHolder(chosen, seat);
  if (holder === "open" || holder === "agent" || holder === "host") return { kind: holder };
  return { kind: "bot", level: holder };
}

function opponentPlace({ opponent, level }: GameChoices): Place {
  if (opponent === "ai") return { kind: "bot", level };
  if (opponent === "program") return { kind: "agent" };
  return { kind: opponent === "screen" ? "host" : "open" };
}

/** Whether the room waits for others before the game begins. */
export function isOnline(chosen: GameChoices): boolean {
  const { opponent, players, seat } = chosen;
  if (opponent !== "mix" && opponent !== "bots")
    return ["open", "invite", "program"].includes(opponent);
  const own = opponent === "bots" ? null : (seat ?? 0);
  const others = Array.from({ length: players }, (_, each) => each).filter((at) => at !== own);
  return others.some((at) => ["open", "agent"].includes(mixedHolder(chosen, at)));
}

/** Whether the lobby lists the room. */
export function isListed({ opponent, public: isPublic }: GameChoices): boolean {
  return opponent === "open" || isPublic;
}

/** Whether spectators are allowed; in a private game only if the user chose it. */
export function isWatchable(chosen: GameChoices): boolean {
  return chosen.spectators ?? isListed(chosen);
}

/** The room setup for these choices. */
export function roomSetup(game: GameInfo, chosen: GameChoices): Setup {
  const own = chosen.seat ?? 0;
  const { opponent } = chosen;
  const seats = Array.from({ length: chosen.players }, (_, seat): Place => {
    if (opponent === "bots") return mixedPlace(chosen, seat);
    if (seat === own) return { kind: "host" };
    return opponent === "mix" ? mixedPlace(chosen, seat) : opponentPlace(chosen);
  });
  const rated = chosen.rated && whyUnrated(game, chosen) === null;
  const { clock: kind, seconds, extra, timeout } = chosen;
  const clock = {
    kind,
    seconds,
    ...(kind === "fischer" || kind === "bronstein" ? { extra } : {}),
    ...(kind === "move" ? { timeout } : {}),
  };
  return {
    game: game.id,
    seats,
    ruleset: chosen.ruleset,
    options: { ...chosen.options },
    shuffle: chosen.seat === null && opponent !== "screen" && opponent !== "bots",
    ...(kind === "none" ? {} : { clock }),
    takebacks: chosen.takebacks && !rated,
    rated,
    spectators: isWatchable(chosen),
    public: isListed(chosen),
    label: chosen.label,
  };
}

/** Create a room and return its address. */
export async function createRoom(wanted: Setup): Promise<string> {
  const done = await theConnection().send({ type: "create", setup: wanted });
  return `/play/${done.room}`;
}
