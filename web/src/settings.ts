/** The user's settings, stored in this browser. */

import { computed, effect, signal } from "@preact/signals";
import { parseBoardLook, parsePieceLook } from "./board/looks";

export interface Settings {
  theme: "auto" | "light" | "dark";
  /** Milliseconds per step of an animation; 0 turns animation off. */
  speed: number;
  confirm: boolean;
  sounds: boolean;
  coordinates: boolean;
  lens: boolean;
  flip: "own" | "never";
  /** A bot's move appears after at least this many milliseconds. */
  aiDelay: number;
  boardLook: string;
  pieceLook: string;
}

export const DEFAULT_SETTINGS: Settings = {
  theme: "auto",
  speed: 180,
  confirm: false,
  sounds: true,
  coordinates: true,
  lens: false,
  flip: "own",
  aiDelay: 500,
  boardLook: "game",
  pieceLook: "carved",
};

const SETTINGS_KEY = "ludarium.settings";

/** Parse stored settings; missing or invalid values get their defaults. */
export function parseSettings(text: string | null): Settings {
  const settings: Settings = { ...DEFAULT_SETTINGS };
  try {
    const kept = JSON.parse(text ?? "{}") as Record<string, unknown>;
    for (const key of Object.keys(DEFAULT_SETTINGS) as (keyof Settings)[]) {
      if (typeof kept[key] === typeof DEFAULT_SETTINGS[key])
        Object.assign(settings, { [key]: kept[key] });
    }
  } catch {
    // Text that is not JSON counts as no settings.
  }
  return settings;
}

/** A private window may refuse storage; then settings last as long as the page. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is refused, as in readStored.
  }
}

export const settings = signal<Settings>(parseSettings(readStored(SETTINGS_KEY)));

export function changeSettings(changes: Partial<Settings>): void {
  settings.value = { ...settings.value, ...changes };
  writeStored(SETTINGS_KEY, JSON.stringify(settings.value));
}

function mediaSignal(query: string) {
  const media = matchMedia(query);
  const matches = signal(media.matches);
  media.addEventListener("change", () => {
    matches.value = media.matches;
  });
  return matches;
}

const systemDark = mediaSignal("(prefers-color-scheme: dark)");
export const reducedMotion = mediaSignal("(prefers-reduced-motion: reduce)");
export const dark = computed(() =>
  settings.value.theme === "auto" ? systemDark.value : settings.value.theme === "dark",
);

/** How every board is drawn. */
export const boardLooks = computed(() => ({
  dark: dark.value,
  boardLook: parseBoardLook(settings.value.boardLook),
  pieceLook: parsePieceLook(settings.value.pieceLook),
}));

// Another tab may change the settings too.
addEventListener("storage", (event) => {
  if (event.key === SETTINGS_KEY) settings.value = parseSettings(event.newValue);
});

effect(() => {
  const { theme } = settings.value;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
});
