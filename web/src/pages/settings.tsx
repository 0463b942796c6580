/** The settings page. */

import { useSignal } from "@preact/signals";
import { BOARD_LOOKS, PIECE_LOOKS, parseBoardLook, parsePieceLook } from "../board/looks";
import { BoardPicture } from "../components/board-picture";
import { Button } from "../components/button";
import { CheckField, TileChoice } from "../components/fields";
import { IdentityCard } from "../components/identity-card";
import { Heading } from "../components/page";
import { showError, showToast } from "../components/toasts";
import { theConnection } from "../connection";
import { games } from "../games";
import {
  changeSettings,
  DEFAULT_SETTINGS,
  reducedMotion,
  type Settings,
  settings,
} from "../settings";
import { t } from "../strings";
import "../styles/new-game.css";
import "../styles/settings.css";

const s = t.settingsPage;
const PREVIEWED_GAMES = 3; // of the list of games

function numberOptions(words: Record<number, string>) {
  return Object.entries(words).map(([value, label]) => ({ value: Number(value), label }));
}

function NameForm() {
  const me = theConnection().me.value;
  const name = useSignal<string | null>(null);
  const saveName = async (event: Event) => {
    event.preventDefault();
    const sent = name.value;
    if (sent === null) return;
    try {
      await theConnection().send({ type: "rename", name: sent });
      const known = theConnection().me.value;
      if (known) theConnection().me.value = { ...known, name: sent.trim() };
      if (name.value === sent) name.value = null; // the user may have typed on
      showToast(s.saved);
    } catch (error) {
      showError(error);
    }
  };
  return (
    <form class="stack tight" onSubmit={saveName}>
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

export default function SettingsPage() {
  const now = settings.value;
  const set = (changes: Partial<Settings>) => changeSettings(changes);
  return (
    <div class="settings">
      <Heading text={s.title} />
      <p class="lead">{s.lead}</p>
      <section class="card" aria-labelledby="you">
        <h2 id="you">{s.you}</h2>
        <NameForm />
      </section>
      <IdentityCard />
      <section class="card stack" aria-labelledby="looks">
        <h2 id="looks">{s.looks}</h2>
        <TileChoice
          legend={s.theme}
          small
          value={now.theme}
          onPick={(theme) => set({ theme })}
          choices={(["auto", "light", "dark"] as const).map((value) => ({
            value,
            label: s.themes[value] ?? value,
          }))}
        />
        <TileChoice
          legend={s.boardLook}
          small
          value={parseBoardLook(now.boardLook)}
          onPick={(boardLook) => set({ boardLook })}
          choices={BOARD_LOOKS.map((value) => ({ value, label: s.boardLooks[value] ?? value }))}
        />
        <TileChoice
          legend={s.pieceLook}
          small
          value={parsePieceLook(now.pieceLook)}
          onPick={(pieceLook) => set({ pieceLook })}
          choices={PIECE_LOOKS.map((value) => ({ value, label: s.pieceLooks[value] ?? value }))}
        />
        <div class="look-previews">
          {games.value?.slice(0, PREVIEWED_GAMES).map((game) => (
            <BoardPicture key={game.id} game={game} label={s.preview(game.title)} />
          ))}
        </div>
        <TileChoice
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
          <CheckField
            label={s.coordinates}
            checked={now.coordinates}
            onCheck={(coordinates) => set({ coordinates })}
          />
          <CheckField label={s.lens} checked={now.lens} onCheck={(lens) => set({ lens })} />
        </div>
      </section>
      <section class="card stack" aria-labelledby="playing">
        <h2 id="playing">{s.play}</h2>
        <TileChoice
          legend={s.speed}
          small
          value={now.speed}
          onPick={(speed) => set({ speed })}
          choices={numberOptions(s.speeds)}
        />
        {reducedMotion.value && <p class="soft small">{s.motion}</p>}
        <TileChoice
          legend={s.aiDelay}
          small
          value={now.aiDelay}
          onPick={(aiDelay) => set({ aiDelay })}
          choices={numberOptions(s.aiDelays)}
        />
        <div>
          <CheckField
            label={s.confirm}
            checked={now.confirm}
            onCheck={(confirm) => set({ confirm })}
          />
          <CheckField label={s.sounds} checked={now.sounds} onCheck={(sounds) => set({ sounds })} />
        </div>
      </section>
      <Button label={s.reset} onClick={() => set(DEFAULT_SETTINGS)} />
    </div>
  );
}
