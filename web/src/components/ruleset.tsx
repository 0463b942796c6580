/** Of a new game: its rules, as a ruleset has them or as somebody wants them. */

import type { Wishing } from "../create-room";
import type { Option } from "../protocol";
import { t } from "../strings";
import { Check, NumberField, Pick } from "./pick";

function named(ruleset: string): string {
  return ruleset.charAt(0).toUpperCase() + ruleset.slice(1).replaceAll("_", " ");
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

export function Rules({ game, wished, wish }: Wishing) {
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
