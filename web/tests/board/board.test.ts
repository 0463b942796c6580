import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Board, type MoveChoice } from "../../src/board";
import { type Frame, first, GAMES } from "./scenes";

/** A canvas context that accepts every call, because happy-dom has none. */
function blankContext(canvas: HTMLCanvasElement): unknown {
  const gradient = { addColorStop() {} };
  return new Proxy({} as Record<string, unknown>, {
    get(target, name: string) {
      if (name === "canvas") return canvas;
      if (name in target) return target[name];
      if (name.startsWith("create")) return () => gradient;
      if (name === "measureText") return () => ({ width: 10 });
      return () => {};
    },
    set(target, name: string, value) {
      target[name] = value;
      return true;
    },
  });
}

let host: HTMLElement;

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(function (
    this: HTMLCanvasElement,
  ) {
    return blankContext(this) as never;
  });
  vi.stubGlobal("Path2D", class {});
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(700);
  host = document.createElement("div");
  document.body.append(host);
});

afterEach(() => {
  host.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const cell = (at: string) => host.querySelector<HTMLElement>(`[data-at="${at}"]`) as HTMLElement;
const said = () => host.querySelector("[role=status]")?.textContent;

describe.each(Object.entries(GAMES))("the board of %s", (_name, game) => {
  it("has an ARIA cell for every cell, and plays moves chosen there", async () => {
    const moves: MoveChoice[] = [];
    const board = new Board(host, { seats: game.seats, onMove: (choice) => moves.push(choice) });
    const { scene, choices } = first(game);
    await board.showScene(scene);
    const count = scene.grids.reduce((sum, grid) => sum + grid.rows * grid.cols, 0);
    expect(host.querySelectorAll("[role=gridcell]")).toHaveLength(count);
    board.offerChoices(choices);
    const choice = choices.find(({ path }) => path.every((at) => cell(at))) as MoveChoice;
    for (const at of choice.path) cell(at).click();
    const question = host.querySelector<HTMLElement>("[role=dialog]:not([hidden]) button");
    question?.click();
    expect(moves).toEqual([choice]);
    board.destroy();
    expect(host.children).toHaveLength(0);
  });

  it("animates and announces a move, and ends early when the next one arrives", async () => {
    const board = new Board(host, { seats: game.seats });
    const [before, after] = [game.frames[0] as Frame, game.frames[1] as Frame];
    await board.showScene(before.scene);
    const shown = board.showScene(after.scene, { steps: after.steps, animate: true });
    expect(said()).not.toBe("");
    await board.showScene(before.scene);
    await shown;
    board.destroy();
  });
});

describe("the board", () => {
  const { scene, choices } = first(GAMES.caldera);

  async function ready(confirm: boolean) {
    const log: string[] = [];
    const board = new Board(host, {
      seats: GAMES.caldera.seats,
      yours: [0],
      onMove: ({ notation }) => log.push(notation),
      onTry: (path) => log.push(`try ${path.join(" ")}`),
      onSelect: (prefix) => log.push(`clicks ${prefix.length}`),
    });
    board.configure({ confirm });
    await board.showScene(scene);
    board.offerChoices(choices);
    return { board, log };
  }

  it("waits for a confirmation if the setting asks for it", async () => {
    const { board, log } = await ready(true);
    expect(board.playNotation("d1-d2")).toBe(true);
    expect(log).toEqual([]);
    expect(said()).toBe("Play d1-d2?");
    host.querySelector<HTMLElement>("[data-at=confirm]")?.click();
    expect(log).toContain("d1-d2");
    board.destroy();
  });

  it("accepts typed notation and rejects nonsense", async () => {
    const { board, log } = await ready(false);
    expect(board.playNotation("z9-z8")).toBe(false);
    expect(board.playNotation("d1-d2")).toBe(true);
    expect(log).toContain("d1-d2");
    expect(board.playNotation("d1-d2")).toBe(false);
    board.destroy();
  });

  it("shows the reason at the spot of an illegal try", async () => {
    const { board, log } = await ready(false);
    cell("board:6,3").click();
    cell("board:2,3").click();
    expect(log.at(-1)).toBe("try board:6,3 board:2,3");
    board.showMessage("board:2,3", "Too far.");
    expect(said()).toBe("Too far.");
    expect(host.querySelector(".board-bubble")?.textContent).toBe("Too far.");
    board.destroy();
  });

  it("can be played with the keyboard alone", async () => {
    const { board, log } = await ready(false);
    const key = (name: string) => {
      const event = new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true });
      (document.activeElement as HTMLElement).dispatchEvent(event);
    };
    cell("board:6,0").focus();
    key("ArrowRight");
    key("ArrowRight");
    expect((document.activeElement as HTMLElement).dataset.at).toBe("board:6,2");
    key("Enter");
    key("f");
    key("ArrowUp");
    key("Enter");
    expect(log.at(-1)).toBe("c1^c2");
    board.destroy();
  });

  it("without input has nothing to click or to read", async () => {
    const board = new Board(host, { seats: [], interactive: false });
    await board.showScene(scene);
    expect(host.querySelectorAll("[role], button")).toHaveLength(0);
    board.destroy();
  });
});
