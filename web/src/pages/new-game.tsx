/** A new game: against whom, by which rules, with which clock. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { Admission } from "../components/admission";
import { Opponent, Seats } from "../components/against";
import { Button } from "../components/button";
import { Heading } from "../components/page";
import { Pick } from "../components/pick";
import { Picture } from "../components/picture";
import { Rules } from "../components/ruleset";
import { Time } from "../components/timing";
import { complain } from "../components/toasts";
import { open, setup, type Wishes, wishes } from "../create-room";
import { games, game as known } from "../games";
import type { GameInfo } from "../protocol";
import { t } from "../strings";
import { Missing } from "./missing";
import "../styles/fresh.css";

function Form({ game }: { game: GameInfo }) {
  const { route } = useLocation();
  const wished = useSignal<Wishes>(wishes(game));
  const busy = useSignal(false);
  useEffect(() => {
    const { opponent, level } = wished.value;
    wished.value = { ...wishes(game), opponent, level };
  }, [game.id]);
  const wish = (changes: Partial<Wishes>) => {
    wished.value = { ...wished.value, ...changes };
  };
  const start = async (event: Event) => {
    event.preventDefault();
    busy.value = true;
    try {
      route(await open(setup(game, wished.value)));
    } catch (error) {
      complain(error);
    } finally {
      busy.value = false;
    }
  };
  const parts = { game, wished: wished.value, wish };
  const online = wished.value.opponent === "open" || wished.value.opponent === "invite";
  return (
    <form class="fresh-form" onSubmit={start}>
      <Opponent {...parts} />
      <Seats {...parts} />
      <details class="more" open={online}>
        <summary>{t.fresh.more}</summary>
        <div class="stack">
          <Rules {...parts} />
          <Time {...parts} />
          <Admission {...parts} />
        </div>
      </details>
      <div class="fresh-start">
        <Button
          label={online ? t.fresh.create : t.fresh.start}
          icon="play"
          look="primary"
          type="submit"
          disabled={busy.value}
        />
      </div>
    </form>
  );
}

export default function Fresh({ game: id }: { game?: string }) {
  const { route } = useLocation();
  const list = games.value;
  const game = (id ? known(id) : list?.[0]) ?? undefined;
  if (!list) return <Heading text={t.fresh.title} />;
  if (!game) return <Missing />;
  return (
    <div class="fresh">
      <div class="fresh-head">
        <Heading text={t.fresh.title} />
        <Pick
          legend={t.fresh.game}
          small
          value={game.id}
          onPick={(next) => route(`/new/${next}`, true)}
          choices={list.map((each) => ({ value: each.id, label: each.title }))}
        />
      </div>
      <aside class="fresh-side card" aria-label={game.title}>
        <Picture key={game.id} game={game} label={t.hero.of(game.title, t.hero.watch)} />
        <div class="card-words">
          <h2>{game.title}</h2>
          <p>{game.summary}</p>
          <p>
            <a class="touch" href={`/rules/${game.id}`}>
              {t.room.rulesOf(game.title)}
            </a>
          </p>
        </div>
      </aside>
      <Form game={game} />
    </div>
  );
}
