/** The review of a finished game: loaded if it is stored, else made while the page watches. */

import { signal } from "@preact/signals";
import { fetchJson, fetchLines, type Refused } from "../http";
import type { ReviewStep, ReviewSummary, ReviewUpdate } from "../protocol";
import { t } from "../strings";
import { type AnalysisTree, mainLine } from "./tree";

export type ReviewPhase = "none" | "running" | "done";

export class GameReview {
  readonly phase = signal<ReviewPhase>("none");
  readonly steps = signal<readonly ReviewStep[]>([]);
  readonly total = signal(0);
  readonly place = signal(0);
  readonly summary = signal<ReviewSummary | null>(null);
  /** The time of each move, in seconds. */
  readonly seconds = signal<readonly number[]>([]);
  readonly error = signal("");
  private abort = new AbortController();

  constructor(
    private readonly id: string,
    private readonly onSteps: (steps: readonly ReviewStep[]) => void,
  ) {}

  /** Show the stored review, if there is one. */
  async load(): Promise<void> {
    const found = await fetchJson<ReviewUpdate>(this.url).catch(() => null);
    if (found?.total && this.phase.value === "none") this.addUpdate(found);
  }

  /** Have the game reviewed, and show every step as it comes. */
  async start(): Promise<void> {
    if (this.phase.value !== "none") return;
    this.phase.value = "running";
    this.error.value = "";
    this.steps.value = [];
    try {
      for await (const update of fetchLines<ReviewUpdate>(this.url, {}, this.abort.signal))
        this.addUpdate(update);
      if (this.phase.value === "running") this.fail(t.connection.lost);
    } catch (error) {
      if (!this.abort.signal.aborted) this.fail((error as Refused).message);
    }
  }

  /** The review goes on at the server; a later visit finds it. */
  close(): void {
    this.abort.abort();
  }

  private get url(): string {
    return `/api/reviews/${encodeURIComponent(this.id)}`;
  }

  private fail(message: string): void {
    this.phase.value = "none";
    this.error.value = message;
  }

  private addUpdate(update: ReviewUpdate): void {
    if (update.error) {
      this.fail(t.analysis.engineFailed);
      return;
    }
    const fresh = update.steps ?? [];
    this.total.value = update.total ?? 0;
    this.place.value = update.place ?? 0;
    if (fresh.length) {
      this.steps.value = [...this.steps.value, ...fresh];
      this.onSteps(fresh);
    }
    if (!update.final) return;
    this.summary.value = update.summary ?? null;
    this.seconds.value = update.seconds ?? [];
    this.phase.value = "done";
  }
}

/** Write the marks of steps to the moves of the main line. */
export function markMoves(tree: AnalysisTree, steps: readonly ReviewStep[]): void {
  const line = mainLine(tree.root);
  for (const { ply, mark } of steps) {
    const node = line[ply - 1];
    if (node) node.mark = mark;
  }
}

/** The step that a ply belongs to; a step may be a turn of several moves. */
export function stepAt(steps: readonly ReviewStep[], ply: number): ReviewStep | undefined {
  return steps.find((step) => ply >= step.ply && ply < step.ply + step.notation.length);
}

export interface GraphPoint {
  ply: number;
  chance: number;
  mark: string;
}

/** The curve of a seat: its chance after each step, from an even start. */
export function chanceCurve(
  steps: readonly ReviewStep[],
  seat: number,
  seats: number,
): GraphPoint[] {
  const points: GraphPoint[] = [];
  for (const step of steps) {
    // With two seats one curve says all; with more a step tells of its own seat only.
    if (seats > 2 && step.seat !== seat) continue;
    const own = step.seat === seat;
    if (!points.length)
      points.push({ ply: step.ply - 1, chance: own ? step.before : 1 - step.before, mark: "" });
    points.push({
      ply: step.ply + step.notation.length - 1,
      chance: own ? step.after : 1 - step.after,
      mark: step.mark,
    });
  }
  return points;
}
