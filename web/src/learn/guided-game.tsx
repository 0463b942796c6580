/** The guided first game: against an easy level, with remarks and hints. */

import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Button } from "../components/button";
import { showError } from "../components/toasts";
import { postJson } from "../http";
import type { GameInfo, GuidedGame, LevelMove, Look, Looked, Remark } from "../protocol";
import { t } from "../strings";
import { FIRST_GAME } from "./lessons";
import { PositionPlayer } from "./position-player";
import { finishLesson } from "./progress";
import { TaskBoard } from "./task-board";

const OWN_SEAT = 0;
const HINT_LEVEL = "hard";

/** The first remark that fits and was not said before. */
export function findRemark(
  remarks: readonly Remark[],
  said: ReadonlySet<Remark>,
  now: { turn: number; by: "you" | "them"; kinds: readonly string[] },
): Remark | undefined {
  return remarks.find((remark) => {
    if (said.has(remark)) return false;
    if (remark.turn) return remark.turn === now.turn;
    return (remark.by ?? "you") === now.by && now.kinds.includes(remark.does ?? "");
  });
}

export function GuidedGameView({
  game,
  guided,
  look,
}: {
  game: GameInfo;
  guided: GuidedGame;
  look: Look;
}) {
  const player = useMemo(() => new PositionPlayer(look), [look]);
  const remarks = useSignal<readonly string[]>([guided.say]);
  const said = useRef(new Set<Remark>());
  const turns = useRef<string[][]>([]); // the moves before each turn of the user
  const busy = useSignal(false);
  const hinting = useSignal(false);
  const over = useSignal("");
  const lost = useSignal(false);
  const list = useRef<HTMLDivElement>(null);

  const addRemark = (now: Parameters<typeof findRemark>[2]) => {
    const found = findRemark(guided.remarks ?? [], said.current, now);
    if (!found) return;
    said.current.add(found);
    remarks.value = [...remarks.value, found.say];
  };
  const kindsOf = ({ view }: Looked) => (view.steps ?? []).map(({ kind }) => kind);
  const finishGame = (winner: number | null, reason: string) => {
    const result =
      winner === OWN_SEAT ? t.learn.won : winner === null ? t.learn.drawn : t.learn.lost;
    lost.value = winner !== null && winner !== OWN_SEAT;
    over.value = `${result} ${game.reasons[reason] ?? ""}`;
    player.setLocked(true);
    finishLesson(game.id, FIRST_GAME);
  };
  /** Remarks after the shown move, then the other side's moves, until the user is to move. */
  const goOn = async (): Promise<void> => {
    const looked = player.looked.value;
    if (!looked) return;
    const { to_move: toMove, outcome } = looked.view;
    const moved = player.moves.value.length > 0;
    const by = looked.played.at(-1)?.seat === OWN_SEAT ? "you" : "them";
    if (moved) addRemark({ turn: 0, by, kinds: kindsOf(looked) });
    if (outcome) return finishGame(outcome.winner, outcome.reason);
    if (toMove === OWN_SEAT) {
      if (by === "them" || !moved) {
        turns.current.push([...player.moves.value]);
        addRemark({ turn: turns.current.length, by: "you", kinds: [] });
      }
      player.setLocked(false);
      return;
    }
    player.setLocked(true);
    const query = { position: positionNow(), level: guided.level ?? "easy" };
    const { notation } = await postJson<LevelMove>("/api/level-moves", query);
    await player.showMoves([...player.moves.value, notation]);
    await goOn();
  };
  const positionNow = (): Look => ({
    ...look,
    moves: [...(look.moves ?? []), ...player.moves.value],
  });
  const run = async (act: () => Promise<void>) => {
    if (busy.value) return;
    busy.value = true;
    try {
      await act();
    } catch (error) {
      showError(error);
      player.setLocked(false);
    } finally {
      busy.value = false;
    }
  };
  const playMove = (notation: string) =>
    run(async () => {
      await player.showMoves([...player.moves.value, notation]);
      await goOn();
    });
  /** The user may move before the hint arrives, so it neither keeps the board nor comes late. */
  const showHint = async () => {
    const moves = player.moves.value;
    hinting.value = true;
    try {
      const query = { position: positionNow(), level: HINT_LEVEL };
      const { notation } = await postJson<LevelMove>("/api/level-moves", query);
      if (busy.value || moves !== player.moves.value) return;
      player.showHint(notation);
      remarks.value = [...remarks.value, t.learn.hinted(notation)];
    } catch (error) {
      showError(error);
    } finally {
      hinting.value = false;
    }
  };
  const takeBack = () =>
    run(async () => {
      const begun = turns.current.at(-1)?.length ?? 0;
      // At the start of a turn the one before it is taken back, else this one.
      if (player.moves.value.length === begun && turns.current.length > 1) turns.current.pop();
      over.value = "";
      await player.showMoves(turns.current.at(-1) ?? [], false);
      player.setLocked(false);
    });
  const startAgain = () =>
    run(async () => {
      said.current.clear();
      turns.current = [];
      over.value = "";
      remarks.value = [guided.say];
      await player.showMoves([], false);
      await goOn();
    });
  useEffect(() => void startAgain(), [player]);
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [remarks.value.length]);

  const mine = player.looked.value?.view.to_move === OWN_SEAT && !busy.value;
  return (
    <div class="task">
      <TaskBoard
        player={player}
        game={game}
        seat={OWN_SEAT}
        label={t.learn.board}
        onMove={(notation) => void playMove(notation)}
      />
      <div class="task-words">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling block needs the keyboard. */}
        <div class="remarks" role="log" aria-label={t.learn.remarks} tabIndex={0} ref={list}>
          {remarks.value.map((text, at) => (
            <p key={`${at} ${text}`}>{text}</p>
          ))}
        </div>
        <p
          class="task-verdict"
          role="status"
          data-status={!over.value ? "asked" : lost.value ? "missed" : "done"}
        >
          {over.value || (mine ? t.learn.yourTurn : t.learn.theirTurn)}
        </p>
        <div class="row">
          <Button
            label={t.learn.hint}
            icon="hint"
            disabled={!mine || hinting.value || over.value !== ""}
            onClick={() => void showHint()}
          />
          <Button
            label={t.learn.takeBack}
            icon="undo"
            disabled={busy.value || player.moves.value.length === 0}
            onClick={() => void takeBack()}
          />
          <Button
            label={t.learn.newGame}
            icon="again"
            disabled={busy.value}
            onClick={() => void startAgain()}
          />
          {over.value && (
            <a class="button primary" href={`/new/${game.id}`}>
              {t.learn.playReal}
            </a>
          )}
        </div>
      </div>
    </div>
  );
}
