/**
 * Follows a game that its designer edits: loads the page again when the server has a new version,
 * and shows the error of a version that cannot be served. Only a designer's server adds it.
 */

interface DesignerStatus {
  version: number;
  error: { title: string; place: string; message: string; note: string } | null;
}

const STATUS_PATH = "/api/designer";
const POLL_MS = 400;

let known: number | null = null;
let overlay: HTMLElement | null = null;

async function fetchStatus(): Promise<DesignerStatus | null> {
  try {
    const answer = await fetch(STATUS_PATH, { cache: "no-store" });
    return answer.ok ? ((await answer.json()) as DesignerStatus) : null;
  } catch {
    return null; // the server is starting again
  }
}

function line(tag: string, content: string, style: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = content;
  made.style.cssText = style;
  return made;
}

function showError(error: DesignerStatus["error"]): void {
  overlay?.remove();
  overlay = null;
  if (!error) return;
  overlay = document.createElement("section");
  overlay.id = "designer-error";
  overlay.setAttribute("role", "alert");
  overlay.style.cssText =
    "position:fixed;inset:auto 1rem 1rem;z-index:1000;max-height:60vh;overflow:auto;padding:1rem;" +
    "border-radius:.6rem;border:2px solid #ff6b57;background:#2b1512;color:#fff4ec;" +
    "box-shadow:0 .5rem 2rem #0008";
  overlay.append(
    line("strong", error.title, "display:block"),
    line("code", error.place, "display:block;margin:.3rem 0;color:#ffb9a8"),
    line("pre", error.message, "margin:0;white-space:pre-wrap;font-size:.95rem"),
    line("small", error.note, "display:block;margin-top:.5rem;opacity:.85"),
  );
  document.body.append(overlay);
}

async function followGame(): Promise<void> {
  const status = await fetchStatus();
  if (status) {
    known ??= status.version;
    if (status.version !== known) return location.reload();
    showError(status.error);
  }
  setTimeout(() => void followGame(), POLL_MS);
}

void followGame();

export {};
