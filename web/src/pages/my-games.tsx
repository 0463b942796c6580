/** My games: every finished game of the visitor, with filters and results by opponent. */

import { useFetched } from "../components/fetched";
import { SelectField } from "../components/fields";
import { GameChoice, GameRows, useGameList } from "../components/game-list";
import { GameRow } from "../components/game-row";
import { Heading } from "../components/page";
import { theConnection } from "../connection";
import { findGame, games } from "../games";
import { levelLabel } from "../levels";
import type { MyGame, MySummary, OpponentTally } from "../protocol";
import { t } from "../strings";
import "../styles/lists.css";
import "../styles/mine.css";

const r = t.recordsPage;
const s = t.mine;
const NO_FILTER = { game: "", outcome: "", opponent: "", level: "", rated: "" };

/** The result from the visitor's side; nothing for a game alone at every seat. */
function headlineOf(found: MyGame): string | undefined {
  if (found.winner === null || found.yours.length === found.seats.length) return undefined;
  return found.yours.includes(found.winner) ? s.outcomes.won : s.outcomes.lost;
}

function opponentName({ kind, level }: OpponentTally): string {
  return kind === "bot" ? s.botLevel(levelLabel(level)) : (s.opponents[kind] ?? kind);
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
  const mine = useGameList<MyGame, keyof typeof NO_FILTER>("/api/me/games", NO_FILTER);
  const { filter, changeFilter } = mine;
  const { found: summary, error } = useFetched<MySummary>("/api/me/summary");
  const me = theConnection().me.value;
  const now = filter.value;
  const levels = findGame(now.game || (games.value?.[0]?.id ?? ""))?.levels ?? [];
  return (
    <>
      <Heading text={s.title} />
      <p class="lead">{s.lead}</p>
      <div class="filters">
        <GameChoice chosen={now.game} onSelect={(game) => changeFilter({ game })} />
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
        <section class="spaced" aria-labelledby="my-results">
          <h2 id="my-results">{r.results}</h2>
          <GameRows
            list={mine}
            none={s.none}
            renderRow={(one) => {
              const headline = headlineOf(one);
              const marks = !one.public && <span class="tag">{s.private}</span>;
              const told = headline ? { headline } : {};
              return <GameRow key={one.id} found={one} more marks={marks} {...told} />;
            }}
          />
          <p class="soft small">{s.stored}</p>
        </section>
        <section class="spaced" aria-labelledby="my-tallies">
          <h2 id="my-tallies">{s.tallies}</h2>
          {error && <p class="wrong">{error.message}</p>}
          {summary && <Tallies tallies={summary.tallies} />}
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
