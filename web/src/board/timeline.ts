/** Animation: a timeline from one scene to the next, and the frame at any moment of it. */

import type { Cell, Scene, Event as Step, Token } from "../protocol";
import { parseCell } from "./hotspots";

/** A step with its time span; `before` and `after` are the token or the cell that it changes. */
export interface Beat {
  kind: string;
  start: number;
  end: number;
  at: string;
  to: string;
  /** The corners of a beam. */
  via?: readonly string[];
  before?: Token;
  after?: Token;
  cell?: { before: Cell; after: Cell };
}

export interface Timeline {
  scene: Scene;
  beats: Beat[];
  total: number;
}

/** A token at a moment. While it moves, `part` is the share of the way that it has covered. */
export interface ShownToken {
  token: Token;
  from: { at: string; layer: number };
  part: number;
  alpha: number;
  scale: number;
  /** Height of a hop, as a share of a cell. */
  hop: number;
}

export interface Effect {
  kind: "erupt" | "strike" | "beam" | "capture" | "place" | "raise" | "change";
  at: string;
  to: string;
  via: readonly string[];
  part: number;
}

export interface AnimationFrame {
  tokens: ShownToken[];
  cells: Map<string, Cell>;
  effects: Effect[];
}

interface SceneModel {
  tokens: Map<string, Token>;
  cells: Map<string, Cell>;
}

// The length of each kind of beat, and the wait before the next beat; one step is 1.
const LENGTH_STEPS: Record<string, number> = {
  erupt: 2.2,
  strike: 1.3,
  beam: 3,
  capture: 1.3,
  raise: 1.1,
};
const WAIT_STEPS: Record<string, number> = {
  erupt: 0.8,
  strike: 0.75,
  beam: 2,
  capture: 0.7,
  raise: 1.1,
};

function sceneModel(scene: Scene): SceneModel {
  return {
    tokens: new Map((scene.tokens ?? []).map((token) => [token.id, token])),
    cells: new Map((scene.cells ?? []).map((cell) => [cell.at, cell])),
  };
}

function waitSteps(step: Step, last: Step | undefined, following: Step | undefined): number {
  // Levels raised by one eruption rise together; the parts of a long path follow each other fast.
  if (step.kind === "raise" && following?.kind === "raise" && last) return 0.12;
  if (step.kind === "move" && following?.kind === "move" && following.token === step.token)
    return 0.55;
  if (step.kind === "move" && following?.kind === "capture" && following.at === step.to) return 0.7;
  if (step.kind === "move" && following?.kind === "move" && following.at === step.at) return 0.7;
  return WAIT_STEPS[step.kind] ?? 1;
}

/** Plan the animation from one scene to the next; `pace` is milliseconds per step. */
export function planTimeline(
  before: Scene,
  after: Scene,
  steps: readonly Step[],
  pace: number,
): Timeline {
  const now = sceneModel(before);
  const goal = sceneModel(after);
  const beats: Beat[] = [];
  let clock = 0;
  let latest = 0;
  steps.forEach((step, i) => {
    const beat = beatOf(step, now, goal);
    if (!beat) return;
    const start = step.together ? latest : clock;
    latest = start;
    const running = step.kind === "move" && waitSteps(step, steps[i - 1], steps[i + 1]) === 0.55;
    const length = running ? 0.55 : (LENGTH_STEPS[step.kind] ?? 1);
    beats.push({ ...beat, start, end: start + length * pace });
    clock = Math.max(clock, start + waitSteps(step, steps[i - 1], steps[i + 1]) * pace);
  });
  const rest = leftoverBeats(now, goal).map((beat) => ({
    ...beat,
    start: clock,
    end: clock + pace,
  }));
  beats.push(...rest);
  return { scene: before, beats, total: Math.max(0, ...beats.map((beat) => beat.end)) };
}

type UntimedBeat = Omit<Beat, "start" | "end">;

/** The beat of a step; updates the model `now`. */
function beatOf(step: Step, now: SceneModel, goal: SceneModel): UntimedBeat | null {
  const { kind, at = "", to = "" } = step;
  if (kind === "raise" || kind === "erupt") return cellBeat(step, now, goal);
  if (kind === "strike" || kind === "beam") return { kind, at, to, via: step.via ?? [] };
  const id = step.token ?? "";
  const before = now.tokens.get(id);
  const aim = goal.tokens.get(id);
  if (kind === "place" && aim) {
    now.tokens.set(id, aim);
    return { kind, at: aim.at, to: aim.at, after: aim };
  }
  if (!before) return null;
  if (kind === "move" || (kind === "capture" && to)) {
    const base = aim?.at === to ? aim : before;
    const after = { ...base, at: to, layer: layerAt(now, goal, before, to) };
    now.tokens.set(id, after);
    return { kind, at: before.at, to, before, after };
  }
  if (kind === "change" && aim) {
    const after = { ...aim, at: before.at, layer: before.layer ?? 0 };
    now.tokens.set(id, after);
    return { kind, at: before.at, to: before.at, before, after };
  }
  now.tokens.delete(id);
  return { kind: kind === "capture" ? "capture" : "remove", at: before.at, to: "", before };
}

function cellBeat(step: Step, now: SceneModel, goal: SceneModel): UntimedBeat {
  const at = step.at ?? "";
  const before = now.cells.get(at) ?? { at };
  const aim = goal.cells.get(at) ?? { at };
  const level = step.kind === "raise" ? (step.level ?? aim.level ?? 0) : (aim.level ?? 0);
  const arrived = step.kind === "erupt" || level === (aim.level ?? 0);
  const after = arrived ? aim : { ...before, level };
  now.cells.set(at, after);
  return { kind: step.kind, at, to: at, cell: { before, after } };
}

/** The layer on which a token arrives: its final layer if it stays there, else the top. */
function layerAt(now: SceneModel, goal: SceneModel, token: Token, to: string): number {
  const aim = goal.tokens.get(token.id);
  if (aim?.at === to) return aim.layer ?? 0;
  let top = -1;
  for (const other of now.tokens.values())
    if (other.at === to && other.id !== token.id) top = Math.max(top, other.layer ?? 0);
  return parseCell(to) ? top + 1 : 0;
}

/** Differences that no step covers; they happen together at the end. */
function leftoverBeats(now: SceneModel, goal: SceneModel): UntimedBeat[] {
  const found: UntimedBeat[] = [];
  for (const before of now.tokens.values()) {
    const after = goal.tokens.get(before.id);
    if (!after) found.push({ kind: "remove", at: before.at, to: "", before });
    else if (after.at !== before.at)
      found.push({ kind: "move", at: before.at, to: after.at, before, after });
    else if (tokenLook(after) !== tokenLook(before))
      found.push({ kind: "change", at: after.at, to: after.at, before, after });
  }
  for (const after of goal.tokens.values())
    if (!now.tokens.has(after.id)) found.push({ kind: "place", at: after.at, to: after.at, after });
  for (const after of goal.cells.values()) {
    const before = now.cells.get(after.at) ?? { at: after.at };
    if ((before.level ?? 0) !== (after.level ?? 0))
      found.push({ kind: "raise", at: after.at, to: after.at, cell: { before, after } });
  }
  return found;
}

function tokenLook({ glyph, facing = "", badge = "" }: Token): string {
  return `${glyph} ${facing} ${badge}`;
}

/** The frame of a scene at rest. */
export function stillFrame(scene: Scene): AnimationFrame {
  const { tokens, cells } = sceneModel(scene);
  return { tokens: [...tokens.values()].map(restingToken), cells, effects: [] };
}

function restingToken(token: Token): ShownToken {
  const from = { at: token.at, layer: token.layer ?? 0 };
  return { token, from, part: 1, alpha: 1, scale: 1, hop: 0 };
}

/** The frame at a moment of a timeline. */
export function frameAt(timeline: Timeline, time: number): AnimationFrame {
  const picture = stillFrame(timeline.scene);
  const shown = new Map(picture.tokens.map((s) => [s.token.id, s]));
  const effects: Effect[] = [];
  for (const beat of timeline.beats) {
    if (beat.start > time) continue;
    const part =
      beat.end > beat.start ? Math.min(1, (time - beat.start) / (beat.end - beat.start)) : 1;
    if (beat.cell) picture.cells.set(beat.at, cellDuring(beat, part));
    const id = (beat.after ?? beat.before)?.id;
    if (id !== undefined) {
      const seen = tokenDuring(beat, part);
      if (seen) shown.set(id, seen);
      else shown.delete(id);
    }
    const kind = beat.kind === "remove" ? "capture" : beat.kind;
    if (part < 1 && kind !== "move")
      effects.push({
        kind: kind as Effect["kind"],
        at: beat.at,
        to: beat.to,
        via: beat.via ?? [],
        part,
      });
  }
  return { tokens: [...shown.values()], cells: picture.cells, effects };
}

function cellDuring(beat: Beat, part: number): Cell {
  const { before, after } = beat.cell as { before: Cell; after: Cell };
  if (beat.kind === "erupt") return part < 0.22 ? before : after;
  if (part >= 1) return after;
  const from = before.level ?? 0;
  const level = from + ((after.level ?? 0) - from) * easeOvershoot(part);
  return { ...before, level };
}

function tokenDuring(beat: Beat, part: number): ShownToken | null {
  const { kind, before, after } = beat;
  if (kind === "place" && after) {
    const seen = restingToken(after);
    return { ...seen, alpha: Math.min(1, part * 2.5), hop: 0.8 * (1 - easeOvershoot(part)) };
  }
  if (kind === "change" && before && after) {
    // A new glyph is turned over; a piece that only turns or loses a point stays in sight.
    const turn = Math.abs(Math.cos(part * Math.PI));
    const same = before.glyph === after.glyph;
    const scale = same ? 1 + 0.14 * Math.sin(part * Math.PI) : 0.25 + 0.75 * turn;
    return { ...restingToken(part < 0.5 ? before : after), scale };
  }
  if (!before) return null;
  if (kind === "move" && after) {
    const from = { at: before.at, layer: before.layer ?? 0 };
    return {
      token: after,
      from,
      part: easeInOut(part),
      alpha: 1,
      scale: 1,
      hop: hopHeight(part, 0.22),
    };
  }
  if (kind === "capture" && after) {
    const from = { at: before.at, layer: before.layer ?? 0 };
    return {
      token: after,
      from,
      part: easeInOut(part),
      alpha: 1,
      scale: 1,
      hop: hopHeight(part, 0.6),
    };
  }
  return part < 1 ? { ...restingToken(before), alpha: 1 - part, scale: 1 - 0.6 * part } : null;
}

function hopHeight(part: number, height: number): number {
  return height * 4 * part * (1 - part);
}

/** Slow at both ends. */
export function easeInOut(t: number): number {
  return t < 0.5 ? 4 * t * t * t : 1 - (-2 * t + 2) ** 3 / 2;
}

/** Overshoots a little and settles. */
export function easeOvershoot(t: number): number {
  return t >= 1 ? 1 : 1 + 2.2 * (t - 1) ** 3 + 1.2 * (t - 1) ** 2;
}
