import { describe, expect, it } from "vitest";
import { cutRoute } from "../../src/board/beam";
import { describeToken } from "../../src/board/descriptions";
import { facingAngle } from "../../src/board/piece-signs";
import { frameAt, planTimeline, type ShownToken, stillFrame } from "../../src/board/timeline";
import type { Scene } from "../../src/protocol";
import { busiest, GAMES } from "./scenes";

const PACE = 180;

/** Tokens and levels in a canonical order. */
function facts(picture: {
  tokens: ShownToken[];
  cells: Map<string, { level?: number; mark?: string }>;
}) {
  const tokens = picture.tokens.map(({ token, part, alpha, scale }) =>
    [token.id, token.at, token.glyph, token.layer ?? 0, part, alpha, scale].join(" "),
  );
  const cells = [...picture.cells].map(([key, c]) => [key, c.level ?? 0, c.mark ?? ""].join(" "));
  return { tokens: tokens.sort(), cells: cells.filter((c) => !c.endsWith(" 0 ")).sort() };
}

describe.each(Object.entries(GAMES))("a move of %s", (_name, game) => {
  const { before, after } = busiest(game);
  const timeline = planTimeline(before.scene, after.scene, after.steps, PACE);

  it("starts at the scene before it and ends at the scene after it", () => {
    expect(facts(frameAt(timeline, -1))).toEqual(facts(stillFrame(before.scene)));
    expect(facts(frameAt(timeline, timeline.total))).toEqual(facts(stillFrame(after.scene)));
  });

  it("shows its steps in their order", () => {
    const starts = timeline.beats.map((beat) => beat.start);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    const told = after.steps.map((step) => step.kind);
    expect(timeline.beats.slice(0, told.length).map((beat) => beat.kind)).toEqual(told);
  });

  it("ends at the scene after it without any steps", () => {
    const silent = planTimeline(before.scene, after.scene, [], PACE);
    expect(facts(frameAt(silent, silent.total))).toEqual(facts(stillFrame(after.scene)));
    expect(silent.total).toBeLessThanOrEqual(PACE);
  });
});

describe("an eruption", () => {
  const { before, after } = busiest(GAMES.caldera);
  const timeline = planTimeline(before.scene, after.scene, after.steps, PACE);
  const eruptions = timeline.beats.filter((beat) => beat.kind === "erupt");

  it("animates cell by cell", () => {
    expect(eruptions.length).toBeGreaterThan(1);
    const starts = eruptions.map((beat) => beat.start);
    expect(new Set(starts).size).toBe(starts.length);
  });

  it("opens its vent only when its beat starts", () => {
    const last = eruptions[eruptions.length - 1];
    if (!last) throw new Error("no eruption");
    expect(frameAt(timeline, last.start - 1).cells.get(last.at)?.mark).not.toBe("vent");
    expect(frameAt(timeline, last.end).cells.get(last.at)?.mark).toBe("vent");
  });

  it("raises its neighbours almost together", () => {
    const raised = timeline.beats.filter((beat) => beat.kind === "raise");
    const short = raised.filter(
      (beat, i) => i > 0 && beat.start - (raised[i - 1]?.start ?? 0) < PACE,
    );
    expect(short.length).toBeGreaterThan(0);
  });
});

describe("a token", () => {
  const scene = (...tokens: [string, string][]): Scene => ({
    grids: [{ id: "g", rows: 3, cols: 3 }],
    tokens: tokens.map(([id, where]) => ({ id, glyph: "x", text: "x", at: where })),
  });
  const before = scene(["a", "g:0,0"], ["b", "g:0,1"]);

  it("moves between two cells", () => {
    const after = scene(["a", "g:1,0"], ["b", "g:0,1"]);
    const steps = [{ kind: "move", token: "a", at: "g:0,0", to: "g:1,0" }];
    const seen = frameAt(planTimeline(before, after, steps, 100), 50).tokens.find(
      (s) => s.token.id === "a",
    );
    expect(seen?.from.at).toBe("g:0,0");
    expect(seen?.token.at).toBe("g:1,0");
    expect(seen?.part).toBeCloseTo(0.5);
  });

  it("fades when it is captured", () => {
    const steps = [{ kind: "capture", token: "b", at: "g:0,1" }];
    const timeline = planTimeline(before, scene(["a", "g:0,0"]), steps, 100);
    const seen = frameAt(timeline, 60).tokens.find((s) => s.token.id === "b");
    expect(seen?.alpha).toBeLessThan(1);
    expect(frameAt(timeline, timeline.total).tokens.map((s) => s.token.id)).toEqual(["a"]);
  });

  it("is removed although a step names a wrong token", () => {
    const steps = [{ kind: "move", token: "nobody", at: "g:0,0", to: "g:2,2" }];
    const timeline = planTimeline(before, before, steps, 100);
    expect(timeline.total).toBe(0);
  });
});

describe("beams", () => {
  const token = (facing: string, badge: string) => ({
    id: "p",
    glyph: "mirror",
    text: "M",
    at: "board:1,1",
    facing,
    badge,
  });
  const scene = (facing: string, badge: string): Scene => ({
    grids: [{ id: "board", rows: 3, cols: 3 }],
    tokens: [token(facing, badge)],
  });
  const beam = (at: string, together = false) => ({
    kind: "beam",
    at,
    via: ["board:0,2"],
    to: "board:2,2",
    together,
  });

  it("play together, and the next step waits for both", () => {
    const steps = [beam("board:0,0"), beam("board:0,1", true), { kind: "change", token: "p" }];
    const { beats } = planTimeline(scene("n", "2"), scene("n", "1"), steps, PACE);
    expect(beats.map(({ kind }) => kind)).toEqual(["beam", "beam", "change"]);
    expect(beats[1]?.start).toBe(beats[0]?.start);
    expect(beats[2]?.start).toBeGreaterThan(0);
  });

  it("bend at their corners", () => {
    const timeline = planTimeline(scene("n", "2"), scene("n", "2"), [beam("board:0,0")], PACE);
    expect(frameAt(timeline, 1).effects[0]).toMatchObject({ kind: "beam", via: ["board:0,2"] });
  });

  it("leave a piece that turns or loses a point in sight", () => {
    const timeline = planTimeline(scene("n", "2"), scene("e", "1"), [], PACE);
    expect(timeline.beats.map(({ kind }) => kind)).toEqual(["change"]);
    const [shown] = frameAt(timeline, timeline.total / 2).tokens;
    expect(shown?.scale).toBeGreaterThanOrEqual(1);
    const [last] = frameAt(timeline, timeline.total).tokens;
    expect(last?.token).toMatchObject({ facing: "e", badge: "1" });
  });

  it("are cut by their length while they shoot out", () => {
    const corners = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 30 },
    ];
    expect(cutRoute(corners, 0.5)).toEqual([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
    ]);
    expect(cutRoute(corners, 1)).toEqual(corners);
    expect(cutRoute([], 1)).toEqual([]);
  });
});

describe("facings", () => {
  it("turn clockwise from the top, and with a flipped board", () => {
    expect(facingAngle("e", false)).toBeCloseTo(Math.PI / 2);
    expect(facingAngle("e", true)).toBeCloseTo(1.5 * Math.PI);
    expect(facingAngle("", false)).toBeNull();
    expect(facingAngle("up", false)).toBeNull();
  });

  it("and badges are read to screen readers", () => {
    const names = { seats: ["Gold"], yours: [] };
    const piece = { id: "p", glyph: "mirror", text: "M", at: "board:0,0", seat: 0 };
    expect(describeToken({ ...piece, facing: "ne", badge: "2" }, names)).toBe(
      "Gold mirror, facing north-east, with 2",
    );
    expect(describeToken(piece, names)).toBe("Gold mirror");
  });
});
