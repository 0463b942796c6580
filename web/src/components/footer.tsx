/** The footer of every page. */

import { t } from "../strings";

export function Footer() {
  return (
    <footer class="foot">
      <p>{t.footer}</p>
      <nav aria-label={t.designers}>
        <a class="touch" href="/gallery">
          {t.galleryLink}
        </a>
      </nav>
    </footer>
  );
}
