/** A new game: against whom, by which rules, with which clock. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { games, game as known } from "../games";
import { type ClockKind, open, setup, type Wishes, wishes } from "../opening";
import { Button } from "../parts/button";
import { Heading } from "../parts/page";
import { Check, NumberField, Pick } from "../parts/pick";
import { Picture } from "../parts/picture";
import { complain } from "../parts/toasts";
import type { GameInfo, Option } from "../protocol";
import { seatColour, seatName } from "../seats";
import { t } from "../strings";
import { Missing } from "./missing";
import "../styles/fresh.css";

interface FormProps {
  game: GameInfo;
  wished: Wishes;
  wish(changes: Partial<Wishes>): void;
}

const PRESETS: readonly { kind: ClockKind; seconds: number; extra: number; label: string }[] = [
  { kind: "move", seconds: 20, extra: 0, label: "20 s" },
  { kind: "move", seconds: 60, extra: 0, label: "1 min" },
  { kind: "fischer", seconds: 180, extra: 2, label: "3 + 2" },
  { kind: "fischer", seconds: 300, extra: 3, label: "5 + 3" },
  { kind: "fischer", seconds: 900, extra: 10, label: "15 + 10" },
];

function Opponent({ game, wished, wish }: FormProps) {
  const f = t.fresh;
  const levels = (game.levels ?? []) as Wishes["level"][];
  return (
    <>
      <Pick
        legend={f.opponent}
        value={wished.opponent}
        onPick={(opponent) => wish({ opponent })}
        choices={[
          { value: "ai", label: f.ai, note: f.aiNote },
          { value: "screen", label: f.screen, note: f.screenNote },
          { value: "open", label: f.open, note: f.openNote },
          { value: "invite", label: f.invite, note: f.inviteNote },
        ]}
      />
      {wished.opponent === "ai" && (
        <Pick
          legend={f.level}
          small
          value={wished.level}
          onPick={(level) => wish({ level })}
          choices={levels.map((level) => ({ value: level, label: f.levels[level] ?? level }))}
        />
      )}
    </>
  );
}

function Seats({ game, wished, wish }: FormProps) {
  const f = t.fresh;
  const seats = Array.from({ length: wished.players }, (_, seat) => ({
    value: seat as number | null,
    label: seatName(game, seat),
    colour: seatColour(game, seat),
  }));
  return (
    <>
      {game.seats.length > 1 && (
        <Pick
          legend={f.players}
          small
          value={wished.players}
          onPick={(players) => wish({ players, seat: Math.min(wished.seat ?? 0, players - 1) })}
          choices={game.seats.map((n) => ({ value: n, label: f.playersOf(n) }))}
        />
      )}
      {wished.opponent !== "screen" && (
        <Pick
          legend={f.seat}
          small
          value={wished.seat}
          onPick={(seat) => wish({ seat })}
          choices={[...seats, { value: null, label: f.random }]}
        />
      )}
    </>
  );
}

function OptionField(props: {
  name: string;
  option: Option;
  value: number | boolean;
  onValue(value: number | boolean): void;
}) {
  const { option, value, onValue } = props;
  if (typeof option.default === "boolean")
    return <Check label={option.text} checked={value === true} onCheck={onValue} />;
  return (
    <NumberField
      label={option.text}
      value={Number(value)}
      low={option.low ?? 0}
      high={option.high ?? 0}
      note={t.fresh.bounds(option.low ?? 0, option.high ?? 0)}
      onNumber={onValue}
    />
  );
}

function Rules({ game, wished, wish }: FormProps) {
  const preset = game.presets[wished.ruleset] ?? {};
  return (
    <>
      {game.rulesets.length > 1 && (
        <Pick
          legend={t.fresh.ruleset}
          small
          value={wished.ruleset}
          onPick={(ruleset) => wish({ ruleset, options: {} })}
          choices={game.rulesets.map((name) => ({ value: name, label: named(name) }))}
        />
      )}
      {Object.keys(game.options).length > 0 && (
        <fieldset class="pick">
          <legend class="label">{t.fresh.options}</legend>
          <div class="options">
            {Object.entries(game.options).map(([name, option]) => {
              const usual = preset[name] ?? option.default;
              const set = (value: number | boolean) => {
                const { [name]: _old, ...rest } = wished.options;
                wish({ options: value === usual ? rest : { ...rest, [name]: value } });
              };
              const value = wished.options[name] ?? usual;
              return (
                <OptionField key={name} name={name} option={option} value={value} onValue={set} />
              );
            })}
          </div>
        </fieldset>
      )}
    </>
  );
}

function named(ruleset: string): string {
  return ruleset.charAt(0).toUpperCase() + ruleset.slice(1).replaceAll("_", " ");
}

function Time({ wished, wish }: Omit<FormProps, "game">) {
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

function Others({ wished, wish }: Omit<FormProps, "game">) {
  const f = t.fresh;
  return (
    <div class="options">
      <Check
        label={f.takebacks}
        checked={wished.takebacks}
        onCheck={(takebacks) => wish({ takebacks })}
      />
      <Check
        label={f.spectators}
        checked={wished.spectators}
        onCheck={(spectators) => wish({ spectators })}
      />
      {wished.opponent !== "open" && (
        <Check
          label={f.public}
          checked={wished.public}
          onCheck={(isPublic) => wish({ public: isPublic })}
        />
      )}
      <label class="stack tight">
        <span class="label">{f.label}</span>
        <input
          class="field"
          maxLength={48}
          value={wished.label}
          onInput={(event) => wish({ label: event.currentTarget.value })}
        />
      </label>
    </div>
  );
}

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
          <Others {...parts} />
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
        <Picture key={game.id} game={game} label={`${game.title}: ${t.hero.watch}`} />
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
