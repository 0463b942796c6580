/** The home page: live demos, and one click to a game. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { BoardPicture } from "../components/board-picture";
import { Button } from "../components/button";
import { Icon } from "../components/icons";
import { Later } from "../components/later";
import { useHeadingFocus, useTitle } from "../components/page";
import { RightNow } from "../components/right-now";
import { showError } from "../components/toasts";
import { createRoom, defaultChoices, roomSetup } from "../create-room";
import { findGame, games, gamesError, loadGames } from "../games";
import type { GameInfo } from "../protocol";
import { unfinishedGame } from "../resume";
import { t } from "../strings";
import "../styles/home.css";

/** The puzzle of the day comes after the first paint. */
const loadDailyCard = () => import("../puzzles/daily-card").then((found) => found.DailyCard);

/** Start a game against the computer and go to its room. */
function usePlayNow() {
  const { route } = useLocation();
  const busy = useSignal(false);
  const startGame = async (game: GameInfo) => {
    if (busy.value) return;
    busy.value = true;
    try {
      route(await createRoom(roomSetup(game, defaultChoices(game))));
    } catch (error) {
      showError(error);
    } finally {
      busy.value = false;
    }
  };
  return startGame;
}

function Hero({
  featured,
  onPlay,
}: {
  featured: GameInfo | undefined;
  onPlay(game: GameInfo): void;
}) {
  const count = games.value?.length;
  const left = unfinishedGame();
  const leftGame = left && findGame(left.game);
  const heading = useHeadingFocus();
  return (
    <section class="hero" aria-labelledby="headline">
      <div class="hero-words">
        <p class="kicker">{t.home.kicker}</p>
        <h1 id="headline" ref={heading} tabIndex={-1}>
          {t.home.headline(count)}
        </h1>
        <p class="lead">{t.home.lead}</p>
        <div class="row">
          {left && leftGame ? (
            <a class="button primary large" href={`/play/${left.code}`}>
              <Icon name="play" />
              <span>{t.home.resumeAct(leftGame.title)}</span>
            </a>
          ) : (
            <Button
              label={featured ? t.home.playOf(featured.title) : t.home.now}
              icon="play"
              look="primary"
              disabled={!featured}
              onClick={() => featured && onPlay(featured)}
            />
          )}
          <a class="button large" href={`/new${featured ? `/${featured.id}` : ""}`}>
            {t.home.ways}
          </a>
        </div>
      </div>
      <div class="hero-board">
        {featured && (
          <>
            <a class="picture-link" href={`/new/${featured.id}`}>
              <BoardPicture
                key={featured.id}
                game={featured}
                label={t.home.of(featured.title, t.home.watch)}
              />
            </a>
            <p class="caption">{featured.summary}</p>
          </>
        )}
      </div>
    </section>
  );
}

function GameCard({ game, onPlay }: { game: GameInfo; onPlay(game: GameInfo): void }) {
  return (
    <li class="card game-card">
      <a class="picture-link" href={`/new/${game.id}`}>
        <BoardPicture game={game} label={t.home.of(game.title, t.home.watch)} />
      </a>
      <div class="card-words">
        <h3>{game.title}</h3>
        <p>{game.summary}</p>
        <div class="row">
          <Button
            label={t.home.now}
            icon="play"
            look="primary"
            aria-label={t.home.of(t.home.now, game.title)}
            onClick={() => onPlay(game)}
          />
          <a
            class="button"
            href={`/new/${game.id}`}
            aria-label={t.home.of(t.home.options, game.title)}
          >
            {t.home.options}
          </a>
          <a
            class="button quiet"
            href={`/rules/${game.id}`}
            aria-label={t.home.of(t.rules, game.title)}
          >
            {t.rules}
          </a>
        </div>
      </div>
    </li>
  );
}

/** The card with the other ways to play. */
function WaysCard() {
  return (
    <li class="card ways-card">
      <h3>{t.home.pointsLabel}</h3>
      <dl>
        {t.home.points.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div class="row">
        <a class="button primary" href="/lobby">
          {t.home.lobby}
        </a>
        <a class="button" href="/replay">
          {t.replayPage.upload}
        </a>
      </div>
    </li>
  );
}

export default function Home() {
  useTitle(t.title(""));
  const startGame = usePlayNow();
  const list = games.value;
  // The featured game changes every day.
  const day = useSignal(Math.floor(Date.now() / 86_400_000));
  const featured = list?.[day.value % list.length];
  useEffect(() => {
    document.body.classList.add("at-home");
    return () => document.body.classList.remove("at-home");
  }, []);
  return (
    <>
      <Hero featured={featured} onPlay={startGame} />
      <div class="home-now">
        <RightNow />
        <Later load={loadDailyCard} with={{}} />
      </div>
      <section class="games" aria-labelledby="games">
        <h2 id="games">{t.home.games}</h2>
        {gamesError.value && (
          <p class="notice">
            {gamesError.value.message} <Button label={t.retry} onClick={() => void loadGames()} />
          </p>
        )}
        <ul class="cards">
          {list?.map((game) => (
            <GameCard key={game.id} game={game} onPlay={startGame} />
          ))}
          {list && <WaysCard />}
        </ul>
      </section>
    </>
  );
}
