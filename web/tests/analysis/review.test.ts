import { afterEach, describe, expect, it, vi } from "vitest";
import { chanceFor } from "../../src/analysis/retry";
import { chanceCurve, GameReview, markMoves, stepAt } from "../../src/analysis/review";
import { ServerAnalyst } from "../../src/analysis/server-analyst";
import { AnalysisTree, mainLine } from "../../src/analysis/tree";
import type { AnalysisUpdate, ReviewStep } from "../../src/protocol";

function step(ply: number, seat: number, before: number, after: number, more = {}): ReviewStep {
  const facts = { score: 0, plies: null, loss: before - after, mark: "", better: [] };
  return { ply, seat, notation: ["a"], before, after, ...facts, ...more };
}

// The second seat moves twice in its turn.
const STEPS = [
  step(1, 0, 0.5, 0.5),
  step(2, 1, 0.5, 0.2, { notation: ["b", "c"], mark: "??" }),
  step(4, 0, 0.8, 0.8),
];

describe("a review", () => {
  it("draws the chance of one seat after each turn", () => {
    expect(chanceCurve(STEPS, 0, 2).map(({ ply, chance }) => [ply, chance])).toEqual([
      [0, 0.5],
      [1, 0.5],
      [3, 0.8],
      [4, 0.8],
    ]);
    expect(chanceCurve(STEPS, 1, 3).map(({ ply }) => ply)).toEqual([1, 3]);
  });

  it("finds the turn of a ply, and marks its first move", () => {
    expect(stepAt(STEPS, 3)).toBe(STEPS[1]);
    expect(stepAt(STEPS, 9)).toBeUndefined();
    const tree = new AnalysisTree();
    let at = tree.root;
    for (const move of ["a", "b", "c", "d"]) at = tree.addMove(at, 0, move);
    markMoves(tree, STEPS);
    expect(mainLine(tree.root).map(({ mark }) => mark)).toEqual(["", "??", "", ""]);
  });

  it("judges a move by the chance of its own seat", () => {
    const update = { seat: 1, lines: [{ chance: 0.3, plies: null, notation: [], path: [] }] };
    expect(chanceFor(update, 1)).toBe(0.3);
    expect(chanceFor(update, 0)).toBe(0.7);
  });
});

/** Answer the next request with these pieces of a stream. */
function answerWith(status: number, ...pieces: string[]): void {
  const chunks = pieces.map((piece) => new TextEncoder().encode(piece));
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  vi.stubGlobal("fetch", async () => new Response(body, { status }));
}

describe("a stream of the server", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is read line by line, wherever it is cut", async () => {
    answerWith(200, '{"total":2}\n{"total":2,"st', 'eps":[]}\n{"total":2,"final":true}\n');
    const review = new GameReview("x", () => {});
    await review.start();
    expect(review.phase.value).toBe("done");
    expect(review.total.value).toBe(2);
  });

  it("ends with a message if it is refused or cut off", async () => {
    answerWith(422, '{"code":"game_running","message":"Not yet."}');
    const review = new GameReview("x", () => {});
    await review.start();
    expect([review.phase.value, review.error.value]).toEqual(["none", "Not yet."]);
    answerWith(200, '{"depth":1}\n');
    const heard: (AnalysisUpdate | string)[] = [];
    await new Promise<void>((done) => {
      new ServerAnalyst().analyse(
        { position: { game: "some" } },
        {
          onUpdate: (update) => heard.push(update),
          onError: (message) => {
            heard.push(message);
            done();
          },
        },
      );
    });
    expect(heard[0]).toEqual({ depth: 1 });
    expect(heard).toHaveLength(2);
  });
});
