import { describe, expect, it } from "vitest";
import {
  describeCell,
  describePath,
  describeSteps,
  indexScene,
} from "../../src/board/descriptions";
import { type BoardState, emptyState } from "../../src/board/state";
import { busiest, first, GAMES } from "./scenes";

function stateOf(name: keyof typeof GAMES, yours: number[]): BoardState {
  const game = GAMES[name];
  const { scene, choices } = first(game);
  return { ...emptyState({ seats: game.seats, yours }), scene, choices };
}

describe("a cell in words", () => {
  const state = stateOf("caldera", [0]);

  it("tells its name, whose piece it has, and what may be done", () => {
    expect(describeCell(state, indexScene(state), "board:6,2")).toBe(
      "c1, your smith, can be chosen",
    );
    expect(describeCell(state, indexScene(state), "board:0,3")).toBe("d7, Obsidian crown");
    expect(describeCell(state, indexScene(state), "board:3,3")).toBe("d4, empty");
  });

  it("tells what is chosen and where it may go", () => {
    const chosen = { ...state, prefix: ["board:6,3"] };
    expect(describeCell(chosen, indexScene(chosen), "board:6,3")).toContain("chosen");
    expect(describeCell(chosen, indexScene(chosen), "board:5,3")).toBe("d2, empty, can move here");
  });

  it("tells heights, marks and goals", () => {
    const cells = [
      { at: "board:3,3", level: 2 },
      { at: "board:3,4", mark: "vent" },
      { at: "board:3,5", mark: "goal", seat: 1 },
    ];
    const high = { ...state, scene: { ...state.scene, cells } };
    expect(describeCell(high, indexScene(high), "board:3,3")).toBe("d4, level 2, empty");
    expect(describeCell(high, indexScene(high), "board:3,4")).toBe("e4, vent");
    expect(describeCell(high, indexScene(high), "board:3,5")).toBe("f4, goal of Obsidian");
  });

  it("tells a stack from its bottom", () => {
    const stacked = stateOf("pyramids", []);
    const at = stacked.scene.tokens?.find((token) => token.glyph === "cap")?.at ?? "";
    expect(describeCell(stacked, indexScene(stacked), at)).toMatch(
      /stack of 4, from the bottom, red small pyramid, red medium pyramid, red large pyramid, cap/,
    );
  });
});

describe("what happened", () => {
  it.each(Object.entries(GAMES))("in %s is told step by step", (_name, game) => {
    const { before, after } = busiest(game);
    const names = { seats: game.seats, yours: [] };
    const sentences = describeSteps(before.scene, after.scene, after.steps, names);
    expect(sentences.length).toBeGreaterThan(0);
    expect(sentences.length).toBeLessThanOrEqual(after.steps.length);
    for (const sentence of sentences) expect(sentence).not.toMatch(/undefined|: /);
  });

  it("is told by its ends when it went round corners", () => {
    const token = { id: "t", glyph: "token", text: "T", seat: 0, at: "g:1,0" };
    const before = { grids: [{ id: "g", rows: 2, cols: 3 }], tokens: [token] };
    const after = { ...before, tokens: [{ ...token, at: "g:0,1" }] };
    const steps = [
      { kind: "move", token: "t", at: "g:1,0", to: "g:0,0" },
      { kind: "move", token: "t", at: "g:0,0", to: "g:0,1" },
    ];
    const told = describeSteps(before, after, steps, { seats: ["White"], yours: [] });
    expect(told).toEqual(["White token from a1 to b2"]);
  });
});

describe("a path in words", () => {
  it("names cells, actions and what lies in a tray", () => {
    const { scene } = first(GAMES.caldera);
    expect(describePath(scene, ["board:6,2", "!forge", "board:5,2"])).toBe("c1, Forge, c2");
  });
});
