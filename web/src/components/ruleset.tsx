/** New-game form: the ruleset and its options. */

import type { GameFormProps } from "../create-room";
import type { Option } from "../protocol";
import { t } from "../strings";
import { CheckField, NumberField, TileChoice } from "./fields";

function rulesetTitle(ruleset: string): string {
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
    return <CheckField label={option.text} checked={value === true} onCheck={onValue} />;
  return (
    <NumberField
      label={option.text}
      value={Number(value)}
      low={option.low ?? 0}
      high={option.high ?? 0}
      note={t.newGame.bounds(option.low ?? 0, option.high ?? 0)}
      onNumber={onValue}
    />
  );
}

export function RulesetChoice({ game, chosen, choose }: GameFormProps) {
  const preset = game.presets[chosen.ruleset] ?? {};
  return (
    <>
      {game.rulesets.length > 1 && (
        <TileChoice
          legend={t.newGame.ruleset}
          small
          value={chosen.ruleset}
          onPick={(ruleset) => choose({ ruleset, options: {} })}
          choices={game.rulesets.map((name) => ({ value: name, label: rulesetTitle(name) }))}
        />
      )}
      {Object.keys(game.options).length > 0 && (
        <fieldset class="pick">
          <legend class="label">{t.newGame.options}</legend>
          <div class="options">
            {Object.entries(game.options).map(([name, option]) => {
              const usual = preset[name] ?? option.default;
              const changeOption = (value: number | boolean) => {
                const { [name]: _old, ...rest } = chosen.options;
                choose({ options: value === usual ? rest : { ...rest, [name]: value } });
              };
              const value = chosen.options[name] ?? usual;
              return (
                <OptionField
                  key={name}
                  name={name}
                  option={option}
                  value={value}
                  onValue={changeOption}
                />
              );
            })}
          </div>
        </fieldset>
      )}
    </>
  );
}
