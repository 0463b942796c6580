/** Form fields: radio tiles, checkboxes, numbers. */

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

export interface TileOption<T> {
  value: T;
  label: string;
  note?: string;
  colour?: string;
  /** A picture that stands for the label; screen readers and tooltips still have the words. */
  icon?: ComponentChildren;
}

interface Props<T> {
  legend: string;
  choices: readonly TileOption<T>[];
  value: T;
  onPick(value: T): void;
  small?: boolean;
}

export function TileChoice<T extends string | number | null>(props: Props<T>) {
  const { legend, choices, value, onPick, small } = props;
  const id = useId();
  return (
    <fieldset class={small ? "pick small-pick" : "pick"}>
      <legend class="label">{legend}</legend>
      <div class="tiles">
        {choices.map((choice) => (
          <label
            key={String(choice.value)}
            class={choice.icon ? "tile icon-tile" : "tile"}
            title={choice.icon ? choice.label : undefined}
          >
            <input
              type="radio"
              name={id}
              checked={choice.value === value}
              onChange={() => onPick(choice.value)}
            />
            {choice.colour && <span class="chip" style={{ background: choice.colour }} />}
            {choice.icon}
            <span class={choice.icon ? "unseen" : "tile-words"}>
              <b>{choice.label}</b>
              {choice.note && <span>{choice.note}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  onCheck(checked: boolean): void;
  disabled?: boolean;
  note?: string;
  /** The id of the element that describes the field. */
  describedBy?: string;
}

export function CheckField(props: CheckProps) {
  const { label, checked, onCheck, disabled = false, note, describedBy } = props;
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <span>
        {label}
        {note && <span class="check-note">{note}</span>}
      </span>
    </label>
  );
}

interface NumberProps {
  label: string;
  value: number;
  low: number;
  high: number;
  step?: number;
  note?: string;
  onNumber(value: number): void;
}

export function NumberField({ label, value, low, high, step = 1, note, onNumber }: NumberProps) {
  return (
    <label class="stack tight">
      <span class="label">{label}</span>
      <input
        class="field"
        type="number"
        value={value}
        min={low}
        max={high}
        step={step}
        required
        onChange={(event) => {
          const typed = event.currentTarget.valueAsNumber;
          if (Number.isFinite(typed)) onNumber(Math.min(high, Math.max(low, typed)));
        }}
      />
      {note && <span class="soft small">{note}</span>}
    </label>
  );
}

export function SelectField(props: {
  label: string;
  value: string;
  choices: readonly (readonly [string, string])[];
  onSelect(value: string): void;
}) {
  return (
    <label class="stack tight">
      <span class="label">{props.label}</span>
      <select
        class="field"
        value={props.value}
        onChange={(event) => props.onSelect(event.currentTarget.value)}
      >
        {props.choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
