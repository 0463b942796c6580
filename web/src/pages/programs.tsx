/** The page of programs: their tokens, and how a program sits down in a room. */

import { useSignal } from "@preact/signals";
import { Button } from "../components/button";
import { useFetched } from "../components/fetched";
import { Heading } from "../components/page";
import { CopyField } from "../components/share-game";
import { showError, showToast } from "../components/toasts";
import { deleteAt, postJson, type Refused } from "../http";
import type { Me, ProgramToken } from "../protocol";
import { t } from "../strings";
import "../styles/mine.css";

const s = t.programs;

/** The code of a bot that plays in a room with its token. */
function exampleBot(): string {
  return [
    "from ludarium.agents import Agent, run",
    "",
    "class First(Agent):",
    "    def choose(self, state, legal_moves):",
    "        return legal_moves[0]",
    "",
    `run(First, room="${location.origin}/play/CODE", token="…")`,
  ].join("\n");
}

export default function ProgramsPage() {
  // The first visit gets its identity here: tokens belong to a member.
  const me = useFetched<Me>("/api/me");
  const { found: tokens, error, refresh } = useFetched<ProgramToken[]>(me.found && "/api/tokens");
  const made = useSignal<ProgramToken | null>(null);
  const name = useSignal("");
  const wrong = useSignal("");
  const makeToken = async (event: Event) => {
    event.preventDefault();
    wrong.value = "";
    try {
      const sent = name.value;
      made.value = await postJson<ProgramToken>("/api/tokens", { name: sent });
      if (name.value === sent) name.value = ""; // the user may have typed on
      refresh();
    } catch (error) {
      wrong.value = (error as Refused).message;
    }
  };
  const revoke = async (token: ProgramToken) => {
    try {
      await deleteAt(`/api/tokens/${encodeURIComponent(token.member)}`);
      if (made.value?.member === token.member) made.value = null;
      showToast(s.revoked(token.name));
      refresh();
    } catch (error) {
      showError(error);
    }
  };
  return (
    <>
      <Heading text={s.title} />
      <p class="lead">{s.lead}</p>
      <form class="card stack key-form" onSubmit={makeToken}>
        <label class="stack tight">
          <span class="label">{s.name}</span>
          <input
            class="field"
            maxLength={24}
            required
            autocomplete="off"
            value={name.value}
            onInput={(event) => {
              name.value = event.currentTarget.value;
            }}
          />
        </label>
        <div role="alert">{wrong.value && <p class="wrong">{wrong.value}</p>}</div>
        <Button label={s.make} look="primary" type="submit" />
        {made.value?.token && (
          <div class="stack tight">
            <CopyField label={s.tokenOf(made.value.name)} text={made.value.token} />
            <p class="wrong small">{s.once}</p>
          </div>
        )}
      </form>
      <section class="stack program-part" aria-labelledby="tokens">
        <h2 id="tokens">{s.tokens}</h2>
        {(me.error ?? error) && <p class="wrong">{(me.error ?? error)?.message}</p>}
        {tokens?.length === 0 && <p class="soft">{s.none}</p>}
        <ul class="program-list stack tight">
          {tokens?.map((token) => (
            <li key={token.member} class="card row program-row">
              <span>{token.name}</span>
              <Button
                label={s.revoke}
                title={s.revokeOf(token.name)}
                look="danger"
                onClick={() => revoke(token)}
              />
            </li>
          ))}
        </ul>
      </section>
      <section class="stack program-part" aria-labelledby="sit">
        <h2 id="sit">{s.sit}</h2>
        <p>{s.sitLead}</p>
        <pre class="card program-code">{exampleBot()}</pre>
      </section>
    </>
  );
}
