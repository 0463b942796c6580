/** A public game as it is played, small: the room is entered to look on. */

import { useEffect, useMemo } from "preact/hooks";
import { theLink } from "../connection";
import type { Entry, GameInfo } from "../protocol";
import { Visit } from "../room-session";
import { t } from "../strings";
import { Picture } from "./picture";

export function Live({ entry, game }: { entry: Entry; game: GameInfo }) {
  const visit = useMemo(() => new Visit(theLink(), entry.room), [entry.room]);
  useEffect(() => () => visit.close(), [visit]);
  const view = visit.room.value?.view;
  const label = `${game.title}: ${t.lobbyPage.live}`;
  if (!view) return <div class="picture" />;
  return <Picture game={game} label={label} scene={view.scene} steps={view.steps} />;
}
