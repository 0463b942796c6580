import { afterEach, describe, expect, it, vi } from "vitest";
import type { Analyst } from "../../src/analysis/analyst";
import { type AnalysisRoot, rootOfPosition } from "../../src/analysis/root";
import { AnalysisSession } from "../../src/analysis/session";

const SILENT: Analyst = { analyse: () => () => {} };

/** A session over a game of two moves. */
function openSession(): AnalysisSession {
  const scene = { grids: [], cells: [], tokens: [] };
  const frames = ["", "a", "b"].map((notation, ply) => ({ ply, seat: 0, notation, scene }));
  const root = { ...rootOfPosition({ game: "toy" }), frames } as unknown as AnalysisRoot;
  return new AnalysisSession(root, SILENT);
}

/** Hold back the answers of the server until `release` is called. */
function holdAnswers(): { release(): void } {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  const body = { choices: [{ notation: "c" }], view: { to_move: 0, outcome: null, scene: {} } };
  vi.stubGlobal("fetch", () => held.then(() => new Response(JSON.stringify(body))));
  return { release: () => release() };
}

afterEach(() => vi.unstubAllGlobals());

describe("an analysis", () => {
  it("opens the place of its address", async () => {
    const answers = holdAnswers();
    answers.release();
    const session = openSession();
    await session.openPlace({ position: null, ply: 0, line: ["c"] });
    expect(session.current.value.notation).toBe("c");
    session.close();
  });

  it("stays where the user went while the place of its address was loading", async () => {
    const answers = holdAnswers();
    const session = openSession();
    const opened = session.openPlace({ position: null, ply: 0, line: ["c"] });
    session.step(true);
    answers.release();
    await opened;
    expect(session.current.value.notation).toBe("a");
    session.close();
  });
});
