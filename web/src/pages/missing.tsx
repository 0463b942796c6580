/** Pages for what is not there, and for what went wrong. */

import type { ComponentChildren } from "preact";
import { Heading } from "../components/page";
import { t } from "../strings";

/** A page that only says something, and where to go from there. */
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

export function BrokenPage({ error }: { error: Error }) {
  return (
    <MessagePage title={t.broken.title} lead={t.broken.lead}>
      <p class="soft">{error.message}</p>
      <button type="button" class="button" onClick={() => location.reload()}>
        {t.broken.again}
      </button>
    </MessagePage>
  );
}
