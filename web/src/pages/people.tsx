/** The people online and their activity. */

import { Heading } from "../components/page";
import { Roster } from "../components/roster";
import { presence } from "../lists";
import { t } from "../strings";

export default function People() {
  return (
    <>
      <Heading text={t.peoplePage.title} />
      <p class="lead" role="status">
        {t.peoplePage.lead(presence.online.value)}
      </p>
      <Roster />
    </>
  );
}
