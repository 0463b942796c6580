import { describe, expect, it } from "vitest";
import { toggleDrawing } from "../../src/board/drawings";
import { marksOf } from "../../src/board/marks";
import { canPremove, extendPremove, resolvePremove } from "../../src/board/premove";
import { type BoardState, emptyState, queuedPath } from "../../src/board/state";
import type { MoveChoice, Scene } from "../../src/protocol";

const SCENE: Scene = {
  grids: [{ id: "b", rows: 1, cols: 4 }],
  tokens: [
    { id: "mine", glyph: "token", text: "T", at: "b:0,0", seat: 0 },
    { id: "theirs", glyph: "token", text: "T", at: "b:0,3", seat: 1 },
    { id: "ember-0", glyph: "ember", text: "*", at: "stock0:ember" },
    { id: "ember-1", glyph: "ember", text: "*", at: "stock1:ember" },
  ],
  trays: [
    { id: "stock0", label: "Mine", seat: 0 },
    { id: "stock1", label: "Theirs", seat: 1 },
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

  it("begins with a piece in an own tray, which goes to a cell", () => {
    expect(extendPremove(waiting(), "stock0:ember")).toEqual(["stock0:ember"]);
    expect(extendPremove(waiting(), "stock1:ember")).toEqual([]);
    const placed = extendPremove(waiting(["stock0:ember"]), "b:0,1");
    expect(placed).toEqual(["stock0:ember", "b:0,1"]);
    expect(extendPremove(waiting(["stock0:ember"]), "stock1:ember")).toEqual(["stock0:ember"]);
    const place = { move: {}, notation: "*b1", path: ["stock0:ember", "b:0,1"] };
    expect(resolvePremove([...CHOICES, place], placed).choice).toBe(place);
  });

  it("is shown on the board once it is a whole one, and so is a move without a connection", () => {
    expect(queuedPath(waiting(["stock0:ember"]))).toEqual([]);
    expect(queuedPath(waiting(["stock0:ember", "b:0,1"]))).toEqual(["stock0:ember", "b:0,1"]);
    const offline = { ...waiting(), unsent: ["stock0:ember", "b:0,2"] };
    expect(queuedPath(offline)).toEqual(offline.unsent);
    expect([...marksOf(offline).chosen]).toEqual(offline.unsent);
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
