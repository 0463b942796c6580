/** The page of a room: board, players, status, tools, moves, chat. */

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { Board, MoveChoice } from "../board";
import { AbsenceNotices } from "../components/absence";
import { BoardStage, playableChoices } from "../components/board-stage";
import { Button } from "../components/button";
import { Celebration } from "../components/celebration";
import { Chat } from "../components/chat";
import { GameTools } from "../components/game-tools";
import { HelpDialog } from "../components/help-dialog";
import { Later } from "../components/later";
import { MoveInput } from "../components/move-input";
import { MoveList } from "../components/move-list";
import { Nameplate } from "../components/nameplate";
import { Offers } from "../components/offers";
import { useHeadingFocus, useTitle } from "../components/page";
import { GameResult } from "../components/result";
import { RoomInfo } from "../components/room-info";
import { useRoomSounds } from "../components/room-sounds";
import { RoomStatus, statusText } from "../components/room-status";
import { ShareDialog } from "../components/share-dialog";
import { useShortcuts } from "../components/shortcuts";
import { Tabs } from "../components/tabs";
import { showError, showToast } from "../components/toasts";
import { WaitingRoom } from "../components/waiting-room";
import { theConnection } from "../connection";
import { findGame, games } from "../games";
import { postJson, type Refused } from "../http";
import type { GameInfo, Hinted, Looked } from "../protocol";
import { forgetRoom, rememberRoom } from "../resume";
import type { Room } from "../room";
import { RoomSession } from "../room-session";
import { seatName } from "../seats";
import { changeSettings, settings } from "../settings";
import { t } from "../strings";
import { MessagePage } from "./missing";
import "../styles/play.css";
import "../styles/nameplate.css";
import "../styles/panel.css";

/** A chunk of its own: most visits never open it. */
const COMMON_RULE_PREFIX = "G"; // of rules of all games, which no page of rules has
const loadPieceCards = () => import("../learn/piece-cards").then((found) => found.default);

/** The session in the room, closed with the page. */
function useRoomSession(code: string): RoomSession {
  const session = useMemo(() => new RoomSession(theConnection(), code), [code]);
  useEffect(() => () => session.close(), [session]);
  return session;
}

/** Sit down on arrival from the lobby, where a click on a table asked for it. */
function useRequestedSeat(session: RoomSession, room: Room | null): void {
  const { path, query, route } = useLocation();
  const seat = query.sit === undefined ? null : Number(query.sit);
  useEffect(() => {
    if (seat === null || !room) return;
    route(path, true);
    if (room.phase === "open" && room.yours.length === 0)
      session.send({ type: "sit", seat }).catch(showError);
  }, [room === null, seat]);
}

/** Remember an unfinished game, so that the home page can link to it. */
function useRememberedRoom(room: Room | null): void {
  const going = room && room.yours.length > 0 && room.phase !== "closed";
  useEffect(() => {
    if (!room) return;
    if (going && room.phase !== "finished") rememberRoom(room.code, room.setup.game);
    else forgetRoom(room.code);
  }, [room?.code, room?.phase, going]);
}

function RoomView({
  session,
  room,
  game,
}: {
  session: RoomSession;
  room: Room;
  game: GameInfo | undefined;
}) {
  const { route } = useLocation();
  const board = useRef<Board | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const heading = useHeadingFocus();
  const turned = useSignal(false);
  const hinting = useSignal(false);
  const advice = useSignal<Hinted | null>(null);
  const sent = useSignal<{ choice: MoveChoice; ply: number } | null>(null);
  const dialog = useSignal<"help" | "share" | "pieces" | null>(null);
  const view = session.presenter.shown.value;
  const past = session.presenter.past.value;
  const at = past ?? view?.ply ?? 0;
  const toMove = view?.to_move ?? null;
  const choices = playableChoices(session);
  const status = statusText(room, game, toMove);
  const mine = toMove !== null && room.yours.includes(toMove) && room.phase === "playing";
  const flipped = useComputed(() => {
    const yours = session.room.value?.yours ?? [];
    const far = settings.value.flip === "own" && yours.length === 1 && yours[0] === 1;
    return far !== turned.value;
  });
  useTitle(
    mine && room.mode !== "hotseat"
      ? t.room.yourTurnTitle(game?.title ?? "")
      : t.title([status, game?.title].filter(Boolean).join(" · ")),
  );
  // The event of a move may arrive before a broken connection and its reply after it.
  const unsent = theConnection().state.value !== "open" && sent.value?.ply === room.played.length;
  const waiting = unsent ? (sent.value?.choice ?? null) : null;
  useEffect(() => board.current?.showUnsent(waiting?.path ?? []), [waiting]);
  useEffect(() => {
    board.current?.showHint(null);
    advice.value = null;
  }, [at]);
  useEffect(() => {
    if (!game || room.view) return;
    // Before the game starts, show the first position behind the waiting room.
    const { ruleset, options, seats } = room.setup;
    const asked = { game: game.id, ruleset, options, seats: seats.length };
    postJson<Looked>("/api/positions", asked)
      .then(({ view }) => {
        if (!session.room.value?.view) board.current?.showScene(view.scene, { animate: false });
      })
      .catch(() => {});
  }, [room.view === null, game?.id]);

  useRoomSounds(mine, room, view?.outcome ?? null);

  const sendMove = (what: { move?: MoveChoice["move"]; path?: string[]; notation?: string }) =>
    session.send({ type: "play", ply: room.played.length, ...what });
  const showRefusal = (path: readonly string[], error: Refused) => {
    const cited = error.rule && !error.rule.startsWith(COMMON_RULE_PREFIX);
    const text = cited ? `${error.message} (${t.room.rule(error.rule ?? "")})` : error.message;
    board.current?.showMessage(path.findLast((at) => !at.startsWith("!")) ?? null, text);
  };
  const playChoice = (choice: MoveChoice) => {
    const now = { choice, ply: room.played.length };
    sent.value = now;
    sendMove({ move: choice.move })
      .catch((error) => {
        showRefusal(choice.path, error);
        board.current?.offerChoices(playableChoices(session));
      })
      .finally(() => {
        if (sent.value === now) sent.value = null;
      });
  };
  const tryPath = (path: string[]) => sendMove({ path }).catch((error) => showRefusal(path, error));
  const playTyped = (notation: string) => {
    if (board.current?.playNotation(notation)) return;
    sendMove({ notation }).catch(showError);
  };
  const requestHint = async () => {
    if (hinting.value || !room.turn) return;
    hinting.value = true;
    try {
      const found = await session.send({ type: "hint" }, true);
      const { shown, past } = session.presenter;
      if (shown.value?.ply !== found.ply || past.value !== null) return;
      board.current?.showHint(found.path);
      advice.value = found;
    } catch (error) {
      // After the user's move the hint is no longer needed.
      if ((error as Refused).code !== "game_moved_on") showError(error);
    } finally {
      hinting.value = false;
    }
  };
  const stopSharing = () =>
    void session.send({ type: "share", public: false, spectators: false }).catch(showError);
  const flipBoard = () => {
    turned.value = !turned.value;
  };
  const toggleFullscreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void frame.current?.requestFullscreen();
  };
  const leaveRoom = () => {
    session.send({ type: "leave" }).catch(() => {});
    forgetRoom(room.code);
    route("/");
  };
  const openDialog = (which: "help" | "share" | "pieces") => () => {
    dialog.value = which;
  };
  useShortcuts(
    {
      "?": openDialog("help"),
      "/": () => document.getElementById("typed")?.focus(),
      "[": () => void session.showPly(at - 1),
      "]": () => void session.showPly(at + 1),
      x: flipBoard,
      h: requestHint,
      u: () => void session.send({ type: "undo" }).catch(showError),
      m: () => changeSettings({ sounds: !settings.value.sounds }),
    },
    () => board.current,
  );

  const seats = room.seats.map((_, seat) => seat);
  const below = flipped.value ? 1 : 0;
  const upper = seats.filter((seat) => seat !== below).reverse();
  const nameplate = (seat: number) => (
    <Nameplate key={seat} session={session} room={room} game={game} seat={seat} />
  );
  const outcome = view?.outcome ?? null;
  return (
    <div class="room" ref={frame} data-phase={room.phase}>
      <h1 ref={heading} tabIndex={-1} class="unseen">
        {game?.title} {t.room.code(room.code)}
      </h1>
      <div class="seats upper">{upper.map(nameplate)}</div>
      <section class="stage" aria-label={t.room.board}>
        {game && (
          <BoardStage
            session={session}
            game={game}
            flipped={() => flipped.value}
            onBoard={(made) => {
              board.current = made;
            }}
            onMove={playChoice}
            onTry={tryPath}
          />
        )}
        {room.phase === "open" && <WaitingRoom session={session} room={room} game={game} />}
        <Celebration room={room} game={game} outcome={outcome} />
      </section>
      <div class="seats lower">{seats.includes(below) && nameplate(below)}</div>
      <section class="panel" aria-label={t.room.info}>
        <RoomStatus
          room={room}
          game={game}
          status={status}
          mine={mine}
          outcome={outcome}
          waiting={waiting?.notation ?? null}
          hinting={hinting.value}
          advice={advice.value}
          onStopSharing={stopSharing}
        />
        {room.phase === "finished" && outcome && (
          <GameResult session={session} room={room} game={game} outcome={outcome} />
        )}
        <GameTools
          session={session}
          room={room}
          game={game}
          hinting={hinting.value}
          onHint={requestHint}
          onFlip={flipBoard}
          onShare={openDialog("share")}
          onHelp={openDialog("help")}
          onPieces={openDialog("pieces")}
          onFull={toggleFullscreen}
          onLeave={leaveRoom}
        />
        {room.phase === "playing" && room.yours.length > 0 && (
          <MoveInput choices={choices} onPlay={playTyped} />
        )}
        <Tabs
          tabs={[
            {
              id: "moves",
              title: t.room.moves,
              body: (
                <MoveList
                  played={room.played}
                  at={at}
                  onLook={(ply) => void session.showPly(ply)}
                />
              ),
            },
            {
              id: "chat",
              title: t.room.chat,
              count: room.chat.length,
              body: <Chat session={session} room={room} />,
            },
            { id: "about", title: t.room.info, body: <RoomInfo room={room} game={game} /> },
          ]}
        />
        <div class="standing-offers">
          <AbsenceNotices session={session} room={room} />
          <Offers session={session} room={room} game={game} />
          {past !== null && (
            <div class="offer">
              <p>{t.room.past(past)}</p>
              <Button
                label={t.room.present}
                look="primary"
                onClick={() => void session.showPly(null)}
              />
            </div>
          )}
        </div>
      </section>
      {dialog.value === "help" && (
        <HelpDialog
          actions={view?.scene.buttons ?? []}
          onClose={() => {
            dialog.value = null;
          }}
        />
      )}
      {dialog.value === "pieces" && game && (
        <Later
          load={loadPieceCards}
          with={{
            game,
            onClose: () => {
              dialog.value = null;
            },
          }}
        />
      )}
      {dialog.value === "share" && (
        <ShareDialog
          session={session}
          room={room}
          onClose={() => {
            dialog.value = null;
          }}
        />
      )}
    </div>
  );
}

export default function Play({ code }: { code: string }) {
  const session = useRoomSession(code.toUpperCase());
  const room = session.room.value;
  const error = session.error.value;
  useRememberedRoom(room);
  useRequestedSeat(session, room);
  useEffect(
    () =>
      session.onEvent((event) => {
        const fact = event.fact;
        const at = session.room.value;
        if (!at) return;
        const game = findGame(at.setup.game);
        if (fact.type === "lapsed" && fact.why === "declined") showToast(t.room.declined);
        if (fact.type === "replaced") showToast(t.room.replaced(seatName(game, fact.seat)));
      }),
    [session],
  );
  useEffect(() => {
    document.body.classList.add("at-play");
    return () => document.body.classList.remove("at-play");
  }, []);
  useTitle(t.title(t.room.code(code.toUpperCase())));
  if (error) {
    if (error.code === "too_often")
      return <MessagePage title={t.room.guessed} lead={error.message} />;
    forgetRoom(session.code);
    if (error.code === "no_such_room")
      return <MessagePage title={t.room.missing} lead={t.room.missingWhy} />;
    if (error.code === "closed_by_operator")
      return <MessagePage title={t.room.closed} lead={error.message} />;
    return <MessagePage title={t.room.gone} lead={error.message} />;
  }
  if (!room || !games.value) return <div class="room loading" aria-busy="true" />;
  if (room.phase === "closed")
    return <MessagePage title={t.room.closed} lead={t.room.closedWhy[room.why ?? ""] ?? ""} />;
  return <RoomView session={session} room={room} game={findGame(room.setup.game)} />;
}
