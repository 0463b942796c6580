/** Of a new game: what is allowed in the room, and who sees it. */

import { type Wishing, watchable } from "../opening";
import { t } from "../strings";
import { Check } from "./pick";

export function Admission({ wished, wish }: Omit<Wishing, "game">) {
  const f = t.fresh;
  const online = wished.opponent === "open" || wished.opponent === "invite";
  return (
    <div class="options">
      <Check
        label={f.takebacks}
        checked={wished.takebacks}
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
