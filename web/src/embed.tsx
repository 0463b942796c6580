/** The page for frames of other sites: the board of one finished game, to step through. */

import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Board } from "./board";
import { StepButtons } from "./components/step-buttons";
import { followSettings, gameOptions } from "./follow-settings";
import { fetchJson, type Refused } from "./http";
import { lastMoveSpots, withoutButtons } from "./presenter";
import type { GameInfo, Replay } from "./protocol";
import { dark } from "./settings";
import { t } from "./strings";
import "./styles/base.css";
import "./styles/components.css";
import "./styles/embed.css";

const r = t.replayPage;
const ply = signal(0);

function EmbeddedBoard({ replay, game }: { replay: Replay; game: GameInfo }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const board = new Board(host.current, gameOptions(game));
    let before = -1;
    board.configure({ sounds: false });
    const stop = [
      followSettings(board, []),
      effect(() => {
        const frame = replay.frames[ply.value];
        if (!frame) return;
        const animate = ply.value === before + 1 && ply.value > 0;
        before = ply.value;
        const how = animate ? { steps: frame.steps ?? [], animate } : { animate };
        void board.showScene(withoutButtons(frame.scene), {
          ...how,
          last: lastMoveSpots(frame.steps),
        });
      }),
    ];
    return () => {
      for (const each of stop) each();
      board.destroy();
    };
  }, []);
  const scene = replay.frames[0]?.scene;
  const tall = (scene?.grids.length ?? 0) > 1 || (scene?.trays?.length ?? 0) > 0;
  return <div ref={host} class="board" data-tall={tall} />;
}

function Embed({ replay, game, id }: { replay: Replay; game: GameInfo; id: string }) {
  const most = replay.frames.length - 1;
  const goTo = (to: number) => {
    ply.value = Math.min(most, Math.max(0, to));
  };
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if ((event.target as HTMLElement).closest(".board")) return;
      if (event.key === "ArrowLeft") goTo(ply.value - 1);
      else if (event.key === "ArrowRight") goTo(ply.value + 1);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, []);
  return (
    <main class="embed">
      <h1 class="unseen">{`${game.title}: ${replay.names.join(", ")}`}</h1>
      <section class="embed-stage" aria-label={t.room.board}>
        <EmbeddedBoard replay={replay} game={game} />
      </section>
      <div class="embed-bar">
        <StepButtons
          class="row tight"
          back={ply.value > 0}
          forward={ply.value < most}
          onStep={(forward) => goTo(ply.value + (forward ? 1 : -1))}
          onJump={(forward) => goTo(forward ? most : 0)}
        >
          <span class="small" role="status">
            {r.move(ply.value, most)}
          </span>
        </StepButtons>
        <a
          class="embed-link small"
          href={`/replay/${id}?ply=${ply.value}`}
          target="_blank"
          rel="noopener"
        >
          {t.share.openOn}
        </a>
      </div>
    </main>
  );
}

async function start(host: HTMLElement): Promise<void> {
  const id = location.pathname.split("/")[2] ?? "";
  const asked = Number.parseInt(new URLSearchParams(location.search).get("ply") ?? "", 10);
  effect(() => {
    document.documentElement.dataset.theme = dark.value ? "dark" : "light";
  });
  try {
    const [replay, games] = await Promise.all([
      fetchJson<Replay>(`/api/records/${encodeURIComponent(id)}/replay`),
      fetchJson<GameInfo[]>("/api/games"),
    ]);
    const game = games.find((each) => each.id === replay.game);
    if (!game) throw new Error(t.unknownGame);
    const most = replay.frames.length - 1;
    ply.value = Number.isFinite(asked) ? Math.min(most, Math.max(0, asked)) : most;
    document.title = `${game.title}: ${replay.names.join(", ")}`;
    render(<Embed replay={replay} game={game} id={id} />, host);
  } catch (error) {
    const message = (error as Refused).message;
    render(
      <main class="embed">
        <h1 class="small">{t.share.noEmbed}</h1>
        <p class="small">{message}</p>
      </main>,
      host,
    );
  }
}

const host = document.getElementById("embed");
if (host) void start(host);
