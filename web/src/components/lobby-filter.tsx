/** The top of the lobby: quick join, a room code, and filters for the tables. */

import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import { createRoom, defaultChoices, roomSetup } from "../create-room";
import { findGame, games } from "../games";
import type { Entry } from "../protocol";
import { t } from "../strings";
import { Button } from "./button";
import { CheckField } from "./fields";
import { showError } from "./toasts";

export interface TableFilter {
  /** The id of a game, or "" for all. */
  game: string;
  rated: boolean;
}

export const EVERY_TABLE: TableFilter = { game: "", rated: false };

export function matchesFilter(entry: Entry, filter: TableFilter): boolean {
  if (filter.game && entry.game !== filter.game) return false;
  return !filter.rated || entry.rated === true;
}

/** The address that sits down at a table: its first seat that is free for a person. */
export function joinPath(entry: Entry): string {
  return `/play/${entry.room}?sit=${entry.seats.findIndex((each) => each.kind === "nobody")}`;
}

/** Go to a room by its code, as typed: spaces and small letters do not matter. */
function CodeField() {
  const { route } = useLocation();
  const code = useSignal("");
  const enterRoom = (event: Event) => {
    event.preventDefault();
    const typed = code.value.replaceAll(/\s+/g, "").toUpperCase();
    if (typed) route(`/play/${encodeURIComponent(typed)}`);
  };
  return (
    <form class="row tight code-field" onSubmit={enterRoom}>
      <input
        class="field"
        maxLength={16}
        autoComplete="off"
        spellcheck={false}
        value={code.value}
        aria-label={t.lobbyPage.code}
        placeholder={t.lobbyPage.code}
        onInput={(event) => {
          code.value = event.currentTarget.value;
        }}
      />
      <Button label={t.lobbyPage.enter} type="submit" />
    </form>
  );
}

interface Props {
  filter: TableFilter;
  onFilter(filter: TableFilter): void;
  /** The open tables that pass the filter. */
  open: readonly Entry[];
}

export function LobbyFilter({ filter, onFilter, open }: Props) {
  const { route } = useLocation();
  const busy = useSignal(false);
  /** Sit down at the first table that fits, or open one where the next visitor can. */
  const joinQuickly = async () => {
    const [table] = open;
    if (table) {
      route(joinPath(table));
      return;
    }
    const game = findGame(filter.game) ?? games.value?.[0];
    if (!game || busy.value) return;
    busy.value = true;
    try {
      const choices = { ...defaultChoices(game), opponent: "open" as const };
      const rated = filter.rated ? { rated: true, takebacks: false } : {};
      route(await createRoom(roomSetup(game, { ...choices, ...rated })));
    } catch (error) {
      showError(error);
    } finally {
      busy.value = false;
    }
  };
  return (
    <section class="card lobby-bar" aria-label={t.lobbyPage.find}>
      <Button
        label={t.lobbyPage.quick}
        icon="play"
        look="primary"
        disabled={busy.value || !games.value}
        onClick={joinQuickly}
      />
      <select
        class="field"
        aria-label={t.recordsPage.game}
        value={filter.game}
        onChange={(event) => onFilter({ ...filter, game: event.currentTarget.value })}
      >
        <option value="">{t.recordsPage.all}</option>
        {games.value?.map((game) => (
          <option key={game.id} value={game.id}>
            {game.title}
          </option>
        ))}
      </select>
      <CheckField
        label={t.lobbyPage.ratedOnly}
        checked={filter.rated}
        onCheck={(rated) => onFilter({ ...filter, rated })}
      />
      <CodeField />
    </section>
  );
}
