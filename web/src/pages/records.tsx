/** The records: finished games, and the leaderboard of a game. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button } from "../components/button";
import { useFetched } from "../components/fetched";
import { SelectField } from "../components/fields";
import { GameRow, PlayerLink } from "../components/game-row";
import { Heading } from "../components/page";
import { showError } from "../components/toasts";
import { findGame, games } from "../games";
import { fetchJson } from "../http";
import type { Found, Ranked } from "../protocol";
import { t } from "../strings";
import "../styles/lists.css";

const r = t.recordsPage;
const PAGE_ROWS = 20;

interface Filter {
  game: string;
  bots: string;
  reason: string;
}

function resultsUrl(filter: Filter, before?: number): string {
  const asked = new URLSearchParams({ limit: String(PAGE_ROWS) });
  for (const [name, value] of Object.entries(filter)) if (value) asked.set(name, value);
  if (before !== undefined) asked.set("before", String(before));
  return `/api/results?${asked}`;
}

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
  const filter = useSignal<Filter>({ game: "", bots: "", reason: "" });
  const found = useSignal<readonly Found[] | null>(null);
  const more = useSignal(false);
  const fetchPage = async (before?: number) => {
    const asked = filter.value;
    try {
      const next = await fetchJson<Found[]>(resultsUrl(asked, before));
      if (asked !== filter.value) return; // another filter was chosen meanwhile
      found.value = before === undefined ? next : [...(found.value ?? []), ...next];
      more.value = next.length === PAGE_ROWS;
    } catch (error) {
      showError(error);
    }
  };
  const changeFilter = (changes: Partial<Filter>) => {
    filter.value = { ...filter.value, ...changes };
    void fetchPage();
  };
  useEffect(() => void fetchPage(), []);
  const list = games.value ?? [];
  const chosen = filter.value.game;
  const reasons = Object.entries(findGame(chosen)?.reasons ?? {});
  const leaderGame = chosen || list[0]?.id;
  return (
    <>
      <Heading text={r.title} />
      <p class="lead">{r.lead}</p>
      <div class="filters">
        <SelectField
          label={r.game}
          value={chosen}
          choices={[["", r.all], ...list.map((each) => [each.id, each.title] as const)]}
          onSelect={(game) => changeFilter({ game, reason: "" })}
        />
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
          {found.value?.length === 0 && <p class="notice">{r.none}</p>}
          <ul class="line-cards">
            {found.value?.map((one) => (
              <GameRow key={one.id} found={one} />
            ))}
          </ul>
          {more.value && (
            <p>
              <Button label={r.more} onClick={() => void fetchPage(found.value?.at(-1)?.at)} />
            </p>
          )}
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
