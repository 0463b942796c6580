/** "Try again": another move in place of a mistake, and whether it is better. */

import { signal } from "@preact/signals";
import type { Refused } from "../http";
import type { AnalysisUpdate, ReviewStep } from "../protocol";
import type { Analyst } from "./analyst";
import type { AnalysisSession } from "./session";
import { mainLine, type TreeNode } from "./tree";

const RETRY_S = 2; // of the search after the move that was tried
const GOOD_LOSS = 0.1; // a move that loses less has no mark

export type Verdict = "asked" | "waiting" | "best" | "good" | "bad";

export interface RetryState {
  step: ReviewStep;
  /** The position before the mistake. */
  from: TreeNode;
  /** The mistake itself, which the list of moves hides. */
  mistake: TreeNode;
  verdict: Verdict;
  /** The chance of the seat after the move that was tried. */
  chance: number | null;
}

export class Retry {
  readonly state = signal<RetryState | null>(null);
  private cancel: () => void = () => {};

  constructor(
    private readonly session: AnalysisSession,
    private readonly analyst: Analyst,
  ) {}

  begin(step: ReviewStep): void {
    const line = mainLine(this.session.tree.root);
    const mistake = line[step.ply - 1];
    if (!mistake?.parent) return;
    this.cancel();
    const from = mistake.parent;
    this.state.value = { step, from, mistake, verdict: "asked", chance: null };
    this.session.holdEngine(true);
    void this.session.goTo(from);
  }

  /** Judge nothing more, when the page is left. */
  close(): void {
    this.cancel();
  }

  end(): void {
    this.cancel();
    this.state.value = null;
    this.session.holdEngine(false);
  }

  /** Judge the node that the board has reached; only a move from the asked position counts. */
  async judge(node: TreeNode): Promise<void> {
    const state = this.state.value;
    if (!state || node.parent !== state.from || state.verdict === "waiting") return;
    const { step } = state;
    if (node.notation === step.better[0]) return this.decide(state, "best", step.before);
    const waiting: RetryState = { ...state, verdict: "waiting" };
    this.state.value = waiting;
    const fail = (message: string) => {
      this.session.error.value = message;
      this.state.value = { ...state, verdict: "asked" };
    };
    const looked = await this.session.fetchPosition(node).catch((error: Refused) => error);
    if (this.state.value !== waiting) return; // the user ended it or began again meanwhile
    if (looked instanceof Error) return fail(looked.message);
    const { outcome } = looked.view;
    if (outcome) {
      const won = outcome.winner === step.seat ? 1 : outcome.winner === null ? 0.5 : 0;
      return this.decideByChance(state, won);
    }
    this.cancel = this.analyst.analyse(
      { position: this.session.positionOf(node), lines: 1, seconds: RETRY_S },
      {
        onUpdate: (update) => {
          if (update.final) this.decideByChance(state, chanceFor(update, step.seat));
        },
        onError: fail,
      },
    );
  }

  private decideByChance(state: RetryState, chance: number): void {
    const loss = state.step.before - chance;
    // Another move may be as good as the one that the engine preferred.
    this.decide(state, loss <= 0 ? "best" : loss < GOOD_LOSS ? "good" : "bad", chance);
  }

  private decide(state: RetryState, verdict: Verdict, chance: number): void {
    this.state.value = { ...state, verdict, chance };
  }
}

/** The chance of a seat, from that of the seat to move. */
export function chanceFor(update: AnalysisUpdate, seat: number): number {
  const chance = update.lines?.[0]?.chance ?? 0.5;
  return (update.seat ?? 0) === seat ? chance : 1 - chance;
}
