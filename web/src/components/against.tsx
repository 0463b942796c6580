/** Of a new game: against whom, how many, and which seat is one's own. */

import type { Wishes, Wishing } from "../create-room";
import { seatColour, seatName } from "../seats";
import { t } from "../strings";
import { Pick } from "./pick";

export function Opponent({ game, wished, wish }: Wishing) {
  const f = t.fresh;
  const levels = (game.levels ?? []) as Wishes["level"][];
  return (
    <>
      <Pick
        legend={f.opponent}
        value={wished.opponent}
        onPick={(opponent) => wish({ opponent })}
        choices={[
          { value: "ai", label: f.ai, note: f.aiNote },
          { value: "screen", label: f.screen, note: f.screenNote },
          { value: "open", label: f.open, note: f.openNote },
          { value: "invite", label: f.invite, note: f.inviteNote },
        ]}
      />
      {wished.opponent === "ai" && (
        <Pick
          legend={f.level}
          small
          value={wished.level}
          onPick={(level) => wish({ level })}
          choices={levels.map((level) => ({ value: level, label: f.levels[level] ?? level }))}
        />
      )}
    </>
  );
}

export function Seats({ game, wished, wish }: Wishing) {
  const f = t.fresh;
  const seats = Array.from({ length: wished.players }, (_, seat) => ({
    value: seat as number | null,
    label: seatName(game, seat),
    colour: seatColour(game, seat),
  }));
  return (
    <>
      {game.seats.length > 1 && (
        <Pick
          legend={f.players}
          small
          value={wished.players}
          onPick={(players) => wish({ players, seat: Math.min(wished.seat ?? 0, players - 1) })}
          choices={game.seats.map((n) => ({ value: n, label: f.playersOf(n) }))}
        />
      )}
      {wished.opponent !== "screen" && (
        <Pick
          legend={f.seat}
          small
          value={wished.seat}
          onPick={(seat) => wish({ seat })}
          choices={[...seats, { value: null, label: f.random }]}
        />
      )}
    </>
  );
}
