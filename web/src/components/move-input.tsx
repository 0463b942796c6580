/** The field for typed moves, with completions from the legal moves. */

import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import type { MoveChoice } from "../protocol";
import { t } from "../strings";
import { Button } from "./button";

interface Props {
  choices: readonly MoveChoice[];
  onPlay(notation: string): void;
}

const MAX_COMPLETIONS = 8;

/** The choices that start with the typed text, then those that contain it. */
export function matchChoices(choices: readonly MoveChoice[], typed: string): MoveChoice[] {
  const wanted = typed.trim().toLowerCase();
  if (!wanted) return [];
  const begins: MoveChoice[] = [];
  const holds: MoveChoice[] = [];
  for (const choice of choices) {
    const notation = choice.notation.toLowerCase();
    if (notation.startsWith(wanted)) begins.push(choice);
    else if (notation.includes(wanted)) holds.push(choice);
  }
  return [...begins, ...holds].slice(0, MAX_COMPLETIONS);
}

/**
 * What Enter plays: the marked completion, the notation as typed, or the only move that begins so.
 * Text of another form is sent as it is: `b4` is a refused step there, not the only `wall-b4`.
 */
export function meantNotation(found: readonly MoveChoice[], typed: string, marked: number): string {
  const text = typed.trim();
  const wanted = text.toLowerCase();
  const exact = found.find((each) => each.notation === text);
  const begins = found.filter((each) => each.notation.toLowerCase().startsWith(wanted));
  const only = begins.length === 1 ? begins[0] : undefined;
  return (found[marked] ?? exact ?? only)?.notation ?? text;
}

export function MoveInput({ choices, onPlay }: Props) {
  const text = useSignal("");
  const marked = useSignal(-1);
  const id = useId();
  const found = matchChoices(choices, text.value);
  const open = found.length > 0 && found[0]?.notation !== text.value;
  const playNotation = (notation: string) => {
    text.value = "";
    marked.value = -1;
    onPlay(notation);
  };
  const handleKey = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by && found.length) {
      event.preventDefault();
      marked.value =
        (marked.value + by + found.length + (marked.value < 0 && by < 0 ? 1 : 0)) % found.length;
    } else if (event.key === "Escape") {
      text.value = "";
      marked.value = -1;
    } else if (event.key === "Tab" && open && found[0] && !event.shiftKey) {
      event.preventDefault();
      text.value = (found[Math.max(0, marked.value)] ?? found[0]).notation;
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const notation = meantNotation(found, text.value, marked.value);
    if (notation) playNotation(notation);
  };
  return (
    <form class="typed" onSubmit={submit}>
      <input
        id="typed"
        class="field"
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(marked.value >= 0 && open ? { "aria-activedescendant": `${id}-${marked.value}` } : {})}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-label={t.room.type}
        placeholder={t.room.type}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          marked.value = -1;
        }}
        onKeyDown={handleKey}
      />
      <Button label={t.room.typePlay} type="submit" />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t.room.type}
        class="completions"
        hidden={!open}
      >
        {found.map((choice, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus.
          // biome-ignore lint/a11y/useKeyWithClickEvents: and its keys choose.
          <div
            key={choice.notation}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === marked.value}
            onClick={() => playNotation(choice.notation)}
          >
            {choice.notation}
          </div>
        ))}
      </div>
    </form>
  );
}
