import { effect } from "@preact/signals";
import { describe, expect, it } from "vitest";
import { lastMoveSpots, Presenter } from "../src/presenter";
import type { Scene, View } from "../src/protocol";

function view(ply: number, game = 1): View {
  const scene: Scene = { grids: [{ id: `at${ply}`, rows: 1, cols: 1 }] };
  return { game, ply, to_move: 0, scene, steps: [{ kind: "move", at: "b:0,0", to: "b:0,1" }] };
}

/** A presenter with a clock that only waiting advances, and a log of shown scenes. */
function set(delay: number) {
  const shown: [string, boolean, number][] = [];
  const time = { now: 0 };
  const wait = async (ms: number) => {
    time.now += ms;
  };
  const presenter = new Presenter(
    () => delay,
    wait,
    () => time.now,
  );
  presenter.attachBoard({
    async showScene(scene, how) {
      shown.push([scene.grids[0]?.id ?? "", how.animate ?? false, time.now]);
    },
  });
  return { presenter, shown, time };
}

const settled = () => new Promise((done) => setTimeout(done));

describe("the presenter", () => {
  it("shows the first view at once and animates later ones", async () => {
    const { presenter, shown } = set(500);
    presenter.enqueueView(view(0), false, true);
    await settled();
    presenter.enqueueView(view(1), false, true);
    await settled();
    expect(shown).toEqual([
      ["at0", false, 0],
      ["at1", true, 0],
    ]);
  });

  it("delays a bot's move by the set time, not longer", async () => {
    const { presenter, shown, time } = set(500);
    presenter.enqueueView(view(0), false, true);
    presenter.enqueueView(view(1), true, true);
    await settled();
    expect(shown.at(-1)).toEqual(["at1", true, 500]);
    time.now = 2000;
    presenter.enqueueView(view(2), true, true);
    await settled();
    expect(shown.at(-1)).toEqual(["at2", true, 2000]);
  });

  it("shows a takeback and a new game without animation", async () => {
    const { presenter, shown } = set(0);
    for (const each of [view(0), view(1), view(2)]) presenter.enqueueView(each, false, true);
    await settled();
    presenter.enqueueView(view(1), false, true);
    await settled();
    presenter.enqueueView(view(0, 2), false, true);
    await settled();
    expect(shown.slice(-2)).toEqual([
      ["at1", false, 0],
      ["at0", false, 0],
    ]);
    expect(presenter.shown.value?.game).toBe(2);
  });

  it("keeps a past position on the board while the game continues", async () => {
    const { presenter, shown } = set(0);
    presenter.enqueueView(view(4), false, true);
    await settled();
    await presenter.showPly(2, view(2).scene, view(2).steps);
    presenter.enqueueView(view(5), false, true);
    await settled();
    expect(shown.at(-1)?.[0]).toBe("at2");
    expect(presenter.shown.value?.ply).toBe(5);
    await presenter.showPly(null);
    expect(shown.at(-1)?.[0]).toBe("at5");
  });

  it("leaves a past position that a takeback or another game has removed", async () => {
    const { presenter, shown } = set(0);
    for (const next of [view(1), view(0, 2)]) {
      presenter.enqueueView(view(4), false, true);
      await settled();
      await presenter.showPly(2, view(2).scene, view(2).steps);
      presenter.enqueueView(next, false, true);
      await settled();
      expect(presenter.past.value).toBeNull();
      expect(shown.at(-1)?.[0]).toBe(`at${next.ply}`);
    }
  });

  it("shows the other position of a ply whose move was replaced during a reconnect", async () => {
    const { presenter, shown } = set(0);
    presenter.enqueueView(view(4), false, true);
    await settled();
    presenter.enqueueView({ ...view(4), scene: view(9).scene }, false, false);
    await settled();
    expect(shown.at(-1)?.[0]).toBe("at9");
  });

  it("shows a delayed scene before the choices that depend on it", async () => {
    const { presenter, shown } = set(500);
    const seen: [number | undefined, number][] = [];
    const stop = effect(() => void seen.push([presenter.shown.value?.ply, shown.length]));
    presenter.enqueueView(view(0), false, true);
    presenter.enqueueView(view(1), true, true);
    await settled();
    stop();
    expect(seen.at(-1)).toEqual([1, 2]);
  });
});

describe("marks of the last move", () => {
  it("are the cells of moves, placements and raises, but not of an eruption", () => {
    expect(
      lastMoveSpots([
        { kind: "move", token: "t", at: "b:1,1", to: "b:1,2" },
        { kind: "raise", at: "b:1,3", level: 4 },
        { kind: "erupt", at: "b:1,3" },
        { kind: "raise", at: "b:1,4", level: 1 },
      ]),
    ).toEqual(["b:1,1", "b:1,2", "b:1,3"]);
  });

  it("are the ends of a beam only if the move is nothing but a shot", () => {
    const beam = { kind: "beam", at: "b:0,0", to: "b:0,3" };
    const hit = { kind: "change", token: "t", at: "b:0,3" };
    expect(lastMoveSpots([beam, hit])).toEqual(["b:0,0", "b:0,3"]);
    const step = { kind: "move", token: "t", at: "b:1,1", to: "b:1,2" };
    expect(lastMoveSpots([step, beam, hit])).toEqual(["b:1,1", "b:1,2"]);
  });
});
