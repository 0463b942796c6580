/** The action bar under the board: its buttons, and a prompt for the next click. */

import { t } from "../strings";
import { isButton } from "./hotspots";
import { type BoardState, clickTargets, openChoices } from "./state";

export interface ActionListener {
  pressed(at: string): void;
  confirmed(): void;
  takenBack(): void;
  /** The pointer or the focus is on a button of the game, or on none. */
  pointed(at: string | null): void;
}

export class ActionBar {
  readonly root = document.createElement("div");
  private readonly prompt = document.createElement("span");
  private readonly buttons = document.createElement("div");
  private shownKey = "";

  constructor(private readonly listener: ActionListener) {
    this.root.className = "board-actions";
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", t.board.actions);
    this.prompt.className = "board-prompt";
    this.buttons.className = "board-buttons";
    this.root.append(this.prompt, this.buttons);
  }

  update(state: BoardState): void {
    this.prompt.textContent = promptText(state);
    const wanted = this.buttonSpecs(state);
    const key = JSON.stringify(wanted);
    if (key === this.shownKey) return;
    this.shownKey = key;
    const focused = this.buttons.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset.at
      : undefined;
    this.buttons.replaceChildren(...wanted.map((button) => this.makeButton(button)));
    for (const child of this.buttons.children)
      if (focused && (child as HTMLElement).dataset.at === focused) (child as HTMLElement).focus();
  }

  private buttonSpecs(state: BoardState): ButtonSpec[] {
    if (state.pending)
      return [
        { at: "confirm", label: t.board.confirm, hint: t.board.enter, look: "main" },
        { at: "back", label: t.board.cancel, hint: t.board.escape, look: "plain" },
      ];
    const next = clickTargets(state);
    const able = new Set(state.choices.flatMap(({ path }) => path.filter(isButton)));
    const found: ButtonSpec[] = (state.scene.buttons ?? []).map(({ at, label, key }) => ({
      at,
      label,
      hint: key.toUpperCase(),
      look:
        state.armed === at || state.prefix.includes(at)
          ? "on"
          : next.has(at) || (able.has(at) && !state.prefix.length)
            ? "ready"
            : "off",
    }));
    if (state.prefix.length || state.premove.length)
      found.push({ at: "back", label: t.board.back, hint: t.board.escape, look: "plain" });
    return found;
  }

  private makeButton({ at, label, hint, look }: ButtonSpec): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.at = at;
    button.className = look;
    if (look === "on") button.setAttribute("aria-pressed", "true");
    if (look === "off") button.setAttribute("aria-disabled", "true");
    const key = document.createElement("kbd");
    key.textContent = hint;
    key.setAttribute("aria-hidden", "true");
    button.append(label, key);
    button.addEventListener("click", () => {
      if (at === "confirm") this.listener.confirmed();
      else if (at === "back") this.listener.takenBack();
      else this.listener.pressed(at);
    });
    const spot = isButton(at) ? at : null;
    for (const kind of ["pointerenter", "focus"])
      button.addEventListener(kind, () => this.listener.pointed(spot));
    for (const kind of ["pointerleave", "blur"])
      button.addEventListener(kind, () => this.listener.pointed(null));
    return button;
  }
}

interface ButtonSpec {
  at: string;
  label: string;
  hint: string;
  look: "main" | "plain" | "on" | "ready" | "off";
}

/** The game's own prompt for the next click, if it has one. */
function gamePrompt(state: BoardState): string {
  const { scene, prefix, armed } = state;
  const pressed = prefix.findLast(isButton) ?? armed;
  const button = scene.buttons?.find(({ at }) => at === pressed);
  return button?.prompt ?? scene.prompts?.[prefix.length] ?? "";
}

function promptText(state: BoardState): string {
  if (state.pending) return t.board.confirmMove(state.pending.notation);
  if (state.premove.length) return t.board.premoved;
  if (!state.choices.length) return "";
  const armed = state.scene.buttons?.find(({ at }) => at === state.armed && !state.prefix.length);
  const text = nextClickText(state);
  return armed && !armed.prompt ? t.board.promptAfterButton(armed.label, text) : text;
}

function nextClickText(state: BoardState): string {
  const told = gamePrompt(state);
  if (told) return told;
  if (!state.prefix.length) {
    const firsts = new Set(openChoices(state).map(({ path }) => path[0]));
    const pieces = (state.scene.tokens ?? []).some((token) => firsts.has(token.at));
    return pieces ? t.board.choosePiece : t.board.chooseCell;
  }
  return state.prefix.length === 1 ? t.board.chooseTarget : t.board.chooseThen;
}
