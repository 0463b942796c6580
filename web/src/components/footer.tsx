/** The footer of every page. */

import { t } from "../strings";

export function Footer() {
  return (
    <footer class="foot">
      <p>{t.footer}</p>
    </footer>
  );
}
