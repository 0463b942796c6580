/** Answers of the server that come late: after another question, another game, another wish. */

import { h, render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Analyst } from "../src/analysis/analyst";
import { Retry } from "../src/analysis/retry";
import { type AnalysisRoot, rootOfPosition } from "../src/analysis/root";
import { AnalysisSession } from "../src/analysis/session";
import type { Board, MoveChoice } from "../src/board";
import { Chat } from "../src/components/chat";
import { useFetched } from "../src/components/fetched";
import { useGameList } from "../src/components/game-list";
import { Connection, type Socket } from "../src/connection";
import { Refused } from "../src/http";
import { PositionPlayer } from "../src/learn/position-player";
import type { ReviewStep, Scene, Snapshot, View } from "../src/protocol";
import type { Room } from "../src/room";
import { RoomSession } from "../src/room-session";

interface Question {
  path: string;
  answer(body: unknown, status?: number): Promise<void>;
}

let questions: Question[] = [];
const settled = () => act(() => new Promise<void>((done) => setTimeout(done)));

/** The first question about a path that no test has answered. */
function asked(path: string): Question {
  const at = questions.findIndex((each) => each.path.includes(path));
  const [found] = questions.splice(at, at < 0 ? 0 : 1);
  if (!found) throw new Error(`nothing asked for ${path}`);
  return found;
}

beforeEach(() => {
  questions = [];
  vi.stubGlobal("fetch", (path: string) => {
    return new Promise<Response>((resolve) => {
      const answer = async (body: unknown, status = 200) => {
        resolve(new Response(JSON.stringify(body), { status }));
        await settled();
      };
      questions.push({ path, answer });
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  render(null, document.body);
});

function scene(name: string): Scene {
  return { grids: [{ id: name, rows: 1, cols: 1 }] };
}

describe("a session in a room", () => {
  class Wire implements Socket {
    private listener: (event: { data?: unknown }) => void = () => {};
    send(): void {}
    reconnect(): void {}
    close(): void {}
    addEventListener(type: string, listener: (event: { data?: unknown }) => void): void {
      if (type === "message") this.listener = listener;
    }
    hear(message: object): void {
      this.listener({ data: JSON.stringify(message) });
    }
  }

  function snapshot(view: View): Snapshot {
    const setup = { game: "some", seats: [{ kind: "host" }] } as unknown as Snapshot["setup"];
    const facts = { host: "m", seats: [], yours: [], watchers: 0, away: {} };
    const head = { type: "snapshot", room: "R", number: 1, mode: "ai", phase: "playing" } as const;
    return { ...head, setup, ...facts, view };
  }

  function enter() {
    const wire = new Wire();
    const session = new RoomSession(new Connection(wire), "R");
    wire.hear({ type: "welcome", member: "m", name: "Ann", now: 0 });
    wire.hear(snapshot({ game: 1, ply: 4, to_move: 0, scene: scene("now") }));
    const shown: string[] = [];
    session.presenter.attachBoard({
      showScene: async ({ grids }) => void shown.push(grids[0]?.id ?? ""),
    });
    return { wire, session, shown };
  }

  const replay = { frames: [0, 1, 2, 3, 4].map((ply) => ({ scene: scene(`old ${ply}`) })) };

  it("shows the move that the user looked at last", async () => {
    const { session, shown } = enter();
    void session.showPly(2);
    void session.showPly(null);
    await asked("/replay").answer(replay);
    expect(session.presenter.past.value).toBeNull();
    expect(shown.at(-1)).toBe("now");
  });

  it("takes no past position from the game before", async () => {
    const { wire, session, shown } = enter();
    void session.showPly(2);
    wire.hear(snapshot({ game: 2, ply: 4, to_move: 0, scene: scene("next") }));
    await asked("/replay").answer(replay);
    expect(shown.at(-1)).toBe("next");
    void session.showPly(2);
    await asked("/replay").answer({ frames: replay.frames.map(() => ({ scene: scene("new") })) });
    expect(shown.at(-1)).toBe("new");
  });

  it("keeps a line of chat that is written while another one is refused", async () => {
    let refuse = (_error: Refused) => {};
    const { session } = enter();
    session.send = () =>
      new Promise((_done, reject) => {
        refuse = reject;
      });
    const room = { chat: [], yours: [] } as unknown as Room;
    const show = () => act(() => render(h(Chat, { session, room }), document.body));
    await show();
    session.draft.value = "first";
    await settled();
    document.querySelector("form")?.dispatchEvent(new Event("submit"));
    session.draft.value = "second";
    refuse(new Refused("too_often", "Too often."));
    await settled();
    expect(session.draft.value).toBe("second");
    render(null, document.body); // another tab is chosen for a while
    await show();
    expect(document.querySelector("input")?.value).toBe("second");
  });
});

describe("a board that asks the server", () => {
  const looked = (name: string, ...notations: string[]) => {
    const choices = notations.map((notation) => ({ notation, path: [], move: {} }));
    return { choices, played: [], view: { to_move: 0, scene: scene(name) } };
  };

  it("offers the moves of the shown position again after an error, and knows the way back", async () => {
    let offered: readonly MoveChoice[] = [];
    const player = new PositionPlayer({ game: "some" });
    player.attachBoard({
      showScene: async () => {},
      offerChoices: (choices: readonly MoveChoice[]) => {
        offered = choices;
      },
    } as unknown as Board);
    void player.showMoves([], false);
    await asked("/api/positions").answer(looked("first", "a"));
    const failed = expect(player.showMoves(["a"])).rejects.toThrow("Lost.");
    await asked("/api/positions").answer({ code: "lost", message: "Lost." }, 503);
    await failed;
    expect(offered.map(({ notation }) => notation)).toEqual(["a"]);
    void player.showMoves(["a"]);
    await asked("/api/positions").answer(looked("second", "b"));
    await player.showMoves([], false);
    expect(player.looked.value?.view.scene).toEqual(scene("first"));
    expect(questions).toEqual([]);
  });
});

describe("a document", () => {
  it("is the answer to the latest question", async () => {
    let refresh = () => {};
    const Shown = () => {
      const fetched = useFetched<string>("/api/word");
      refresh = fetched.refresh;
      return h("p", null, fetched.found);
    };
    await act(() => render(h(Shown, null), document.body));
    const early = asked("/api/word");
    await act(() => refresh());
    await asked("/api/word").answer("new");
    await early.answer("old");
    expect(document.body.textContent).toBe("new");
  });
});

describe("a list of games", () => {
  it("has every page once, even if it is asked for twice", async () => {
    let more = () => {};
    const Listed = () => {
      const list = useGameList<{ id: string; at: number }, "game">("/api/games", { game: "" });
      more = list.fetchMore;
      return h("p", null, (list.rows.value ?? []).map(({ id }) => id).join(" "));
    };
    await act(() => render(h(Listed, null), document.body));
    await asked("/api/games").answer([{ id: "a", at: 9 }]);
    more();
    more();
    const twice = [asked("before=9"), asked("before=9")];
    for (const each of twice) await each.answer([{ id: "b", at: 8 }]);
    expect(document.body.textContent).toBe("a b");
  });
});

describe("another try of a move", () => {
  const SILENT: Analyst = { analyse: () => () => {} };
  const STEP = { ply: 1, seat: 0, notation: ["a"], better: ["b"], before: 0.5 };

  function openRetry(analyst = SILENT) {
    const frames = ["", "a"].map((notation) => ({ seat: 0, notation, scene: scene(notation) }));
    const root = { ...rootOfPosition({ game: "some" }), frames } as unknown as AnalysisRoot;
    const session = new AnalysisSession(root, analyst);
    return { session, retry: new Retry(session, analyst) };
  }

  it("is not judged after the user has ended it", async () => {
    const { session, retry } = openRetry();
    retry.begin(STEP as unknown as ReviewStep);
    const judged = retry.judge(session.tree.addMove(session.tree.root, 0, "c"));
    const question = asked("/api/positions");
    retry.end();
    await question.answer({ choices: [], view: { outcome: { winner: 0 }, scene: scene("c") } });
    await judged;
    expect(retry.state.value).toBeNull();
    session.close();
  });

  it("starts no engine on a page that is left", async () => {
    vi.useFakeTimers();
    const analyse = vi.fn(() => () => {});
    const { session, retry } = openRetry({ analyse });
    session.looked.value = { choices: [], played: [], view: { to_move: 0 } } as never;
    session.close();
    retry.close();
    vi.runAllTimers();
    expect(analyse).not.toHaveBeenCalled();
    vi.useRealTimers();
  });
});
