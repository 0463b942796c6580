import { describe, expect, it } from "vitest";
import {
  applyTool,
  cellSpots,
  clearScene,
  readVocabulary,
  type Tool,
} from "../../src/analysis/setup-board";
import type { Scene } from "../../src/protocol";

const FIRST: Scene = {
  grids: [{ id: "b", rows: 2, cols: 2 }],
  cells: [{ at: "b:0,0", mark: "goal" }],
  tokens: [{ id: "k0", glyph: "king", text: "K", at: "b:1,1", seat: 0 }],
};
const LATER: Scene = {
  ...FIRST,
  cells: [...(FIRST.cells ?? []), { at: "b:0,1", level: 2 }],
  tokens: [...(FIRST.tokens ?? []), { id: "k1", glyph: "king", text: "K", at: "b:0,1", seat: 1 }],
};
const KING: Tool = {
  kind: "piece",
  piece: { glyph: "king", text: "K", seat: 1, tint: "" },
};

describe("setting up a position", () => {
  it("offers the pieces and the cells that scenes have, but not what belongs to the board", () => {
    const words = readVocabulary([FIRST, LATER], 2);
    expect(words.pieces.map(({ seat }) => seat)).toEqual([0, 1]);
    expect(words.grounds).toEqual([{ level: 2, mark: "", seat: null }]);
    expect(words.stacks).toBe(false);
  });

  it("offers the pieces of a seat in the game's order", () => {
    const queen = { id: "q0", glyph: "queen", text: "Q", at: "b:0,0", seat: 0 };
    const scene = { ...FIRST, tokens: [...(FIRST.tokens ?? []), queen] };
    const glyphsOf = (order: string[]) =>
      readVocabulary([scene], 1, order).pieces.map(({ glyph }) => glyph);
    expect(glyphsOf(["queen", "king"])).toEqual(["queen", "king"]);
    expect(glyphsOf([])).toEqual(["king", "queen"]);
  });

  it("replaces a piece, or stacks pieces where a game stacks them", () => {
    const replaced = applyTool(FIRST, KING, "b:1,1", false);
    expect(replaced.tokens?.map(({ seat, at }) => [seat, at])).toEqual([[1, "b:1,1"]]);
    const stacked = applyTool(FIRST, KING, "b:1,1", true);
    expect(stacked.tokens?.map(({ layer }) => layer ?? 0)).toEqual([0, 1]);
    const ids = applyTool(stacked, KING, "b:0,1", true).tokens?.map(({ id }) => id) ?? [];
    expect(new Set(ids).size).toBe(3);
  });

  it("erases the topmost piece first, and then the cell", () => {
    const raised = applyTool(FIRST, { kind: "ground", ground: { level: 3 } }, "b:1,1", false);
    expect(raised.cells).toContainEqual({ at: "b:1,1", level: 3 });
    const bare = applyTool(raised, { kind: "erase" }, "b:1,1", false);
    expect(bare.tokens).toEqual([]);
    expect(applyTool(bare, { kind: "erase" }, "b:1,1", false).cells).toEqual(FIRST.cells);
  });

  it("clears everything but the board itself", () => {
    expect(clearScene(LATER, FIRST)).toEqual({ ...FIRST, tokens: [] });
    expect(cellSpots(FIRST)).toEqual(["b:0,0", "b:0,1", "b:1,0", "b:1,1"]);
  });
});
