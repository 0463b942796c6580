/** The puzzle of the day as a card, with a picture of its position. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { BoardPicture } from "../components/board-picture";
import { findGame } from "../games";
import { fetchJson, postJson } from "../http";
import type { Looked, PuzzleInfo, Scene } from "../protocol";
import { seatName } from "../seats";
import { t } from "../strings";
import { trainer } from "./trainer";

const LOAD_DELAY_MS = 600; // the first paint of the page comes before the card

export function DailyCard() {
  const puzzle = useSignal<PuzzleInfo | null>(null);
  const scene = useSignal<Scene | null>(null);
  useEffect(() => {
    let gone = false;
    const load = async () => {
      const found = await fetchJson<PuzzleInfo>("/api/daily-puzzle");
      const { view } = await postJson<Looked>("/api/positions", found.look);
      if (gone) return;
      puzzle.value = found;
      scene.value = view.scene;
    };
    // Without puzzles there is no card.
    const timer = setTimeout(() => load().catch(() => {}), LOAD_DELAY_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  const found = puzzle.value;
  const game = found ? findGame(found.game) : undefined;
  if (!found || !game) return null;
  const done = trainer.value.day === found.date;
  return (
    <section class="card daily-card" aria-labelledby="daily">
      <a class="picture-link" href="/puzzles/daily">
        <BoardPicture game={game} label={t.puzzles.dailyOf(game.title)} scene={scene.value} />
      </a>
      <div class="daily-words">
        <h2 id="daily">{t.puzzles.daily}</h2>
        <p>
          <b>{game.title}.</b> {t.puzzles.goal[found.goal]?.(seatName(game, found.seat))}
        </p>
        {done && <p class="small soft">{t.puzzles.dailyDone}</p>}
        <p class="row">
          <a class="button primary" href="/puzzles/daily">
            {t.puzzles.solveDaily}
          </a>
          <a class="button" href="/puzzles">
            {t.puzzles.title}
          </a>
        </p>
      </div>
    </section>
  );
}
