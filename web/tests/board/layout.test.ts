import { describe, expect, it } from "vitest";
import { cellName, everyCell, partnerCell } from "../../src/board/hotspots";
import {
  arrangeBoard,
  type Box,
  cellAt,
  cellBox,
  idealHeight,
  levelHeight,
} from "../../src/board/layout";
import { traySlots } from "../../src/board/tray-slots";
import { type Frame, first, GAMES } from "./scenes";

const SIZES = [
  [360, 560],
  [390, 700],
  [900, 660],
  [700, 700],
  [2000, 1300],
] as const;

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

describe.each(Object.entries(GAMES))("%s", (_name, game) => {
  const { scene } = first(game);

  it.each(SIZES)("fits into %i x %i without overlaps", (width, height) => {
    for (const flipped of [false, true]) {
      const layout = arrangeBoard(scene, { width, height, flipped, picture: false });
      const boxes: Box[] = [...layout.grids, ...layout.trays];
      boxes.forEach((box, i) => {
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.y).toBeGreaterThanOrEqual(0);
        expect(box.x + box.w).toBeLessThanOrEqual(width + 0.01);
        expect(box.y + box.h).toBeLessThanOrEqual(height + 0.01);
        for (const other of boxes.slice(i + 1)) expect(overlap(box, other)).toBe(false);
      });
    }
  });

  it("leaves room for the board's shadow at the sides", () => {
    for (const picture of [false, true]) {
      const layout = arrangeBoard(scene, { width: 700, height: 900, flipped: false, picture });
      for (const { x, w } of layout.grids) {
        expect(x).toBeGreaterThan(layout.unit * 0.23);
        expect(x + w).toBeLessThan(700 - layout.unit * 0.23);
      }
    }
  });

  it("finds every cell at its centre, at any height, flipped or not", () => {
    for (const flipped of [false, true])
      for (const level of [0, 1, 3]) {
        const layout = arrangeBoard(scene, { width: 800, height: 700, flipped, picture: false });
        for (const at of everyCell(scene)) {
          const box = cellBox(layout, at);
          if (!box) throw new Error(at);
          const y = box.y + box.h / 2 - levelHeight(level) * layout.unit;
          const found = cellAt(layout, box.x + box.w / 2, y, (cell) => (cell === at ? level : 0));
          expect(found).toBe(at);
        }
      }
  });

  it("flips by 180 degrees", () => {
    const room = { width: 800, height: 700, picture: false };
    const one = arrangeBoard(scene, { ...room, flipped: false });
    const other = arrangeBoard(scene, { ...room, flipped: true });
    const grid = scene.grids[0] as { id: string; rows: number; cols: number };
    const last = `${grid.id}:${grid.rows - 1},${grid.cols - 1}`;
    expect(cellBox(other, last)).toEqual(cellBox(one, `${grid.id}:0,0`));
  });

  it("does not grow with more height than its ideal height", () => {
    const height = idealHeight(scene, 360, false);
    const unit = (h: number) =>
      arrangeBoard(scene, { width: 360, height: h, flipped: false, picture: false }).unit;
    expect(unit(height)).toBeCloseTo(unit(height * 2), 5);
  });
});

describe("cells", () => {
  it("fill the width of a phone", () => {
    const room = { width: 360, height: 640, flipped: false, picture: false };
    expect(arrangeBoard(first(GAMES.skysummit).scene, room).unit).toBeGreaterThan(58);
    expect(arrangeBoard(first(GAMES.ludus).scene, { ...room, height: 700 }).unit).toBeGreaterThan(
      29,
    );
  });

  it("that are raised hide the cells behind them", () => {
    const { scene } = first(GAMES.caldera);
    const layout = arrangeBoard(scene, { width: 800, height: 700, flipped: false, picture: false });
    const box = cellBox(layout, "board:3,3") as Box;
    const edge = box.y + box.h - 2;
    const raised = (at: string) => (at === "board:4,3" ? 3 : 0);
    expect(cellAt(layout, box.x + box.w / 2, edge, () => 0)).toBe("board:3,3");
    expect(cellAt(layout, box.x + box.w / 2, edge, raised)).toBe("board:4,3");
  });

  it("have their usual names, in capitals on a floating grid", () => {
    const { scene } = first(GAMES.ludus);
    expect(cellName(scene, "ground:10,0")).toBe("a1");
    expect(cellName(scene, "sky:4,0")).toBe("D4");
    expect(partnerCell(scene.grids, "sky:0,0")).toBe("ground:3,3");
    expect(partnerCell(scene.grids, "ground:7,7")).toBe("sky:4,4");
    expect(partnerCell(scene.grids, "ground:8,7")).toBeNull();
  });
});

describe("a tray", () => {
  it("groups equal pieces", () => {
    const game = GAMES.pyramids;
    const { scene } = game.frames[game.frames.length - 1] as Frame;
    const layout = arrangeBoard(scene, { width: 360, height: 600, flipped: false, picture: false });
    const tokens = scene.tokens ?? [];
    for (const tray of layout.trays) {
      const found = traySlots(layout, tray, tokens);
      const lying = found.flatMap((slot) => slot.tokens);
      expect(lying).toHaveLength(tokens.filter((t) => t.at.startsWith(`${tray.tray.id}:`)).length);
      for (const slot of found) {
        expect(new Set(slot.tokens.map((t) => `${t.glyph}${t.tint}`)).size).toBe(1);
        expect(slot.x + slot.w).toBeLessThanOrEqual(tray.x + tray.w + 0.01);
        expect(slot.y + slot.h).toBeLessThanOrEqual(tray.y + tray.h + 0.01);
      }
    }
  });

  it("keeps coins with different texts apart", () => {
    const coins = ["1", "1", "2"].map((text, i) => ({
      id: `c${i}`,
      glyph: "coin",
      text,
      at: `hand:${i}`,
      seat: 0,
    }));
    const scene = {
      grids: [{ id: "board", rows: 3, cols: 3 }],
      trays: [{ id: "hand", label: "Hand" }],
      tokens: coins,
    };
    const layout = arrangeBoard(scene, { width: 400, height: 600, flipped: false, picture: false });
    const slots = layout.trays.flatMap((tray) => traySlots(layout, tray, coins));
    expect(slots.map((slot) => slot.spots)).toEqual([["hand:0", "hand:1"], ["hand:2"]]);
  });

  it("moves to the other side when the board is flipped", () => {
    const { scene } = first(GAMES.ludus);
    const room = { width: 360, height: 640, picture: false };
    const top = (flipped: boolean) =>
      arrangeBoard(scene, { ...room, flipped }).trays.reduce((a, b) => (a.y < b.y ? a : b)).tray
        .seat;
    expect(top(false)).toBe(1);
    expect(top(true)).toBe(0);
  });
});
