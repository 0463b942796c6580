/** The analysis board: a game or a position, a tree of variations, and the engine's lines. */

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { useLocation } from "preact-iso";
import { AnalysisBoard } from "../analysis/analysis-board";
import { draftName, loadDraft, saveDraft } from "../analysis/drafts";
import { EnginePanel } from "../analysis/engine-panel";
import { type Opened, OpenPosition } from "../analysis/open-position";
import { Retry, type RetryState } from "../analysis/retry";
import { GameReview, markMoves } from "../analysis/review";
import { ReviewPanel } from "../analysis/review-panel";
import {
  type AnalysisRoot,
  isResult,
  loadRoot,
  nameResult,
  readPlace,
  rootOfPosition,
  writePlace,
} from "../analysis/root";
import { ServerAnalyst } from "../analysis/server-analyst";
import { AnalysisSession } from "../analysis/session";
import type { AnalysisTree } from "../analysis/tree";
import { CommentField, TreeTools } from "../analysis/tree-tools";
import { TreeView } from "../analysis/tree-view";
import { Button } from "../components/button";
import { Heading } from "../components/page";
import { StepButtons } from "../components/step-buttons";
import { Tabs } from "../components/tabs";
import { findGame, games } from "../games";
import type { Refused } from "../http";
import { levelLabel } from "../levels";
import type { GameInfo } from "../protocol";
import { seatColour, seatName } from "../seats";
import { t } from "../strings";
import { MessagePage } from "./missing";
import "../styles/play.css";
import "../styles/panel.css";
import "../styles/rules.css";
import "../styles/replay.css";
import "../styles/analysis.css";
import "../styles/review.css";

const a = t.analysis;
const FOLLOW_INTERVAL_MS = 5000; // between two looks at a running game

/** Steps by keys, from the first paint on; fields and the board keep their own keys. */
function useStepKeys(session: AnalysisSession, onFlip: () => void): void {
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as HTMLElement).closest("input, select, textarea, dialog, .board")) return;
      if (event.key === "ArrowLeft" || event.key === "[") session.step(false);
      else if (event.key === "ArrowRight" || event.key === "]") session.step(true);
      else if (event.key === "Home") session.jump(false);
      else if (event.key === "End") session.jump(true);
      else if (event.key === "x") onFlip();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, [session]);
}

/** The address follows the node, so that it can be shared and reloaded. */
function usePlace(session: AnalysisSession): void {
  useLayoutEffect(() => {
    void session.openPlace(readPlace(location.hash));
    const save = () => saveDraft(session);
    addEventListener("pagehide", save); // a page that is left waits for no timer
    return () => {
      removeEventListener("pagehide", save);
      save();
      session.close();
    };
  }, [session]);
  const node = session.current.value;
  useEffect(() => {
    const place = writePlace(session.placeOf(node));
    history.replaceState(history.state, "", location.pathname + location.search + place);
  }, [node]);
  const version = session.version.value;
  useEffect(() => {
    const timer = setTimeout(() => saveDraft(session), 500);
    return () => clearTimeout(timer);
  }, [version]);
}

/** A running game grows at its end. */
function useRunningGame(session: AnalysisSession): void {
  const { id, outcome } = session.root;
  useEffect(() => {
    if (!id || isResult(id) || outcome) return;
    let current = true;
    const timer = setInterval(async () => {
      if (document.hidden) return;
      const newer = await loadRoot(id).catch(() => null);
      if (!newer || !current) return; // the address may be another page's by now
      session.addFrames(newer);
      nameResult(id, newer.id);
    }, FOLLOW_INTERVAL_MS);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [session]);
}

/** The review of a finished game; `?review` in the address begins it. */
function useReview(session: AnalysisSession): { review: GameReview | null; retry: Retry } {
  const { query } = useLocation();
  const found = useMemo(() => {
    const { id, outcome, frames } = session.root;
    const retry = new Retry(session, new ServerAnalyst());
    if (!id || !outcome || frames.length < 2) return { review: null, retry };
    const review = new GameReview(id, (steps) => {
      markMoves(session.tree, steps);
      session.version.value++;
    });
    return { review, retry };
  }, [session]);
  useEffect(() => {
    const { review, retry } = found;
    void review?.load().then(() => {
      if ("review" in query) void review.start();
    });
    return () => {
      review?.close();
      retry.close();
    };
  }, [found]);
  const node = session.current.value;
  useEffect(() => void found.retry.judge(node), [node]);
  return found;
}

function Players({ root, game }: { root: AnalysisRoot; game: GameInfo }) {
  if (!root.names.length) return null;
  return (
    <ul class="who">
      {root.names.map((name, seat) => (
        <li key={seat}>
          <span class="dot" style={{ background: seatColour(game, seat) }} />
          {name}
          {root.outcome?.winner === seat && <span class="tag">★</span>}
        </li>
      ))}
    </ul>
  );
}

function statusText(session: AnalysisSession, game: GameInfo): string {
  const view = session.looked.value?.view;
  if (session.error.value) return session.error.value;
  if (!view) return "";
  if (view.outcome) return game.reasons[view.outcome.reason] ?? t.rulesPage.over;
  return t.room.turnOf(seatName(game, view.to_move ?? 0));
}

interface ViewProps {
  session: AnalysisSession;
  game: GameInfo;
  onOpen(): void;
}

function AnalysisView({ session, game, onOpen }: ViewProps) {
  const flipped = useSignal(false);
  const flip = () => {
    flipped.value = !flipped.value;
  };
  useStepKeys(session, flip);
  usePlace(session);
  useRunningGame(session);
  const { query } = useLocation();
  const { review, retry } = useReview(session);
  const opponent = session.opponent.value;
  const trying = retry.state.value;
  return (
    <div class="room replay analysis">
      <section class="stage" aria-label={t.room.board}>
        <AnalysisBoard
          session={session}
          game={game}
          flipped={flipped.value}
          quiet={opponent !== null || trying !== null}
        />
      </section>
      <section class="panel" aria-label={a.title}>
        <div class="status" role="status">
          <p>{statusText(session, game)}</p>
          <Players root={session.root} game={game} />
        </div>
        {opponent ? (
          <div class="offer">
            <p>{a.against(levelLabel(opponent.level))}</p>
            <Button label={a.stopPlaying} onClick={() => session.playAgainst(null)} />
          </div>
        ) : (
          <EnginePanel session={session} game={game} />
        )}
        {review ? (
          <Tabs
            initial={"review" in query ? "review" : "moves"}
            tabs={[
              { id: "moves", title: t.room.moves, body: <MovesTab {...{ session, trying }} /> },
              {
                id: "review",
                title: a.review,
                body: <ReviewPanel {...{ session, review, retry, game }} />,
              },
            ]}
          />
        ) : (
          <div class="tabs">
            <MovesTab session={session} trying={trying} />
          </div>
        )}
        <TreeSteps session={session} />
        <TreeTools session={session} game={game} onFlip={flip} onOpen={onOpen} />
      </section>
    </div>
  );
}

function MovesTab({ session, trying }: { session: AnalysisSession; trying: RetryState | null }) {
  return (
    <>
      <TreeView session={session} hidden={trying?.mistake ?? null} />
      <CommentField session={session} />
    </>
  );
}

function TreeSteps({ session }: { session: AnalysisSession }) {
  const node = session.current.value;
  session.version.value;
  return (
    <StepButtons
      back={Boolean(node.parent)}
      forward={node.children.length > 0}
      onStep={(forward) => session.step(forward)}
      onJump={(forward) => session.jump(forward)}
    />
  );
}

/** The analysis of a root; its tree may have been begun before. */
function OpenedAnalysis({ root, tree, onOpen }: Opened & { onOpen(): void }) {
  const session = useMemo(() => {
    const kept: AnalysisTree | undefined = tree ?? loadDraft(draftName({ root }));
    return new AnalysisSession(root, new ServerAnalyst(), kept);
  }, [root]);
  const game = findGame(root.position.game);
  useEffect(() => {
    document.body.classList.add("at-play");
    return () => document.body.classList.remove("at-play");
  }, []);
  if (!game) return <MessagePage title={a.title} lead={t.unknownGame} />;
  return (
    <>
      <Heading text={`${a.title}: ${game.title}`} hidden />
      <AnalysisView key={draftName({ root })} session={session} game={game} onOpen={onOpen} />
    </>
  );
}

export default function Analysis({ id }: { id?: string }) {
  const { route } = useLocation();
  const opened = useSignal<Opened | null>(null);
  const error = useSignal<Refused | null>(null);
  useEffect(() => {
    opened.value = null;
    error.value = null;
    const place = readPlace(location.hash);
    let current = true;
    if (id)
      loadRoot(id)
        .then((root) => {
          if (!current) return;
          nameResult(id, root.id);
          opened.value = { root };
        })
        .catch((refused: Refused) => {
          if (current) error.value = refused;
        });
    else if (place.position) opened.value = { root: rootOfPosition(place.position) };
    return () => {
      current = false;
    };
  }, [id]);
  if (error.value) return <MessagePage title={t.replayPage.none} lead={error.value.message} />;
  if (!games.value || (id && !opened.value)) return <Heading text={a.title} />;
  if (opened.value)
    return (
      <OpenedAnalysis
        {...opened.value}
        onOpen={() => {
          opened.value = null;
          route("/analysis");
        }}
      />
    );
  return (
    <section class="narrow">
      <Heading text={a.title} />
      <p class="lead">{a.lead}</p>
      <OpenPosition
        onOpen={(found) => {
          opened.value = found;
        }}
      />
    </section>
  );
}
