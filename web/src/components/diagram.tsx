/** A playable position in the rules. */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Board } from "../board";
import { followSettings, gameOptions } from "../follow-settings";
import { postJson, type Refused } from "../http";
import { lastMoveSpots } from "../presenter";
import type { Diagram as Drawn, GameInfo, Look, Looked } from "../protocol";
import { t } from "../strings";
import { Button } from "./button";
import { showError } from "./toasts";

export function Diagram({ drawn, game }: { drawn: Drawn; game: GameInfo }) {
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const added = useSignal<readonly string[]>([]);
  const over = useSignal("");

  const fetchPosition = (moves: readonly string[], path?: string[]) => {
    const asked: Look = { ...drawn.look, moves: [...(drawn.look.moves ?? []), ...moves] };
    return postJson<Looked>("/api/positions", path ? { ...asked, path } : asked);
  };
  const showMoves = async (moves: readonly string[], animate: boolean) => {
    try {
      const { view, choices } = await fetchPosition(moves);
      added.value = moves;
      over.value = view.outcome ? (game.reasons[view.outcome.reason] ?? t.rulesPage.over) : "";
      const steps = view.steps ?? [];
      board.current?.offerChoices([]);
      await board.current?.showScene(view.scene, { steps, animate, last: lastMoveSpots(steps) });
      board.current?.offerChoices(choices);
    } catch (error) {
      showError(error);
    }
  };

  useEffect(() => {
    if (!host.current) return;
    const made = new Board(host.current, {
      ...gameOptions(game),
      onMove: (choice) => void showMoves([...added.value, choice.notation], true),
      onTry: (path) =>
        void fetchPosition(added.value, path).catch((error: Refused) =>
          made.showMessage(path.at(-1) ?? null, error.message),
        ),
    });
    board.current = made;
    const stop = followSettings(made);
    void showMoves([], false);
    return () => {
      stop();
      board.current = null;
      made.destroy();
    };
  }, []);

  return (
    <>
      <div ref={host} class="diagram-board" />
      <figcaption>
        {drawn.caption && <p>{drawn.caption}</p>}
        <p class="soft small">{over.value || t.rulesPage.diagram}</p>
        <div class="row center">
          <Button
            label={t.rulesPage.undo}
            icon="undo"
            disabled={added.value.length === 0}
            onClick={() => void showMoves(added.value.slice(0, -1), false)}
          />
          <Button
            label={t.rulesPage.reset}
            icon="again"
            disabled={added.value.length === 0}
            onClick={() => void showMoves([], false)}
          />
        </div>
      </figcaption>
    </>
  );
}
