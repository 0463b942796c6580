/** A finished game as a line of a list, with links to replay, analysis and review. */

import type { ComponentChildren } from "preact";
import { findGame } from "../games";
import type { Found, GameInfo, Sitter } from "../protocol";
import { relativeTime } from "../relative-time";
import { seatColour } from "../seats";
import { t } from "../strings";

const r = t.recordsPage;

/** The winner's name, or the winning seat if one person played all seats. */
function winnerOf(found: Found, game: GameInfo | undefined): string | undefined {
  if (found.winner === null) return undefined;
  const name = found.seats[found.winner]?.name;
  const alone = found.seats.every((seat) => seat.name === name);
  return alone ? (game?.seat_names[found.winner] ?? name) : name;
}

/** The name of a player, linked to the profile. */
export function PlayerLink({ sitter }: { sitter: Sitter }) {
  const gone = sitter.player.startsWith("x");
  if (gone) return <>{sitter.name}</>;
  return <a href={`/player/${encodeURIComponent(sitter.player)}`}>{sitter.name}</a>;
}

interface Props {
  found: Found;
  /** The headline; without it the winner's name. */
  headline?: string;
  /** Marks before the facts. */
  marks?: ComponentChildren;
  /** More links than the replay. */
  more?: boolean;
}

export function GameRow({ found, headline, marks, more }: Props) {
  const game = findGame(found.game);
  const winner = winnerOf(found, game);
  return (
    <li class="card line-card">
      <div>
        <h3>{headline ?? (winner ? r.won(winner) : t.draw)}</h3>
        <ul class="who">
          {found.seats.map((seat, index) => (
            <li key={index}>
              <span class="dot" style={{ background: seatColour(game, index) }} />
              <PlayerLink sitter={seat} />
            </li>
          ))}
        </ul>
        <p class="facts">
          {found.rated && <span class="tag">{t.room.rated}</span>}
          {marks}
          <span>{game?.title ?? found.game}</span>
          <span>{game?.reasons[found.reason] ?? found.reason}</span>
          <span>{r.moves(found.moves)}</span>
          <time>{relativeTime(found.at)}</time>
        </p>
      </div>
      <div class="row tight game-links">
        <a class="button" href={`/replay/${found.id}`}>
          {r.replay}
        </a>
        {more && (
          <>
            <a class="button quiet" href={`/analysis/${found.id}`}>
              {t.mine.analyse}
            </a>
            <a class="button quiet" href={`/analysis/${found.id}?review`}>
              {t.mine.review}
            </a>
          </>
        )}
      </div>
    </li>
  );
}
