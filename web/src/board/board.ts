/** The board on a page: what others call, and the parts behind it. */

import "./board.css";
import { sounds } from "../sound";
import { t } from "../strings";
import { Actions } from "./actions";
import { plan, still } from "./animate";
import { Spoken } from "./aria";
import { Bubble } from "./bubble";
import { type Way, ways, written } from "./choose";
import { damage } from "./damage";
import { Painter } from "./draw";
import { boxOf, spotAt } from "./find";
import { back, follow, tap } from "./input";
import { press, step } from "./keyboard";
import { arrange, idealHeight, type Slot, slots } from "./layout";
import { Look } from "./look";
import { Playback } from "./playback";
import { type Ground, Pointer } from "./pointer";
import { isButton, parse } from "./spots";
import { blank, type State } from "./state";
import { buttonWords, pathWords, stepsWords } from "./tell";
import { paint } from "./theme";
import { Tooltip } from "./tooltip";
import type { BoardOptions, BoardSettings, Choice, Scene, Showing } from "./types";

export class Board implements Ground {
  readonly canvas = document.createElement("canvas");
  readonly state: State;
  private readonly stage = document.createElement("div");
  private readonly painter: Painter;
  private readonly spoken: Spoken;
  private readonly actions: Actions;
  private readonly bubble: Bubble;
  private readonly pointer: Pointer | null;
  private readonly watcher: ResizeObserver;
  private readonly done = new AbortController();
  private readonly playback = new Playback(() => this.state.settings.sounds && !this.picture);
  private readonly picture: boolean;
  /** What a frame is made of is drawn ahead, a little at a time: a picture is in no hurry. */
  private prepared = false;
  private frame = 0;
  private lying: Slot[] = [];
  private readonly tooltip = new Tooltip((pile) => this.painter.fan(this.state, pile));
  private readonly look = new Look(() => this.tell());
  /** What the size of everything depends on. */
  private shape = "";
  /** More has changed than what moves. */
  private whole = true;
  /** The move that was just chosen had its piece led to its target already. */
  private led = false;

  constructor(
    readonly host: HTMLElement,
    readonly options: BoardOptions,
  ) {
    this.picture = options.interactive === false;
    this.state = blank(options);
    this.canvas.setAttribute("aria-hidden", "true");
    this.painter = new Painter(this.canvas);
    this.stage.className = "board-stage";
    this.stage.append(this.canvas);
    host.classList.add("board-host");
    host.append(this.stage);
    this.spoken = new Spoken({
      focused: (at) => {
        this.state.cursor = at;
        this.redraw();
      },
      clicked: (at) => tap(this, at),
    });
    this.actions = new Actions({
      pressed: (at) => tap(this, at),
      confirmed: () => this.state.pending && this.chosen(this.state.pending),
      takenBack: () => back(this),
    });
    this.bubble = new Bubble(this.stage);
    this.pointer = this.picture ? null : new Pointer(this);
    if (!this.picture) {
      this.stage.append(this.spoken.root, this.tooltip.root, ...this.bubble.parts);
      host.append(this.actions.root, this.spoken.region);
      const { signal } = this.done;
      host.addEventListener("keydown", (event) => this.key(event), { signal });
      document.addEventListener("pointerdown", (event) => this.outside(event), { signal });
    }
    // Frames come before what is observed: the next one would be too late.
    this.watcher = new ResizeObserver(() => this.resize() && this.prepared && this.paintFrame());
    this.watcher.observe(this.stage);
  }

  /** Show a scene; resolves when its animation is over. A later call hurries an earlier one. */
  async show(scene: Scene, how: Showing = {}): Promise<void> {
    this.playback.settle();
    const { state } = this;
    const before = state.scene;
    const steps = how.steps ?? [];
    const sameGrids = JSON.stringify(before.grids) === JSON.stringify(scene.grids);
    const led = this.led;
    state.scene = scene;
    state.last = how.last ?? [];
    this.letGo();
    this.resize();
    if (steps.length && !this.picture)
      this.spoken.announce(stepsWords(before, scene, steps, state.names).join(". "));
    this.refresh();
    const pace = state.settings.reducedMotion ? 0 : state.settings.speed;
    const moving = (how.animate ?? steps.length > 0) && sameGrids && pace > 0 && !document.hidden;
    if (!moving) {
      this.playback.sound(steps[steps.length - 1]?.kind ?? "");
      this.redraw();
      return;
    }
    const timeline = plan(before, scene, steps, pace);
    const first = timeline.beats[0];
    const shown = this.playback.start(timeline, led && first?.kind === "move" ? first.end : 0);
    this.host.classList.add("moving");
    this.redraw();
    this.tell();
    await shown;
    this.host.classList.toggle("moving", this.playback.running);
    this.tell();
  }

  /** What may be played now; nothing takes it away. */
  offer(choices: readonly Choice[]): void {
    if (choices === this.state.choices) return;
    this.state.choices = choices;
    this.host.classList.toggle("offered", choices.length > 0);
    this.letGo();
    this.refresh();
    this.redraw();
  }

  /** A bubble at that hotspot, also announced. */
  say(at: string | null, sentence: string): void {
    this.bubble.say(sentence, at === null ? null : boxOf(this.state, this.lying, at));
    this.announce(sentence);
  }

  /** Mark a path as advice. */
  hint(path: readonly string[] | null): void {
    this.state.advice = path;
    if (path) this.announce(t.board.hint(pathWords(this.state.scene, path)));
    this.redraw();
  }

  /** Say something to those who listen. */
  announce(text: string): void {
    this.spoken.announce(text);
  }

  /** A key for the board: the letter of an action, Enter, Escape; true if it was used. */
  press(key: string): boolean {
    if (key === "Escape" && this.state.drag) this.pointer?.cancel();
    if (key === "Escape" && this.bubble.close()) return true;
    return press(this, key);
  }

  /** Play what was typed, if it is the notation of exactly one choice. */
  choose(notation: string): boolean {
    const choice = written(this.state.choices, notation);
    if (choice) this.chosen(choice);
    return choice !== null;
  }

  configure(settings: Partial<BoardSettings>): void {
    const { state } = this;
    const before = state.settings;
    state.settings = { ...before, ...settings };
    state.names = { ...state.names, yours: state.settings.yours };
    const { dark } = state.settings;
    this.host.classList.toggle("dark", dark);
    if (dark !== before.dark) state.paint = paint(this.options.theme, dark);
    this.resize();
    this.refresh();
    this.redraw();
  }

  destroy(): void {
    this.playback.settle();
    cancelAnimationFrame(this.frame);
    this.painter.destroy();
    this.look.destroy();
    this.watcher.disconnect();
    this.pointer?.destroy();
    this.done.abort();
    this.bubble.hush();
    this.host.replaceChildren();
    this.host.classList.remove("board-host", "offered", "moving", "dark");
  }

  // What input asks of the board.

  changed(): void {
    this.bubble.close();
    this.bubble.hush();
    this.refresh();
    const { prefix, scene } = this.state;
    this.announce(prefix.length ? t.board.took(pathWords(scene, prefix)) : t.board.released);
    this.options.onSelect?.(prefix);
    this.redraw();
  }

  chosen(choice: Choice): void {
    const { state } = this;
    this.bubble.close();
    this.bubble.hush();
    if (state.settings.confirm && state.pending !== choice) {
      state.pending = choice;
      state.prefix = choice.path;
      this.refresh();
      this.announce(t.board.confirmMove(choice.notation));
      this.redraw();
      return;
    }
    const cells = choice.path.filter((at) => parse(at));
    const shown = this.led || (cells.length > 2 && !choice.path.some(isButton));
    this.led = shown || state.pending === choice;
    state.pending = this.led ? choice : null;
    state.prefix = [];
    state.choices = [];
    state.armed = null;
    state.advice = null;
    this.host.classList.remove("offered");
    this.refresh();
    this.options.onSelect?.([]);
    this.redraw();
    this.options.onMove?.(choice);
  }

  tried(path: string[]): void {
    this.led = false;
    if (this.state.settings.sounds) sounds.play("refuse");
    this.options.onTry?.(path);
  }

  dropped(): void {
    const found = this.state.hover
      ? ways(this.state.choices, this.state.prefix, this.state.hover)
      : [];
    this.led = found.some((way) => way.choice && way.via === null);
  }

  ask(at: string, found: Way[]): void {
    const { scene } = this.state;
    this.announce(t.board.which);
    const take = (way: Way) => () => void follow(this, way);
    const answers = found.map((way) => ({
      label: buttonWords(scene, at, way.via),
      take: take(way),
    }));
    this.bubble.ask(answers, boxOf(this.state, this.lying, at));
  }

  spotAt(x: number, y: number, finger: boolean): string | null {
    return spotAt(this.state, this.lying, x, y, finger);
  }

  redraw(): void {
    this.whole = true;
    const { drag, pending, hover, cursor } = this.state;
    if (!this.picture) this.look.point(drag || pending ? null : (hover ?? cursor));
    this.request();
  }

  private request(): void {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.paintFrame());
  }

  // Within.

  private letGo(): void {
    const { state } = this;
    state.prefix = [];
    state.armed = null;
    state.pending = null;
    state.drag = null;
    state.finger = null;
    this.led = false;
    this.bubble.close();
  }

  private refresh(): void {
    const { state } = this;
    this.lying = state.layout.trays.flatMap((t) =>
      slots(state.layout, t, state.scene.tokens ?? []),
    );
    if (this.picture) return;
    this.spoken.update(state, this.lying);
    this.spoken.place(state.layout);
    this.actions.update(state);
    this.tell();
  }

  /** Tell what stands where one points for a while, but not while it moves. */
  private tell(): void {
    this.tooltip.update(this.state, this.lying, this.playback.running ? null : this.look.shown);
  }

  /** Fit everything into the place that there is; whether anything changed by that. */
  private resize(): boolean {
    const { clientWidth: width, clientHeight: height } = this.stage;
    if (!width || !height) return false;
    const { state, picture } = this;
    const { flipped, dark, coordinates } = state.settings;
    const { grids, trays } = state.scene;
    const shape = JSON.stringify([
      width,
      height,
      devicePixelRatio,
      flipped,
      dark,
      coordinates,
      grids,
      trays,
    ]);
    if (shape === this.shape) return false;
    this.shape = shape;
    state.layout = arrange(state.scene, { width, height, flipped, picture });
    const bar = picture ? 0 : this.actions.root.offsetHeight;
    const ideal = grids.length ? idealHeight(state.scene, width, picture) + bar : height;
    this.host.style.setProperty("--board-height", `${ideal}px`);
    this.painter.reset(width, height);
    this.prepared = !picture;
    this.refresh();
    this.whole = true;
    this.request();
    return true;
  }

  private paintFrame(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (!this.state.scene.grids.length) return;
    const moving = this.playback.moment();
    const { scene, layout } = this.state;
    if (!this.prepared) {
      this.prepared = this.painter.prepare(this.state, moving ?? still(scene));
      this.request();
      return;
    }
    const part = moving && !this.whole ? damage(layout, this.lying, this.playback.touched) : null;
    this.whole = false;
    if (!moving || !part) this.painter.draw(this.state, moving ?? still(scene));
    else this.painter.draw(this.state, moving, part);
    if (this.playback.running) this.request();
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = (event.target as HTMLElement).dataset?.at;
    const used = at && parse(at) ? this.cellKey(at, event.key) : false;
    if (!used && (event.key === "Enter" || !this.press(event.key))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private cellKey(at: string, key: string): boolean {
    if (key === "Enter" || key === " ") {
      tap(this, at);
      return true;
    }
    const to = step(this.state.scene, at, key, this.state.settings.flipped);
    return to !== null && this.spoken.focusOn(to);
  }

  private outside(event: Event): void {
    const target = event.target as Element | null;
    if (!target?.closest?.(".board-question")) this.bubble.close();
  }
}
