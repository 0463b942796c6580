import { describe, expect, it } from "vitest";
import { readPlace, writePlace } from "../../src/analysis/root";
import {
  AnalysisTree,
  isMain,
  lineTo,
  mainLine,
  moveNumber,
  pathTo,
} from "../../src/analysis/tree";
import {
  BadDocument,
  isDocument,
  leavesOf,
  readDocument,
  type TreeDocument,
  writeDocument,
  writeText,
} from "../../src/analysis/tree-document";

const POSITION = { game: "some", ruleset: "odd" };

/** 1. a b 2. c d, with the variation 1… x 2. y and a comment. */
function sample() {
  const tree = new AnalysisTree();
  const a = tree.addMove(tree.root, 0, "a");
  const b = tree.addMove(a, 1, "b");
  const c = tree.addMove(b, 0, "c");
  const d = tree.addMove(c, 1, "d");
  const x = tree.addMove(a, 1, "x");
  const y = tree.addMove(x, 0, "y");
  x.comment = "an idea";
  return { tree, a, b, c, d, x, y };
}

describe("a tree", () => {
  it("has a move once, and the first move continues the line", () => {
    const { tree, a, b, c, d } = sample();
    expect(tree.addMove(a, 1, "b")).toBe(b);
    expect(mainLine(tree.root)).toEqual([a, b, c, d]);
    expect(pathTo(d)).toEqual([a, b, c, d]);
    expect(tree.followLine(tree.root, ["a", "b", "nothing"])).toBe(b);
  });

  it("makes a variation the main line where it branches off", () => {
    const { tree, a, x, y } = sample();
    expect(isMain(y)).toBe(false);
    expect(tree.promote(y)).toBe(true);
    expect(mainLine(tree.root)).toEqual([a, x, y]);
    expect(tree.promote(y)).toBe(false);
  });

  it("forgets a removed move and everything after it", () => {
    const { tree, b, c, d } = sample();
    expect(tree.remove(c)).toBe(b);
    expect(tree.find(d.id)).toBeUndefined();
    expect(tree.size).toBe(5);
    expect(tree.remove(tree.root)).toBe(tree.root);
  });

  it("counts rounds, also when a seat moves twice", () => {
    const tree = new AnalysisTree();
    let at = tree.root;
    const rounds = [0, 0, 1, 2, 0, 1].map((seat, index) => {
      at = tree.addMove(at, seat, String(index));
      return at.round;
    });
    expect(rounds).toEqual([1, 1, 1, 1, 2, 2]);
    expect(moveNumber(at, false)).toBe("");
    expect(moveNumber(at, true)).toBe("2…");
  });
});

describe("a document", () => {
  it("reads back as the same tree", () => {
    const { tree } = sample();
    const written = JSON.stringify(writeDocument(tree, POSITION, ["Ann", "Bob"]));
    const value: unknown = JSON.parse(written);
    expect(isDocument(value)).toBe(true);
    const again = readDocument(value as TreeDocument);
    expect(JSON.stringify(writeDocument(again, POSITION, ["Ann", "Bob"]))).toBe(written);
    expect(leavesOf(again.root).map(lineTo)).toEqual([
      ["a", "b", "c", "d"],
      ["a", "x", "y"],
    ]);
  });

  it("is refused if it is newer or broken", () => {
    const { tree } = sample();
    const good = writeDocument(tree, POSITION, []);
    for (const bad of [
      { ...good, format: 2 },
      { ...good, position: 5 },
      { ...good, moves: 5 },
      { ...good, moves: [{ move: 1, seat: 0 }] },
      { ...good, moves: [{ move: "a", seat: 0.5 }] },
    ])
      expect(() => readDocument(bad as unknown as TreeDocument)).toThrow(BadDocument);
    expect(isDocument({ format: 1, moves: [] })).toBe(false);
    expect(isDocument(null)).toBe(false);
  });

  it("is written as text with numbers, brackets and braces", () => {
    const { tree, b } = sample();
    b.mark = "?";
    expect(writeText(tree, "Some game")).toBe(
      "Some game\n\n1. a b? (1… x {an idea} 2. y) 2. c d\n",
    );
  });
});

describe("a place", () => {
  it("survives the way through an address", () => {
    const place = {
      position: { game: "some", state: { text: "ä & #" } },
      ply: 0,
      line: ["a b", "c~d", "100%"],
    };
    expect(readPlace(writePlace(place))).toEqual(place);
    expect(writePlace({ position: null, ply: 0, line: [] })).toBe("");
  });

  it("is empty for a fragment that says nothing", () => {
    for (const bad of ["", "#", "#content", "#position={&ply=x&line=", "#position=5"])
      expect(readPlace(bad)).toEqual({ position: null, ply: 0, line: [] });
  });
});
