import { describe, expect, it } from "vitest";
import type { Continuation } from "../../src/board/click-path";
import { canLiftPiece, clickSpot, type InputTarget, undoClick } from "../../src/board/input";
import { nextCell, pressKey } from "../../src/board/keyboard";
import { type BoardState, emptyState } from "../../src/board/state";
import type { MoveChoice } from "../../src/protocol";
import { type Frame, first, GAMES } from "./scenes";

/** A board without a page that records its calls. */
class Paper implements InputTarget {
  readonly state: BoardState;
  readonly log: string[] = [];
  asked: Continuation[] = [];

  constructor({ scene, choices }: Frame) {
    this.state = { ...emptyState({ seats: [] }), scene, choices };
  }

  redraw() {}
  premoveChanged() {}
  selectionChanged(): void {
    this.log.push(`chosen so far: ${this.state.prefix.join(" ")}`);
  }

  moveChosen(choice: MoveChoice): void {
    this.log.push(`move ${choice.notation}`);
  }

  moveTried(path: string[]): void {
    this.log.push(`try ${path.join(" ")}`);
  }

  askWhichMove(_at: string, found: Continuation[]): void {
    this.asked = found;
  }
}

const start = () => new Paper(first(GAMES.caldera));
const SMITH = "board:6,2";

describe("a click", () => {
  it("selects a piece, then another one, then deselects it", () => {
    const desk = start();
    clickSpot(desk, "board:6,3");
    expect(desk.state.prefix).toEqual(["board:6,3"]);
    clickSpot(desk, "board:6,1");
    expect(desk.state.prefix).toEqual(["board:6,1"]);
    clickSpot(desk, "board:6,1");
    expect(desk.state.prefix).toEqual([]);
  });

  it("plays when a path is complete", () => {
    const desk = start();
    clickSpot(desk, "board:6,3");
    clickSpot(desk, "board:5,3");
    expect(desk.log.at(-1)).toBe("move d1-d2");
  });

  it("opens a menu where two moves share a target", () => {
    const desk = start();
    clickSpot(desk, SMITH);
    clickSpot(desk, "board:5,2");
    expect(desk.asked.map((way) => way.via)).toEqual([null, "!forge"]);
    expect(desk.log.filter((line) => line.startsWith("move"))).toEqual([]);
  });

  it("reports an illegal target and keeps the selected piece", () => {
    const desk = start();
    clickSpot(desk, "board:6,3");
    clickSpot(desk, "board:2,3");
    expect(desk.log.at(-1)).toBe("try board:6,3 board:2,3");
    expect(desk.state.prefix).toEqual(["board:6,3"]);
  });

  it("on an opponent's piece is an illegal try, on an empty cell nothing", () => {
    const desk = start();
    expect(clickSpot(desk, "board:0,3")).toBe(true);
    expect(desk.log).toEqual(["try board:0,3"]);
    expect(clickSpot(desk, "board:3,3")).toBe(false);
  });

  it("does nothing when the opponent is to move", () => {
    const desk = start();
    desk.state.choices = [];
    expect(clickSpot(desk, "board:6,3")).toBe(false);
    expect(desk.log).toEqual([]);
  });

  it("beside a selected piece never plays a complete move", () => {
    const choices: MoveChoice[] = [
      { move: {}, notation: "@b1", path: ["g:0,1"] },
      { move: {}, notation: "a1-a2", path: ["g:1,0", "g:0,0"] },
    ];
    const token = { id: "t", glyph: "x", text: "x", at: "g:1,0" };
    const scene = { grids: [{ id: "g", rows: 2, cols: 2 }], tokens: [token] };
    const desk = new Paper({ scene, steps: [], choices });
    clickSpot(desk, "g:1,0");
    clickSpot(desk, "g:0,1");
    expect(desk.log.at(-1)).toBe("try g:1,0 g:0,1");
  });
});

describe("a move that waits for its confirmation", () => {
  const waiting = () => {
    const desk = start();
    desk.state.pending = desk.state.choices.find((c) => c.notation === "d1-d2") ?? null;
    return desk;
  };

  it("is played by a second click on its target, or Enter", () => {
    const clicked = waiting();
    clickSpot(clicked, "board:5,3");
    expect(clicked.log).toEqual(["move d1-d2"]);
    const pressed = waiting();
    expect(pressKey(pressed, "Enter")).toBe(true);
    expect(pressed.log).toEqual(["move d1-d2"]);
  });

  it("is cancelled by Escape, or by a click elsewhere", () => {
    const desk = waiting();
    expect(pressKey(desk, "Escape")).toBe(true);
    expect(desk.state.pending).toBeNull();
    const other = waiting();
    clickSpot(other, "board:6,1");
    expect(other.state.pending).toBeNull();
    expect(other.state.prefix).toEqual(["board:6,1"]);
  });
});

describe("a key", () => {
  it("presses the action of the selected piece", () => {
    const desk = start();
    clickSpot(desk, SMITH);
    expect(pressKey(desk, "F")).toBe(true);
    clickSpot(desk, "board:5,2");
    expect(desk.log.at(-1)).toBe("move c1^c2");
  });

  it("may come before the piece", () => {
    const desk = start();
    pressKey(desk, "f");
    expect(desk.state.armed).toBe("!forge");
    clickSpot(desk, SMITH);
    clickSpot(desk, "board:5,2");
    expect(desk.log.at(-1)).toBe("move c1^c2");
  });

  it("before a piece that cannot use it is tried with that piece", () => {
    const desk = start();
    pressKey(desk, "f");
    clickSpot(desk, "board:6,3");
    expect(desk.log.at(-1)).toBe("try board:6,3 !forge");
  });

  it("Escape undoes clicks one by one, buttons with their piece", () => {
    const desk = start();
    clickSpot(desk, SMITH);
    pressKey(desk, "f");
    expect(desk.state.prefix).toEqual([SMITH, "!forge"]);
    undoClick(desk);
    expect(desk.state.prefix).toEqual([SMITH]);
    undoClick(desk);
    expect(desk.state.prefix).toEqual([]);
    expect(undoClick(desk)).toBe(false);
  });

  it("without a meaning on the board is left to the page", () => {
    expect(pressKey(start(), "q")).toBe(false);
  });

  it("moves the focus in the direction that the screen shows", () => {
    const { scene } = first(GAMES.caldera);
    expect(nextCell(scene, "board:3,3", "ArrowUp", false)).toBe("board:2,3");
    expect(nextCell(scene, "board:3,3", "ArrowUp", true)).toBe("board:4,3");
    expect(nextCell(scene, "board:0,0", "ArrowLeft", false)).toBe("board:0,0");
    expect(nextCell(scene, "board:3,3", "End", false)).toBe("board:3,6");
    expect(nextCell(scene, "board:3,3", "x", false)).toBeNull();
  });
});

describe("a drag", () => {
  it("starts only at a piece that can move", () => {
    const { state } = start();
    expect(canLiftPiece(state, "board:6,3")).toBe(true);
    expect(canLiftPiece(state, "board:0,3")).toBe(false);
    expect(canLiftPiece(state, "board:5,3")).toBe(false);
  });
});
