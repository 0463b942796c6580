/** New-game form: rating, takebacks, spectators and visibility of the room. */

import { useId } from "preact/hooks";
import { type GameFormProps, isOnline, isWatchable, whyUnrated } from "../create-room";
import { t } from "../strings";
import { CheckField } from "./fields";

/** The checkbox for a rated game, with the reason if the game cannot be rated. */
function RatedCheck({ game, chosen, choose }: GameFormProps) {
  const why = whyUnrated(game, chosen);
  const note = useId();
  return (
    <div class="stack tight">
      <CheckField
        label={t.newGame.rated}
        checked={chosen.rated && why === null}
        disabled={why !== null}
        describedBy={note}
        onCheck={(rated) => choose({ rated })}
      />
      <span class="soft small" id={note}>
        {why === null ? t.newGame.ratedNote : t.newGame.unrated[why]}
      </span>
    </div>
  );
}

export function RoomOptions({ game, chosen, choose }: GameFormProps) {
  const f = t.newGame;
  const online = isOnline(chosen);
  const rated = chosen.rated && whyUnrated(game, chosen) === null;
  return (
    <div class="options">
      <RatedCheck game={game} chosen={chosen} choose={choose} />
      <CheckField
        label={f.takebacks}
        checked={chosen.takebacks && !rated}
        disabled={rated}
        onCheck={(takebacks) => choose({ takebacks })}
      />
      {online && (
        <CheckField
          label={f.spectators}
          checked={isWatchable(chosen)}
          onCheck={(spectators) => choose({ spectators })}
        />
      )}
      {chosen.opponent !== "open" && (
        <CheckField
          label={f.public}
          checked={chosen.public}
          onCheck={(isPublic) => choose({ public: isPublic })}
        />
      )}
      <label class="stack tight">
        <span class="label">{f.label}</span>
        <input
          class="field"
          maxLength={48}
          value={chosen.label}
          onInput={(event) => choose({ label: event.currentTarget.value })}
        />
      </label>
    </div>
  );
}
