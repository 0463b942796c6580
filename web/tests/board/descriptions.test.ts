import { describe, expect, it } from "vitest";
import {
  describeCell,
  describePath,
  describeSteps,
  describeToken,
  indexScene,
} from "../../src/board/descriptions";
import { type BoardState, emptyState } from "../../src/board/state";
import { busiest, first, GAMES } from "./scenes";

function stateOf(name: keyof typeof GAMES, yours: number[]): BoardState {
  const game = GAMES[name];
  const { scene, choices } = first(game);
  return { ...emptyState({ seats: game.seats, yours }), scene, choices };
}

it("the badge of a piece is read with its name", () => {
  const token = { id: "a", glyph: "tower", text: "T", at: "board:0,0", badge: "1" };
  const names = { seats: [], yours: [] };
  expect(describeToken(token, names)).toContain("with 1");
  expect(describeToken({ ...token, badge_name: "hit point" }, names)).toContain("with 1 hit point");
});

describe("a cell in words", () => {
  const state = stateOf("caldera", [0]);

  it("has its name, its piece with the owner, and its legal use", () => {
    expect(describeCell(state, indexScene(state), "board:6,2")).toBe(
      "c1, your smith, can be chosen",
    );
    expect(describeCell(state, indexScene(state), "board:0,3")).toBe("d7, Obsidian crown");
    expect(describeCell(state, indexScene(state), "board:3,3")).toBe("d4, empty");
  });

  it("says whether it is selected or a legal target", () => {
    const chosen = { ...state, prefix: ["board:6,3"] };
    expect(describeCell(chosen, indexScene(chosen), "board:6,3")).toContain("chosen");
    expect(describeCell(chosen, indexScene(chosen), "board:5,3")).toBe("d2, empty, can move here");
  });

  it("has heights, marks and goals", () => {
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

  it("lists a stack from the bottom", () => {
    const stacked = stateOf("pyramids", []);
    const pieces = {
      "pyramid.small": "small pyramid",
      "pyramid.medium": "medium pyramid",
      "pyramid.large": "large pyramid",
    };
    stacked.names = { ...stacked.names, pieces };
    const at = stacked.scene.tokens?.find((token) => token.glyph === "cap")?.at ?? "";
    expect(describeCell(stacked, indexScene(stacked), at)).toMatch(
      /stack of 4, from the bottom, red small pyramid, red medium pyramid, red large pyramid, cap/,
    );
  });
});

describe("a move in words", () => {
  it.each(Object.entries(GAMES))("of %s has one sentence per step", (_name, game) => {
    const { before, after } = busiest(game);
    const names = { seats: game.seats, yours: [] };
    const sentences = describeSteps(before.scene, after.scene, after.steps, names);
    expect(sentences.length).toBeGreaterThan(0);
    expect(sentences.length).toBeLessThanOrEqual(after.steps.length);
    for (const sentence of sentences) expect(sentence).not.toMatch(/undefined|: /);
  });

  it("names only the ends of a route around corners", () => {
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

  it("names the tray into which a piece goes", () => {
    const token = { id: "t", glyph: "token", text: "T", seat: 0, at: "g:0,0" };
    const trays = [{ id: "hand", label: "White's hand" }];
    const before = { grids: [{ id: "g", rows: 1, cols: 1 }], trays, tokens: [token] };
    const after = { ...before, tokens: [{ ...token, at: "hand:3" }] };
    const steps = [{ kind: "move", token: "t", at: "g:0,0", to: "hand:3" }];
    const told = describeSteps(before, after, steps, { seats: ["White"], yours: [] });
    expect(told).toEqual(["White token from a1 to White's hand"]);
  });
});

describe("a path in words", () => {
  it("names cells, actions and pieces in a tray", () => {
    const { scene } = first(GAMES.caldera);
    const names = { seats: [], yours: [] };
    expect(describePath(scene, ["board:6,2", "!forge", "board:5,2"], names)).toBe("c1, Forge, c2");
  });
});
