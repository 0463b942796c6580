/** The footer of every page. */

import { t } from "../strings";

/** Where the documentation is; the server says so in its page, where it has one. */
const DOCS_HREF = document.querySelector('link[rel="help"]')?.getAttribute("href");

export function Footer() {
  return (
    <footer class="foot">
      <p>{t.footer}</p>
      <nav class="foot-links" aria-label={t.footerNav}>
        {DOCS_HREF && (
          <a class="touch" href={DOCS_HREF}>
            {t.docs}
          </a>
        )}
        <a class="touch" href="/gallery">
          {t.galleryLink}
        </a>
      </nav>
    </footer>
  );
}
