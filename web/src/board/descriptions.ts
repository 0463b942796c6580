/** Scenes and steps in words, for screen readers. */

import type { Cell, Scene, Event as Step, Token } from "../protocol";
import { t } from "../strings";
import { glyphWord } from "./glyphs";
import { cellName, isButton } from "./hotspots";
import { effectsOf } from "./preview";
import { groupStacks } from "./stack";
import { type BoardState, clickTargets, isCapture } from "./state";
import type { SeatNames } from "./types";

/** Owner, colour and name of a piece. */
export function describePiece(token: Token, names: SeatNames): string {
  const seat = token.seat ?? null;
  const whose =
    seat === null
      ? ""
      : names.yours.length === 1 && names.yours[0] === seat
        ? t.board.your
        : (names.seats[seat] ?? "");
  const tint = token.glyph === "cap" ? "" : (token.tint ?? "");
  return [whose, tint, pieceName(token, names)].filter(Boolean).join(" ");
}

/** A piece with its facing and its badge. */
export function describeToken(token: Token, names: SeatNames): string {
  const facing = t.board.compass[token.facing ?? ""];
  const words = [describePiece(token, names)];
  if (facing) words.push(t.board.facing(facing));
  if (token.badge) words.push(t.board.badge(token.badge, token.badge_name));
  return words.join(", ");
}

/** The game's name of a piece, or the word of its glyph. */
function pieceName(token: Token, names: SeatNames): string {
  return names.pieces?.[token.glyph] ?? glyphWord(token.glyph);
}

export interface SceneIndex {
  cells: Map<string, Cell>;
  piles: Map<string, Token[]>;
  next: Map<string, "direct" | "action">;
}

export function indexScene(state: BoardState): SceneIndex {
  return {
    cells: new Map((state.scene.cells ?? []).map((cell) => [cell.at, cell])),
    piles: groupStacks(state.scene.tokens ?? []),
    next: clickTargets(state),
  };
}

/** The full description of a cell. */
export function describeCell(state: BoardState, known: SceneIndex, at: string): string {
  const { names } = state;
  const cell = known.cells.get(at);
  const pile = known.piles.get(at) ?? [];
  const parts = [cellName(state.scene, at)];
  if (cell?.level) parts.push(t.board.level(cell.level));
  if (cell?.mark) {
    const owned = cell.mark === "goal" && typeof cell.seat === "number";
    parts.push(
      owned
        ? t.board.goalOf(names.seats[cell.seat as number] ?? "")
        : (t.board.marks[cell.mark] ?? cell.mark),
    );
  }
  if (pile.length > 1) parts.push(t.board.stack(pile.length));
  parts.push(...pile.map((token) => describeToken(token, names)));
  if (!pile.length && !cell?.mark) parts.push(t.board.empty);
  if (state.prefix.includes(at)) parts.push(t.board.chosen);
  const way = known.next.get(at);
  if (way) parts.push(...describeEffects(state, at), describeTarget(state, way, pile));
  return parts.join(", ");
}

/** The effects of a move to a cell. */
function describeEffects(state: BoardState, at: string): string[] {
  return describeSteps(state.scene, state.scene, effectsOf(state, at), state.names);
}

function describeTarget(
  state: BoardState,
  way: "direct" | "action",
  pile: readonly Token[],
): string {
  if (state.prefix.length === 0) return t.board.canStart;
  if (way === "action") return t.board.canAct(t.board.actions.toLowerCase());
  return isCapture(state, pile) ? t.board.canTake : t.board.canGo;
}

/** The label of a move to a cell, by the button that the move presses. */
export function moveLabel(state: BoardState, at: string, button: string | null): string {
  const { scene } = state;
  const label = scene.buttons?.find((each) => each.at === button)?.label;
  const pile = (scene.tokens ?? []).filter((token) => token.at === at);
  return label ?? (isCapture(state, pile) ? t.board.capture : t.board.move);
}

/** A click path in words. */
export function describePath(scene: Scene, path: readonly string[], names: SeatNames): string {
  return path
    .map((at) =>
      isButton(at)
        ? (scene.buttons?.find((b) => b.at === at)?.label ?? at.slice(1))
        : describeSpot(scene, at, names),
    )
    .join(", ");
}

function describeSpot(scene: Scene, at: string, names: SeatNames): string {
  const token = (scene.tokens ?? []).find((t) => t.at === at);
  const tray = (scene.trays ?? []).some((t) => at.startsWith(`${t.id}:`));
  return tray && token
    ? [token.tint, pieceName(token, names)].filter(Boolean).join(" ")
    : cellName(scene, at);
}

/** The steps of a move in words; a path of several cells is described by its ends. */
export function describeSteps(
  before: Scene,
  after: Scene,
  steps: readonly Step[],
  names: SeatNames,
): string[] {
  const tokens = new Map([...(after.tokens ?? []), ...(before.tokens ?? [])].map((t) => [t.id, t]));
  const later = new Map((after.tokens ?? []).map((t) => [t.id, t]));
  const found: string[] = [];
  steps.forEach((step, i) => {
    const following = steps[i + 1];
    if (step.kind === "move" && following?.kind === "move" && following.token === step.token)
      return;
    const first = steps.findIndex((s) => s.kind === "move" && s.token === step.token);
    const from = step.kind === "move" ? (steps[first]?.at ?? step.at) : step.at;
    const token = tokens.get(step.token ?? "");
    const sentence = describeStep(after, step, cellName(before, from ?? ""), token, later, names);
    if (sentence) found.push(sentence);
  });
  return found;
}

function describeStep(
  scene: Scene,
  step: Step,
  at: string,
  token: Token | undefined,
  later: Map<string, Token>,
  names: SeatNames,
): string {
  const to = cellName(scene, step.to ?? "");
  const what = token ? describePiece(token, names) : "";
  if (step.kind === "raise") return t.board.raised(at, step.level ?? 0);
  if (step.kind === "erupt") return t.board.erupted(at);
  if (step.kind === "strike") return t.board.struck(at, to);
  if (step.kind === "beam") return t.board.beamed(at, to);
  if (step.kind === "move") return t.board.moved(what, at, to);
  if (step.kind === "capture") return t.board.captured(what, at);
  if (step.kind === "remove") return t.board.removed(what, at);
  if (step.kind === "place") return t.board.placed(what, to);
  const now = later.get(step.token ?? "");
  return step.kind === "change" && now ? t.board.changed(at, describeToken(now, names)) : "";
}
