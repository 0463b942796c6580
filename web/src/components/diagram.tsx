/** A playable position in the rules. */

import { useEffect, useMemo, useRef } from "preact/hooks";
import { Board } from "../board";
import { followSettings, gameOptions } from "../follow-settings";
import { PositionPlayer } from "../learn/position-player";
import type { Diagram as Drawn, GameInfo } from "../protocol";
import { t } from "../strings";
import { Button } from "./button";
import { showError } from "./toasts";

export function Diagram({ drawn, game }: { drawn: Drawn; game: GameInfo }) {
  const host = useRef<HTMLDivElement>(null);
  const player = useMemo(() => new PositionPlayer(drawn.look), [drawn.look]);
  const showMoves = (moves: readonly string[], animate: boolean) =>
    void player.showMoves(moves, animate).catch(showError);

  useEffect(() => {
    if (!host.current) return;
    const board = new Board(host.current, {
      ...gameOptions(game),
      onMove: (choice) => showMoves([...player.moves.value, choice.notation], true),
      onTry: (path) => void player.explainPath(path),
    });
    const stop = followSettings(board);
    player.attachBoard(board);
    showMoves([], false);
    return () => {
      stop();
      player.attachBoard(null);
      board.destroy();
    };
  }, [player]);

  const added = player.moves.value;
  const outcome = player.looked.value?.view.outcome;
  const over = outcome ? (game.reasons[outcome.reason] ?? t.rulesPage.over) : "";
  return (
    <>
      <div ref={host} class="diagram-board" />
      <figcaption>
        {drawn.caption && <p>{drawn.caption}</p>}
        <p class="soft small">{over || t.rulesPage.diagram}</p>
        <div class="row center">
          <Button
            label={t.rulesPage.undo}
            icon="undo"
            disabled={added.length === 0}
            onClick={() => showMoves(added.slice(0, -1), false)}
          />
          <Button
            label={t.rulesPage.reset}
            icon="again"
            disabled={added.length === 0}
            onClick={() => showMoves([], false)}
          />
        </div>
      </figcaption>
    </>
  );
}
