/** New-game form: the ruleset and its options. */

import type { GameChoices } from "../create-room";
import type { GameInfo, Option } from "../protocol";
import { t } from "../strings";
import { CheckField, NumberField, TileChoice } from "./fields";

export function rulesetTitle(ruleset: string): string {
  return ruleset.charAt(0).toUpperCase() + ruleset.slice(1).replaceAll("_", " ");
}

function OptionField(props: {
  name: string;
  option: Option;
  value: number | boolean;
  onValue(value: number | boolean): void;
}) {
  const { option, value, onValue } = props;
  const { text, low = 0, high = 0 } = option;
  const title = option.name || text;
  const note = option.name ? text : "";
  if (typeof option.default === "boolean")
    return <CheckField label={title} note={note} checked={value === true} onCheck={onValue} />;
  return (
    <NumberField
      label={title}
      value={Number(value)}
      low={low}
      high={high}
      note={[note, t.newGame.bounds(low, high)].filter(Boolean).join(" ")}
      onNumber={onValue}
    />
  );
}

type RulesetChoices = Pick<GameChoices, "ruleset" | "options">;

interface RulesetProps {
  game: GameInfo;
  chosen: RulesetChoices;
  choose(changes: Partial<RulesetChoices>): void;
}

export function RulesetChoice({ game, chosen, choose }: RulesetProps) {
  const preset = game.presets[chosen.ruleset] ?? {};
  const warning = game.ruleset_warnings?.[chosen.ruleset];
  return (
    <>
      {game.rulesets.length > 1 && (
        <TileChoice
          legend={t.newGame.ruleset}
          small
          value={chosen.ruleset}
          onPick={(ruleset) => choose({ ruleset, options: {} })}
          choices={game.rulesets.map((name) => ({
            value: name,
            label: rulesetTitle(name),
            note: game.notes[name] ?? "",
          }))}
        />
      )}
      {warning && (
        <p class="warning" role="note">
          {warning}
        </p>
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
