import { describe, expect, it } from "vitest";
import { toggleDrawing } from "../../src/board/drawings";
import { canPremove, extendPremove, resolvePremove } from "../../src/board/premove";
import { type BoardState, emptyState } from "../../src/board/state";
import type { MoveChoice, Scene } from "../../src/protocol";

const SCENE: Scene = {
  grids: [{ id: "b", rows: 1, cols: 4 }],
  tokens: [
    { id: "mine", glyph: "token", text: "T", at: "b:0,0", seat: 0 },
    { id: "theirs", glyph: "token", text: "T", at: "b:0,3", seat: 1 },
  ],
};
const CHOICES: MoveChoice[] = [
  { move: {}, notation: "a1-b1", path: ["b:0,0", "b:0,1"] },
  { move: {}, notation: "a1-c1+b1", path: ["b:0,0", "b:0,2", "b:0,1"] },
  { move: {}, notation: "a1-c1+a1", path: ["b:0,0", "b:0,2", "b:0,0"] },
];

function waiting(premove: readonly string[] = []): BoardState {
  const state = emptyState({ seats: ["one", "two"], yours: [0] });
  const settings = { ...state.settings, premove: true };
  return { ...state, scene: SCENE, settings, premove };
}

describe("a premove", () => {
  it("is made only while another seat is to move", () => {
    expect(canPremove(waiting())).toBe(true);
    expect(canPremove({ ...waiting(), choices: CHOICES })).toBe(false);
    expect(canPremove(emptyState({ seats: [] }))).toBe(false);
  });

  it("begins with an own piece, and a second click on a cell ends it", () => {
    expect(extendPremove(waiting(), "b:0,3")).toEqual([]);
    expect(extendPremove(waiting(), "b:0,0")).toEqual(["b:0,0"]);
    expect(extendPremove(waiting(["b:0,0"]), "b:0,3")).toEqual(["b:0,0", "b:0,3"]);
    expect(extendPremove(waiting(["b:0,0"]), "b:0,0")).toEqual([]);
    expect(extendPremove(waiting(["b:0,0"]), "!pass")).toEqual([]);
  });

  it("is played if it is one legal move, and else begins the move that it can", () => {
    expect(resolvePremove(CHOICES, ["b:0,0", "b:0,1"]).choice).toBe(CHOICES[0]);
    expect(resolvePremove(CHOICES, ["b:0,0", "b:0,2"])).toEqual({
      choice: null,
      prefix: ["b:0,0", "b:0,2"],
    });
    expect(resolvePremove(CHOICES, ["b:0,0", "b:0,3"])).toEqual({ choice: null, prefix: [] });
    expect(resolvePremove(CHOICES, ["b:0,0"])).toEqual({ choice: null, prefix: [] });
  });
});

describe("an arrow or a circle", () => {
  it("is removed by drawing it again", () => {
    const circle = { from: "b:0,1", to: "b:0,1" };
    const arrow = { from: "b:0,1", to: "b:0,2" };
    const both = toggleDrawing(toggleDrawing([], circle), arrow);
    expect(both).toEqual([circle, arrow]);
    expect(toggleDrawing(both, { ...circle })).toEqual([arrow]);
  });
});
