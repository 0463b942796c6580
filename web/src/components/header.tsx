/** The header of every page: the brand and the navigation. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { theConnection } from "../connection";
import { changeSettings, dark } from "../settings";
import { t } from "../strings";
import { Button } from "./button";
import { Icon } from "./icons";
import { MuteButton } from "./mute-button";
import { RosterDialog } from "./roster";

const NAV_LINKS = [
  ["/new", t.play],
  ["/lobby", t.lobby],
  ["/analysis", t.analysis.title],
  ["/learn", t.learn.title],
  ["/puzzles", t.puzzles.title],
  ["/rules", t.rules],
  ["/records", t.records],
  ["/games", t.mine.title],
  ["/people", t.people],
  ["/settings", t.settings],
] as const;

function Logo() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path class="mark-a" d="M16 3l12.5 6.5L16 16 3.5 9.5z" />
      <path class="mark-b" d="M3.5 12.5L14.8 18.400v10.8L3.5 23z" />
      <path class="mark-c" d="M28.5 12.5L17.200 18.400v10.8L28.5 23z" />
    </svg>
  );
}

/** How many people are online; a click opens the roster. */
function OnlineCount() {
  const open = useSignal(false);
  const online = theConnection().online.value;
  if (!online) return null;
  return (
    <>
      <button
        type="button"
        class="button quiet online"
        aria-label={`${online} ${t.online}, ${t.people}`}
        aria-haspopup="dialog"
        onClick={() => {
          open.value = true;
        }}
      >
        <i class="online-dot" />
        <span>
          {online} <span class="online-word">{t.online}</span>
        </span>
      </button>
      {open.value && (
        <RosterDialog
          onClose={() => {
            open.value = false;
          }}
        />
      )}
    </>
  );
}

export function Header() {
  const { path } = useLocation();
  const open = useSignal(false);
  useEffect(() => {
    open.value = false;
  }, [path]);
  return (
    <header class="top">
      <a class="brand" href="/">
        <Logo />
        <span>{t.name}</span>
      </a>
      <nav id="ways" aria-label={t.nav} data-open={open.value}>
        {NAV_LINKS.map(([href, text]) => (
          <a key={href} href={href} {...(path.startsWith(href) ? { "aria-current": "page" } : {})}>
            {text}
          </a>
        ))}
      </nav>
      <div class="top-tools">
        <OnlineCount />
        <MuteButton />
        <Button
          label={t.settingsPage.theme}
          icon={dark.value ? "sun" : "moon"}
          bare
          look="quiet"
          onClick={() => changeSettings({ theme: dark.value ? "light" : "dark" })}
        />
        <button
          type="button"
          class="button quiet bare burger"
          aria-label={t.menu}
          aria-expanded={open.value}
          aria-controls="ways"
          onClick={() => {
            open.value = !open.value;
          }}
        >
          <Icon name={open.value ? "close" : "menu"} />
        </button>
      </div>
    </header>
  );
}
