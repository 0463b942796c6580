/** New-game form: the clock, from a preset or with custom times. */

import type { ClockKind, GameChoices, GameFormProps } from "../create-room";
import { t } from "../strings";
import { Button } from "./button";
import { NumberField, TileChoice } from "./fields";

const PRESETS: readonly { kind: ClockKind; seconds: number; extra: number; label: string }[] = [
  { kind: "move", seconds: 20, extra: 0, label: t.newGame.perMove(20) },
  { kind: "move", seconds: 60, extra: 0, label: t.newGame.perMove(60) },
  { kind: "fischer", seconds: 180, extra: 2, label: t.newGame.plus(3, 2) },
  { kind: "fischer", seconds: 300, extra: 3, label: t.newGame.plus(5, 3) },
  { kind: "fischer", seconds: 900, extra: 10, label: t.newGame.plus(15, 10) },
];

export function ClockChoice({ chosen, choose }: Omit<GameFormProps, "game">) {
  const f = t.newGame;
  const whole = chosen.clock === "fischer" || chosen.clock === "bronstein";
  return (
    <>
      <TileChoice
        legend={f.clock}
        small
        value={chosen.clock}
        onPick={(clock) => choose({ clock, seconds: clock === "move" ? 20 : 300 })}
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
                chosen.clock === preset.kind &&
                chosen.seconds === preset.seconds &&
                (preset.kind === "move" || chosen.extra === preset.extra)
              }
              onClick={() =>
                choose({ clock: preset.kind, seconds: preset.seconds, extra: preset.extra })
              }
            />
          ))}
        </div>
      </fieldset>
      <div class="options">
        {chosen.clock === "move" && (
          <NumberField
            label={f.seconds}
            value={chosen.seconds}
            low={1}
            high={86_400}
            onNumber={(seconds) => choose({ seconds })}
          />
        )}
        {whole && (
          <NumberField
            label={f.minutes}
            value={chosen.seconds / 60}
            low={0.5}
            high={1440}
            step={0.5}
            onNumber={(minutes) => choose({ seconds: minutes * 60 })}
          />
        )}
        {whole && (
          <NumberField
            label={f.extra}
            value={chosen.extra}
            low={0}
            high={3600}
            onNumber={(extra) => choose({ extra })}
          />
        )}
        {chosen.clock === "move" && (
          <label class="stack tight">
            <span class="label">{f.timeout}</span>
            <select
              class="field"
              value={chosen.timeout}
              onChange={(event) =>
                choose({ timeout: event.currentTarget.value as GameChoices["timeout"] })
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
