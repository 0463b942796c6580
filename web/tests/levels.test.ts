import { describe, expect, it } from "vitest";
import { ratingText } from "../src/levels";
import type { GameInfo } from "../src/protocol";

const GAME = {
  marks: { medium: "7" },
  ratings: { "7": { elo: 1700, low: 1650, high: 1750 } },
} as unknown as GameInfo;

describe("the Elo of a level", () => {
  it("is that of its place on the dial", () => {
    expect(ratingText(GAME, "7")).toBe("Elo 1700 ± 50");
    expect(ratingText(GAME, "medium")).toBe("Elo 1700 ± 50");
  });

  it("is unknown for a level that was not measured", () => {
    expect(ratingText(GAME, "8")).toBeNull();
    expect(ratingText(undefined, "7")).toBeNull();
  });
});
