/** The first page: boards that are alive, and one click to a game. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { Button } from "../components/button";
import { Icon } from "../components/icons";
import { useArrival, useTitle } from "../components/page";
import { Picture } from "../components/picture";
import { complain } from "../components/toasts";
import { open, setup, wishes } from "../create-room";
import { games, game as known, load, trouble } from "../games";
import type { GameInfo } from "../protocol";
import { unfinished } from "../resume";
import { t } from "../strings";
import "../styles/home.css";

/** Start a game against the machine, and go there. */
function usePlayNow() {
  const { route } = useLocation();
  const busy = useSignal(false);
  const start = async (game: GameInfo) => {
    if (busy.value) return;
    busy.value = true;
    try {
      route(await open(setup(game, wishes(game))));
    } catch (error) {
      complain(error);
    } finally {
      busy.value = false;
    }
  };
  return { start, busy };
}

function Hero({
  featured,
  onPlay,
}: {
  featured: GameInfo | undefined;
  onPlay(game: GameInfo): void;
}) {
  const count = games.value?.length;
  const left = unfinished();
  const leftGame = left && known(left.game);
  const heading = useArrival();
  return (
    <section class="hero" aria-labelledby="headline">
      <div class="hero-words">
        <p class="kicker">{t.hero.kicker}</p>
        <h1 id="headline" ref={heading} tabIndex={-1}>
          {t.hero.headline(count)}
        </h1>
        <p class="lead">{t.hero.lead}</p>
        <div class="row">
          {left && leftGame ? (
            <a class="button primary large" href={`/play/${left.code}`}>
              <Icon name="play" />
              <span>{t.hero.resumeAct(leftGame.title)}</span>
            </a>
          ) : (
            <Button
              label={t.hero.now}
              icon="play"
              look="primary"
              disabled={!featured}
              onClick={() => featured && onPlay(featured)}
            />
          )}
          <a class="button large" href={`/new${featured ? `/${featured.id}` : ""}`}>
            {t.hero.ways}
          </a>
        </div>
      </div>
      <div class="hero-board">
        {featured && (
          <>
            <Picture key={featured.id} game={featured} label={t.hero.watch} />
            <p class="caption">{featured.title}</p>
          </>
        )}
      </div>
    </section>
  );
}

function Card({ game, onPlay }: { game: GameInfo; onPlay(game: GameInfo): void }) {
  return (
    <li class="card game-card">
      <Picture game={game} label={t.hero.of(game.title, t.hero.watch)} />
      <div class="card-words">
        <h3>{game.title}</h3>
        <p>{game.summary}</p>
        <div class="row">
          <Button
            label={t.hero.now}
            icon="play"
            look="primary"
            aria-label={t.hero.of(t.hero.now, game.title)}
            onClick={() => onPlay(game)}
          />
          <a
            class="button"
            href={`/new/${game.id}`}
            aria-label={t.hero.of(t.hero.options, game.title)}
          >
            {t.hero.options}
          </a>
          <a
            class="button quiet"
            href={`/rules/${game.id}`}
            aria-label={t.hero.of(t.rules, game.title)}
          >
            {t.rules}
          </a>
        </div>
      </div>
    </li>
  );
}

/** How else one can play. */
function Ways() {
  return (
    <li class="card ways-card">
      <h3>{t.hero.pointsLabel}</h3>
      <dl>
        {t.hero.points.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div class="row">
        <a class="button primary" href="/lobby">
          {t.hero.lobby}
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
  const { start } = usePlayNow();
  const list = games.value;
  // Another one every day, so that nobody always meets the same.
  const day = useSignal(Math.floor(Date.now() / 86_400_000));
  const featured = list?.[day.value % list.length];
  useEffect(() => {
    document.body.classList.add("at-home");
    return () => document.body.classList.remove("at-home");
  }, []);
  return (
    <>
      <Hero featured={featured} onPlay={start} />
      <section class="games" aria-labelledby="games">
        <h2 id="games">{t.hero.games}</h2>
        {trouble.value && (
          <p class="notice">
            {trouble.value.message} <Button label={t.retry} onClick={() => void load()} />
          </p>
        )}
        <ul class="cards">
          {list?.map((game) => (
            <Card key={game.id} game={game} onPlay={start} />
          ))}
          {list && <Ways />}
        </ul>
      </section>
    </>
  );
}
