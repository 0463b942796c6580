/** The visitor's identity: the key to another browser, export and deletion of all data. */

import { useSignal } from "@preact/signals";
import { theConnection } from "../connection";
import { deleteAt, postJson, type Refused } from "../http";
import type { Deletion, IdentityKey, MySummary } from "../protocol";
import { relativeTime } from "../relative-time";
import { t } from "../strings";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { useFetched } from "./fetched";
import { Icon } from "./icons";
import { QrCode } from "./qr-code";
import { CopyField } from "./share-game";
import { showError, showToast } from "./toasts";
import "../styles/mine.css";

const s = t.mine;

function NewKey({ words }: { words: string }) {
  const link = `${location.origin}/key#${words.replaceAll(" ", "-")}`;
  return (
    <div class="stack key-words">
      <CopyField label={s.keyWords} text={words} />
      <p class="wrong small">{s.keyOnce}</p>
      <QrCode text={link} />
      <p class="soft small">{s.keyScan}</p>
    </div>
  );
}

function DeleteDialog({ name, onClose }: { name: string; onClose(): void }) {
  const typed = useSignal("");
  const wrong = useSignal("");
  const deleteAll = async (event: Event) => {
    event.preventDefault();
    wrong.value = "";
    try {
      const told = await postJson<Deletion>("/api/me/deletion", { name: typed.value });
      showToast(s.removed(told.games_deleted, told.games_anonymised));
      // The page begins again as a new guest.
      location.replace("/");
    } catch (error) {
      wrong.value = (error as Refused).message;
    }
  };
  return (
    <Dialog title={s.removeTitle} onClose={onClose}>
      <form class="stack" onSubmit={deleteAll}>
        <ul class="delete-facts">
          {s.removeFacts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <label class="stack tight">
          <span class="label">{s.removeConfirm(name)}</span>
          <input
            class="field"
            autocomplete="off"
            value={typed.value}
            onInput={(event) => {
              typed.value = event.currentTarget.value;
            }}
          />
        </label>
        <div role="alert">{wrong.value && <p class="wrong">{wrong.value}</p>}</div>
        <div class="row end">
          <Button label={t.cancel} onClick={onClose} />
          <Button
            label={s.removeGo}
            look="danger"
            type="submit"
            disabled={typed.value.trim() !== name}
          />
        </div>
      </form>
    </Dialog>
  );
}

/** Every part has its place before the summary is here, so that no button moves. */
export function IdentityCard() {
  const words = useSignal("");
  const deleting = useSignal(false);
  const me = theConnection().me.value;
  const { found: summary, error, refresh } = useFetched<MySummary>(me && "/api/me/summary");
  const act = (work: () => Promise<unknown>, told?: string) => async () => {
    try {
      await work();
      if (told) showToast(told);
      refresh();
    } catch (error) {
      showError(error);
    }
  };
  const makeKey = act(async () => {
    words.value = (await postJson<IdentityKey>("/api/me/key", {})).words;
  });
  const revokeKey = act(async () => {
    await deleteAt("/api/me/key");
    words.value = "";
  }, s.keyRevoked);
  const madeAt = summary?.key_at ?? null;
  const browsers = summary?.browsers.length ?? 0;
  return (
    <>
      <section class="card stack" id="identity" aria-labelledby="identity-title">
        <h2 id="identity-title">{s.identity}</h2>
        <p>{s.identityLead}</p>
        {words.value ? (
          <NewKey words={words.value} />
        ) : (
          <p class={error ? "key-state wrong" : "key-state soft"}>
            {error?.message ??
              (summary && (madeAt === null ? s.noKey : s.keyMade(relativeTime(madeAt))))}
          </p>
        )}
        <div class="row">
          <Button
            label={madeAt === null ? s.makeKey : s.replaceKey}
            look="primary"
            disabled={!summary}
            onClick={makeKey}
          />
          <Button label={s.revokeKey} disabled={madeAt === null} onClick={revokeKey} />
          <a class="button" href="/key">
            {s.useKey}
          </a>
        </div>
        <div class="row">
          <span>{s.browsers(browsers)}</span>
          <Button
            label={s.signOut}
            disabled={browsers === 0}
            onClick={act(() => deleteAt("/api/me/browsers"), s.signedOut)}
          />
        </div>
      </section>
      <section class="card stack" aria-labelledby="data-title">
        <h2 id="data-title">{s.data}</h2>
        <div class="row">
          <a class="button" href="/games">
            {s.title}
          </a>
          <a class="button" href="/programs">
            {t.programs.yours}
          </a>
          <a class="button" href="/api/me/export" download>
            <Icon name="down" />
            <span>{s.export}</span>
          </a>
          <Button
            label={s.remove}
            look="danger"
            onClick={() => {
              deleting.value = true;
            }}
          />
        </div>
      </section>
      {deleting.value && me && (
        <DeleteDialog
          name={me.name}
          onClose={() => {
            deleting.value = false;
          }}
        />
      )}
    </>
  );
}
