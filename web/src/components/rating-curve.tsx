/** The curve of a rating over the games of a player. */

import type { RatingPoint } from "../protocol";
import { t } from "../strings";

const WIDTH = 320;
const HEIGHT = 96;
const PAD = 8;

interface Props {
  game: string;
  /** Oldest first. */
  points: readonly RatingPoint[];
}

export function RatingCurve({ game, points }: Props) {
  const ratings = points.map(({ rating }) => rating);
  const [first] = ratings;
  const last = ratings.at(-1);
  if (first === undefined || last === undefined || points.length < 2)
    return <p class="soft small">{t.mine.noCurve}</p>;
  const low = Math.min(...ratings);
  const span = Math.max(1, Math.max(...ratings) - low);
  const x = (i: number) => PAD + (i / (ratings.length - 1)) * (WIDTH - 2 * PAD);
  const y = (rating: number) => HEIGHT - PAD - ((rating - low) / span) * (HEIGHT - 2 * PAD);
  const line = ratings.map((rating, i) => `${x(i).toFixed(1)},${y(rating).toFixed(1)}`).join(" ");
  return (
    <svg
      class="rating-curve"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t.mine.curve(game, first, last, ratings.length)}
    >
      <polyline points={line} />
      <circle cx={x(ratings.length - 1)} cy={y(last)} r="4" />
    </svg>
  );
}
