/** A page to look at the board while working on it: every game of dev/*.json, by buttons and `?`. */

import { Board, type MoveChoice, type Scene, type Step, type Theme } from "../src/board";

interface Frame {
  scene: Scene;
  steps: Step[];
  choices: MoveChoice[];
  path?: string[];
}

interface Game {
  title: string;
  seats: string[];
  frames: Frame[];
  theme: Theme | null;
}

const games = import.meta.glob<Game>("./*.json", { import: "default" });
const asked = new URLSearchParams(location.search);
const host = document.getElementById("host") as HTMLElement;
const bar = document.getElementById("bar") as HTMLElement;
const said = document.getElementById("said") as HTMLElement;

let game: Game;
let ply = Number(asked.get("ply") ?? 0);
let board: Board;
const look = {
  dark: asked.has("dark"),
  flipped: asked.has("flipped"),
  lens: asked.has("lens"),
  confirm: asked.has("confirm"),
  sounds: false,
};

function button(label: string, act: () => void): void {
  const made = document.createElement("button");
  made.textContent = label;
  made.addEventListener("click", act);
  bar.append(made);
}

async function open(name: string): Promise<void> {
  game = await (games[`./${name}.json`] as () => Promise<Game>)();
  board?.destroy();
  board = new Board(host, {
    seats: game.seats,
    yours: [0],
    interactive: !asked.has("picture"),
    theme: asked.has("theme") ? JSON.parse(asked.get("theme") as string) : game.theme,
    onMove: (choice) => {
      said.textContent = `played ${choice.notation}`;
      const next = game.frames[ply + 1];
      if (next) to(ply + 1, true);
    },
    onTry: (path) =>
      board.showMessage(path.at(-1) ?? null, `There is no way to ${path.at(-1)}.`),
  });
  configure();
  ply = Math.min(ply, game.frames.length - 1);
  to(ply, false);
  Object.assign(window, { board, game });
}

function configure(): void {
  document.body.classList.toggle("dark", look.dark);
  board.configure(look);
}

async function to(wanted: number, animate: boolean): Promise<void> {
  ply = Math.max(0, Math.min(game.frames.length - 1, wanted));
  const frame = game.frames[ply] as Frame;
  const steps = animate ? frame.steps : [];
  board.offerChoices([]);
  const shown = board.showScene(frame.scene, { steps, animate, last: frame.path ?? [] });
  await shown;
  board.offerChoices(frame.choices);
}

for (const path of Object.keys(games)) {
  const name = path.slice(2, -5);
  button(name, () => {
    ply = 0;
    open(name);
  });
}
button("‹", () => to(ply - 1, false));
button("›", () => to(ply + 1, true));
for (const key of ["dark", "flipped", "lens", "confirm", "sounds"] as const)
  button(key, () => {
    look[key] = !look[key];
    configure();
  });
Object.assign(window, { to });
open(asked.get("game") ?? "caldera");
