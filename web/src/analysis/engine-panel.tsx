/** The engine's lines: chance, depth, nodes, and the best moves to click. */

import { Button } from "../components/button";
import type { AnalysisUpdate, GameInfo } from "../protocol";
import { seatColour, seatName } from "../seats";
import { t } from "../strings";
import { type AnalysisSession, chanceText, firstSeatChance } from "./session";

const a = t.analysis;

/** The winning chances of two seats as one bar; with more seats that of the seat to move. */
export function ChanceBar({ update, game }: { update: AnalysisUpdate | null; game: GameInfo }) {
  const best = update?.lines?.[0];
  const two = game.seats.length === 1 && game.seats[0] === 2;
  const seat = two ? 0 : (update?.seat ?? 0);
  const chance = (two ? update && firstSeatChance(update) : best?.chance) ?? 0.5;
  const percent = Math.round(chance * 100);
  const label = best ? a.chanceOf(seatName(game, seat), percent) : a.noChance;
  return (
    <div
      class="chance-bar"
      role="img"
      aria-label={label}
      style={{
        "--share": `${percent}%`,
        "--first": seatColour(game, seat),
        "--second": two ? seatColour(game, 1) : "var(--line)",
      }}
    >
      <span />
    </div>
  );
}

export function EnginePanel({ session, game }: { session: AnalysisSession; game: GameInfo }) {
  const update = session.update.value;
  const on = session.engineOn.value;
  const over = session.looked.value?.view.outcome;
  const lines = update?.lines ?? [];
  return (
    <section class="engine" aria-label={a.engine}>
      <div class="engine-head">
        <label class="check">
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => session.switchEngine(event.currentTarget.checked)}
          />
          <span>{a.engine}</span>
        </label>
        <p class="soft small engine-facts">{on && !over && <EngineFacts update={update} />}</p>
        {on && update?.final && lines.length > 0 && (
          <Button label={a.deeper} icon="down" bare look="quiet" onClick={() => session.deepen()} />
        )}
      </div>
      {on && <ChanceBar update={update} game={game} />}
      {on && !over && (
        <ol class="engine-lines" aria-label={a.lines}>
          {lines.map((line, rank) => (
            <li key={rank}>
              <b class="chance">{chanceText(line.chance, line.plies)}</b>
              <span class="line">
                {line.notation.map((move, index) => (
                  <button
                    key={index}
                    type="button"
                    class="move"
                    onClick={() => void session.playLine(line.notation.slice(0, index + 1))}
                  >
                    {move}
                  </button>
                ))}
              </span>
            </li>
          ))}
        </ol>
      )}
      <p class="small engine-note" role="status">
        {on && session.engineError.value}
      </p>
    </section>
  );
}

function EngineFacts({ update }: { update: AnalysisUpdate | null }) {
  if (!update?.depth) return <>{update?.place ? a.queued(update.place) : a.starting}</>;
  return <>{a.facts(update.depth, update.nodes ?? 0, update.place ?? 0)}</>;
}
