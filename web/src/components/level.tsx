/** Choosing the strength of a bot: marks, the dial of numbered levels, and the style. */

import { useId } from "preact/hooks";
import {
  allLevels,
  dialPlace,
  joinLevel,
  levelLabel,
  levelTitle,
  parseLevel,
  ratingText,
} from "../levels";
import type { GameInfo } from "../protocol";
import { t } from "../strings";
import { TileChoice } from "./fields";

interface Props {
  game: GameInfo | undefined;
  level: string;
  onLevel(level: string): void;
}

/** The whole choice, for a form. */
export function LevelChoice({ game, level: name, onLevel }: Props) {
  const f = t.newGame;
  const { level, style } = parseLevel(name);
  const numbers = game?.levels ?? [];
  const place = dialPlace(game, level);
  const rating = ratingText(game, level);
  const dial = useId();
  return (
    <div class="stack tight level-choice">
      <TileChoice
        legend={f.level}
        small
        value={level}
        onPick={(picked) => onLevel(joinLevel({ level: picked, style }))}
        choices={Object.keys(game?.marks ?? {}).map((mark) => ({
          value: mark,
          label: levelTitle(mark),
        }))}
      />
      <div class="dial">
        <label for={dial} class="label">
          {f.dial(numbers.length)}
        </label>
        <input
          id={dial}
          type="range"
          min={1}
          max={numbers.length}
          value={place}
          aria-valuetext={rating ? `${place}, ${rating}` : place}
          onInput={(event) => onLevel(joinLevel({ level: event.currentTarget.value, style }))}
        />
        <output for={dial}>
          <b>{levelLabel(name)}</b>
          {rating && <span> {rating}</span>}
        </output>
        {f.levelNotes[place] && <p class="soft small">{f.levelNotes[place]}</p>}
      </div>
      <TileChoice
        legend={f.style}
        small
        value={style}
        onPick={(picked) => onLevel(joinLevel({ level, style: picked }))}
        choices={(game?.styles ?? []).map((each) => ({
          value: each,
          label: f.styles[each] ?? each,
          note: f.styleNotes[each] ?? "",
        }))}
      />
    </div>
  );
}

/** The levels of a game as a small drop-down list, in the style that was chosen. */
export function LevelSelect({ game, level: name, onLevel }: Props) {
  const { level, style } = parseLevel(name);
  return (
    <select
      class="field level-select"
      aria-label={t.newGame.level}
      value={level}
      onChange={(event) => onLevel(joinLevel({ level: event.currentTarget.value, style }))}
    >
      {allLevels(game).map((each) => (
        <option key={each} value={each}>
          {levelLabel(joinLevel({ level: each, style }))}
        </option>
      ))}
    </select>
  );
}

/** The styles of a game as a small drop-down list. */
export function StyleSelect({ game, level: name, label, onLevel }: Props & { label: string }) {
  const { level, style } = parseLevel(name);
  return (
    <select
      class="field"
      aria-label={label}
      value={style}
      onChange={(event) => onLevel(joinLevel({ level, style: event.currentTarget.value }))}
    >
      {(game?.styles ?? []).map((each) => (
        <option key={each} value={each}>
          {t.newGame.styles[each] ?? each}
        </option>
      ))}
    </select>
  );
}
