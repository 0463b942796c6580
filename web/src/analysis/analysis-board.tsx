/** The board of an analysis: every legal move of both sides, and arrows for the engine's lines. */

import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Board } from "../board";
import { followSettings, gameOptions } from "../follow-settings";
import { lastMoveSpots } from "../presenter";
import type { GameInfo } from "../protocol";
import type { AnalysisSession, Picture } from "./session";

interface Props {
  session: AnalysisSession;
  game: GameInfo;
  flipped: boolean;
  /** Hide the engine's arrows. */
  quiet: boolean;
}

export function AnalysisBoard({ session, game, flipped, quiet }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  useEffect(() => {
    if (!host.current) return;
    const made = new Board(host.current, {
      ...gameOptions(game),
      onMove: (choice) => session.playChoice(choice),
      onTry: (path) =>
        void session.explainPath(path).then((why) => {
          if (why) made.showMessage(path.at(-1) ?? null, why);
        }),
    });
    board.current = made;
    let before = session.current.peek().ply;
    let shown: Picture | null = null;
    const stop = [
      followSettings(made),
      effect(() => {
        const picture = session.picture.value;
        if (!picture || picture === shown) return;
        shown = picture;
        const { ply } = session.current.peek();
        const animate = ply === before + 1;
        before = ply;
        const how = animate ? { steps: picture.steps, animate } : { animate };
        void made.showScene(picture.scene, { ...how, last: lastMoveSpots(picture.steps) });
      }),
      effect(() => made.offerChoices(session.looked.value?.choices ?? [])),
    ];
    return () => {
      for (const each of stop) each();
      board.current = null;
      made.destroy();
    };
  }, [session, game.id]);
  useEffect(() => board.current?.configure({ flipped }), [flipped]);
  const lines = quiet ? [] : (session.update.value?.lines ?? []);
  const arrows = lines.map(({ path }) => path);
  useEffect(() => board.current?.showArrows(arrows), [JSON.stringify(arrows)]);
  const scene = session.picture.value?.scene;
  const tall = (scene?.grids.length ?? 0) > 1 || (scene?.trays?.length ?? 0) > 0;
  return <div ref={host} class="board" data-tall={tall} />;
}
