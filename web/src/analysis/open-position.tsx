/** The start of an analysis: a game's first position, a record, a state or a saved tree. */

import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { Button } from "../components/button";
import { Icon } from "../components/icons";
import { games } from "../games";
import { postJson, type Refused } from "../http";
import type { Looked, Replay } from "../protocol";
import { t } from "../strings";
import { type AnalysisRoot, rootOfPosition, rootOfReplay } from "./root";
import { type AnalysisTree, lineTo } from "./tree";
import { isDocument, leavesOf, readDocument } from "./tree-document";

const a = t.analysis;
const MAX_CHECKED_LINES = 100; // of an imported tree

export interface Opened {
  root: AnalysisRoot;
  tree?: AnalysisTree;
}

/** Open a pasted document: a tree, a record, or a state of the chosen game. */
export async function openDocument(text: string, game: string): Promise<Opened> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(a.notJson);
  }
  if (isDocument(value)) {
    const tree = readDocument(value);
    const leaves = leavesOf(tree.root).slice(0, MAX_CHECKED_LINES);
    const lines = leaves.length ? leaves.map(lineTo) : [[]];
    for (const moves of lines)
      await postJson<Looked>("/api/positions", { ...value.position, moves });
    return { root: rootOfPosition(value.position, value.names), tree };
  }
  if (typeof value === "object" && value !== null && "format" in value && "moves" in value)
    return { root: rootOfReplay(await postJson<Replay>("/api/replays", text), "") };
  const position = { game, state: value as { [key: string]: unknown } };
  await postJson<Looked>("/api/positions", position);
  return { root: rootOfPosition(position) };
}

export function OpenPosition({ onOpen }: { onOpen(opened: Opened): void }) {
  const id = useId();
  const game = useSignal(games.value?.[0]?.id ?? "");
  const text = useSignal("");
  const wrong = useSignal("");
  const openText = async (event: Event) => {
    event.preventDefault();
    wrong.value = "";
    try {
      onOpen(await openDocument(text.value, game.value));
    } catch (error) {
      wrong.value = (error as Refused).message;
    }
  };
  return (
    <form class="stack open-position" onSubmit={openText}>
      <label class="stack tight">
        <span class="label">{t.recordsPage.game}</span>
        <select
          class="field"
          value={game.value}
          onChange={(event) => {
            game.value = event.currentTarget.value;
          }}
        >
          {games.value?.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <div class="row">
        <Button
          label={a.fromStart}
          icon="play"
          look="primary"
          onClick={() => onOpen({ root: rootOfPosition({ game: game.value }) })}
        />
        <a class="button" href={`/setup/${game.value}`}>
          <Icon name="grid" />
          <span>{a.setUp}</span>
        </a>
      </div>
      <div class="stack tight">
        <label class="label" for={id}>
          {a.paste}
        </label>
        <textarea
          id={id}
          class="field"
          rows={6}
          spellcheck={false}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
        <span class="soft small">{a.pasteNote}</span>
      </div>
      <div class="row">
        <Button label={a.openText} type="submit" disabled={!text.value.trim()} />
        <label class="button file">
          <span>{t.replayPage.upload}</span>
          <input
            type="file"
            accept="application/json,.json"
            onChange={async (event) => {
              const [file] = event.currentTarget.files ?? [];
              if (file) text.value = await file.text();
              // Choosing the same file again must fire a change event.
              event.currentTarget.value = "";
            }}
          />
        </label>
      </div>
      <div role="alert">{wrong.value && <p class="wrong">{wrong.value}</p>}</div>
    </form>
  );
}
