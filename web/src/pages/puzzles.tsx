/** Puzzles: an overview, the trainer of a game, one puzzle, the puzzle of the day. */

import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { BoardPicture } from "../components/board-picture";
import { Heading } from "../components/page";
import { findGame, games } from "../games";
import { fetchJson, type Refused } from "../http";
import type { GameInfo, PuzzleInfo, PuzzleList } from "../protocol";
import { DailyCard } from "../puzzles/daily-card";
import { PuzzleView } from "../puzzles/puzzle-view";
import { choosePuzzle, trainer } from "../puzzles/trainer";
import { t } from "../strings";
import { MessagePage, MissingPage } from "./missing";
import "../styles/home.css";
import "../styles/learn.css";

const DAILY = "daily"; // in the place of a game's id

/** The player's figures, which only this browser knows. */
function Figures() {
  const { rating, deviation, streak, best, days, solved } = trainer.value;
  const figures = [
    [t.puzzles.yourRating, rating ? `${rating} ± ${deviation}` : t.puzzles.unrated],
    [t.puzzles.solvedCount, String(solved)],
    [t.puzzles.streak, best > streak ? `${streak} (${best})` : String(streak)],
    [t.puzzles.days, String(days)],
  ] as const;
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function PuzzlesIndex() {
  const found = games.value?.filter((game) => (game.puzzles ?? 0) > 0);
  return (
    <>
      <Heading text={t.puzzles.title} />
      <p class="lead">{t.puzzles.lead}</p>
      <Figures />
      <p class="small soft">{t.puzzles.private}</p>
      <DailyCard />
      <ul class="learn-cards">
        {found?.map((game) => (
          <li key={game.id} class="card learn-card">
            <BoardPicture game={game} label={`${game.title}: ${t.home.watch}`} />
            <div class="learn-words">
              <h2>
                <a href={`/puzzles/${game.id}`}>{game.title}</a>
              </h2>
              <p class="soft">{t.puzzles.count(game.puzzles ?? 0)}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The requested puzzle, and how to get another one; a page has the same request for good. */
function usePuzzle(game: string, id: string | undefined) {
  const list = useSignal<PuzzleList | null>(null);
  const puzzle = useSignal<PuzzleInfo | null>(null);
  const error = useSignal<Refused | null>(null);
  const theme = useSignal("");
  const asked = useRef(0);
  /** Only the puzzle that was asked for last is shown. */
  const loadPuzzle = async (path: string) => {
    const ask = ++asked.current;
    const found = await fetchJson<PuzzleInfo>(path);
    if (ask === asked.current) puzzle.value = found;
  };
  const nextPuzzle = async () => {
    const from = puzzle.value?.game ?? game;
    const chosen = choosePuzzle(list.value?.puzzles ?? [], trainer.value, from, theme.value);
    if (chosen) await loadPuzzle(`/api/games/${from}/puzzles/${chosen.id}`);
  };
  const begin = async () => {
    if (game === DAILY) await loadPuzzle("/api/daily-puzzle");
    else if (id) await loadPuzzle(`/api/games/${encodeURIComponent(game)}/puzzles/${id}`);
    const from = puzzle.value?.game ?? game;
    list.value = await fetchJson<PuzzleList>(`/api/games/${encodeURIComponent(from)}/puzzles`);
    if (!puzzle.value) await nextPuzzle();
  };
  const report = (refused: Refused) => {
    error.value = refused;
  };
  useEffect(() => {
    begin().catch(report);
  }, []);
  const chooseTheme = (chosen: string) => {
    theme.value = chosen;
    nextPuzzle().catch(report);
  };
  return { list, puzzle, error, theme, chooseTheme, next: () => nextPuzzle().catch(report) };
}

function ThemeChoice({
  list,
  chosen,
  onChoose,
}: {
  list: PuzzleList;
  chosen: string;
  onChoose(theme: string): void;
}) {
  const id = useId();
  return (
    <div class="theme-choice">
      <label for={id}>{t.puzzles.theme}</label>
      <select
        class="field"
        id={id}
        value={chosen}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <option value="">{t.puzzles.anyTheme}</option>
        {Object.entries(list.theme_names ?? {}).map(([theme, name]) => (
          <option key={theme} value={theme}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function TrainerPage({ id, number }: { id: string; number: string | undefined }) {
  const { list, puzzle, error, theme, chooseTheme, next } = usePuzzle(id, number);
  const shown = puzzle.value;
  const game: GameInfo | undefined = findGame(shown?.game ?? id);
  if (error.value?.status === 404) return <MissingPage />;
  if (error.value) return <MessagePage title={t.broken.title} lead={error.value.message} />;
  if (games.value && !game && id !== DAILY) return <MissingPage />;
  const name = game?.title ?? "…";
  const title = id === DAILY ? t.puzzles.dailyOf(name) : t.puzzles.titleOf(name);
  return (
    <div class="learn">
      <p class="crumbs">
        <a class="touch" href="/puzzles">
          {t.puzzles.title}
        </a>
      </p>
      <Heading key={title} text={title} />
      {list.value && !shown && <p class="notice">{t.puzzles.none}</p>}
      {shown && game && list.value && (
        <PuzzleView
          key={`${shown.game} ${shown.id}`}
          game={game}
          puzzle={shown}
          themeNames={list.value.theme_names ?? {}}
          onNext={() => void next()}
        />
      )}
      <Figures />
      {list.value && id !== DAILY && (
        <ThemeChoice list={list.value} chosen={theme.value} onChoose={chooseTheme} />
      )}
    </div>
  );
}

export default function Puzzles({ game, id }: { game?: string; id?: string }) {
  if (!game) return <PuzzlesIndex />;
  return <TrainerPage key={`${game} ${id ?? ""}`} id={game} number={id} />;
}
