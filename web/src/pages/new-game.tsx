/** The new-game page: game, opponent, rules, clock. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { BoardPicture } from "../components/board-picture";
import { Button } from "../components/button";
import { ClockChoice } from "../components/clock-choice";
import { TileChoice } from "../components/fields";
import { OpponentChoice, SeatChoice } from "../components/opponent";
import { Heading } from "../components/page";
import { RoomOptions } from "../components/room-options";
import { RulesetChoice } from "../components/ruleset";
import { showError } from "../components/toasts";
import { createRoom, defaultChoices, type GameChoices, isOnline, roomSetup } from "../create-room";
import { findGame, games } from "../games";
import type { GameInfo } from "../protocol";
import { t } from "../strings";
import { MissingPage } from "./missing";
import "../styles/new-game.css";

function NewGameForm({ game }: { game: GameInfo }) {
  const { route } = useLocation();
  const chosen = useSignal<GameChoices>(defaultChoices(game));
  const busy = useSignal(false);
  // Before the first paint: a late effect would undo a choice that was made already.
  useLayoutEffect(() => {
    const { opponent, level } = chosen.value;
    chosen.value = { ...defaultChoices(game), opponent, level };
  }, [game.id]);
  const choose = (changes: Partial<GameChoices>) => {
    chosen.value = { ...chosen.value, ...changes };
  };
  const startGame = async (event: Event) => {
    event.preventDefault();
    busy.value = true;
    try {
      route(await createRoom(roomSetup(game, chosen.value)));
    } catch (error) {
      showError(error);
    } finally {
      busy.value = false;
    }
  };
  const parts = { game, chosen: chosen.value, choose };
  const online = isOnline(chosen.value);
  return (
    <form class="new-game-form" onSubmit={startGame}>
      <OpponentChoice {...parts} />
      <SeatChoice {...parts} />
      <details class="more" open={online}>
        <summary>{t.newGame.more}</summary>
        <div class="stack">
          <RulesetChoice {...parts} />
          <ClockChoice {...parts} />
          <RoomOptions {...parts} />
        </div>
      </details>
      <div class="new-game-start">
        <Button
          label={online ? t.newGame.create : t.newGame.start}
          icon="play"
          look="primary"
          type="submit"
          disabled={busy.value}
        />
      </div>
    </form>
  );
}

export default function NewGame({ game: id }: { game?: string }) {
  const { route } = useLocation();
  const list = games.value;
  const game = (id ? findGame(id) : list?.[0]) ?? undefined;
  if (!list) return <Heading text={t.newGame.title} />;
  if (!game) return <MissingPage />;
  return (
    <div class="new-game">
      <div class="new-game-head">
        <Heading text={t.newGame.title} />
        <TileChoice
          legend={t.newGame.game}
          small
          value={game.id}
          onPick={(next) => route(`/new/${next}`, true)}
          choices={list.map((each) => ({ value: each.id, label: each.title }))}
        />
      </div>
      <aside class="new-game-side card" aria-label={game.title}>
        <BoardPicture key={game.id} game={game} label={t.home.of(game.title, t.home.watch)} />
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
      <NewGameForm game={game} />
    </div>
  );
}
