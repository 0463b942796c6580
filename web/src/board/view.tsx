/** The board as a Preact component. */

import { useEffect, useRef } from "preact/hooks";
import { Board } from "./board";
import type { BoardOptions, BoardSettings, MoveChoice, Scene, Step } from "./types";

export interface BoardViewProps extends BoardOptions {
  scene: Scene;
  /** The steps that led to the scene; animated when the scene changes. */
  steps?: readonly Step[];
  last?: readonly string[];
  choices?: readonly MoveChoice[];
  settings?: Partial<BoardSettings>;
  /** Called once with the board, for `showMessage`, `showHint`, `pressKey`, `playNotation`. */
  onBoard?(board: Board): void;
  class?: string;
}

const NOTHING: readonly MoveChoice[] = [];

export function BoardView(props: BoardViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!host.current) return;
    const made = new Board(host.current, {
      ...latest.current,
      onMove: (choice) => latest.current.onMove?.(choice),
      onTry: (path) => latest.current.onTry?.(path),
      onSelect: (prefix) => latest.current.onSelect?.(prefix),
    });
    board.current = made;
    latest.current.onBoard?.(made);
    return () => {
      made.destroy();
      board.current = null;
    };
  }, []);

  const { scene, steps, last, choices = NOTHING, settings } = props;
  useEffect(() => {
    if (settings) board.current?.configure(settings);
  }, [settings]);
  useEffect(() => {
    board.current?.showScene(scene, {
      ...(steps ? { steps, animate: true } : { animate: false }),
      ...(last ? { last } : {}),
    });
  }, [scene]);
  useEffect(() => {
    board.current?.offerChoices(choices);
  }, [choices]);

  return <div ref={host} class={props.class} />;
}
