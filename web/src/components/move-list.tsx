/** The moves of a game in rounds; a click on a move shows its position. */

import { useEffect, useRef } from "preact/hooks";
import type { Played } from "../protocol";
import { t } from "../strings";
import { StepButtons } from "./step-buttons";

interface Props {
  played: readonly Played[];
  /** The number of moves that the board shows. */
  at: number;
  onLook(ply: number): void;
  /** Hide the step buttons. */
  plain?: boolean;
}

interface Move extends Played {
  ply: number;
}

/** Group moves into turns of one seat, and turns into rounds; a lower seat starts a round. */
export function groupRounds(played: readonly Played[]): Move[][][] {
  const rows: Move[][][] = [];
  let last = Number.POSITIVE_INFINITY;
  played.forEach((move, index) => {
    if (move.seat < last) rows.push([]);
    if (move.seat !== last) rows.at(-1)?.push([]);
    rows
      .at(-1)
      ?.at(-1)
      ?.push({ ...move, ply: index + 1 });
    last = move.seat;
  });
  return rows;
}

export function MoveList({ played, at, onLook, plain = false }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Scroll only the list, never the page.
    const box = list.current;
    const current = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box || !current) return;
    const top = current.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + current.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
  }, [at, played.length]);
  return (
    <div class="moves">
      {played.length === 0 && <p class="soft small pad">{t.room.noMoves}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <ol ref={list} tabIndex={0} aria-label={t.room.moves}>
        {groupRounds(played).map((row, index) => (
          <li key={row[0]?.[0]?.ply}>
            <span class="round">{index + 1}</span>
            {row.map((turn) => (
              <span class="turn" key={turn[0]?.ply}>
                {turn.map((move) => (
                  <button
                    key={move.ply}
                    type="button"
                    class="move"
                    {...(move.ply === at ? { "aria-current": "step" as const } : {})}
                    onClick={() => onLook(move.ply)}
                  >
                    {move.notation}
                  </button>
                ))}
              </span>
            ))}
          </li>
        ))}
      </ol>
      {!plain && (
        <StepButtons
          back={at > 0}
          forward={at < played.length}
          onStep={(forward) => onLook(forward ? at + 1 : at - 1)}
          onJump={(forward) => onLook(forward ? played.length : 0)}
        />
      )}
    </div>
  );
}
