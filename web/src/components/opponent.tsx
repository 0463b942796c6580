/** New-game form: the opponent, the number of players, and the user's seat. */

import type { GameChoices, GameFormProps } from "../create-room";
import { seatColour, seatName } from "../seats";
import { t } from "../strings";
import { TileChoice } from "./fields";

export function OpponentChoice({ game, chosen, choose }: GameFormProps) {
  const f = t.newGame;
  const levels = (game.levels ?? []) as GameChoices["level"][];
  return (
    <>
      <TileChoice
        legend={f.opponent}
        value={chosen.opponent}
        onPick={(opponent) => choose({ opponent })}
        choices={[
          { value: "ai", label: f.ai, note: f.aiNote },
          { value: "screen", label: f.screen, note: f.screenNote },
          { value: "open", label: f.open, note: f.openNote },
          { value: "invite", label: f.invite, note: f.inviteNote },
        ]}
      />
      {chosen.opponent === "ai" && (
        <TileChoice
          legend={f.level}
          small
          value={chosen.level}
          onPick={(level) => choose({ level })}
          choices={levels.map((level) => ({ value: level, label: f.levels[level] ?? level }))}
        />
      )}
    </>
  );
}

export function SeatChoice({ game, chosen, choose }: GameFormProps) {
  const f = t.newGame;
  const seats = Array.from({ length: chosen.players }, (_, seat) => ({
    value: seat as number | null,
    label: seatName(game, seat),
    colour: seatColour(game, seat),
  }));
  return (
    <>
      {game.seats.length > 1 && (
        <TileChoice
          legend={f.players}
          small
          value={chosen.players}
          onPick={(players) => choose({ players, seat: Math.min(chosen.seat ?? 0, players - 1) })}
          choices={game.seats.map((n) => ({ value: n, label: f.playersOf(n) }))}
        />
      )}
      {chosen.opponent !== "screen" && (
        <TileChoice
          legend={f.seat}
          small
          value={chosen.seat}
          onPick={(seat) => choose({ seat })}
          choices={[...seats, { value: null, label: f.random }]}
        />
      )}
    </>
  );
}
