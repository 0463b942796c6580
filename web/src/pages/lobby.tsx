/** The lobby: open tables, live games, and the message board. */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../components/button";
import { Icon } from "../components/icons";
import { LiveBoard } from "../components/live-board";
import { EVERY_TABLE, joinPath, LobbyFilter, matchesFilter } from "../components/lobby-filter";
import { Heading } from "../components/page";
import { showError } from "../components/toasts";
import { theConnection } from "../connection";
import { findGame } from "../games";
import { lobby, notices } from "../lists";
import type { Entry } from "../protocol";
import { relativeTime } from "../relative-time";
import { playerName, seatColour } from "../seats";
import { t } from "../strings";
import "../styles/lists.css";

/** Whether the table waits for a person other than the user. */
function isJoinable(entry: Entry): boolean {
  const me = theConnection().me.value?.member;
  return entry.seats.every((holder) => holder.member !== me);
}

const MAX_LIVE_BOARDS = 8; // each live board is a room that the page enters

function TablePlayers({ entry }: { entry: Entry }) {
  const game = findGame(entry.game);
  return (
    <ul class="who">
      {entry.seats.map((holder, seat) => (
        <li key={seat}>
          <span class="dot" style={{ background: seatColour(game, seat) }} />
          {holder.kind === "nobody" ? t.room.empty : playerName(game, entry.seats, seat)}
        </li>
      ))}
    </ul>
  );
}

function TableFacts({ entry }: { entry: Entry }) {
  return (
    <p class="facts">
      {entry.rated && <span class="tag">{t.room.rated}</span>}
      {entry.ruleset !== "standard" && <span>{t.room.ruleset(entry.ruleset)}</span>}
      <span>
        <Icon name="clock" />
        {entry.clock === "none" ? t.newGame.clocks.none : entry.clock}
      </span>
      {entry.watchers > 0 && (
        <span>
          <Icon name="eye" />
          {t.room.watchers(entry.watchers)}
        </span>
      )}
    </p>
  );
}

function OpenTable({ entry }: { entry: Entry }) {
  const free = entry.seats.filter((each) => each.kind === "nobody").length;
  return (
    <li class="card line-card">
      <div>
        <h3>{findGame(entry.game)?.title ?? entry.game}</h3>
        {entry.label && <p>{entry.label}</p>}
        <TablePlayers entry={entry} />
        <TableFacts entry={entry} />
      </div>
      <a
        class="button primary"
        href={joinPath(entry)}
        aria-label={`${t.lobbyPage.join} ${entry.host}`}
      >
        {t.lobbyPage.join}
      </a>
      <span class="unseen">{t.lobbyPage.free(free)}</span>
    </li>
  );
}

function LiveTable({ entry, live }: { entry: Entry; live: boolean }) {
  const game = findGame(entry.game);
  return (
    <li class="card live-card">
      {game && live && <LiveBoard entry={entry} game={game} />}
      <div class="card-words">
        <h3>{game?.title ?? entry.game}</h3>
        {entry.label && <p class="soft">{entry.label}</p>}
        <TablePlayers entry={entry} />
        <TableFacts entry={entry} />
        {entry.watchable && (
          <a
            class="button"
            href={`/play/${entry.room}`}
            aria-label={`${t.lobbyPage.watch} ${entry.host}`}
          >
            <Icon name="eye" />
            <span>{t.lobbyPage.watch}</span>
          </a>
        )}
      </div>
    </li>
  );
}

function MessageBoard() {
  const text = useSignal("");
  const list = useRef<HTMLDivElement>(null);
  const lines = [...(notices.items.value?.values() ?? [])];
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.length]);
  const postNotice = async (event: Event) => {
    event.preventDefault();
    const said = text.value.trim();
    if (!said) return;
    text.value = "";
    await theConnection()
      .send({ type: "post", text: said })
      .catch((error) => {
        text.value ||= said; // unless the user writes something else already
        showError(error);
      });
  };
  return (
    <section class="card notices" aria-labelledby="notices">
      <h2 id="notices">{t.lobbyPage.board}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <div class="lines" ref={list} role="log" aria-label={t.lobbyPage.board} tabIndex={0}>
        {lines.length === 0 && <p class="soft small">{t.lobbyPage.boardNone}</p>}
        {lines.map((line) => (
          <p key={line.number}>
            <b>{line.name}</b> {line.text} <time class="soft small">{relativeTime(line.at)}</time>
          </p>
        ))}
      </div>
      <form class="row tight" onSubmit={postNotice}>
        <input
          class="field"
          maxLength={280}
          value={text.value}
          aria-label={t.lobbyPage.write}
          placeholder={t.lobbyPage.write}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
        <Button label={t.lobbyPage.post} type="submit" />
      </form>
    </section>
  );
}

export default function Lobby() {
  useEffect(() => {
    const stop = [lobby.follow(), notices.follow()];
    return () => {
      for (const each of stop) each();
    };
  }, []);
  const filter = useSignal(EVERY_TABLE);
  const entries = [...(lobby.items.value?.values() ?? [])].filter((entry) =>
    matchesFilter(entry, filter.value),
  );
  const open = entries.filter((each) => each.phase === "open");
  const playing = entries.filter((each) => each.phase === "playing");
  const watched = new Set(playing.filter((each) => each.watchable).slice(0, MAX_LIVE_BOARDS));
  return (
    <div class="lobby">
      <div class="lobby-head">
        <Heading text={t.lobbyPage.title} />
        <p class="lead">{t.lobbyPage.lead}</p>
      </div>
      <LobbyFilter
        filter={filter.value}
        onFilter={(chosen) => {
          filter.value = chosen;
        }}
        open={open.filter(isJoinable)}
      />
      <div class="lobby-main">
        <section aria-labelledby="open">
          <div class="row between">
            <h2 id="open">{t.lobbyPage.open}</h2>
            <a class="button primary" href="/new">
              {t.lobbyPage.openOne}
            </a>
          </div>
          {open.length === 0 && <p class="notice">{t.lobbyPage.openNone}</p>}
          <ul class="line-cards">
            {open.map((entry) => (
              <OpenTable key={entry.room} entry={entry} />
            ))}
          </ul>
        </section>
        <section aria-labelledby="live">
          <h2 id="live">{t.lobbyPage.live}</h2>
          {playing.length === 0 && <p class="notice">{t.lobbyPage.liveNone}</p>}
          <ul class="live-cards">
            {playing.map((entry) => (
              <LiveTable key={entry.room} entry={entry} live={watched.has(entry)} />
            ))}
          </ul>
        </section>
      </div>
      <MessageBoard />
    </div>
  );
}
