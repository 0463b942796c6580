/** The board on a page: its public methods, and the wiring of its parts. */

import "./board.css";
import { sounds } from "../sound";
import { t } from "../strings";
import { ActionBar } from "./actions";
import { AriaGrid } from "./aria";
import { Bubble } from "./bubble";
import { type Continuation, choiceByNotation, continuations, expandChoices } from "./click-path";
import { describePath, describeSteps, moveLabel } from "./descriptions";
import { whenFontArrives } from "./font";
import { hotspotBox, spotAt } from "./hit-test";
import { isButton, parseCell } from "./hotspots";
import { HoverDelay } from "./hover-delay";
import { clickSpot, takeContinuation, undoClick } from "./input";
import { nextCell, pressKey } from "./keyboard";
import { arrangeBoard, idealHeight } from "./layout";
import { Playback } from "./playback";
import { Pointer, type PointerTarget } from "./pointer";
import { resolvePremove } from "./premove";
import { Renderer } from "./renderer";
import { type BoardState, emptyState } from "./state";
import { resolvePaint } from "./theme";
import { planTimeline } from "./timeline";
import { Tooltip } from "./tooltip";
import { type Slot, traySlots } from "./tray-slots";
import type { BoardOptions, BoardSettings, MoveChoice, Scene, ShowOptions } from "./types";

export class Board implements PointerTarget {
  readonly state: BoardState;
  private readonly stage = document.createElement("div");
  private readonly ariaGrid: AriaGrid;
  private readonly actions: ActionBar;
  private readonly bubble: Bubble;
  private readonly pointer: Pointer | null;
  private readonly resizeObserver: ResizeObserver;
  private readonly abort = new AbortController();
  private readonly playback = new Playback(() => this.state.settings.sounds && !this.picture);
  private readonly picture: boolean;
  private readonly renderer: Renderer;
  /** The legal moves as they were given; the state has one for each way to click them. */
  private offered: readonly MoveChoice[] | null = null;
  private slots: Slot[] = [];
  private readonly tooltip = new Tooltip((pile) => this.renderer.drawStackFan(pile));
  private readonly hoverDelay = new HoverDelay(() => this.updateTooltip());
  /** A key of everything that the layout depends on. */
  private shape = "";
  /** The piece of the chosen move is already drawn on its target. */
  private pieceArrived = false;

  constructor(
    readonly host: HTMLElement,
    readonly options: BoardOptions,
  ) {
    this.picture = options.interactive === false;
    this.state = emptyState(options);
    this.renderer = new Renderer(this.state, this.playback, () => this.slots, this.picture);
    this.stage.className = "board-stage";
    this.stage.append(this.canvas);
    host.classList.add("board-host");
    host.append(this.stage);
    this.ariaGrid = new AriaGrid({
      focused: (at) => {
        this.state.cursor = at;
        this.redraw();
      },
      clicked: (at) => clickSpot(this, at),
    });
    this.actions = new ActionBar({
      pressed: (at) => clickSpot(this, at),
      confirmed: () => this.state.pending && this.moveChosen(this.state.pending),
      takenBack: () => undoClick(this),
      pointed: (at) => {
        this.state.hover = at;
        this.redraw();
      },
    });
    this.bubble = new Bubble(this.stage, () => this.updateTooltip());
    this.pointer = this.picture ? null : new Pointer(this);
    if (!this.picture) {
      this.stage.append(this.ariaGrid.root, this.tooltip.root, ...this.bubble.parts);
      host.append(this.actions.root, this.ariaGrid.liveRegion);
      const { signal } = this.abort;
      host.addEventListener("keydown", (event) => this.handleKey(event), { signal });
      document.addEventListener("pointerdown", (event) => this.handleOutsideClick(event), {
        signal,
      });
    }
    this.resizeObserver = new ResizeObserver(() => this.resize() && this.renderer.redrawNow());
    this.resizeObserver.observe(this.stage);
    whenFontArrives(() => this.restart());
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.canvas;
  }

  /** Show a scene; resolves when its animation ends. A later call ends an earlier animation. */
  async showScene(scene: Scene, how: ShowOptions = {}): Promise<void> {
    this.playback.finishNow();
    const { state } = this;
    const before = state.scene;
    const steps = how.steps ?? [];
    const sameGrids = JSON.stringify(before.grids) === JSON.stringify(scene.grids);
    const led = this.pieceArrived;
    state.scene = scene;
    state.last = how.last ?? [];
    state.drawings = [];
    state.sketch = null;
    const { premove } = state;
    this.clearSelection();
    state.premove = premove; // it waits for the user's turn
    this.resize();
    if (steps.length && !this.picture)
      this.ariaGrid.announce(describeSteps(before, scene, steps, state.names).join(". "));
    this.refreshControls();
    const pace = state.settings.reducedMotion ? 0 : state.settings.speed;
    const moving = (how.animate ?? steps.length > 0) && sameGrids && pace > 0 && !document.hidden;
    if (!moving) {
      this.playback.playSound(steps[steps.length - 1]?.kind ?? "");
      this.redraw();
      return;
    }
    const timeline = planTimeline(before, scene, steps, pace);
    const first = timeline.beats[0];
    const shown = this.playback.startTimeline(
      timeline,
      led && first?.kind === "move" ? first.end : 0,
    );
    this.host.classList.add("moving");
    this.redraw();
    this.updateTooltip();
    await shown;
    this.host.classList.toggle("moving", this.playback.running);
    this.updateTooltip();
  }

  /** Set the legal moves; an empty list blocks input. */
  offerChoices(choices: readonly MoveChoice[]): void {
    if (choices === this.offered) return;
    this.offered = choices;
    const premove = this.state.premove;
    this.state.choices = expandChoices(choices);
    this.host.classList.toggle("offered", choices.length > 0);
    this.clearSelection();
    if (choices.length && premove.length) {
      const { choice, prefix } = resolvePremove(this.state.choices, premove);
      this.state.prefix = prefix;
      if (choice) {
        this.moveChosen(choice);
        return;
      }
    }
    this.refreshControls();
    this.redraw();
  }

  /** Show a message at a hotspot, and announce it. */
  showMessage(at: string | null, sentence: string): void {
    this.bubble.showSentence(sentence, at === null ? null : hotspotBox(this.state, this.slots, at));
    this.announce(sentence);
  }

  /** Mark a path as a hint. */
  showHint(path: readonly string[] | null): void {
    this.state.advice = path;
    if (path) this.announce(t.board.hint(describePath(this.state.scene, path, this.state.names)));
    this.redraw();
  }

  /** Mark the move that waits for the connection; an empty path for none. */
  showUnsent(path: readonly string[]): void {
    this.state.unsent = path;
    this.refreshControls();
    this.redraw();
  }

  /** Show the first moves of an engine's lines as arrows, the best first. */
  showArrows(paths: readonly (readonly string[])[]): void {
    this.state.arrows = paths;
    this.redraw();
  }

  /** Announce a text to screen readers. */
  announce(text: string): void {
    this.ariaGrid.announce(text);
  }

  /** Handle Escape, Enter or the letter of an action; true if the key had an effect. */
  pressKey(key: string): boolean {
    if (key === "Escape" && this.state.drag) this.pointer?.cancelDrag();
    if (key === "Escape" && this.bubble.closeQuestion()) return true;
    return pressKey(this, key);
  }

  /** Play the move with this notation, if exactly one choice has it. */
  playNotation(notation: string): boolean {
    const choice = choiceByNotation(this.offered ?? [], notation);
    if (choice) this.moveChosen(choice);
    return choice !== null;
  }

  configure(settings: Partial<BoardSettings>): void {
    const { state } = this;
    const before = state.settings;
    state.settings = { ...before, ...settings };
    state.names = { ...state.names, yours: state.settings.yours };
    const { dark, boardLook, pieceLook } = state.settings;
    this.host.classList.toggle("dark", dark);
    if (dark !== before.dark || boardLook !== before.boardLook || pieceLook !== before.pieceLook)
      state.paint = resolvePaint(this.options.theme, dark, { boardLook, pieceLook });
    this.resize();
    this.refreshControls();
    this.redraw();
  }

  destroy(): void {
    this.playback.finishNow();
    this.renderer.destroy();
    this.hoverDelay.destroy();
    this.resizeObserver.disconnect();
    this.pointer?.destroy();
    this.abort.abort();
    this.bubble.hideSentence();
    this.host.replaceChildren();
    this.host.classList.remove("board-host", "offered", "moving", "dark");
  }

  // Called by input.

  selectionChanged(): void {
    this.bubble.closeQuestion();
    this.bubble.hideSentence();
    this.refreshControls();
    const { prefix, scene, names } = this.state;
    const chosen = describePath(scene, prefix, names);
    this.announce(prefix.length ? t.board.took(chosen) : t.board.released);
    this.options.onSelect?.(prefix);
    this.redraw();
  }

  premoveChanged(): void {
    const { premove, scene, names } = this.state;
    const clicks = describePath(scene, premove, names);
    this.announce(premove.length ? t.board.premove(clicks) : t.board.released);
    this.refreshControls();
    this.redraw();
  }

  moveChosen(choice: MoveChoice): void {
    const { state } = this;
    this.bubble.closeQuestion();
    this.bubble.hideSentence();
    if (state.settings.confirm && state.pending !== choice) {
      state.pending = choice;
      state.prefix = choice.path;
      this.refreshControls();
      this.announce(t.board.confirmMove(choice.notation));
      this.redraw();
      return;
    }
    const cells = choice.path.filter((at) => parseCell(at));
    const shown = this.pieceArrived || (cells.length > 2 && !choice.path.some(isButton));
    this.pieceArrived = shown || state.pending === choice;
    state.pending = this.pieceArrived ? choice : null;
    state.prefix = [];
    state.choices = [];
    this.offered = null;
    state.armed = null;
    state.advice = null;
    this.host.classList.remove("offered");
    this.refreshControls();
    this.options.onSelect?.([]);
    this.redraw();
    this.options.onMove?.(choice);
  }

  moveTried(path: string[]): void {
    this.pieceArrived = false;
    if (this.state.settings.sounds) sounds.play("refuse");
    this.options.onTry?.(path);
  }

  pieceDropped(): void {
    const found = this.state.hover
      ? continuations(this.state.choices, this.state.prefix, this.state.hover)
      : [];
    this.pieceArrived = found.some((way) => way.choice && way.via === null);
  }

  askWhichMove(at: string, found: Continuation[]): void {
    this.announce(t.board.which);
    const take = (way: Continuation) => () => void takeContinuation(this, way);
    const answers = found.map((way) => ({
      label: moveLabel(this.state, at, way.via),
      take: take(way),
    }));
    this.bubble.showQuestion(answers, hotspotBox(this.state, this.slots, at));
  }

  spotAt(x: number, y: number, finger: boolean): string | null {
    return spotAt(this.state, this.slots, x, y, finger);
  }

  redraw(): void {
    const { drag, pending, hover, cursor } = this.state;
    if (!this.picture) this.hoverDelay.pointAt(drag || pending ? null : (hover ?? cursor));
    this.renderer.redraw();
  }

  // Private.

  private clearSelection(): void {
    const { state } = this;
    state.prefix = [];
    state.armed = null;
    state.pending = null;
    state.drag = null;
    state.finger = null;
    state.premove = [];
    this.pieceArrived = false;
    this.bubble.closeQuestion();
  }

  private refreshControls(): void {
    const { state } = this;
    this.slots = state.layout.trays.flatMap((t) =>
      traySlots(state.layout, t, state.scene.tokens ?? []),
    );
    if (this.picture) return;
    this.ariaGrid.update(state, this.slots);
    this.ariaGrid.placeCells(state.layout);
    this.actions.update(state);
    this.updateTooltip();
  }

  /** Show the tooltip of the cell under the pointer, unless a move or a message is shown. */
  private updateTooltip(): void {
    const busy = this.playback.running || this.bubble.talking;
    this.tooltip.update(this.state, this.slots, busy ? null : this.hoverDelay.shown);
  }

  /** Draw everything again. */
  private restart(): void {
    if (this.abort.signal.aborted) return;
    this.shape = "";
    this.resize();
  }

  /** Fit the layout to the size of the stage; true if the layout changed. */
  private resize(): boolean {
    const { clientWidth: width, clientHeight: height } = this.stage;
    if (!width || !height) return false;
    const { state, picture } = this;
    const { flipped, dark, boardLook, pieceLook, coordinates } = state.settings;
    const { grids, trays } = state.scene;
    const looks = [flipped, dark, boardLook, pieceLook, coordinates];
    const shape = JSON.stringify([width, height, devicePixelRatio, looks, grids, trays]);
    if (shape === this.shape) return false;
    this.shape = shape;
    state.layout = arrangeBoard(state.scene, { width, height, flipped, picture });
    const bar = picture ? 0 : this.actions.root.offsetHeight;
    const ideal = grids.length ? idealHeight(state.scene, width, picture) + bar : height;
    this.host.style.setProperty("--board-height", `${ideal}px`);
    this.renderer.resize(width, height);
    this.refreshControls();
    return true;
  }

  private handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = (event.target as HTMLElement).dataset?.at;
    const used = at && parseCell(at) ? this.handleCellKey(at, event.key) : false;
    if (!used && (event.key === "Enter" || !this.pressKey(event.key))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private handleCellKey(at: string, key: string): boolean {
    if (key === "Enter" || key === " ") {
      clickSpot(this, at);
      return true;
    }
    const to = nextCell(this.state.scene, at, key, this.state.settings.flipped);
    return to !== null && this.ariaGrid.focusCell(to);
  }

  private handleOutsideClick(event: Event): void {
    const target = event.target as Element | null;
    if (!target?.closest?.(".board-question")) this.bubble.closeQuestion();
  }
}
