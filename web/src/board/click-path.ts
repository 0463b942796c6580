/** Click paths: a legal move is a path of hotspots, and every click extends it. */

import type { MoveChoice } from "../protocol";
import { isButton } from "./hotspots";

/** A continuation by one click: the longer path, and the move if the path is complete. */
export interface Continuation {
  path: string[];
  /** The button that the click implies, when only a cell was clicked. */
  via: string | null;
  choice: MoveChoice | null;
}

function startsWithPrefix(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.length <= path.length && prefix.every((at, i) => path[i] === at);
}

/** The choices whose path starts with the clicks so far. */
export function remainingChoices(
  choices: readonly MoveChoice[],
  prefix: readonly string[],
): MoveChoice[] {
  return choices.filter((choice) => startsWithPrefix(choice.path, prefix));
}

/** One choice for each way to click a move. */
export function expandChoices(choices: readonly MoveChoice[]): MoveChoice[] {
  return choices.flatMap((choice) => [
    choice,
    ...(choice.also ?? []).map((path) => ({ ...choice, path })),
  ]);
}

/** The length of the path after a click on `at`, or 0; buttons before a cell may be skipped. */
function clickReach(path: readonly string[], done: number, at: string): number {
  if (path[done] === at) return done + 1;
  if (done === 0 || isButton(at)) return 0;
  let next = done;
  while (next < path.length && isButton(path[next] as string)) next++;
  return path[next] === at ? next + 1 : 0;
}

/** All continuations by a click; several if moves share a target. */
export function continuations(
  choices: readonly MoveChoice[],
  prefix: readonly string[],
  at: string,
): Continuation[] {
  const found = new Map<string, Continuation>();
  for (const choice of remainingChoices(choices, prefix)) {
    const end = clickReach(choice.path, prefix.length, at);
    if (end === 0) continue;
    const path = choice.path.slice(0, end);
    const skipped = path.slice(prefix.length, -1);
    const key = path.join(" ");
    const whole = end === choice.path.length ? choice : null;
    const known = found.get(key);
    if (!known) found.set(key, { path, via: skipped[0] ?? null, choice: whole });
    else known.choice ??= whole;
  }
  return [...found.values()];
}

/** The spots that can be clicked next, directly or through a button. */
export function nextTargets(
  choices: readonly MoveChoice[],
  prefix: readonly string[],
): Map<string, "direct" | "action"> {
  const found = new Map<string, "direct" | "action">();
  for (const { path } of remainingChoices(choices, prefix)) {
    const at = path[prefix.length];
    if (at === undefined) continue;
    found.set(at, "direct");
    if (!isButton(at) || prefix.length === 0) continue;
    const cell = path.slice(prefix.length).find((spot) => !isButton(spot));
    if (cell !== undefined && !found.has(cell)) found.set(cell, "action");
  }
  return found;
}

/** The choices that press a button, for a button that is pressed before a piece. */
export function choicesWithButton(
  choices: readonly MoveChoice[],
  button: string | null,
): readonly MoveChoice[] {
  return button === null ? choices : choices.filter(({ path }) => path.includes(button));
}

/** The only choice with this notation, or null. */
export function choiceByNotation(
  choices: readonly MoveChoice[],
  notation: string,
): MoveChoice | null {
  const plain = (text: string) => text.trim().replace(/[!#+?]+$/, "");
  const exact = choices.filter((choice) => choice.notation === notation.trim());
  const near = choices.filter((choice) => plain(choice.notation) === plain(notation));
  const found = exact.length ? exact : near;
  return found.length === 1 ? (found[0] as MoveChoice) : null;
}

/** The cells from one to another: a straight line, or the shortest way over open cells. */
export function cellRoute(
  from: { row: number; col: number },
  to: { row: number; col: number },
  open: (row: number, col: number) => boolean,
): { row: number; col: number }[] {
  const rows = to.row - from.row;
  const cols = to.col - from.col;
  const straight = rows === 0 || cols === 0 || Math.abs(rows) === Math.abs(cols);
  const length = Math.max(Math.abs(rows), Math.abs(cols));
  const line = Array.from({ length: length + 1 }, (_, i) => ({
    row: from.row + (rows * i) / (length || 1),
    col: from.col + (cols * i) / (length || 1),
  }));
  if (straight && line.slice(1).every(({ row, col }) => open(row, col))) return line;
  return shortestRoute(from, to, open) ?? [from, to];
}

type RouteStep = { row: number; col: number; back: RouteStep | null };

function shortestRoute(
  from: { row: number; col: number },
  to: { row: number; col: number },
  open: (row: number, col: number) => boolean,
): { row: number; col: number }[] | null {
  const seen = new Set([`${from.row},${from.col}`]);
  let edge: RouteStep[] = [{ ...from, back: null }];
  while (edge.length) {
    const further: RouteStep[] = [];
    for (const step of edge) {
      if (step.row === to.row && step.col === to.col) return traceBack(step);
      for (const [r, c] of [
        [-1, 0],
        [1, 0],
        [0, -1],
        [0, 1],
      ] as const) {
        const at = { row: step.row + r, col: step.col + c, back: step };
        const key = `${at.row},${at.col}`;
        if (seen.has(key) || !open(at.row, at.col)) continue;
        seen.add(key);
        further.push(at);
      }
    }
    edge = further;
  }
  return null;
}

function traceBack(step: RouteStep | null): { row: number; col: number }[] {
  const found: { row: number; col: number }[] = [];
  for (let at = step; at; at = at.back) found.unshift({ row: at.row, col: at.col });
  return found;
}
