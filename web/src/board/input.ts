/** Clicks, however they were made: mouse, finger, key, or chosen by a screen reader. */

import type { Choice } from "../protocol";
import { type Way, ways } from "./choose";
import { isButton, parse } from "./spots";
import { open, type State, targets } from "./state";

/** What input can do to a board. */
export interface Desk {
  readonly state: State;
  /** The clicks changed: draw, tell, and say so to the page. */
  changed(): void;
  /** A whole move was chosen. */
  chosen(choice: Choice): void;
  /** Nothing legal leads there. */
  tried(path: string[]): void;
  /** Several moves share a target. */
  ask(at: string, found: Way[]): void;
}

/** One click. False if it had no effect at all. */
export function tap(desk: Desk, at: string): boolean {
  const { state } = desk;
  if (state.pending) return settle(desk, at);
  if (!state.choices.length) return false;
  const found = ways(open(state), state.prefix, at);
  if (found.length > 1) {
    desk.ask(at, found);
    return true;
  }
  if (found[0]) return follow(desk, found[0]);
  if (isButton(at)) return arm(desk, at);
  if (state.prefix[state.prefix.length - 1] === at) return back(desk);
  const anew = ways(open(state), [], at);
  // A click beside must not become a move of its own.
  if (state.prefix.length && anew[0] && !anew[0].choice) {
    state.prefix = [];
    return follow(desk, anew[0]);
  }
  return attempt(desk, at);
}

export function follow(desk: Desk, way: Way): boolean {
  const { state } = desk;
  if (way.choice) {
    desk.chosen(way.choice);
    return true;
  }
  state.prefix = way.path;
  desk.changed();
  return true;
}

/** A second click where a waiting move ends confirms it, any other takes it back. */
function settle(desk: Desk, at: string): boolean {
  const { state } = desk;
  const waiting = state.pending as Choice;
  if (at === waiting.path[waiting.path.length - 1]) {
    desk.chosen(waiting);
    return true;
  }
  state.pending = null;
  state.prefix = [];
  desk.changed();
  return tap(desk, at);
}

/** A button before its piece: keep it in mind, and take the piece if only one can use it. */
function arm(desk: Desk, at: string): boolean {
  const { state } = desk;
  const able = state.choices.filter(({ path }) => path.includes(at));
  if (!able.length) return attempt(desk, at);
  state.armed = state.armed === at ? null : at;
  const [first, ...others] = new Set(able.map(({ path }) => path[0] as string));
  const alone = state.armed && first && !others.length;
  state.prefix = alone && able[0] ? able[0].path.slice(0, able[0].path.indexOf(at) + 1) : [];
  desk.changed();
  return true;
}

function attempt(desk: Desk, at: string): boolean {
  const { state } = desk;
  const occupied = (state.scene.tokens ?? []).some((token) => token.at === at);
  const placing = state.choices.some(({ path }) => path.length === 1 && parse(path[0] as string));
  if (!state.prefix.length && !occupied && !placing && !isButton(at)) return false;
  desk.tried([...state.prefix, at]);
  return true;
}

/** Take the last click back. */
export function back(desk: Desk): boolean {
  const { state } = desk;
  if (state.pending) {
    state.pending = null;
    state.prefix = [];
  } else if (state.prefix.length) {
    state.prefix = state.prefix.slice(0, -1);
    while (state.prefix.length && isButton(state.prefix[state.prefix.length - 1] as string))
      state.prefix = state.prefix.slice(0, -1);
    if (!state.prefix.length) state.armed = null;
  } else if (state.armed) state.armed = null;
  else return false;
  desk.changed();
  return true;
}

/** May a piece be taken up here to be dragged? */
export function canLift(state: State, at: string): boolean {
  if (!(state.scene.tokens ?? []).some((token) => token.at === at)) return false;
  if (state.pending || !state.choices.length) return false;
  return state.prefix.includes(at) || ways(open(state), [], at).length > 0;
}

/** The legal target closest to a point, for fingers on small cells. */
export function nearest(
  state: State,
  x: number,
  y: number,
  reach: number,
  middle: (at: string) => { x: number; y: number } | null,
): string | null {
  let best: string | null = null;
  let closest = reach;
  for (const at of targets(state).keys()) {
    const point = middle(at);
    if (!point) continue;
    const distance = Math.hypot(point.x - x, point.y - y);
    if (distance < closest) {
      closest = distance;
      best = at;
    }
  }
  return best;
}
