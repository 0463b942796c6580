/** What somebody likes. */

import { useSignal } from "@preact/signals";
import { Button } from "../components/button";
import { Heading } from "../components/page";
import { Check, Pick } from "../components/pick";
import { complain, tell } from "../components/toasts";
import { theLink } from "../connection";
import { change, DEFAULTS, reducedMotion, type Settings, settings } from "../settings";
import { t } from "../strings";
import "../styles/fresh.css";
import "../styles/settings.css";

const s = t.settingsPage;

function numbers(words: Record<number, string>) {
  return Object.entries(words).map(([value, label]) => ({ value: Number(value), label }));
}

function Name() {
  const me = theLink().me.value;
  const name = useSignal<string | null>(null);
  const save = async (event: Event) => {
    event.preventDefault();
    if (name.value === null) return;
    try {
      await theLink().send({ type: "rename", name: name.value });
      const known = theLink().me.value;
      if (known) theLink().me.value = { ...known, name: name.value.trim() };
      name.value = null;
      tell(s.saved);
    } catch (error) {
      complain(error);
    }
  };
  return (
    <form class="stack tight" onSubmit={save}>
      <label class="label" for="name">
        {s.name}
      </label>
      <div class="row tight">
        <input
          id="name"
          class="field"
          maxLength={24}
          autocomplete="nickname"
          value={name.value ?? me?.name ?? ""}
          onInput={(event) => {
            name.value = event.currentTarget.value;
          }}
        />
        <Button label={s.save} look="primary" type="submit" disabled={name.value === null} />
      </div>
      <p class="soft small">{s.nameNote}</p>
    </form>
  );
}

export default function Page() {
  const now = settings.value;
  const set = (changes: Partial<Settings>) => change(changes);
  return (
    <div class="settings">
      <Heading text={s.title} />
      <p class="lead">{s.lead}</p>
      <section class="card" aria-labelledby="you">
        <h2 id="you">{s.you}</h2>
        <Name />
      </section>
      <section class="card stack" aria-labelledby="looks">
        <h2 id="looks">{s.looks}</h2>
        <Pick
          legend={s.theme}
          small
          value={now.theme}
          onPick={(theme) => set({ theme })}
          choices={(["auto", "light", "dark"] as const).map((value) => ({
            value,
            label: s.themes[value] ?? value,
          }))}
        />
        <Pick
          legend={s.flip}
          small
          value={now.flip}
          onPick={(flip) => set({ flip })}
          choices={(["own", "never"] as const).map((value) => ({
            value,
            label: s.flips[value] ?? value,
          }))}
        />
        <div>
          <Check
            label={s.coordinates}
            checked={now.coordinates}
            onCheck={(coordinates) => set({ coordinates })}
          />
          <Check label={s.lens} checked={now.lens} onCheck={(lens) => set({ lens })} />
        </div>
      </section>
      <section class="card stack" aria-labelledby="playing">
        <h2 id="playing">{s.play}</h2>
        <Pick
          legend={s.speed}
          small
          value={now.speed}
          onPick={(speed) => set({ speed })}
          choices={numbers(s.speeds)}
        />
        {reducedMotion.value && <p class="soft small">{s.motion}</p>}
        <Pick
          legend={s.aiDelay}
          small
          value={now.aiDelay}
          onPick={(aiDelay) => set({ aiDelay })}
          choices={numbers(s.aiDelays)}
        />
        <div>
          <Check label={s.confirm} checked={now.confirm} onCheck={(confirm) => set({ confirm })} />
          <Check label={s.sounds} checked={now.sounds} onCheck={(sounds) => set({ sounds })} />
        </div>
      </section>
      <Button label={s.reset} onClick={() => set(DEFAULTS)} />
    </div>
  );
}
