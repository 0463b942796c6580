/** Where an analysis begins: a stored game, a running room, a set-up or a state. */

import { fetchJson } from "../http";
import type { Ending, Frame, Look, Replay } from "../protocol";

export interface AnalysisRoot {
  /** The first position, without moves. */
  position: Look;
  names: readonly string[];
  outcome: Ending | null;
  /** The game so far, from its first position; empty if there is none. */
  frames: readonly Frame[];
  /** The id of a result or the code of a room; empty for other positions. */
  id: string;
}

/** A result's id has a dash, a room's code has none. */
export function isResult(id: string): boolean {
  return id.includes("-");
}

/** The address of a stored or a running game. */
export function gameUrl(id: string): string {
  return `/api/${isResult(id) ? "records" : "rooms"}/${encodeURIComponent(id)}`;
}

/** Load a game; a finished one of a room has the id of its result, which outlives the room. */
export async function loadRoot(id: string): Promise<AnalysisRoot> {
  const replay = await fetchJson<Replay>(`${gameUrl(id)}/replay`);
  return rootOfReplay(replay, replay.result || id);
}

/** Name the result in the address, in place of the room, so that the page can be reloaded later. */
export function nameResult(code: string, result: string): void {
  if (!result || result === code) return;
  const path = location.pathname.replace(/[^/]+$/, encodeURIComponent(result));
  history.replaceState(history.state, "", path + location.search + location.hash);
}

export function rootOfReplay(replay: Replay, id: string): AnalysisRoot {
  const { game, ruleset, options, seed, names, outcome, frames } = replay;
  const position = { game, ruleset, options, seed, seats: names.length };
  return { position, names, outcome, frames, id };
}

export function rootOfPosition(position: Look, names: readonly string[] = []): AnalysisRoot {
  return { position, names, outcome: null, frames: [], id: "" };
}

/** What the fragment of an address says: a position, and a line from it. */
export interface Place {
  position: Look | null;
  /** The moves from the first position. */
  line: readonly string[];
  /** Moves of the game itself before the line, where the address names a game. */
  ply: number;
}

/** Write a place into a fragment; a fragment never reaches the server, so it may be long. */
export function writePlace(place: Place): string {
  const fields = new URLSearchParams();
  if (place.position) fields.set("position", JSON.stringify(place.position));
  if (place.ply) fields.set("ply", String(place.ply));
  if (place.line.length) fields.set("line", place.line.map(encodeURIComponent).join(" "));
  const written = fields.toString();
  return written ? `#${written}` : "";
}

export function readPlace(fragment: string): Place {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const ply = Number.parseInt(fields.get("ply") ?? "", 10);
  const words = (fields.get("line") ?? "").split(" ").filter(Boolean);
  return {
    position: readPosition(fields.get("position")),
    ply: Number.isFinite(ply) ? Math.max(0, ply) : 0,
    line: words.map(decodeWord),
  };
}

function readPosition(text: string | null): Look | null {
  try {
    const value = JSON.parse(text ?? "null") as Look | null;
    return value && typeof value.game === "string" ? value : null;
  } catch {
    return null;
  }
}

function decodeWord(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}
