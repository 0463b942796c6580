/** The show game as a card of the home page. */

import { useEffect } from "preact/hooks";
import { findGame } from "../games";
import { levelLabel } from "../levels";
import { followShow, show } from "../show";
import { t } from "../strings";
import { BoardPicture } from "./board-picture";

export function ShowCard() {
  useEffect(followShow, []);
  const shown = show.value;
  const game = shown ? findGame(shown.game) : undefined;
  if (!shown || !game) return null;
  const { scene, steps } = shown.view;
  return (
    <li class="card now-card">
      <a class="picture-link" href="/show">
        <BoardPicture
          key={game.id}
          game={game}
          label={t.home.of(t.show.title, game.title)}
          scene={scene}
          steps={steps}
        />
      </a>
      <div class="now-words">
        <h3>{t.home.of(t.show.title, game.title)}</h3>
        <p class="soft small">{t.show.players(shown.levels.map(levelLabel))}</p>
        <a class="button" href="/show" aria-label={t.show.open}>
          {t.lobbyPage.watch}
        </a>
      </div>
    </li>
  );
}
