/** A small live board of a public game; it does not count as a spectator. */

import { useEffect, useMemo } from "preact/hooks";
import { theConnection } from "../connection";
import type { Entry, GameInfo } from "../protocol";
import { RoomSession } from "../room-session";
import { t } from "../strings";
import { BoardPicture } from "./board-picture";

export function LiveBoard({ entry, game }: { entry: Entry; game: GameInfo }) {
  const session = useMemo(() => new RoomSession(theConnection(), entry.room, true), [entry.room]);
  useEffect(() => () => session.close(), [session]);
  const view = session.room.value?.view;
  const label = `${game.title}: ${t.lobbyPage.live}`;
  if (!view) return <div class="picture" role="img" aria-label={label} />;
  return <BoardPicture game={game} label={label} scene={view.scene} steps={view.steps} />;
}
