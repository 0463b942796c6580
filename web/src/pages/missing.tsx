/** Pages for a missing address and for an error. */

import type { ComponentChildren } from "preact";
import { Heading } from "../components/page";
import { t } from "../strings";

/** A page with a message and a link to the home page. */
export function MessagePage(props: { title: string; lead: string; children?: ComponentChildren }) {
  return (
    <section class="message">
      <Heading text={props.title} />
      <p class="lead">{props.lead}</p>
      <div class="row">
        {props.children}
        <a class="button primary" href="/">
          {t.missing.home}
        </a>
      </div>
    </section>
  );
}

export function MissingPage() {
  return <MessagePage title={t.missing.title} lead={t.missing.lead} />;
}

/** The text of the exception stays in the console: it means nothing to a player. */
export function BrokenPage() {
  return (
    <MessagePage title={t.broken.title} lead={t.broken.lead}>
      <button type="button" class="button" onClick={() => location.reload()}>
        {t.broken.again}
      </button>
    </MessagePage>
  );
}
