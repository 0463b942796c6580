import { describe, expect, it } from "vitest";
import { findRemark } from "../src/learn/guided-game";
import { parseProgress } from "../src/learn/progress";
import type { PuzzleSummary, Remark } from "../src/protocol";
import {
  choosePuzzle,
  countDay,
  countVerdict,
  NEW_TRAINER,
  parseTrainer,
} from "../src/puzzles/trainer";

const RATED = { mu: 26, sigma: 7, rating: 1540, deviation: 290 };

function puzzle(id: string, rating: number, ...themes: string[]): PuzzleSummary {
  return { id, rating, goal: "win", turns: 1, themes };
}

describe("the trainer", () => {
  it("survives broken storage", () => {
    expect(parseTrainer("{")).toEqual(NEW_TRAINER);
    expect(
      parseTrainer('{"rating": "x", "seen": {"a": 3}, "estimate": {"mu": 1e9, "sigma": 2}}'),
    ).toEqual(NEW_TRAINER);
    const kept = countVerdict(NEW_TRAINER, { game: "a", id: "1" }, true, RATED);
    expect(parseTrainer(JSON.stringify(kept))).toEqual(kept);
  });
  it("counts a streak until a puzzle is missed", () => {
    let at = countVerdict(NEW_TRAINER, { game: "a", id: "1" }, true, RATED);
    at = countVerdict(at, { game: "a", id: "2" }, true, null);
    expect([at.streak, at.best, at.solved, at.rating]).toEqual([2, 2, 2, 1540]);
    at = countVerdict(at, { game: "a", id: "1" }, false, null);
    expect([at.streak, at.best, at.solved]).toEqual([0, 2, 2]);
    expect(at.seen.a).toEqual(["2", "1"]);
  });
  it("counts days in a row, over the end of a month too", () => {
    const first = { ...NEW_TRAINER, ...countDay(NEW_TRAINER, "2026-02-28") };
    const second = { ...first, ...countDay(first, "2026-03-01") };
    expect(second.days).toBe(2);
    expect(countDay(second, "2026-03-01").days).toBe(2);
    expect(countDay(second, "2026-03-03").days).toBe(1);
  });
  it("chooses an unseen puzzle near the rating, and the oldest when all were seen", () => {
    const list = [900, 1100, 1300, 1500, 1700].map((rating) => puzzle(`${rating}`, rating, "b"));
    const at = { ...NEW_TRAINER, rating: 1480, seen: { a: ["1500"] } };
    expect(choosePuzzle(list, at, "a", "", () => 0)?.id).toBe("1300");
    expect(choosePuzzle(list, at, "a", "other")).toBeUndefined();
    const all = { ...at, seen: { a: ["1100", "900", "1700", "1500", "1300"] } };
    expect(choosePuzzle(list, all, "a", "b")?.id).toBe("1100");
  });
});

describe("progress", () => {
  it("keeps lists of ids only", () => {
    expect(parseProgress('{"a": ["x", 3], "b": 1}')).toEqual({ a: ["x"] });
    expect(parseProgress("nothing")).toEqual({});
  });
});

describe("a remark of the first game", () => {
  const remarks: Remark[] = [
    { say: "first", turn: 1 },
    { say: "mine", does: "capture" },
    { say: "theirs", does: "capture", by: "them" },
  ];
  it("is said once, before its turn or after its event", () => {
    const said = new Set<Remark>();
    const now = (turn: number, by: "you" | "them", ...kinds: string[]) =>
      findRemark(remarks, said, { turn, by, kinds })?.say;
    expect(now(1, "you")).toBe("first");
    expect(now(2, "you", "move")).toBeUndefined();
    expect(now(0, "you", "move", "capture")).toBe("mine");
    expect(now(0, "them", "capture")).toBe("theirs");
    said.add(remarks[2] as Remark);
    expect(now(0, "them", "capture")).toBeUndefined();
  });
});
