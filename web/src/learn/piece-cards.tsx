/** A card for every kind of piece, with a small board to try it on. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button } from "../components/button";
import { Diagram } from "../components/diagram";
import { Dialog } from "../components/dialog";
import { showError } from "../components/toasts";
import type { GameInfo, LessonInfo } from "../protocol";
import { t } from "../strings";
import { PieceFacts } from "./lesson-view";
import { loadLessons, pieceLessons } from "./lessons";
import "../styles/learn.css";

function PieceCard({ game, lesson }: { game: GameInfo; lesson: LessonInfo }) {
  const open = useSignal(false);
  const name = game.pieces?.[lesson.piece] ?? lesson.title;
  const first = lesson.steps[0];
  return (
    <li>
      <h3>{lesson.title}</h3>
      <PieceFacts game={game} lesson={lesson} />
      {first && !open.value && (
        <Button
          label={t.learn.tryIt}
          look="quiet"
          icon="play"
          aria-label={`${t.learn.tryIt}: ${name}`}
          onClick={() => {
            open.value = true;
          }}
        />
      )}
      {first && open.value && (
        <figure>
          <Diagram drawn={{ caption: first.say, look: first.look }} game={game} />
        </figure>
      )}
    </li>
  );
}

export default function PieceCards({ game, onClose }: { game: GameInfo; onClose(): void }) {
  const lessons = useSignal<readonly LessonInfo[] | null>(null);
  useEffect(() => {
    loadLessons(game.id)
      .then((page) => {
        lessons.value = pieceLessons(page);
      })
      .catch(showError);
  }, [game.id]);
  return (
    <Dialog title={t.learn.pieces} onClose={onClose}>
      <ul class="piece-cards">
        {lessons.value?.map((lesson) => (
          <PieceCard key={lesson.id} game={game} lesson={lesson} />
        ))}
      </ul>
      <p>
        <a class="touch" href={`/learn/${game.id}`}>
          {t.learn.titleOf(game.title)}
        </a>
      </p>
    </Dialog>
  );
}
