/** A room: the board, who plays, what was played and said, and everything one can do. */

import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { Board, Choice } from "../board";
import { About, Advice } from "../components/about";
import { Chat } from "../components/chat";
import { useChimes } from "../components/chimes";
import { Help } from "../components/help";
import { useKeys } from "../components/keys";
import { Moves } from "../components/moves";
import { Offers } from "../components/offers";
import { useArrival, useTitle } from "../components/page";
import { Plate } from "../components/plate";
import { headline, Result } from "../components/result";
import { Share } from "../components/share";
import { playable, Stage } from "../components/stage";
import { Tabs } from "../components/tabs";
import { complain, tell } from "../components/toasts";
import { Tools } from "../components/tools";
import { Typed } from "../components/typed";
import { Waiting } from "../components/waiting";
import { theLink } from "../connection";
import { games, game as known } from "../games";
import { post, type Refused } from "../http";
import type { Ending, GameInfo, Hinted, Looked } from "../protocol";
import { forget, remember } from "../resume";
import type { Room } from "../room";
import { Visit } from "../room-session";
import { playerName, seatName } from "../seats";
import { change, settings } from "../settings";
import { t } from "../strings";
import { Message } from "./missing";
import "../styles/play.css";

/** A visit to the room, for as long as the page is there. */
function useVisit(code: string): Visit {
  const visit = useMemo(() => new Visit(theLink(), code), [code]);
  useEffect(() => () => visit.close(), [visit]);
  return visit;
}

/** Keep in mind which game is not over, for the way back. */
function useMemory(room: Room | null): void {
  const going = room && room.yours.length > 0 && room.phase !== "closed";
  useEffect(() => {
    if (!room) return;
    if (going && room.phase !== "finished") remember(room.code, room.setup.game);
    else forget(room.code);
  }, [room?.code, room?.phase, going]);
}

/** Whose move it is, as the status line and the title say it. */
function statusOf(room: Room, game: GameInfo | undefined, toMove: number | null): string {
  if (room.phase === "open") return t.room.waiting;
  if (toMove === null || room.phase !== "playing") return "";
  if (room.yours.includes(toMove) && room.mode !== "hotseat") return t.room.yourTurn;
  return t.room.turnOf(playerName(game, room.seats, toMove));
}

/** How it ended, in one line for those who listen. */
function ending(outcome: Ending, room: Room, game: GameInfo | undefined): string {
  return `${headline(outcome, room, game)}. ${game?.reasons[outcome.reason] ?? ""}`;
}

function Table({ visit, room, game }: { visit: Visit; room: Room; game: GameInfo | undefined }) {
  const { route } = useLocation();
  const board = useRef<Board | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const heading = useArrival();
  const turned = useSignal(false);
  const hinting = useSignal(false);
  const advice = useSignal<Hinted | null>(null);
  const dialog = useSignal<"help" | "share" | null>(null);
  const view = visit.presenter.shown.value;
  const past = visit.presenter.past.value;
  const at = past ?? view?.ply ?? 0;
  const toMove = view?.to_move ?? null;
  const choices = playable(visit);
  const status = statusOf(room, game, toMove);
  const mine = toMove !== null && room.yours.includes(toMove) && room.phase === "playing";
  const flipped = useComputed(() => {
    const yours = visit.room.value?.yours ?? [];
    const far = settings.value.flip === "own" && yours.length === 1 && yours[0] === 1;
    return far !== turned.value;
  });
  useTitle(
    mine && room.mode !== "hotseat"
      ? t.room.yourTurnTitle(game?.title ?? "")
      : t.title([status, game?.title].filter(Boolean).join(" · ")),
  );
  useEffect(() => {
    board.current?.hint(null);
    advice.value = null;
  }, [at]);
  useEffect(() => {
    if (!game || room.view) return;
    // Nothing is played yet: the board stands ready behind what is waited for.
    const { ruleset, options, seats } = room.setup;
    const asked = { game: game.id, ruleset, options, seats: seats.length };
    post<Looked>("/api/positions", asked)
      .then(({ view }) => board.current?.show(view.scene, { animate: false }))
      .catch(() => {});
  }, [room.view === null, game?.id]);

  useChimes(visit, mine, room);

  const play = (what: { move?: Choice["move"]; path?: string[]; notation?: string }) =>
    visit.send({ type: "play", ply: room.played.length, ...what } as never);
  const say = (at: string | null, error: Refused) =>
    board.current?.say(
      at,
      error.rule ? `${error.message} (${t.room.rule(error.rule)})` : error.message,
    );
  const move = (choice: Choice) =>
    play({ move: choice.move }).catch((error) => {
      say(choice.path.at(-1) ?? null, error);
      board.current?.offer(playable(visit));
    });
  const tried = (path: string[]) =>
    play({ path }).catch((error) => say(path.at(-1) ?? null, error));
  const typed = (notation: string) => {
    if (board.current?.choose(notation)) return;
    play({ notation }).catch(complain);
  };
  const hint = async () => {
    if (hinting.value || !room.turn) return;
    hinting.value = true;
    try {
      const found = (await visit.send({ type: "hint" } as never, true)) as Hinted;
      if (visit.presenter.shown.value?.ply !== found.ply) return;
      board.current?.hint(found.path);
      advice.value = found;
    } catch (error) {
      // Whoever plays meanwhile needs no hint any more.
      if ((error as Refused).code !== "game_moved_on") complain(error);
    } finally {
      hinting.value = false;
    }
  };
  const flip = () => {
    turned.value = !turned.value;
  };
  const full = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void frame.current?.requestFullscreen();
  };
  const leave = () => {
    visit.send({ type: "leave" }).catch(() => {});
    forget(room.code);
    route("/");
  };
  const open = (which: "help" | "share") => () => {
    dialog.value = which;
  };
  useKeys(
    {
      "?": open("help"),
      "/": () => document.getElementById("typed")?.focus(),
      "[": () => void visit.look(at - 1),
      "]": () => void visit.look(at + 1),
      x: flip,
      h: hint,
      u: () => void visit.send({ type: "undo" }).catch(complain),
      m: () => change({ sounds: !settings.value.sounds }),
    },
    () => board.current,
  );

  const seats = room.seats.map((_, seat) => seat);
  const below = flipped.value ? 1 : 0;
  const upper = seats.filter((seat) => seat !== below).reverse();
  const plate = (seat: number) => (
    <Plate key={seat} visit={visit} room={room} game={game} seat={seat} />
  );
  const outcome = view?.outcome ?? null;
  return (
    <div class="room" ref={frame} data-phase={room.phase}>
      <h1 ref={heading} tabIndex={-1} class="unseen">
        {game?.title} {t.room.code(room.code)}
      </h1>
      <div class="seats upper">{upper.map(plate)}</div>
      <section class="stage" aria-label={t.room.board}>
        {game && (
          <Stage
            visit={visit}
            game={game}
            flipped={() => flipped.value}
            onBoard={(made) => {
              board.current = made;
            }}
            onMove={move}
            onTry={tried}
          />
        )}
        {room.phase === "open" && <Waiting visit={visit} room={room} game={game} />}
        {room.phase === "finished" && outcome && past === null && (
          <Result key={view?.game} visit={visit} room={room} game={game} outcome={outcome} />
        )}
      </section>
      <div class="seats lower">{seats.includes(below) && plate(below)}</div>
      <section class="panel" aria-label={t.room.info}>
        <div class="status" role="status" data-mine={mine}>
          <p>{status || (outcome && ending(outcome, room, game))}</p>
          {hinting.value && <p class="soft small">{t.room.hinting}</p>}
          {advice.value && <Advice found={advice.value} />}
          {room.paused !== null && <p class="soft small">{t.room.paused}</p>}
        </div>
        <Offers visit={visit} room={room} game={game} />
        {past !== null && (
          <div class="offer">
            <p>{t.room.past(past)}</p>
            <button type="button" class="button primary" onClick={() => void visit.look(null)}>
              {t.room.present}
            </button>
          </div>
        )}
        <Tools
          visit={visit}
          room={room}
          hinting={hinting.value}
          onHint={hint}
          onFlip={flip}
          onShare={open("share")}
          onHelp={open("help")}
          onFull={full}
          onLeave={leave}
        />
        {room.phase === "playing" && room.yours.length > 0 && (
          <Typed choices={choices} onPlay={typed} />
        )}
        <Tabs
          tabs={[
            {
              id: "moves",
              title: t.room.moves,
              body: <Moves played={room.played} at={at} onLook={(ply) => void visit.look(ply)} />,
            },
            {
              id: "chat",
              title: t.room.chat,
              count: room.chat.length,
              body: <Chat visit={visit} room={room} />,
            },
            { id: "about", title: t.room.info, body: <About room={room} game={game} /> },
          ]}
        />
      </section>
      {dialog.value === "help" && (
        <Help
          actions={view?.scene.buttons ?? []}
          onClose={() => {
            dialog.value = null;
          }}
        />
      )}
      {dialog.value === "share" && (
        <Share
          visit={visit}
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
  const visit = useVisit(code.toUpperCase());
  const room = visit.room.value;
  const error = visit.error.value;
  useMemory(room);
  useEffect(
    () =>
      visit.hear((event) => {
        const fact = event.fact;
        const at = visit.room.value;
        if (!at) return;
        const game = known(at.setup.game);
        if (fact.type === "lapsed" && fact.why === "declined") tell(t.room.declined);
        if (fact.type === "replaced") tell(t.room.replaced(seatName(game, fact.seat)));
      }),
    [visit],
  );
  useEffect(() => {
    document.body.classList.add("at-play");
    return () => document.body.classList.remove("at-play");
  }, []);
  useTitle(t.title(t.room.code(code.toUpperCase())));
  if (error) {
    if (error.code === "too_often") return <Message title={t.room.guessed} lead={error.message} />;
    forget(visit.code);
    if (error.code === "no_such_room")
      return <Message title={t.room.missing} lead={t.room.missingWhy} />;
    return <Message title={t.room.gone} lead={error.message} />;
  }
  if (!room || !games.value) return <div class="room loading" aria-busy="true" />;
  if (room.phase === "closed")
    return <Message title={t.room.closed} lead={t.room.closedWhy[room.why ?? ""] ?? ""} />;
  return <Table visit={visit} room={room} game={known(room.setup.game)} />;
}
