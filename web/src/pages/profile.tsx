/** The public profile of a player: name, ratings with their curves, public games. */

import { useFetched } from "../components/fetched";
import { GameRow } from "../components/game-row";
import { Heading } from "../components/page";
import { RatingCurve } from "../components/rating-curve";
import { theConnection } from "../connection";
import { findGame, games } from "../games";
import type { Found, PlayerProfile as Shown } from "../protocol";
import { t } from "../strings";
import { MessagePage } from "./missing";
import "../styles/lists.css";
import "../styles/mine.css";

const r = t.recordsPage;
const s = t.mine;

export default function Profile({ id = "" }: { id?: string }) {
  const player = encodeURIComponent(id);
  const { found: shown, error } = useFetched<Shown>(`/api/players/${player}`);
  const results = useFetched<Found[]>(`/api/results?player=${player}`);
  if (error?.status === 404) return <MessagePage title={s.noPlayer} lead={s.noPlayerLead} />;
  if (error) return <MessagePage title={t.broken.title} lead={error.message} />;
  if (!shown || !games.value) return <Heading text="…" hidden />;
  const own = theConnection().me.value?.member === shown.player;
  return (
    <>
      <Heading text={shown.name} />
      <p class="lead">
        {shown.kind !== "person" && <span class="tag">{shown.kind}</span>} {s.profileLead}{" "}
        {own && (
          <>
            {s.you} <a href="/games">{s.title}</a>
          </>
        )}
      </p>
      <section aria-labelledby="ratings">
        <h2 id="ratings">{s.ratings}</h2>
        {shown.ratings.length === 0 && <p class="notice">{s.noRatings}</p>}
        <ul class="rating-cards">
          {shown.ratings.map((one) => {
            const title = findGame(one.game)?.title ?? one.game;
            const rating = one.provisional
              ? r.provisionalOf(one.rating)
              : r.ratingOf(one.rating, one.deviation);
            return (
              <li key={one.game} class="card rating-card">
                <h3>{title}</h3>
                <p class="rating-number">{rating}</p>
                <p class="facts">
                  <span>{`${r.games}: ${one.games}`}</span>
                  <span>{`${r.wins}: ${one.wins}`}</span>
                  {one.provisional && <span>{r.provisional}</span>}
                </p>
                <RatingCurve game={title} points={one.curve} />
              </li>
            );
          })}
        </ul>
      </section>
      <section aria-labelledby="public-games">
        <h2 id="public-games">{s.publicGames}</h2>
        {results.error && <p class="wrong">{results.error.message}</p>}
        {results.found?.length === 0 && <p class="notice">{s.noPublicGames}</p>}
        <ul class="line-cards">
          {results.found?.map((one) => (
            <GameRow key={one.id} found={one} />
          ))}
        </ul>
      </section>
    </>
  );
}
