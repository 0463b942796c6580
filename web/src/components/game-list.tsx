/** A list of finished games that filters narrow and that grows page by page. */

import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { games } from "../games";
import { fetchJson } from "../http";
import { t } from "../strings";
import { Button } from "./button";
import { SelectField } from "./fields";
import { showError } from "./toasts";

const r = t.recordsPage;
const PAGE_ROWS = 20;

/** The chosen values by the names of the query; an empty value does not filter. */
type Filter<Name extends string> = Readonly<Record<Name, string>>;

interface Listed {
  readonly id: string;
  readonly at: number;
}

export interface GameList<Row, Name extends string> {
  readonly filter: Signal<Filter<Name>>;
  readonly rows: Signal<readonly Row[] | null>;
  readonly more: Signal<boolean>;
  readonly changeFilter: (changes: Partial<Filter<Name>>) => void;
  readonly fetchMore: () => void;
}

/** The games of an address, fetched at the start and after each change of the filter. */
export function useGameList<Row extends Listed, Name extends string>(
  address: string,
  noFilter: Filter<Name>,
): GameList<Row, Name> {
  const filter = useSignal(noFilter);
  const rows = useSignal<readonly Row[] | null>(null);
  const more = useSignal(false);
  const fetchPage = async (before?: number) => {
    const chosen = filter.value;
    const asked = new URLSearchParams({ limit: String(PAGE_ROWS) });
    for (const [name, value] of Object.entries<string>(chosen)) if (value) asked.set(name, value);
    if (before !== undefined) asked.set("before", String(before));
    try {
      const next = await fetchJson<Row[]>(`${address}?${asked}`);
      // Another filter was chosen meanwhile, or this page was asked for twice.
      if (chosen !== filter.value || (before && before !== rows.value?.at(-1)?.at)) return;
      rows.value = before === undefined ? next : [...(rows.value ?? []), ...next];
      more.value = next.length === PAGE_ROWS;
    } catch (error) {
      showError(error);
    }
  };
  useEffect(() => void fetchPage(), []);
  return {
    filter,
    rows,
    more,
    changeFilter: (changes) => {
      filter.value = { ...filter.value, ...changes };
      void fetchPage();
    },
    fetchMore: () => void fetchPage(rows.value?.at(-1)?.at),
  };
}

export function GameChoice(props: { chosen: string; onSelect: (game: string) => void }) {
  const list = games.value ?? [];
  return (
    <SelectField
      label={r.game}
      value={props.chosen}
      choices={[["", r.all], ...list.map((each) => [each.id, each.title] as const)]}
      onSelect={props.onSelect}
    />
  );
}

/** The rows, the sentence for an empty list, and the button for more. */
export function GameRows<Row, Name extends string>(props: {
  list: GameList<Row, Name>;
  none: string;
  renderRow: (row: Row) => ComponentChildren;
}) {
  const { rows, more, fetchMore } = props.list;
  return (
    <>
      {rows.value?.length === 0 && <p class="notice">{props.none}</p>}
      <ul class="line-cards">{rows.value?.map(props.renderRow)}</ul>
      {more.value && (
        <p>
          <Button label={r.more} onClick={fetchMore} />
        </p>
      )}
    </>
  );
}
