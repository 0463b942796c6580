import { describe, expect, it } from "vitest";
import { formatClock, secondsLeft } from "../src/components/clock";
import { matchChoices, meantNotation } from "../src/components/move-input";
import { groupRounds } from "../src/components/move-list";
import { defaultChoices, type GameChoices, roomSetup, whyUnrated } from "../src/create-room";
import { applyChange } from "../src/lists";
import type { GameInfo, MoveChoice } from "../src/protocol";
import { DEFAULT_SETTINGS, parseSettings } from "../src/settings";

const GAME: GameInfo = {
  id: "some",
  title: "Some game",
  summary: "",
  rules_version: 1,
  seats: [2, 3],
  seat_names: ["A", "B", "C"],
  rulesets: ["standard", "odd"],
  rated_rulesets: ["standard"],
  presets: {},
  notes: {},
  options: {},
  reasons: {},
};

function made(changes: Partial<GameChoices>) {
  return roomSetup(GAME, { ...defaultChoices(GAME), ...changes });
}

describe("a room setup", () => {
  it("is a private game against a medium bot unless something else is chosen", () => {
    expect(made({})).toMatchObject({
      seats: [{ kind: "host" }, { kind: "bot", level: "medium" }],
      public: false,
      shuffle: false,
    });
    expect(made({}).clock).toBeUndefined();
  });

  it("gives the host the chosen seat, or a random one", () => {
    expect(made({ players: 3, seat: 2 }).seats.map((each) => each.kind)).toEqual([
      "bot",
      "bot",
      "host",
    ]);
    expect(made({ seat: null }).shuffle).toBe(true);
  });

  it("of one screen has only the host; an open one is public, an invitation is not", () => {
    expect(made({ opponent: "screen" }).seats).toEqual([{ kind: "host" }, { kind: "host" }]);
    expect(made({ opponent: "open" }).public).toBe(true);
    expect(made({ opponent: "invite" }).public).toBe(false);
  });

  it("allows spectators in a public game, and in a private one only on request", () => {
    expect(made({ opponent: "open" }).spectators).toBe(true);
    expect(made({ opponent: "invite" }).spectators).toBe(false);
    expect(made({ opponent: "invite", spectators: true }).spectators).toBe(true);
    expect(made({ opponent: "invite", public: true }).spectators).toBe(true);
    expect(made({ opponent: "open", spectators: false }).spectators).toBe(false);
  });

  it("has only the fields of its kind of clock", () => {
    const per = made({ clock: "move", seconds: 20, timeout: "random" });
    expect(per.clock).toEqual({ kind: "move", seconds: 20, timeout: "random" });
    const whole = made({ clock: "fischer", seconds: 300, extra: 3, timeout: "random" });
    expect(whole.clock).toEqual({ kind: "fischer", seconds: 300, extra: 3 });
  });
});

describe("a rated game", () => {
  const RATED = { rated: true, takebacks: true };

  it("is never the default, and has no takebacks", () => {
    expect(made({}).rated).toBe(false);
    expect(made(RATED)).toMatchObject({ rated: true, takebacks: false });
    expect(made({ ...RATED, opponent: "open" })).toMatchObject({ rated: true, takebacks: false });
  });

  it("is impossible on one screen, against two bots, or with other rules", () => {
    const cases: [Partial<GameChoices>, string][] = [
      [{ opponent: "screen" }, "screen"],
      [{ players: 3 }, "bots"],
      [{ ruleset: "odd" }, "ruleset"],
      [{ options: { limit: 3 } }, "options"],
    ];
    for (const [changes, why] of cases) {
      expect(whyUnrated(GAME, { ...defaultChoices(GAME), ...changes })).toBe(why);
      expect(made({ ...RATED, ...changes })).toMatchObject({ rated: false, takebacks: true });
    }
    expect(whyUnrated(GAME, { ...defaultChoices(GAME), opponent: "open", players: 3 })).toBeNull();
  });
});

describe("moves", () => {
  it("are grouped into rounds and turns, several moves of a seat in one turn", () => {
    const played = [0, 0, 1, 0, 1, 1].map((seat, index) => ({ seat, notation: String(index) }));
    const plies = groupRounds(played).map((row) => row.map((turn) => turn.map((move) => move.ply)));
    expect(plies).toEqual([
      [[1, 2], [3]],
      [[4], [5, 6]],
    ]);
  });

  it("are completed by prefix first, ignoring case", () => {
    const choices = ["a1-b2", "b2-a1", "A1-c3"].map((notation) => ({ notation }) as MoveChoice);
    expect(matchChoices(choices, "a1").map((each) => each.notation)).toEqual([
      "a1-b2",
      "A1-c3",
      "b2-a1",
    ]);
    expect(matchChoices(choices, " ")).toEqual([]);
  });

  it("are played as typed unless one move begins so or is marked", () => {
    const choices = ["wall-b4", "c4"].map((notation) => ({ notation }) as MoveChoice);
    const meant = (typed: string, marked = -1) =>
      meantNotation(matchChoices(choices, typed), typed, marked);
    expect(["b4", "wall", "WALL-B4", " c4 ", "4"].map((typed) => meant(typed))).toEqual([
      "b4",
      "wall-b4",
      "wall-b4",
      "c4",
      "4",
    ]);
    expect(meant("b4", 0)).toBe("wall-b4");
  });
});

describe("a clock", () => {
  it("shows hours, minutes, and tenths at the end", () => {
    expect([3725, 300, 59.2, 9.96, -1].map(formatClock)).toEqual([
      "1:02:05",
      "5:00",
      "1:00",
      "9.9",
      "0.0",
    ]);
  });

  it("runs for the seat to move only", () => {
    const clocks = { left: [60, 50], running: 1, at: 100 };
    expect([secondsLeft(clocks, 0, 110), secondsLeft(clocks, 1, 110)]).toEqual([60, 40]);
  });

  it("is stopped before the first move", () => {
    const clocks = { left: [60, 60], running: null, at: 100 };
    expect([secondsLeft(clocks, 0, 110), secondsLeft(clocks, 1, 110)]).toEqual([60, 60]);
  });
});

describe("a list", () => {
  const have = new Map([["a", "a1"]]);
  const key = (item: string) => item.charAt(0);

  it("applies the next change, and refuses a gap", () => {
    const next = applyChange(have, 4, { number: 5, whole: false, put: ["b1"], gone: ["a"] }, key);
    expect([...(next ?? [])]).toEqual([["b", "b1"]]);
    expect(applyChange(have, 4, { number: 6, whole: false, put: [] }, key)).toBeNull();
  });

  it("is replaced by a whole list", () => {
    const next = applyChange(have, 4, { number: 9, whole: true, put: ["c1"] }, key);
    expect([...(next ?? [])]).toEqual([["c", "c1"]]);
  });
});

describe("settings", () => {
  it("keep valid values and replace invalid ones", () => {
    expect(parseSettings('{"speed":90,"theme":5,"other":1}')).toEqual({
      ...DEFAULT_SETTINGS,
      speed: 90,
    });
    expect(parseSettings("not JSON")).toEqual(DEFAULT_SETTINGS);
    expect(parseSettings(null)).toEqual(DEFAULT_SETTINGS);
  });
});
