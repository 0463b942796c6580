/** The trainer's memory: rating, streaks and seen puzzles, kept in the browser. */

import { signal } from "@preact/signals";
import type { PlayerEstimate, PuzzleSummary, RatedPlayer } from "../protocol";
import { readStored, writeStored } from "../settings";

const TRAINER_KEY = "ludarium.puzzles";
const FIRST_RATING = 1500; // of a player without an estimate
const EASIER_POINTS = 150; // the first puzzles are easier than the average
const NEAREST = 8; // the next puzzle is drawn among so many of a fitting rating

export interface Trainer {
  estimate: PlayerEstimate | null;
  rating: number;
  deviation: number;
  solved: number;
  /** Puzzles solved in a row at the first attempt, and the most so far. */
  streak: number;
  best: number;
  /** The puzzles that were tried, by game, the oldest first. */
  seen: Readonly<Record<string, readonly string[]>>;
  /** The last day whose puzzle was solved, and how many days in a row. */
  day: string;
  days: number;
}

export const NEW_TRAINER: Trainer = {
  estimate: null,
  rating: 0,
  deviation: 0,
  solved: 0,
  streak: 0,
  best: 0,
  seen: {},
  day: "",
  days: 0,
};

function isWithin(value: unknown, least: number, most: number): boolean {
  return typeof value === "number" && value >= least && value <= most;
}

function isEstimate(value: unknown): value is PlayerEstimate {
  const { mu, sigma } = (value ?? {}) as Record<string, unknown>;
  // The server refuses anything else, and then no puzzle could be answered any more.
  return isWithin(mu, -11, 109) && isWithin(sigma, 0.1, 8.4);
}

/** Parse a stored trainer; missing or invalid values get their defaults. */
export function parseTrainer(text: string | null): Trainer {
  const trainer: Trainer = { ...NEW_TRAINER };
  try {
    const kept = JSON.parse(text ?? "{}") as Record<string, unknown>;
    for (const key of ["rating", "deviation", "solved", "streak", "best", "days"] as const)
      if (Number.isFinite(kept[key])) trainer[key] = kept[key] as number;
    if (typeof kept.day === "string") trainer.day = kept.day;
    if (isEstimate(kept.estimate)) trainer.estimate = kept.estimate;
    const seen = Object.entries((kept.seen ?? {}) as Record<string, unknown>);
    trainer.seen = Object.fromEntries(
      seen.filter((entry): entry is [string, string[]] => Array.isArray(entry[1])),
    );
  } catch {
    // Text that is not JSON counts as a new trainer.
  }
  return trainer;
}

/** The trainer after a first verdict on a puzzle. */
export function countVerdict(
  trainer: Trainer,
  { game, id, date }: { game: string; id: string; date?: string },
  solved: boolean,
  rated: RatedPlayer | null,
): Trainer {
  const seen = (trainer.seen[game] ?? []).filter((each) => each !== id);
  const streak = solved ? trainer.streak + 1 : 0;
  return {
    ...trainer,
    ...(rated
      ? {
          estimate: { mu: rated.mu, sigma: rated.sigma },
          rating: rated.rating,
          deviation: rated.deviation,
        }
      : {}),
    ...(solved && date ? countDay(trainer, date) : {}),
    solved: trainer.solved + (solved ? 1 : 0),
    streak,
    best: Math.max(trainer.best, streak),
    seen: { ...trainer.seen, [game]: [...seen, id] },
  };
}

/** A solved puzzle of the day: the days in a row go on, or begin again. */
export function countDay(trainer: Trainer, date: string): Pick<Trainer, "day" | "days"> {
  if (trainer.day === date) return { day: date, days: trainer.days };
  const before = new Date(`${date}T00:00:00Z`);
  before.setUTCDate(before.getUTCDate() - 1);
  const follows = trainer.day === before.toISOString().slice(0, 10);
  return { day: date, days: follows ? trainer.days + 1 : 1 };
}

/**
 * The next puzzle: one of those nearest to the player's rating that were not seen yet. When all
 * were seen, the one seen longest ago.
 */
export function choosePuzzle(
  puzzles: readonly PuzzleSummary[],
  trainer: Trainer,
  game: string,
  theme: string,
  random: () => number = Math.random,
): PuzzleSummary | undefined {
  const fitting = puzzles.filter((each) => !theme || each.themes.includes(theme));
  const seen = trainer.seen[game] ?? [];
  const fresh = fitting.filter((each) => !seen.includes(each.id));
  if (fresh.length === 0) {
    return [...fitting].sort((a, b) => seen.indexOf(a.id) - seen.indexOf(b.id))[0];
  }
  const aim = trainer.rating || FIRST_RATING - 2 * EASIER_POINTS;
  const near = fresh
    .toSorted((a, b) => Math.abs(a.rating - aim) - Math.abs(b.rating - aim))
    .slice(0, NEAREST);
  return near[Math.floor(random() * near.length)];
}

export const trainer = signal<Trainer>(parseTrainer(readStored(TRAINER_KEY)));

export function keepTrainer(changed: Trainer): void {
  trainer.value = changed;
  writeStored(TRAINER_KEY, JSON.stringify(changed));
}
