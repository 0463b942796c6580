/** What goes on at this moment: people online, open tables, and games to watch. */

import { useEffect } from "preact/hooks";
import { theConnection } from "../connection";
import { findGame } from "../games";
import { lobby } from "../lists";
import type { Entry } from "../protocol";
import { playerName } from "../seats";
import { t } from "../strings";
import { Later } from "./later";
import { LiveBoard } from "./live-board";
import { joinPath } from "./lobby-filter";

const MAX_SHOWN = 3; // of the open tables and of the live games
const FOLLOW_DELAY_MS = 600; // the first paint of the page comes before the list

/** The show game comes after the first paint. */
const loadShowCard = () => import("./show-card").then((found) => found.ShowCard);

/** Follow the lobby a moment after the page is shown. */
function useLobby(): void {
  useEffect(() => {
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = lobby.follow();
    }, FOLLOW_DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
}

function namesOf(entry: Entry): string {
  const game = findGame(entry.game);
  return entry.seats
    .map((holder, seat) =>
      holder.kind === "nobody" ? t.room.empty : playerName(game, entry.seats, seat),
    )
    .join(" · ");
}

function NowRow({ entry }: { entry: Entry }) {
  const game = findGame(entry.game);
  const open = entry.phase === "open";
  const href = open ? joinPath(entry) : `/play/${entry.room}`;
  return (
    <li class="card now-card">
      {game && !open && (
        <a class="picture-link" href={href}>
          <LiveBoard entry={entry} game={game} />
        </a>
      )}
      <div class="now-words">
        <h3>{game?.title ?? entry.game}</h3>
        <p class="soft small">{entry.label || namesOf(entry)}</p>
        <a
          class={open ? "button primary" : "button"}
          href={href}
          aria-label={`${open ? t.lobbyPage.join : t.lobbyPage.watch} ${entry.host}`}
        >
          {open ? t.lobbyPage.join : t.lobbyPage.watch}
        </a>
      </div>
    </li>
  );
}

export function RightNow() {
  useLobby();
  const listed = lobby.items.value;
  const entries = [...(listed?.values() ?? [])];
  const open = entries.filter((entry) => entry.phase === "open");
  const live = entries.filter((entry) => entry.phase === "playing" && entry.watchable);
  const shown = [...open.slice(0, MAX_SHOWN), ...live.slice(0, MAX_SHOWN)];
  const online = theConnection().online.value;
  return (
    <section class="now" aria-labelledby="now">
      <h2 id="now">{t.home.rightNow}</h2>
      <p class="now-facts" role="status">
        {listed ? t.home.facts(online, live.length, open.length) : t.home.online(online)}{" "}
        <a class="touch" href="/lobby">
          {t.home.lobby}
        </a>
      </p>
      <ul class="now-cards">
        <Later load={loadShowCard} with={{}} />
        {shown.map((entry) => (
          <NowRow key={entry.room} entry={entry} />
        ))}
      </ul>
    </section>
  );
}
