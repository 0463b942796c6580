import { describe, expect, it } from "vitest";
import type { GameInfo, Holder } from "../src/protocol";
import { playerName } from "../src/seats";

const GAME = { seat_names: ["North", "South"] } as unknown as GameInfo;

function names(...seats: Partial<Holder>[]): string[] {
  return seats.map((_, seat) => playerName(GAME, seats as Holder[], seat));
}

describe("the name of a player", () => {
  it("is the seat's where one person plays all seats", () => {
    const ada = { kind: "person", member: "1", name: "Ada" } as const;
    expect(names(ada, ada)).toEqual(["North", "South"]);
  });

  it("is the level's where two levels play each other", () => {
    const easy = { kind: "bot", name: "Easy bot" } as const;
    const hard = { kind: "bot", name: "Hard bot" } as const;
    expect(names(easy, hard)).toEqual(["Easy bot", "Hard bot"]);
    expect(names(easy, easy)).toEqual(["North", "South"]);
  });
});
