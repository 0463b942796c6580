/** Of a new game: what is allowed in the room, and who sees it. */

import type { Wishing } from "../opening";
import { t } from "../strings";
import { Check } from "./pick";

export function Admission({ wished, wish }: Omit<Wishing, "game">) {
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
