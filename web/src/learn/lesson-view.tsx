/** One lesson: a board, a sentence, a goal, and the next step when it is reached. */

import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Button } from "../components/button";
import { showError } from "../components/toasts";
import { postJson } from "../http";
import type { GameInfo, LessonInfo, LessonStepInfo, StepAnswer } from "../protocol";
import { t } from "../strings";
import { PieceIcon } from "./piece-icon";
import { PositionPlayer } from "./position-player";
import { finishLesson } from "./progress";
import { TaskBoard } from "./task-board";

type Status = "asked" | "more" | "missed" | "done";

interface StepProps {
  game: GameInfo;
  lesson: LessonInfo;
  /** Counted from 0. */
  at: number;
  step: LessonStepInfo;
  onNext(): void;
  next: string;
}

function StepView({ game, lesson, at, step, onNext, next }: StepProps) {
  const player = useMemo(() => new PositionPlayer(step.look), [step]);
  const status = useSignal<Status>("asked");
  const buttons = useRef<HTMLDivElement>(null);
  const attempts = useRef(0);
  const begin = () => {
    attempts.current++;
    status.value = "asked";
    player.setLocked(false);
    player.showMoves([], false).catch(showError);
  };
  useEffect(begin, [player]);
  useEffect(() => {
    if (status.value === "done" || status.value === "missed")
      buttons.current?.querySelector<HTMLElement>(".primary")?.focus();
  }, [status.value]);
  const seat = player.looked.value?.view.to_move ?? 0;
  const firstSeat = useRef<number | null>(null);
  if (firstSeat.current === null && player.looked.value) firstSeat.current = seat;
  const playMove = async (notation: string) => {
    const attempt = attempts.current;
    const moves = [...player.moves.value, notation];
    player.setLocked(true);
    try {
      await player.showMoves(moves);
      const path = `/api/games/${game.id}/lessons/${lesson.id}/${at + 1}`;
      const answer = await postJson<StepAnswer>(path, { moves });
      if (attempt !== attempts.current) return; // the user began again meanwhile
      status.value = answer.status === "unfinished" ? "more" : answer.status;
      player.setLocked(answer.status !== "unfinished");
      if (answer.status === "done" && at === lesson.steps.length - 1)
        finishLesson(game.id, lesson.id);
    } catch (error) {
      showError(error);
      if (attempt === attempts.current) begin();
    }
  };
  const showMe = () => player.showHint(step.solution[player.moves.value.length]);
  const said = {
    asked: t.learn.asked,
    more: t.learn.more,
    missed: t.learn.missed,
    done: step.done || t.learn.finished,
  }[status.value];
  return (
    <>
      {firstSeat.current !== null && (
        <TaskBoard
          player={player}
          game={game}
          seat={firstSeat.current}
          label={t.learn.board}
          onMove={(notation) => void playMove(notation)}
        />
      )}
      <div class="task-words">
        <p class="small soft">{t.learn.step(at + 1, lesson.steps.length)}</p>
        <p class="task-say">{step.say}</p>
        <p class="task-verdict" role="status" data-status={status.value}>
          {said}
        </p>
        <div class="row" ref={buttons}>
          {status.value === "done" ? (
            <Button label={next} icon="arrow" look="primary" onClick={onNext} />
          ) : (
            <>
              <Button
                label={t.learn.showMe}
                icon="hint"
                disabled={status.value === "missed"}
                onClick={showMe}
              />
              <Button
                label={t.learn.tryAgain}
                icon="again"
                look={status.value === "missed" ? "primary" : "plain"}
                disabled={status.value === "asked"}
                onClick={begin}
              />
            </>
          )}
        </div>
      </div>
    </>
  );
}

interface Props {
  game: GameInfo;
  lesson: LessonInfo;
  /** The address of what comes after this lesson. */
  after: string;
  onLeave(to: string): void;
}

export function LessonView({ game, lesson, after, onLeave }: Props) {
  const at = useSignal(0);
  const step = lesson.steps[at.value];
  const last = at.value === lesson.steps.length - 1;
  if (!step) return null;
  return (
    <div class="task">
      <StepView
        key={at.value}
        game={game}
        lesson={lesson}
        at={at.value}
        step={step}
        next={last ? t.learn.nextLesson : t.learn.next}
        onNext={() => {
          if (last) onLeave(after);
          else at.value += 1;
        }}
      />
      {lesson.piece && <PieceFacts game={game} lesson={lesson} />}
    </div>
  );
}

/** How a piece moves, captures and is protected. */
export function PieceFacts({ game, lesson }: { game: GameInfo; lesson: LessonInfo }) {
  const facts = [
    [t.learn.moves, lesson.moves],
    [t.learn.strikes, lesson.strikes],
    [t.learn.warded, lesson.warded],
  ].filter(([, text]) => text);
  return (
    <div class="piece-facts">
      <PieceIcon game={game} glyph={lesson.piece} />
      <dl>
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
