/** Lessons: all games, the lessons of a game, one lesson. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { BoardPicture } from "../components/board-picture";
import { Icon } from "../components/icons";
import { Heading } from "../components/page";
import { findGame, games } from "../games";
import type { Refused } from "../http";
import { GuidedGameView } from "../learn/guided-game";
import { LessonView } from "../learn/lesson-view";
import { FIRST_GAME, lessonIds, loadLessons } from "../learn/lessons";
import { PieceIcon } from "../learn/piece-icon";
import { isFinished, progress } from "../learn/progress";
import type { GameInfo, LessonInfo, LessonsPage } from "../protocol";
import { t } from "../strings";
import { MessagePage, MissingPage } from "./missing";
import "../styles/learn.css";

const PARTS = ["pieces", "goal", "ideas"] as const;

/** How many lessons of a game are done, the guided game included. */
function doneCount(game: GameInfo): number {
  return progress.value[game.id]?.length ?? 0;
}

function LearnIndex() {
  const taught = games.value?.filter((game) => (game.lessons ?? 0) > 0);
  return (
    <>
      <Heading text={t.learn.title} />
      <p class="lead">{t.learn.lead}</p>
      <ul class="learn-cards">
        {taught?.map((game) => (
          <li key={game.id} class="card learn-card">
            <BoardPicture game={game} label={`${game.title}: ${t.home.watch}`} />
            <div class="learn-words">
              <h2>
                <a href={`/learn/${game.id}`}>{game.title}</a>
              </h2>
              <p class="soft">{game.summary}</p>
              <p class="small">{t.learn.lessons(doneCount(game), (game.lessons ?? 0) + 1)}</p>
              <progress
                aria-label={t.learn.lessons(doneCount(game), (game.lessons ?? 0) + 1)}
                max={(game.lessons ?? 0) + 1}
                value={doneCount(game)}
              />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function LessonLink({
  game,
  id,
  title,
  piece,
}: {
  game: GameInfo;
  id: string;
  title: string;
  piece?: string;
}) {
  const done = isFinished(game.id, id);
  return (
    <li>
      <a class="lesson-link card" href={`/learn/${game.id}/${id}`} data-done={done}>
        {piece && <PieceIcon game={game} glyph={piece} />}
        <span>{title}</span>
        {done && (
          <span class="lesson-done">
            <Icon name="check" />
            <span class="unseen">{t.learn.done}</span>
          </span>
        )}
      </a>
    </li>
  );
}

function GameLessons({ game, page }: { game: GameInfo; page: LessonsPage }) {
  const ids = lessonIds(page);
  const next = ids.find((id) => !isFinished(game.id, id)) ?? ids[0];
  const begun = doneCount(game) > 0;
  if (!page.lessons?.length) return <p class="notice">{t.learn.none}</p>;
  return (
    <>
      <p class="row">
        <a class="button primary" href={`/learn/${game.id}/${next}`}>
          {begun ? t.learn.goOn : t.learn.begin}
        </a>
        <a class="button" href={`/rules/${game.id}`}>
          {t.learn.readRules}
        </a>
        <span class="small soft">{t.learn.lessons(doneCount(game), ids.length)}</span>
      </p>
      {PARTS.map((part) => (
        <section key={part} aria-labelledby={`part-${part}`}>
          <h2 id={`part-${part}`}>{t.learn.parts[part]}</h2>
          <ul class="lesson-list">
            {page.lessons
              ?.filter((lesson) => lesson.part === part)
              .map(({ id, title, piece }) => (
                <LessonLink key={id} game={game} id={id} title={title} piece={piece} />
              ))}
          </ul>
        </section>
      ))}
      <section aria-labelledby="part-game">
        <h2 id="part-game">{t.learn.parts.game}</h2>
        <ul class="lesson-list">
          <LessonLink game={game} id={FIRST_GAME} title={t.learn.firstGame} />
        </ul>
      </section>
    </>
  );
}

function OneLesson({ game, page, id }: { game: GameInfo; page: LessonsPage; id: string }) {
  const { route } = useLocation();
  const ids = lessonIds(page);
  const lesson: LessonInfo | undefined = page.lessons?.find((each) => each.id === id);
  const after = `/learn/${game.id}/${ids[ids.indexOf(id) + 1] ?? ""}`;
  if (id === FIRST_GAME && page.first_game && page.first_look)
    return <GuidedGameView game={game} guided={page.first_game} look={page.first_look} />;
  if (!lesson) return null; // the heading says so
  return <LessonView key={id} game={game} lesson={lesson} after={after} onLeave={route} />;
}

function lessonTitle(page: LessonsPage | null, id: string): string {
  if (id === FIRST_GAME) return t.learn.firstGame;
  return page?.lessons?.find((each) => each.id === id)?.title ?? (page ? t.learn.missing : "…");
}

export default function Learn({ game: id, lesson }: { game?: string; lesson?: string }) {
  const page = useSignal<LessonsPage | null>(null);
  const error = useSignal<Refused | null>(null);
  useEffect(() => {
    page.value = null;
    error.value = null;
    if (!id) return;
    let current = true;
    loadLessons(id)
      .then((found) => {
        if (current) page.value = found;
      })
      .catch((refused: Refused) => {
        if (current) error.value = refused;
      });
    return () => {
      current = false;
    };
  }, [id]);
  if (!id) return <LearnIndex />;
  const game = findGame(id);
  if (games.value && !game) return <MissingPage />;
  if (error.value) return <MessagePage title={t.broken.title} lead={error.value.message} />;
  const title = lesson ? lessonTitle(page.value, lesson) : t.learn.titleOf(game?.title ?? "…");
  return (
    <div class="learn">
      {lesson && (
        <p class="crumbs">
          <a class="touch" href={`/learn/${id}`}>
            {t.learn.titleOf(game?.title ?? "")}
          </a>
        </p>
      )}
      <Heading key={title} text={title} />
      {page.value && game && !lesson && <GameLessons game={game} page={page.value} />}
      {page.value && game && lesson && (
        <OneLesson key={lesson} game={game} page={page.value} id={lesson} />
      )}
    </div>
  );
}
