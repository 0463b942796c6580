/** The records: finished games, and the leaderboard of a game. */

import { useFetched } from "../components/fetched";
import { SelectField } from "../components/fields";
import { GameChoice, GameRows, useGameList } from "../components/game-list";
import { GameRow, PlayerLink } from "../components/game-row";
import { Heading } from "../components/page";
import { findGame, games } from "../games";
import type { Found, Ranked } from "../protocol";
import { t } from "../strings";
import "../styles/lists.css";

const r = t.recordsPage;
const NO_FILTER = { game: "", bots: "", reason: "" };

function RatingText({ one }: { one: Ranked }) {
  if (!one.provisional) return <>{r.ratingOf(one.rating, one.deviation)}</>;
  return (
    <>
      {r.provisionalOf(one.rating)} <span class="unseen">{r.provisional}</span>
    </>
  );
}

function Leaderboard({ game }: { game: string }) {
  const address = `/api/games/${encodeURIComponent(game)}/leaderboard`;
  const { found: best, error } = useFetched<Ranked[]>(address);
  if (error) return <p class="wrong">{error.message}</p>;
  if (!best) return null;
  if (best.length === 0) return <p class="notice">{r.noLeaders}</p>;
  return (
    <>
      <table class="leaders">
        <thead>
          <tr>
            <th scope="col">{r.rank}</th>
            <th scope="col">{r.player}</th>
            <th scope="col" class="number">
              {r.rating}
            </th>
            <th scope="col" class="number">
              {r.games}
            </th>
            <th scope="col" class="number">
              {r.wins}
            </th>
          </tr>
        </thead>
        <tbody>
          {best.map((one, index) => (
            <tr key={one.player}>
              <td>{one.provisional ? "" : index + 1}</td>
              <th scope="row">
                <PlayerLink sitter={one} />{" "}
                {one.kind !== "person" && <span class="tag">{one.kind}</span>}
              </th>
              <td class="number">
                <RatingText one={one} />
              </td>
              <td class="number">{one.games}</td>
              <td class="number">{one.wins}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="soft small">{r.ratingNote}</p>
    </>
  );
}

export default function Records() {
  const results = useGameList<Found, keyof typeof NO_FILTER>("/api/results", NO_FILTER);
  const { filter, changeFilter } = results;
  const chosen = filter.value.game;
  const reasons = Object.entries(findGame(chosen)?.reasons ?? {});
  const leaderGame = chosen || games.value?.[0]?.id;
  return (
    <>
      <Heading text={r.title} />
      <p class="lead">{r.lead}</p>
      <div class="filters">
        <GameChoice chosen={chosen} onSelect={(game) => changeFilter({ game, reason: "" })} />
        <SelectField
          label={r.against}
          value={filter.value.bots}
          choices={[
            ["", r.anyone],
            ["false", r.peopleOnly],
            ["true", r.botsOnly],
          ]}
          onSelect={(bots) => changeFilter({ bots })}
        />
        {reasons.length > 0 && (
          <SelectField
            label={r.reason}
            value={filter.value.reason}
            choices={[["", r.anyReason], ...reasons]}
            onSelect={(reason) => changeFilter({ reason })}
          />
        )}
      </div>
      <div class="records">
        <section aria-labelledby="results">
          <h2 id="results">{r.results}</h2>
          <GameRows
            list={results}
            none={r.none}
            renderRow={(one) => <GameRow key={one.id} found={one} />}
          />
        </section>
        <section aria-labelledby="leaders">
          <h2 id="leaders">
            {r.leaders} {leaderGame && <small class="soft">{findGame(leaderGame)?.title}</small>}
          </h2>
          {leaderGame && <Leaderboard game={leaderGame} />}
        </section>
      </div>
    </>
  );
}
