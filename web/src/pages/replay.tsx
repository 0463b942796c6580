/** The replay of a game from a link or a file, by hand or automatically. */

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { gameUrl, isResult, nameResult } from "../analysis/root";
import { Button } from "../components/button";
import { Icon } from "../components/icons";
import { MoveList } from "../components/move-list";
import { Heading } from "../components/page";
import { ShareGameDialog } from "../components/share-game";
import { StepButtons } from "../components/step-buttons";
import { showError, showToast } from "../components/toasts";
import { useWatchedBoard } from "../components/watched-board";
import { findGame, games } from "../games";
import { fetchJson, postJson, type Refused } from "../http";
import { lastMoveSpots, withoutButtons } from "../presenter";
import type { GameInfo, Played, Replay as Shown } from "../protocol";
import { seatColour } from "../seats";
import { settings } from "../settings";
import { t } from "../strings";
import { MessagePage } from "./missing";
import "../styles/play.css";
import "../styles/panel.css";
import "../styles/rules.css";
import "../styles/replay.css";

const r = t.replayPage;
const MOVE_INTERVAL_MS = 900; // between two moves of automatic play

function useReplayBoard(game: GameInfo, replay: Shown, ply: number) {
  const { host, board } = useWatchedBoard(game);
  const before = useRef(-1);
  useEffect(() => {
    const frame = replay.frames[ply];
    if (!frame) return;
    const animate = ply === before.current + 1 && ply > 0;
    before.current = ply;
    const how = animate ? { steps: frame.steps ?? [], animate } : { animate };
    void board.current?.showScene(withoutButtons(frame.scene), {
      ...how,
      last: lastMoveSpots(frame.steps),
    });
  }, [ply, replay]);
  return host;
}

function ReplayPlayers({ replay, game }: { replay: Shown; game: GameInfo }) {
  return (
    <ul class="who">
      {replay.names.map((name, seat) => (
        <li key={seat}>
          <span class="dot" style={{ background: seatColour(game, seat) }} />
          {name}
          {replay.outcome?.winner === seat && <span class="tag">★</span>}
        </li>
      ))}
    </ul>
  );
}

interface ReplayProps {
  replay: Shown;
  game: GameInfo;
  id: string | undefined;
  onAnother(): void;
}

function ReplayPlayer({ replay, game, id, onAnother }: ReplayProps) {
  const { query } = useLocation();
  const most = replay.frames.length - 1;
  const asked = Number.parseInt(query.ply ?? "", 10);
  const ply = useSignal(Number.isFinite(asked) ? Math.min(most, Math.max(0, asked)) : 0);
  const playing = useSignal(false);
  const sharing = useSignal(new URLSearchParams(location.search).has("share"));
  const host = useReplayBoard(game, replay, ply.value);
  const goTo = (to: number) => {
    ply.value = Math.min(most, Math.max(0, to));
  };
  const stopAt = (to: number) => {
    playing.value = false;
    goTo(to);
  };
  useEffect(() => {
    if (!playing.value) return;
    if (ply.value >= most) {
      playing.value = false;
      return;
    }
    const steps = replay.frames[ply.value + 1]?.steps?.length ?? 1;
    const pace = MOVE_INTERVAL_MS + settings.value.speed * steps;
    const timer = setTimeout(() => goTo(ply.value + 1), pace);
    return () => clearTimeout(timer);
  }, [playing.value, ply.value]);
  useEffect(() => {
    if (!id) return;
    // The address shows the current move, so that it can be shared.
    const address = ply.value ? `?ply=${ply.value}` : location.pathname;
    history.replaceState(history.state, "", address);
  }, [ply.value]);
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if ((event.target as HTMLElement).closest("input, select, textarea, .board")) return;
      if (event.key === "ArrowLeft" || event.key === "[") stopAt(ply.value - 1);
      else if (event.key === "ArrowRight" || event.key === "]") stopAt(ply.value + 1);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, []);
  const played: Played[] = replay.frames
    .slice(1)
    .map((frame) => ({ seat: frame.seat ?? 0, notation: frame.notation ?? "" }));
  const togglePlay = () => {
    if (!playing.value && ply.value >= most) ply.value = 0;
    playing.value = !playing.value;
  };
  const copyLink = () =>
    navigator.clipboard
      .writeText(`${location.origin}/replay/${id}?ply=${ply.value}`)
      .then(() => showToast(t.room.copied), showError);
  const outcome = replay.outcome;
  const scene = replay.frames[0]?.scene;
  const tall = (scene?.grids.length ?? 0) > 1 || (scene?.trays?.length ?? 0) > 0;
  return (
    <div class="room replay">
      <section class="stage" aria-label={t.room.board}>
        <div ref={host} class="board" data-tall={tall} />
      </section>
      <section class="panel" aria-label={r.title}>
        <div class="status">
          <p>{game.title}</p>
          <ReplayPlayers replay={replay} game={game} />
          {outcome && <p class="small soft">{game.reasons[outcome.reason] ?? outcome.reason}</p>}
        </div>
        <div class="scrub">
          <StepButtons
            class="row center"
            back={ply.value > 0}
            forward={ply.value < most}
            onStep={(forward) => stopAt(ply.value + (forward ? 1 : -1))}
            onJump={(forward) => stopAt(forward ? most : 0)}
          >
            <Button
              label={playing.value ? r.pause : r.play}
              icon={playing.value ? "pause" : "play"}
              bare
              look="primary"
              onClick={togglePlay}
            />
          </StepButtons>
          <input
            type="range"
            min={0}
            max={most}
            value={ply.value}
            aria-label={r.scrub}
            aria-valuetext={r.move(ply.value, most)}
            onInput={(event) => stopAt(event.currentTarget.valueAsNumber)}
          />
          <p class="soft small center-text">{r.move(ply.value, most)}</p>
        </div>
        <div class="tabs">
          <MoveList played={played} at={ply.value} onLook={stopAt} plain />
        </div>
        {!id && (
          <div class="row pad">
            <Button label={r.another} icon="up" onClick={onAnother} />
          </div>
        )}
        {sharing.value && replay.result && (
          <ShareGameDialog
            result={replay.result}
            public={replay.public ?? false}
            ply={ply.value}
            title={`${game.title}: ${replay.names.join(", ")}`}
            onClose={() => {
              sharing.value = false;
            }}
          />
        )}
        {id && (
          <div class="row pad">
            <a class="button" href={`/analysis/${id}#ply=${ply.value}`}>
              <Icon name="hint" />
              <span>{t.analysis.analyse}</span>
            </a>
            <Button label={r.link} icon="link" onClick={copyLink} />
            {replay.result && (
              <Button
                label={t.share.open}
                icon="share"
                onClick={() => {
                  sharing.value = true;
                }}
              />
            )}
            <a class="button" href={isResult(id) ? gameUrl(id) : `${gameUrl(id)}/record`} download>
              <Icon name="down" />
              <span>{r.download}</span>
            </a>
          </div>
        )}
      </section>
    </div>
  );
}

function RecordUpload({ onReplay }: { onReplay(replay: Shown): void }) {
  const over = useSignal(false);
  const wrong = useSignal("");
  const openFile = async (file: File | undefined | null) => {
    over.value = false;
    if (!file) return;
    wrong.value = "";
    try {
      onReplay(await postJson<Shown>("/api/replays", await file.text()));
    } catch (error) {
      wrong.value = (error as Refused).message;
    }
  };
  return (
    <div class="upload">
      <Heading text={r.title} />
      <p class="lead">{r.lead}</p>
      <label
        class="drop"
        data-over={over.value}
        onDragOver={(event) => {
          event.preventDefault();
          over.value = true;
        }}
        onDragLeave={() => {
          over.value = false;
        }}
        onDrop={(event) => {
          event.preventDefault();
          void openFile(event.dataTransfer?.files[0]);
        }}
      >
        <Icon name="up" />
        <b>{r.upload}</b>
        <span class="soft">{r.drop}</span>
        <input
          type="file"
          accept="application/json,.json"
          onChange={(event) => {
            void openFile(event.currentTarget.files?.[0]);
            // Choosing the same file again must fire a change event.
            event.currentTarget.value = "";
          }}
        />
      </label>
      <div role="alert">{wrong.value && <p class="wrong">{r.wrong(wrong.value)}</p>}</div>
    </div>
  );
}

export default function Replay({ id }: { id?: string }) {
  const replay = useSignal<Shown | null>(null);
  const error = useSignal<Refused | null>(null);
  useEffect(() => {
    replay.value = null;
    error.value = null;
    if (!id) return;
    let current = true;
    fetchJson<Shown>(`${gameUrl(id)}/replay`)
      .then((found) => {
        if (!current) return;
        nameResult(id, found.result ?? "");
        replay.value = found;
      })
      .catch((refused: Refused) => {
        if (current) error.value = refused;
      });
    return () => {
      current = false;
    };
  }, [id]);
  useEffect(() => {
    document.body.classList.toggle("at-play", replay.value !== null);
    return () => document.body.classList.remove("at-play");
  }, [replay.value]);
  if (error.value) return <MessagePage title={r.none} lead={error.value.message} />;
  if (!id && !replay.value)
    return (
      <RecordUpload
        onReplay={(found) => {
          replay.value = found;
        }}
      />
    );
  if (!replay.value || !games.value) return <Heading text={r.title} />;
  const game = findGame(replay.value.game);
  if (!game) return <MessagePage title={r.none} lead={t.unknownGame} />;
  return (
    <>
      <Heading text={`${r.title}: ${game.title}`} hidden />
      <ReplayPlayer
        key={id}
        replay={replay.value}
        game={game}
        id={replay.value.result || id}
        onAnother={() => {
          replay.value = null;
        }}
      />
    </>
  );
}
