import { describe, expect, it } from "vitest";
import { ActionBar } from "../../src/board/actions";
import { placeBubble } from "../../src/board/bubble";
import { describeCell, indexScene } from "../../src/board/descriptions";
import { arrangeBoard } from "../../src/board/layout";
import { placementCell, previewedSteps, targetEffects } from "../../src/board/preview";
import { type BoardState, emptyState, isCapture } from "../../src/board/state";
import { traySlots } from "../../src/board/tray-slots";
import type { MoveChoice, Scene } from "../../src/protocol";

const ERUPTION = [
  { kind: "erupt", at: "b:0,0" },
  { kind: "move", token: "low", at: "b:0,0", to: "b:0,2" },
  { kind: "capture", token: "low", at: "b:0,2", to: "taken:low" },
];
const SCENE: Scene = {
  grids: [{ id: "b", rows: 1, cols: 4 }],
  tokens: [
    { id: "low", glyph: "pyramid.small", text: "S", at: "b:0,0", tint: "red" },
    { id: "cap", glyph: "cap", text: "^", at: "b:0,0", layer: 1 },
    { id: "high", glyph: "pyramid.small", text: "S", at: "b:0,1", tint: "blue" },
  ],
  buttons: [{ at: "!lift", label: "Lift", key: "l", prompt: "Choose what to lift" }],
  prompts: ["Move a cap", "Choose where it steps"],
};
const CHOICES: MoveChoice[] = [
  { move: {}, notation: "a1-b1!", path: ["b:0,0", "b:0,1"], preview: ERUPTION },
  { move: {}, notation: "lift", path: ["b:0,0", "!lift", "b:0,3"] },
];

function stateOf(changes: Partial<BoardState>): BoardState {
  return { ...emptyState({ seats: ["one", "two"] }), scene: SCENE, choices: CHOICES, ...changes };
}

function promptOf(state: BoardState): string {
  const bar = new ActionBar({ pressed() {}, confirmed() {}, takenBack() {}, pointed() {} });
  bar.update(state);
  return bar.root.querySelector(".board-prompt")?.textContent ?? "";
}

describe("a target with a piece", () => {
  it("is a capture only if the piece belongs to another seat", () => {
    const state = stateOf({ prefix: ["b:0,0"] });
    expect(isCapture(state, [{ id: "x", glyph: "cap", text: "", at: "b:0,1" }])).toBe(false);
    expect(describeCell(state, indexScene(state), "b:0,1")).toMatch(/can move here$/);
    const owned = (SCENE.tokens ?? []).map((token) => ({
      ...token,
      seat: token.id === "high" ? 1 : 0,
    }));
    const foes = stateOf({ prefix: ["b:0,0"], scene: { ...SCENE, tokens: owned } });
    expect(describeCell(foes, indexScene(foes), "b:0,1")).toMatch(/can capture here$/);
  });
});

describe("a piece of a tray", () => {
  const choices: MoveChoice[] = [{ move: {}, notation: "*c1", path: ["stock:ember", "b:0,2"] }];

  it("stands on the cell under the pointer if a click would place it there", () => {
    const chosen = stateOf({ choices, prefix: ["stock:ember"] });
    expect(placementCell({ ...chosen, hover: "b:0,2" })).toBe("b:0,2");
    expect(placementCell({ ...chosen, cursor: "b:0,2" })).toBe("b:0,2");
    expect(placementCell({ ...chosen, hover: "b:0,3" })).toBe(null);
    expect(placementCell(stateOf({ choices, hover: "b:0,2" }))).toBe(null);
  });

  it("is not a piece of the board", () => {
    expect(placementCell(stateOf({ prefix: ["b:0,0"], hover: "b:0,1" }))).toBe(null);
  });
});

describe("a button of the game", () => {
  it("is pointed at by the mouse and by the focus, so that its move is previewed", () => {
    const spots: (string | null)[] = [];
    const ignore = () => {};
    const bar = new ActionBar({
      pressed: ignore,
      confirmed: ignore,
      takenBack: ignore,
      pointed: (at) => spots.push(at),
    });
    bar.update(stateOf({ prefix: ["b:0,0"] }));
    const button = bar.root.querySelector("[data-at='!lift']");
    for (const kind of ["pointerenter", "pointerleave", "focus", "blur"])
      button?.dispatchEvent(new Event(kind));
    expect(spots).toEqual(["!lift", null, "!lift", null]);
    const fire: MoveChoice = {
      move: {},
      notation: "a1!",
      path: ["b:0,0", "!fire"],
      preview: ERUPTION,
    };
    const chosen = stateOf({ choices: [fire], prefix: ["b:0,0"], hover: "!fire" });
    expect(previewedSteps(chosen)).toEqual(ERUPTION);
  });
});

describe("a preview", () => {
  it("shows the effects of the move under the pointer", () => {
    expect(previewedSteps(stateOf({ prefix: ["b:0,0"], hover: "b:0,1" }))).toEqual(ERUPTION);
    expect(previewedSteps(stateOf({ prefix: ["b:0,0"], hover: "b:0,3" }))).toEqual([]);
    expect(previewedSteps(stateOf({ pending: CHOICES[0] as MoveChoice }))).toEqual(ERUPTION);
  });

  it("marks the targets of a piece that is hovered or chosen", () => {
    const effect = { erupts: true, captures: 1 };
    for (const changes of [{ hover: "b:0,0" }, { prefix: ["b:0,0"] }, { cursor: "b:0,0" }])
      expect([...targetEffects(stateOf(changes))]).toEqual([["b:0,1", effect]]);
    expect(targetEffects(stateOf({})).size).toBe(0);
  });

  it("is read to screen readers before the move", () => {
    const state = stateOf({ prefix: ["b:0,0"] });
    const words = describeCell(state, indexScene(state), "b:0,1");
    expect(words).toContain("a1 erupts");
    expect(words).toContain("captured on c1");
  });
});

describe("the prompt", () => {
  it("is the game's own for the clicks so far", () => {
    expect(promptOf(stateOf({}))).toBe("Move a cap");
    expect(promptOf(stateOf({ prefix: ["b:0,0"] }))).toBe("Choose where it steps");
    expect(promptOf(stateOf({ prefix: ["b:0,0", "!lift"] }))).toBe("Choose what to lift");
    expect(promptOf(stateOf({ armed: "!lift" }))).toBe("Choose what to lift");
  });

  it("is a general one for a game without prompts", () => {
    const { prompts: _, ...plain } = SCENE;
    expect(promptOf(stateOf({ scene: plain }))).toBe("Choose a piece");
    const bare = { ...plain, buttons: [{ at: "!fire", label: "Fire", key: "f" }] };
    const fired = stateOf({ scene: bare, armed: "!fire" });
    expect(promptOf(fired)).toMatch(/^Fire: Choose/);
    expect(promptOf(stateOf({ choices: [] }))).toBe("");
  });
});

describe("a tray", () => {
  it("keeps the pieces of a group together and apart from others", () => {
    const trays = [{ id: "taken", label: "Taken", seat: 0, note: "Trios: 1 of 3" }];
    const piece = (id: string, glyph: string, group: string) => ({
      id,
      glyph,
      text: "",
      at: `taken:${glyph}`,
      group,
    });
    const tokens = [
      piece("a", "pyramid.small", "red 0"),
      piece("b", "pyramid.small", "red 1"),
      piece("c", "pyramid.large", "red 0"),
    ];
    const scene = { ...SCENE, trays, tokens };
    const layout = arrangeBoard(scene, { width: 700, height: 500, flipped: false, picture: false });
    const [placed] = layout.trays;
    const slots = placed ? traySlots(layout, placed, tokens) : [];
    expect(slots.map(({ tokens: [token] }) => token?.id)).toEqual(["a", "c", "b"]);
    const [a, c, b] = slots.map(({ x }) => x) as [number, number, number];
    expect(b - c).toBeGreaterThan(c - a);
  });
});

describe("a bubble", () => {
  const stage = { w: 600, h: 400 };
  const size = { w: 280, h: 60 };

  it.each([
    [0, 300],
    [560, 300],
    [270, 0],
    [0, 0],
    [560, 380],
  ])("at the cell %i, %i points at the cell and stays on the stage", (x, y) => {
    const cell = { x, y, w: 40, h: 40 };
    const placed = placeBubble(size, cell, stage);
    const left = placed.x - size.w / 2;
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + size.w).toBeLessThanOrEqual(stage.w);
    expect(left + placed.tip).toBeGreaterThanOrEqual(cell.x);
    expect(left + placed.tip).toBeLessThanOrEqual(cell.x + cell.w);
    expect(placed.below).toBe(y === 0);
    expect(placed.y).toBeGreaterThanOrEqual(0);
    expect(placed.y + size.h).toBeLessThanOrEqual(stage.h);
  });
});
