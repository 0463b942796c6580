/** Turns clicks into moves, from mouse, touch, keyboard and screen reader alike. */

import type { MoveChoice } from "../protocol";
import { type Continuation, continuations } from "./click-path";
import { isButton, parseCell } from "./hotspots";
import { canPremove, extendPremove } from "./premove";
import { type BoardState, clickTargets, openChoices } from "./state";

/** The part of a board that input needs. */
export interface InputTarget {
  readonly state: BoardState;
  redraw(): void;
  /** The clicks so far changed. */
  selectionChanged(): void;
  /** A complete move was chosen. */
  moveChosen(choice: MoveChoice): void;
  /** No legal move follows this path. */
  moveTried(path: string[]): void;
  /** The clicks for the next turn changed. */
  premoveChanged(): void;
  /** Several moves share a target. */
  askWhichMove(at: string, found: Continuation[]): void;
}

/** Handle a click; false if it had no effect. */
export function clickSpot(target: InputTarget, at: string): boolean {
  const { state } = target;
  if (state.pending) return confirmOrCancel(target, at);
  if (canPremove(state)) {
    state.premove = extendPremove(state, at);
    target.premoveChanged();
    return true;
  }
  if (!state.choices.length) return false;
  const found = continuations(openChoices(state), state.prefix, at);
  if (found.length > 1) {
    target.askWhichMove(at, found);
    return true;
  }
  if (found[0]) return takeContinuation(target, found[0]);
  if (isButton(at)) return armButton(target, at);
  if (state.prefix[state.prefix.length - 1] === at) return undoClick(target);
  const restart = continuations(openChoices(state), [], at);
  // A stray click must not play a complete move.
  if (state.prefix.length && restart[0] && !restart[0].choice) {
    state.prefix = [];
    return takeContinuation(target, restart[0]);
  }
  return tryIllegalMove(target, at);
}

export function takeContinuation(target: InputTarget, way: Continuation): boolean {
  const { state } = target;
  if (way.choice) {
    target.moveChosen(way.choice);
    return true;
  }
  state.prefix = way.path;
  target.selectionChanged();
  return true;
}

/** A second click on the target confirms a pending move; any other click cancels it. */
function confirmOrCancel(target: InputTarget, at: string): boolean {
  const { state } = target;
  const waiting = state.pending as MoveChoice;
  if (at === waiting.path[waiting.path.length - 1]) {
    target.moveChosen(waiting);
    return true;
  }
  state.pending = null;
  state.prefix = [];
  target.selectionChanged();
  return clickSpot(target, at);
}

/** Arm a button that was pressed before a piece; select the piece if only one can use it. */
function armButton(target: InputTarget, at: string): boolean {
  const { state } = target;
  const able = state.choices.filter(({ path }) => path.includes(at));
  if (!able.length) return tryIllegalMove(target, at);
  state.armed = state.armed === at ? null : at;
  const [first, ...others] = new Set(able.map(({ path }) => path[0] as string));
  const alone = state.armed && first && !others.length;
  state.prefix = alone && able[0] ? able[0].path.slice(0, able[0].path.indexOf(at) + 1) : [];
  target.selectionChanged();
  return true;
}

function tryIllegalMove(target: InputTarget, at: string): boolean {
  const { state } = target;
  const occupied = (state.scene.tokens ?? []).some((token) => token.at === at);
  const placing = state.choices.some(
    ({ path }) => path.length === 1 && parseCell(path[0] as string),
  );
  if (!state.prefix.length && !occupied && !placing && !isButton(at)) return false;
  // A button that was pressed before the piece comes after it in the path.
  const armed = state.armed !== null && !state.prefix.length && !isButton(at) ? [state.armed] : [];
  target.moveTried([...state.prefix, at, ...armed]);
  return true;
}

/** Undo the last click. */
export function undoClick(target: InputTarget): boolean {
  const { state } = target;
  if (state.pending) {
    state.pending = null;
    state.prefix = [];
  } else if (state.prefix.length) {
    state.prefix = state.prefix.slice(0, -1);
    while (state.prefix.length && isButton(state.prefix[state.prefix.length - 1] as string))
      state.prefix = state.prefix.slice(0, -1);
    if (!state.prefix.length) state.armed = null;
  } else if (state.premove.length) {
    state.premove = [];
    target.premoveChanged();
    return true;
  } else if (state.armed) state.armed = null;
  else return false;
  target.selectionChanged();
  return true;
}

/** Whether a piece on this spot can be dragged. */
export function canLiftPiece(state: BoardState, at: string): boolean {
  if (!(state.scene.tokens ?? []).some((token) => token.at === at)) return false;
  if (state.pending || !state.choices.length) return false;
  return state.prefix.includes(at) || continuations(openChoices(state), [], at).length > 0;
}

/** The legal target closest to a point, for fingers on small cells. */
export function nearestTarget(
  state: BoardState,
  x: number,
  y: number,
  reach: number,
  middle: (at: string) => { x: number; y: number } | null,
): string | null {
  let best: string | null = null;
  let closest = reach;
  for (const at of clickTargets(state).keys()) {
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
