/** Creating a room: the choices of the form, the setup they give, and the room's address. */

import { theConnection } from "./connection";
import type { GameInfo, Place, Setup } from "./protocol";

export type Opponent = "ai" | "screen" | "open" | "invite";
export type ClockKind = "none" | "move" | "fischer" | "bronstein";
type Level = NonNullable<Place["level"]>;

export interface GameChoices {
  opponent: Opponent;
  level: Level;
  players: number;
  /** The user's seat, or null for a random one. */
  seat: number | null;
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

/** Why a game cannot be rated: one person plays all seats, several bots, or other rules. */
export type UnratedReason = "screen" | "bots" | "ruleset" | "options";

/** The reason why these choices cannot be rated, or null if they can. */
export function whyUnrated(game: GameInfo, chosen: GameChoices): UnratedReason | null {
  if (chosen.opponent === "screen") return "screen";
  if (chosen.opponent === "ai" && chosen.players > 2) return "bots";
  if (!game.rated_rulesets.includes(chosen.ruleset)) return "ruleset";
  return Object.keys(chosen.options).length > 0 ? "options" : null;
}

function opponentPlace({ opponent, level }: GameChoices): Place {
  if (opponent === "ai") return { kind: "bot", level };
  return { kind: opponent === "screen" ? "host" : "open" };
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
  const seats = Array.from({ length: chosen.players }, (_, seat) =>
    seat === own ? ({ kind: "host" } as Place) : opponentPlace(chosen),
  );
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
    shuffle: chosen.seat === null && chosen.opponent !== "screen",
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
