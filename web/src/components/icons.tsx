/** Icons for buttons, in the colour of the text. */

const PATHS = {
  play: "M7 4.5v15l13-7.5z",
  pause: "M7 5h4v14H7zM13 5h4v14h-4z",
  first: "M6 5v14M18 5l-9 7 9 7z",
  prev: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  last: "M18 5v14M6 5l9 7-9 7z",
  undo: "M8.5 5L4 9.5 8.5 14M4 9.5h10.5a5.25 5.25 0 0 1 0 10.5H9",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z",
  flip: "M7 4v14M7 4L3.5 7.5M7 4l3.5 3.5M17 20V6m0 14l-3.5-3.5M17 20l3.5-3.5",
  full: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  sound: "M4 9.5v5h4l5 4v-13l-5 4zM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12",
  mute: "M4 9.5v5h4l5 4v-13l-5 4zM17 9.5l5 5M22 9.5l-5 5",
  share:
    "M8.5 13.5l7 4M15.5 6.5l-7 4M6 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM18 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM18 21.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  flag: "M5 21V4M5 4.5h12l-2.5 4 2.5 4H5",
  draw: "M5 9.5h14M5 14.5h14",
  help: "M9.2 9a2.9 2.9 0 1 1 4.3 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.6v.1",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  more: "M5 12h.1M12 12h.1M19 12h.1",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2",
  down: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14",
  up: "M12 16V5M7.5 9L12 4.5 16.5 9M5 20h14",
  again: "M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4v4.5H9",
  leave: "M14 4H5v16h9M10 12h11M17.5 8.5L21 12l-3.5 3.5",
  grid: "M4 4h16v16H4zM4 12h16M12 4v16",
  layers: "M12 3.5L3 8.5l9 5 9-5zM3 13l9 5 9-5",
  arrow: "M4 12h15M13.5 6.5L19 12l-5.5 5.5",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.2l3.4 2",
  sun: "M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  person: "M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  bot: "M5 9h14v10H5zM12 9V5M12 4.5v.1M9 13.5h.1M15 13.5h.1M2.5 13v3M21.5 13v3",
};

export type IconName = keyof typeof PATHS;
const FILLED: readonly IconName[] = ["play", "pause"];

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class={FILLED.includes(name) ? "icon filled" : "icon"}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
