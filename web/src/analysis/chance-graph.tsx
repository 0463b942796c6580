/** The winning chances over a game, its marked moves, and the time of each move. */

import type { GameInfo, ReviewStep } from "../protocol";
import { seatColour, seatName } from "../seats";
import { t } from "../strings";
import { chanceCurve, type GraphPoint } from "./review";

const a = t.analysis;
const HEIGHT = 100; // units of the drawing, one for each percent
const TIMES_HEIGHT = 24;
const STEP = 10; // units for each ply

interface Props {
  steps: readonly ReviewStep[];
  seconds: readonly number[];
  game: GameInfo;
  seats: number;
  /** The number of moves of the game. */
  plies: number;
  /** The ply that the board shows. */
  at: number;
  turningPoint: number | null;
  onPly(ply: number): void;
}

function pathOf(points: readonly GraphPoint[]): string {
  return points
    .map(({ ply, chance }, index) => `${index ? "L" : "M"}${ply * STEP} ${(1 - chance) * HEIGHT}`)
    .join("");
}

export function ChanceGraph(props: Props) {
  const { steps, seconds, game, seats, plies, at, turningPoint, onPly } = props;
  const width = Math.max(plies, 1) * STEP;
  const shown = seats > 2 ? Array.from({ length: seats }, (_, seat) => seat) : [0];
  const longest = Math.max(1, ...seconds);
  const goToPointer = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    onPly(Math.min(plies, Math.max(0, Math.round(share * plies))));
  };
  const label = seats > 2 ? a.graphAll : a.graph(seatName(game, 0));
  return (
    <div class="graph">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list of moves has the keys. */}
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        onClick={goToPointer}
      >
        {seats === 2 && <Area points={chanceCurve(steps, 0, 2)} game={game} />}
        <line class="even" x1={0} x2={width} y1={HEIGHT / 2} y2={HEIGHT / 2} />
        {turningPoint !== null && (
          <line
            class="turning"
            x1={turningPoint * STEP}
            x2={turningPoint * STEP}
            y1={0}
            y2={HEIGHT}
          />
        )}
        {shown.map((seat) => (
          <path
            key={seat}
            class="curve"
            d={pathOf(chanceCurve(steps, seat, seats))}
            style={seats > 2 ? { stroke: seatColour(game, seat) } : {}}
          />
        ))}
        <line class="here" x1={at * STEP} x2={at * STEP} y1={0} y2={HEIGHT} />
      </svg>
      <div class="graph-marks" aria-hidden="true">
        {shown.flatMap((seat) =>
          chanceCurve(steps, seat, seats)
            .filter(({ mark }) => mark)
            .map(({ ply, chance, mark }) => (
              <span
                key={`${seat} ${ply}`}
                data-mark={mark}
                style={{ left: `${(ply / plies) * 100}%`, top: `${(1 - chance) * 100}%` }}
              />
            )),
        )}
      </div>
      {seconds.length > 0 && (
        <svg
          class="times"
          viewBox={`0 0 ${width} ${TIMES_HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={a.timesGraph(longest)}
        >
          {seconds.map((time, index) => {
            // A square root, so that short times stay visible beside long ones.
            const height = Math.sqrt(time / longest) * TIMES_HEIGHT;
            return (
              <rect
                key={index}
                class={index + 1 === at ? "now" : ""}
                x={index * STEP + 1}
                y={TIMES_HEIGHT - height}
                width={STEP - 2}
                height={height}
              />
            );
          })}
        </svg>
      )}
    </div>
  );
}

function Area({ points, game }: { points: readonly GraphPoint[]; game: GameInfo }) {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const below = `${pathOf(points)}L${last.ply * STEP} ${HEIGHT}L${first.ply * STEP} ${HEIGHT}Z`;
  return <path class="area" d={below} style={{ fill: seatColour(game, 0) }} />;
}
