/** What somebody likes, kept in this browser. */

import { computed, effect, signal } from "@preact/signals";

export interface Settings {
  theme: "auto" | "light" | "dark";
  /** Milliseconds a step of an animation; 0 is none. */
  speed: number;
  confirm: boolean;
  sounds: boolean;
  coordinates: boolean;
  lens: boolean;
  flip: "own" | "never";
  /** Milliseconds before which no bot's move appears. */
  aiDelay: number;
}

export const DEFAULTS: Settings = {
  theme: "auto",
  speed: 180,
  confirm: false,
  sounds: true,
  coordinates: true,
  lens: false,
  flip: "own",
  aiDelay: 500,
};

const KEY = "ludarium.settings";

/** Settings as they were written, as far as they can be read; the defaults for the rest. */
export function read(text: string | null): Settings {
  const settings: Settings = { ...DEFAULTS };
  try {
    const kept = JSON.parse(text ?? "{}") as Record<string, unknown>;
    for (const key of Object.keys(DEFAULTS) as (keyof Settings)[]) {
      if (typeof kept[key] === typeof DEFAULTS[key]) Object.assign(settings, { [key]: kept[key] });
    }
  } catch {
    // Somebody else wrote there: as if nothing was.
  }
  return settings;
}

/** A private window may refuse storage; the settings then last as long as the page. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // See above.
  }
}

export const settings = signal<Settings>(read(stored(KEY)));

export function change(changes: Partial<Settings>): void {
  settings.value = { ...settings.value, ...changes };
  store(KEY, JSON.stringify(settings.value));
}

function watch(query: string) {
  const media = matchMedia(query);
  const matches = signal(media.matches);
  media.addEventListener("change", () => {
    matches.value = media.matches;
  });
  return matches;
}

const night = watch("(prefers-color-scheme: dark)");
export const reducedMotion = watch("(prefers-reduced-motion: reduce)");
export const dark = computed(() =>
  settings.value.theme === "auto" ? night.value : settings.value.theme === "dark",
);

// Another tab may change them too.
addEventListener("storage", (event) => {
  if (event.key === KEY) settings.value = read(event.newValue);
});

effect(() => {
  const { theme } = settings.value;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
});
