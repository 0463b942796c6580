/** The show game: levels play each other for ever, and anyone may look on. */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { writePlace } from "../analysis/root";
import { Icon } from "../components/icons";
import { MoveList } from "../components/move-list";
import { Heading } from "../components/page";
import { StepButtons } from "../components/step-buttons";
import { useWatchedBoard } from "../components/watched-board";
import { findGame, games } from "../games";
import { postJson } from "../http";
import { levelLabel } from "../levels";
import { lastMoveSpots, withoutButtons } from "../presenter";
import type { GameInfo, Looked, Show } from "../protocol";
import { seatColour, seatName } from "../seats";
import { followShow, show } from "../show";
import { t } from "../strings";
import "../styles/play.css";
import "../styles/panel.css";
import "../styles/replay.css";

const s = t.show;

function useShowBoard(game: GameInfo, shown: Show, past: number | null) {
  const { host, board } = useWatchedBoard(game);
  const before = useRef({ number: -1, ply: -1 });
  useEffect(() => {
    if (past !== null) {
      before.current = { number: -1, ply: -1 };
      let current = true;
      const moves = shown.played.slice(0, past).map(({ notation }) => notation);
      postJson<Looked>("/api/positions", { game: game.id, seed: shown.seed, moves }).then(
        ({ view }) => {
          if (current)
            void board.current?.showScene(withoutButtons(view.scene), {
              animate: false,
              last: lastMoveSpots(view.steps),
            });
        },
        () => {},
      );
      return () => {
        current = false;
      };
    }
    const { number, ply } = before.current;
    const animate = number === shown.number && shown.view.ply === ply + 1;
    before.current = { number: shown.number, ply: shown.view.ply };
    const { scene, steps = [] } = shown.view;
    const how = animate ? { steps, animate } : { animate };
    void board.current?.showScene(withoutButtons(scene), { ...how, last: lastMoveSpots(steps) });
    return undefined;
  }, [game.id, past, past === null ? shown : null]);
  return host;
}

function ShowStage({ game, shown }: { game: GameInfo; shown: Show }) {
  const past = useSignal<number | null>(null);
  const number = useRef(shown.number);
  if (number.current !== shown.number) {
    number.current = shown.number;
    past.value = null;
  }
  const host = useShowBoard(game, shown, past.value);
  const most = shown.played.length;
  const at = past.value ?? most;
  const goTo = (ply: number) => {
    past.value = ply >= most ? null : Math.max(0, ply);
  };
  const { scene, outcome, to_move } = shown.view;
  const tall = scene.grids.length > 1 || (scene.trays?.length ?? 0) > 0;
  const line = shown.played.map(({ notation }) => notation);
  const position = { game: game.id, seed: shown.seed };
  const analysis = `/analysis${writePlace({ position, ply: 0, line: line.slice(0, at) })}`;
  return (
    <div class="room replay">
      <section class="stage" aria-label={t.room.board}>
        <div ref={host} class="board" data-tall={tall} />
      </section>
      <section class="panel" aria-label={s.title}>
        <div class="status">
          <p>{game.title}</p>
          <ul class="who">
            {shown.levels.map((level, seat) => (
              <li key={seat}>
                <span class="dot" style={{ background: seatColour(game, seat) }} />
                {seatName(game, seat)}: {levelLabel(level)}
                {outcome?.winner === seat && <span class="tag">★</span>}
                {to_move === seat && <span class="soft small"> {s.toMove}</span>}
              </li>
            ))}
          </ul>
          <p class="small soft" role="status">
            {outcome ? s.next(game.reasons[outcome.reason] ?? outcome.reason) : s.lead}
          </p>
        </div>
        <StepButtons
          class="row center"
          back={at > 0}
          forward={at < most}
          onStep={(forward) => goTo(at + (forward ? 1 : -1))}
          onJump={(forward) => goTo(forward ? most : 0)}
        />
        <div class="tabs">
          <MoveList played={shown.played} at={at} onLook={goTo} plain />
        </div>
        <div class="row pad">
          <a class="button primary" href={`/new/${game.id}`}>
            <Icon name="play" />
            <span>{t.home.playOf(game.title)}</span>
          </a>
          <a class="button" href={analysis}>
            <Icon name="hint" />
            <span>{t.analysis.analyse}</span>
          </a>
          <a class="button" href="/lobby">
            {t.home.lobby}
          </a>
        </div>
      </section>
    </div>
  );
}

export default function ShowPage() {
  useEffect(followShow, []);
  useEffect(() => {
    document.body.classList.add("at-play");
    return () => document.body.classList.remove("at-play");
  }, []);
  const shown = show.value;
  const game = shown && games.value ? findGame(shown.game) : undefined;
  if (!shown || !game) return <Heading text={s.title} />;
  return (
    <>
      <Heading text={`${s.title}: ${game.title}`} hidden />
      <ShowStage key={game.id} game={game} shown={shown} />
    </>
  );
}
