import { describe, expect, it } from "vitest";
import { overlaps } from "../../src/board/damage";
import { hotspotBox } from "../../src/board/hit-test";
import { arrangeBoard, type Box, cellBox } from "../../src/board/layout";
import { placePanel } from "../../src/board/placement";
import { groupStacks } from "../../src/board/stack";
import { type BoardState, clickTargets, emptyState } from "../../src/board/state";
import { placeTooltip } from "../../src/board/tooltip";
import { traySlots } from "../../src/board/tray-slots";
import { type Frame, first, GAMES } from "./scenes";

const SIZES = [
  [360, 560],
  [390, 700],
  [900, 660],
  [2000, 1300],
] as const;
const NAME = { w: 120, h: 28 };

function stateOf(frame: Frame, width: number, height: number, flipped: boolean): BoardState {
  const state = emptyState({ seats: ["one", "two", "three"] });
  state.scene = frame.scene;
  state.choices = frame.choices;
  state.layout = arrangeBoard(frame.scene, { width, height, flipped, picture: false });
  return state;
}

/** The places of tooltips over a frame, by selected and hovered cell. */
function* tooltips(state: BoardState) {
  const tokens = state.scene.tokens ?? [];
  const lying = state.layout.trays.flatMap((tray) => traySlots(state.layout, tray, tokens));
  const piles = groupStacks(tokens);
  const starts = new Set(state.choices.map(({ path }) => path[0] as string));
  for (const [at, pile] of piles)
    for (const prefix of [[], ...(starts.has(at) ? [[at]] : [])]) {
      state.prefix = prefix;
      const size = pile.length === 1 ? NAME : { w: 40 * pile.length, h: 70 };
      yield { at, prefix, lying, panel: placeTooltip(state, lying, at, pile.length, size) };
    }
}

describe.each(Object.entries(GAMES))("a tooltip on the board of %s", (_name, game) => {
  it.each(SIZES)("covers neither its piece nor a target at %i x %i", (width, height) => {
    let shown = 0;
    let all = 0;
    for (const flipped of [false, true])
      for (const frame of game.frames) {
        const state = stateOf(frame, width, height, flipped);
        for (const { at, prefix, lying, panel } of tooltips(state)) {
          all += 1;
          if (!panel) continue;
          shown += 1;
          const kept = [at, ...(prefix.length ? clickTargets(state).keys() : [])];
          for (const each of kept) {
            const boxes = [hotspotBox(state, lying, each), cellBox(state.layout, each)];
            for (const box of boxes) expect(box && overlaps(panel, box)).toBeFalsy();
          }
          expect(panel.x).toBeGreaterThanOrEqual(0);
          expect(panel.y).toBeGreaterThanOrEqual(0);
          expect(panel.x + panel.w).toBeLessThanOrEqual(width);
          expect(panel.y + panel.h).toBeLessThanOrEqual(height);
        }
      }
    // The tooltip is hidden only where targets surround the cell.
    expect(shown / all).toBeGreaterThan(0.9);
  });
});

it.each(SIZES)("every token of Forge's opening has its name at %i x %i", (width, height) => {
  for (const flipped of [false, true]) {
    const state = stateOf(first(GAMES.forge), width, height, flipped);
    for (const { panel } of tooltips(state)) expect(panel).not.toBeNull();
  }
});

it.each(SIZES)("covers no cell that the move under the pointer changes at %i x %i", (w, h) => {
  const state = stateOf(first(GAMES.pyramids), w, h, false);
  const landings = ["board:0,3", "board:0,4"];
  const preview = landings.map((to) => ({ kind: "move" as const, at: "board:0,1", to }));
  // As at the start of a game: a cap of the last row steps aside, and its stack flows along.
  state.prefix = ["board:0,1"];
  state.choices = ["board:0,2", "board:0,0", "board:1,0", "board:1,1", "board:1,2"].map((to) => ({
    move: {},
    notation: to,
    path: ["board:0,1", to],
    ...(to === "board:0,2" ? { preview } : {}),
  }));
  const panel = placeTooltip(state, [], "board:0,2", 3, { w: 110, h: 60 });
  for (const cell of landings) {
    const box = cellBox(state.layout, cell);
    expect(panel && box && overlaps(panel, box)).toBeFalsy();
  }
});

describe("a panel", () => {
  const stage = { w: 400, h: 300 };
  const size = { w: 80, h: 20 };
  const cell: Box = { x: 160, y: 140, w: 40, h: 40 };
  const above = { ...cell, y: 100 };
  const below = { ...cell, y: 180 };
  const put = (obstacles: Box[], furthest = 80) =>
    placePanel(size, cell, obstacles, stage, furthest);

  it("lies above its cell, or below it if there is an obstacle", () => {
    expect(put([])).toEqual({ x: 140, y: 114, w: 80, h: 20 });
    expect(put([above])).toEqual({ x: 140, y: 186, w: 80, h: 20 });
  });

  it("lies at a side if there are obstacles above and below", () => {
    expect(put([above, below])).toEqual({ x: 74, y: 150, w: 80, h: 20 });
    expect(put([above, below, { ...cell, x: 120 }])).toEqual({ x: 206, y: 150, w: 80, h: 20 });
  });

  it("passes obstacles all around, but within a limit", () => {
    const around = [above, below, { ...cell, x: 120 }, { ...cell, x: 200 }];
    expect(put(around)).toEqual({ x: 140, y: 74, w: 80, h: 20 });
    expect(put(around, 30)).toBeNull();
  });

  it("stays on the stage", () => {
    const corner = { x: 0, y: 0, w: 40, h: 40 };
    expect(placePanel(size, corner, [], stage, 80)).toEqual({ x: 3, y: 46, w: 80, h: 20 });
  });
});
