/** Of a new game: what is allowed in the room, and who sees it. */

import { useId } from "preact/hooks";
import { unrateable, type Wishing, watchable } from "../create-room";
import { t } from "../strings";
import { Check } from "./pick";

/** Whether the result is to count; where it cannot, the reason. */
function Rated({ game, wished, wish }: Wishing) {
  const why = unrateable(game, wished);
  const note = useId();
  return (
    <div class="stack tight">
      <Check
        label={t.fresh.rated}
        checked={wished.rated && why === null}
        disabled={why !== null}
        describedBy={note}
        onCheck={(rated) => wish({ rated })}
      />
      <span class="soft small" id={note}>
        {why === null ? t.fresh.ratedNote : t.fresh.unrated[why]}
      </span>
    </div>
  );
}

export function Admission({ game, wished, wish }: Wishing) {
  const f = t.fresh;
  const online = wished.opponent === "open" || wished.opponent === "invite";
  const rated = wished.rated && unrateable(game, wished) === null;
  return (
    <div class="options">
      <Rated game={game} wished={wished} wish={wish} />
      <Check
        label={f.takebacks}
        checked={wished.takebacks && !rated}
        disabled={rated}
        onCheck={(takebacks) => wish({ takebacks })}
      />
      {online && (
        <Check
          label={f.spectators}
          checked={watchable(wished)}
          onCheck={(spectators) => wish({ spectators })}
        />
      )}
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
