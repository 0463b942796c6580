/** Of a new game: the clock, by a preset or by hand. */

import type { ClockKind, Wishes, Wishing } from "../create-room";
import { t } from "../strings";
import { Button } from "./button";
import { NumberField, Pick } from "./pick";

const PRESETS: readonly { kind: ClockKind; seconds: number; extra: number; label: string }[] = [
  { kind: "move", seconds: 20, extra: 0, label: t.fresh.perMove(20) },
  { kind: "move", seconds: 60, extra: 0, label: t.fresh.perMove(60) },
  { kind: "fischer", seconds: 180, extra: 2, label: t.fresh.plus(3, 2) },
  { kind: "fischer", seconds: 300, extra: 3, label: t.fresh.plus(5, 3) },
  { kind: "fischer", seconds: 900, extra: 10, label: t.fresh.plus(15, 10) },
];

export function Time({ wished, wish }: Omit<Wishing, "game">) {
  const f = t.fresh;
  const whole = wished.clock === "fischer" || wished.clock === "bronstein";
  return (
    <>
      <Pick
        legend={f.clock}
        small
        value={wished.clock}
        onPick={(clock) => wish({ clock, seconds: clock === "move" ? 20 : 300 })}
        choices={(["none", "move", "fischer", "bronstein"] as const).map((kind) => ({
          value: kind,
          label: f.clocks[kind] ?? kind,
        }))}
      />
      <fieldset class="pick">
        <legend class="label">{f.presets}</legend>
        <div class="row">
          {PRESETS.map((preset) => (
            <Button
              key={preset.label}
              label={preset.label}
              aria-pressed={
                wished.clock === preset.kind &&
                wished.seconds === preset.seconds &&
                (preset.kind === "move" || wished.extra === preset.extra)
              }
              onClick={() =>
                wish({ clock: preset.kind, seconds: preset.seconds, extra: preset.extra })
              }
            />
          ))}
        </div>
      </fieldset>
      <div class="options">
        {wished.clock === "move" && (
          <NumberField
            label={f.seconds}
            value={wished.seconds}
            low={1}
            high={86_400}
            onNumber={(seconds) => wish({ seconds })}
          />
        )}
        {whole && (
          <NumberField
            label={f.minutes}
            value={wished.seconds / 60}
            low={0.5}
            high={1440}
            step={0.5}
            onNumber={(minutes) => wish({ seconds: minutes * 60 })}
          />
        )}
        {whole && (
          <NumberField
            label={f.extra}
            value={wished.extra}
            low={0}
            high={3600}
            onNumber={(extra) => wish({ extra })}
          />
        )}
        {wished.clock === "move" && (
          <label class="stack tight">
            <span class="label">{f.timeout}</span>
            <select
              class="field"
              value={wished.timeout}
              onChange={(event) =>
                wish({ timeout: event.currentTarget.value as Wishes["timeout"] })
              }
            >
              {Object.entries(f.timeouts).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
    </>
  );
}
