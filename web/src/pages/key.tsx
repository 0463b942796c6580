/** The page that takes a key, typed or from a QR code, and continues as its member. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button } from "../components/button";
import { Heading } from "../components/page";
import { postJson, type Refused } from "../http";
import type { Me } from "../protocol";
import { t } from "../strings";
import "../styles/mine.css";

const s = t.mine;

/** The words in the fragment of a scanned link; a fragment never reaches the server's log. */
function wordsOfLink(): string {
  return decodeURIComponent(location.hash.slice(1)).replaceAll("-", " ");
}

export default function KeyPage() {
  const words = useSignal(wordsOfLink());
  const wrong = useSignal("");
  const busy = useSignal(false);
  useEffect(() => {
    const readLink = () => {
      words.value = wordsOfLink();
    };
    addEventListener("hashchange", readLink);
    return () => removeEventListener("hashchange", readLink);
  }, []);
  const useKey = async (event: Event) => {
    event.preventDefault();
    wrong.value = "";
    busy.value = true;
    try {
      await postJson<Me>("/api/key", { words: words.value });
      // The connection must begin again under the new cookie.
      location.replace("/games");
    } catch (error) {
      wrong.value = (error as Refused).message;
      busy.value = false;
    }
  };
  return (
    <>
      <Heading text={s.useKeyTitle} />
      <p class="lead">{s.useKeyLead}</p>
      <form class="card stack key-form" onSubmit={useKey}>
        <label class="stack tight">
          <span class="label">{s.useKeyField}</span>
          <textarea
            class="field"
            rows={2}
            maxLength={200}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            required
            value={words.value}
            onInput={(event) => {
              words.value = event.currentTarget.value;
            }}
          />
        </label>
        <p class="soft small">{s.useKeyLoses}</p>
        <div role="alert">{wrong.value && <p class="wrong">{wrong.value}</p>}</div>
        <Button label={s.useKeyGo} look="primary" type="submit" disabled={busy.value} />
      </form>
    </>
  );
}
