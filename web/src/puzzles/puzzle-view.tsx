/** One puzzle: the board, the goal, the verdict, and what comes after it. */

import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { writePlace } from "../analysis/root";
import { Button } from "../components/button";
import { showError } from "../components/toasts";
import { postJson } from "../http";
import { PositionPlayer } from "../learn/position-player";
import { TaskBoard } from "../learn/task-board";
import type { GameInfo, PuzzleInfo, PuzzleReply } from "../protocol";
import { seatName } from "../seats";
import { t } from "../strings";
import { countVerdict, keepTrainer, trainer } from "./trainer";

type Status = "asked" | "goOn" | "unfinished" | "solved" | "wrong" | "revealed";

interface Props {
  game: GameInfo;
  puzzle: PuzzleInfo;
  themeNames: Readonly<Record<string, string>>;
  /** Go to another puzzle; without it there is no next one. */
  onNext?: (() => void) | undefined;
}

export function PuzzleView({ game, puzzle, themeNames, onNext }: Props) {
  const player = useMemo(() => new PositionPlayer(puzzle.look), [puzzle]);
  const status = useSignal<Status>("asked");
  const change = useSignal<number | null>(null);
  const busy = useSignal(false); // an answer is on its way
  const judged = useRef(false); // only the first verdict counts
  const own = useRef<string[]>([]); // the solver's moves
  const start = useRef<{ own: string[]; all: readonly string[] }>({ own: [], all: [] });
  const buttons = useRef<HTMLDivElement>(null);
  useEffect(() => {
    player.showMoves([], false).catch(showError);
  }, [player]);

  useEffect(() => {
    if (["solved", "wrong", "revealed"].includes(status.value))
      buttons.current?.querySelector<HTMLElement>(".primary")?.focus();
  }, [status.value]);

  const sendAnswer = async (reveal: boolean): Promise<PuzzleReply> => {
    const { estimate, rating } = trainer.value;
    const rated = !judged.current;
    const body = { moves: own.current, rated, estimate: rated ? estimate : null, reveal };
    const reply = await postJson<PuzzleReply>(`/api/games/${game.id}/puzzles/${puzzle.id}`, body);
    if (reply.rated) {
      judged.current = true;
      const solved = reply.status === "solved";
      change.value = rating ? reply.rated.rating - rating : null;
      keepTrainer(countVerdict(trainer.value, puzzle, solved, reply.rated));
    }
    return reply;
  };
  /** Lock the board until an answer is shown; without an answer the turn begins again. */
  const runLocked = async (act: () => Promise<void>) => {
    busy.value = true;
    player.setLocked(true);
    try {
      await act();
    } catch (error) {
      showError(error);
      await goBack();
    } finally {
      busy.value = false;
    }
  };
  const playMove = (notation: string) =>
    runLocked(async () => {
      own.current = [...own.current, notation];
      const [reply] = await Promise.all([
        sendAnswer(false),
        player.showMoves([...player.moves.value, notation]),
      ]);
      if (reply.status === "unfinished") {
        const turnOver = reply.moves.length > player.moves.value.length;
        if (turnOver) await player.showMoves(reply.moves);
        status.value = turnOver ? "goOn" : "unfinished";
        if (turnOver) start.current = { own: [...own.current], all: reply.moves };
        player.setLocked(false);
        return;
      }
      status.value = reply.status;
    });
  const goBack = async () => {
    own.current = [...start.current.own];
    status.value = own.current.length ? "goOn" : "asked";
    await player.showMoves(start.current.all, false);
    player.setLocked(false);
  };
  const reveal = () =>
    runLocked(async () => {
      own.current = [...start.current.own];
      const reply = await sendAnswer(true);
      status.value = "revealed";
      await player.showMoves(start.current.all, false);
      await player.showMoves(reply.solution ?? []);
    });
  const over = status.value === "solved" || status.value === "revealed";
  const said = {
    asked: t.puzzles.yourMove,
    goOn: t.puzzles.goOn,
    unfinished: t.puzzles.unfinished,
    solved: t.puzzles.solved,
    wrong: t.puzzles.wrong,
    revealed: t.puzzles.revealed,
  }[status.value];
  return (
    <div class="task">
      <TaskBoard
        player={player}
        game={game}
        seat={puzzle.seat}
        label={t.puzzles.board}
        onMove={(notation) => void playMove(notation)}
      />
      <div class="task-words">
        <p class="task-say">{t.puzzles.goal[puzzle.goal]?.(seatName(game, puzzle.seat))}</p>
        <p class="small soft">
          {t.puzzles.turns(puzzle.turns)} · {t.puzzles.rating(puzzle.rating)}
        </p>
        <p class="task-verdict" role="status" data-status={status.value}>
          {said}
          {change.value !== null && judged.current && ` ${t.puzzles.change(change.value)}`}
        </p>
        <div class="row" ref={buttons}>
          {over && onNext && (
            <Button label={t.puzzles.next} icon="arrow" look="primary" onClick={onNext} />
          )}
          {status.value === "wrong" && (
            <Button
              label={t.puzzles.tryAgain}
              icon="again"
              look="primary"
              onClick={() => void goBack().catch(showError)}
            />
          )}
          {!over && (
            <Button
              label={t.puzzles.reveal}
              icon="hint"
              disabled={busy.value}
              onClick={() => void reveal()}
            />
          )}
          {over && (
            <a
              class="button"
              href={`/analysis${writePlace({ position: puzzle.look, ply: 0, line: [] })}`}
            >
              {t.puzzles.analyse}
            </a>
          )}
        </div>
        {over && (
          <div class="puzzle-after">
            <p class="small">{t.puzzles.proof[puzzle.proof]}</p>
            <ul class="themes" aria-label={t.puzzles.themes}>
              {puzzle.themes.map((theme) => (
                <li key={theme}>{themeNames[theme] ?? theme}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  );
}
