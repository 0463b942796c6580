import { describe, expect, it } from "vitest";
import {
  cellRoute,
  choiceByNotation,
  choicesWithButton,
  continuations,
  expandChoices,
  nextTargets,
  remainingChoices,
} from "../../src/board/click-path";
import type { MoveChoice } from "../../src/protocol";
import { first, GAMES } from "./scenes";

const entries = Object.entries(GAMES);

describe("every legal move", () => {
  it.each(entries)("of %s can be clicked, spot by spot", (_name, game) => {
    for (const { choices } of game.frames)
      for (const choice of choices) {
        let prefix: string[] = [];
        let chosen: MoveChoice | null = null;
        for (const at of choice.path) {
          expect(chosen).toBeNull();
          expect(nextTargets(choices, prefix).has(at)).toBe(true);
          const way = continuations(choices, prefix, at).find(
            (w) => w.path.length === prefix.length + 1,
          );
          prefix = way?.path ?? [];
          chosen = way?.choice ?? null;
        }
        expect(chosen).toBe(choice);
      }
  });

  it.each(entries)("of %s can be typed", (_name, game) => {
    const { choices } = first(game);
    for (const choice of choices)
      expect(choiceByNotation(choices, ` ${choice.notation} `)).toBe(choice);
    expect(choiceByNotation(choices, "nonsense")).toBeNull();
  });
});

describe("a target that two moves share", () => {
  const { choices } = first(GAMES.caldera);
  const smith = "board:6,2";

  it("offers both, one of them through a button", () => {
    const found = continuations(choices, [smith], "board:5,2");
    expect(found.map((way) => way.via)).toEqual([null, "!forge"]);
    expect(found.every((way) => way.choice !== null)).toBe(true);
  });

  it("is unambiguous after the button was pressed", () => {
    const found = continuations(choices, [smith, "!forge"], "board:5,2");
    expect(found).toHaveLength(1);
    expect(found[0]?.choice?.notation).toBe("c1^c2");
  });

  it("is unambiguous when the button was pressed before the piece", () => {
    const armed = choicesWithButton(choices, "!forge");
    expect([...nextTargets(armed, []).keys()].sort()).toEqual(["board:6,2", "board:6,4"]);
    expect(continuations(armed, [smith], "board:5,2").map((way) => way.via)).toEqual(["!forge"]);
  });
});

describe("clicks", () => {
  const choices: MoveChoice[] = [
    { move: {}, notation: "strike", path: ["g:0,0", "!strike", "g:0,2"] },
    { move: {}, notation: "a1-b1!", path: ["g:0,0", "g:0,1"] },
  ];

  it("have no continuation from a spot without a legal move", () => {
    expect(continuations(choices, [], "g:0,1")).toEqual([]);
    expect(continuations(choices, ["g:0,0"], "g:1,1")).toEqual([]);
    expect(remainingChoices(choices, ["g:9,9"])).toEqual([]);
  });

  it("mark targets that only an action reaches", () => {
    const found = nextTargets(choices, ["g:0,0"]);
    expect(found.get("g:0,1")).toBe("direct");
    expect(found.get("g:0,2")).toBe("action");
    expect(found.get("!strike")).toBe("direct");
  });

  it("never imply a button before the first piece", () => {
    const only: MoveChoice[] = [{ move: {}, notation: "swap", path: ["!swap", "g:0,0"] }];
    expect(continuations(only, [], "g:0,0")).toEqual([]);
  });

  it("may omit the check sign of a notation", () => {
    expect(choiceByNotation(choices, "a1-b1")?.notation).toBe("a1-b1!");
  });
});

describe("the route of a drag", () => {
  const open = (cells: string[]) => (row: number, col: number) => cells.includes(`${row},${col}`);

  it("is straight where nothing blocks it", () => {
    const found = cellRoute({ row: 0, col: 0 }, { row: 0, col: 2 }, open(["0,1", "0,2"]));
    expect(found.map(({ col }) => col)).toEqual([0, 1, 2]);
  });

  it("goes around corners over open cells", () => {
    const found = cellRoute(
      { row: 0, col: 0 },
      { row: 0, col: 2 },
      open(["1,0", "1,1", "1,2", "0,2"]),
    );
    expect(found).toHaveLength(5);
    expect(found[4]).toEqual({ row: 0, col: 2 });
  });

  it("is a direct line where no route is open", () => {
    const found = cellRoute({ row: 0, col: 0 }, { row: 2, col: 1 }, open(["2,1"]));
    expect(found).toEqual([
      { row: 0, col: 0 },
      { row: 2, col: 1 },
    ]);
  });
});

describe("a move with more than one way to click it", () => {
  const wall = {
    move: {},
    notation: "a2+c2",
    path: ["ground:9,0", "ground:9,2"],
    also: [["ground:9,2", "ground:9,0"]],
  } as unknown as MoveChoice;

  it("is complete after the clicks of either way", () => {
    const choices = expandChoices([wall]);
    expect(choices.map((choice) => choice.path[0])).toEqual(["ground:9,0", "ground:9,2"]);
    const [way] = continuations(choices, ["ground:9,2"], "ground:9,0");
    expect(way?.choice?.notation).toBe("a2+c2");
  });
});
