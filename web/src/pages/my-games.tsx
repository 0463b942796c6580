/** My games: every finished game of the visitor, with filters and results by opponent. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button } from "../components/button";
import { SelectField } from "../components/fields";
import { GameRow } from "../components/game-row";
import { Heading } from "../components/page";
import { showError } from "../components/toasts";
import { theConnection } from "../connection";
import { findGame, games } from "../games";
import { fetchJson } from "../http";
import type { MyGame, MySummary, OpponentTally } from "../protocol";
import { t } from "../strings";
import "../styles/lists.css";
import "../styles/mine.css";

const r = t.recordsPage;
const s = t.mine;
const PAGE_ROWS = 20;

interface Filter {
  game: string;
  outcome: string;
  opponent: string;
  level: string;
  rated: string;
}

const NO_FILTER: Filter = { game: "", outcome: "", opponent: "", level: "", rated: "" };

function gamesUrl(filter: Filter, before?: number): string {
  const asked = new URLSearchParams({ limit: String(PAGE_ROWS) });
  for (const [name, value] of Object.entries(filter)) if (value) asked.set(name, value);
  if (before !== undefined) asked.set("before", String(before));
  return `/api/me/games?${asked}`;
}

/** The result from the visitor's side; nothing for a game alone at every seat. */
function headlineOf(found: MyGame): string | undefined {
  if (found.winner === null || found.yours.length === found.seats.length) return undefined;
  return found.yours.includes(found.winner) ? s.outcomes.won : s.outcomes.lost;
}

function opponentName({ kind, level }: OpponentTally): string {
  return kind === "bot" ? s.botLevel(level) : (s.opponents[kind] ?? kind);
}

function Tallies({ tallies }: { tallies: readonly OpponentTally[] }) {
  if (tallies.length === 0) return <p class="notice">{s.noTallies}</p>;
  return (
    <table class="leaders">
      <thead>
        <tr>
          <th scope="col">{s.tallyGame}</th>
          <th scope="col">{s.tallyOpponent}</th>
          <th scope="col" class="number">
            {s.outcomes.won}
          </th>
          <th scope="col" class="number">
            {s.outcomes.drawn}
          </th>
          <th scope="col" class="number">
            {s.tallyLost}
          </th>
        </tr>
      </thead>
      <tbody>
        {tallies.map((one) => (
          <tr key={`${one.game} ${one.kind} ${one.level}`}>
            <th scope="row">{findGame(one.game)?.title ?? one.game}</th>
            <td>{opponentName(one)}</td>
            <td class="number">{one.wins}</td>
            <td class="number">{one.draws}</td>
            <td class="number">{one.games - one.wins - one.draws}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export default function MyGames() {
  const filter = useSignal(NO_FILTER);
  const found = useSignal<readonly MyGame[] | null>(null);
  const summary = useSignal<MySummary | null>(null);
  const more = useSignal(false);
  const me = theConnection().me.value;
  const fetchPage = async (before?: number) => {
    try {
      const next = await fetchJson<MyGame[]>(gamesUrl(filter.value, before));
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
  useEffect(() => {
    void fetchPage();
    fetchJson<MySummary>("/api/me/summary")
      .then((told) => {
        summary.value = told;
      })
      .catch(showError);
  }, []);
  const list = games.value ?? [];
  const now = filter.value;
  const levels = findGame(now.game || (list[0]?.id ?? ""))?.levels ?? [];
  return (
    <>
      <Heading text={s.title} />
      <p class="lead">{s.lead}</p>
      <div class="filters">
        <SelectField
          label={r.game}
          value={now.game}
          choices={[["", r.all], ...list.map((each) => [each.id, each.title] as const)]}
          onSelect={(game) => changeFilter({ game })}
        />
        <SelectField
          label={s.result}
          value={now.outcome}
          choices={[["", s.anyResult], ...Object.entries(s.outcomes)]}
          onSelect={(outcome) => changeFilter({ outcome })}
        />
        <SelectField
          label={s.opponent}
          value={now.opponent}
          choices={[["", r.anyone], ...Object.entries(s.opponents)]}
          onSelect={(opponent) => changeFilter({ opponent, level: "" })}
        />
        {now.opponent === "bot" && (
          <SelectField
            label={s.level}
            value={now.level}
            choices={[["", s.anyLevel], ...levels.map((level) => [level, level] as const)]}
            onSelect={(level) => changeFilter({ level })}
          />
        )}
        <SelectField
          label={s.rated}
          value={now.rated}
          choices={[
            ["", s.ratedAny],
            ["true", s.ratedOnly],
            ["false", s.unratedOnly],
          ]}
          onSelect={(rated) => changeFilter({ rated })}
        />
      </div>
      <div class="records">
        <section aria-labelledby="my-results">
          <h2 id="my-results">{r.results}</h2>
          {found.value?.length === 0 && <p class="notice">{s.none}</p>}
          <ul class="line-cards">
            {found.value?.map((one) => {
              const headline = headlineOf(one);
              const marks = !one.public && <span class="tag">{s.private}</span>;
              const told = headline ? { headline } : {};
              return <GameRow key={one.id} found={one} more marks={marks} {...told} />;
            })}
          </ul>
          {more.value && (
            <p>
              <Button label={r.more} onClick={() => void fetchPage(found.value?.at(-1)?.at)} />
            </p>
          )}
          <p class="soft small">{s.stored}</p>
        </section>
        <section aria-labelledby="my-tallies">
          <h2 id="my-tallies">{s.tallies}</h2>
          {summary.value && <Tallies tallies={summary.value.tallies} />}
          <div class="row">
            {me && (
              <a class="button" href={`/player/${me.member}`}>
                {s.profile}
              </a>
            )}
            <a class="button" href="/settings#identity">
              {s.identity}
            </a>
          </div>
        </section>
      </div>
    </>
  );
}
