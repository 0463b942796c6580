/** New-game form: the opponent, the number of players, and the user's seat. */

import { type GameFormProps, mixedHolder, type SeatHolder } from "../create-room";
import { allLevels, joinLevel, levelTitle, parseLevel } from "../levels";
import { seatColour, seatName } from "../seats";
import { t } from "../strings";
import { TileChoice } from "./fields";
import { LevelChoice, StyleSelect } from "./level";

export function OpponentChoice({ game, chosen, choose }: GameFormProps) {
  const f = t.newGame;
  const mixed = Math.max(...game.seats) > 2;
  return (
    <>
      <TileChoice
        legend={f.opponent}
        value={chosen.opponent}
        onPick={(opponent) =>
          choose({
            opponent,
            ...(opponent === "mix" ? { players: Math.max(...game.seats), seat: 0 } : {}),
          })
        }
        choices={[
          { value: "ai", label: f.ai, note: f.aiNote },
          { value: "screen", label: f.screen, note: f.screenNote },
          { value: "open", label: f.open, note: f.openNote },
          { value: "invite", label: f.invite, note: f.inviteNote },
          { value: "program", label: f.program, note: f.programNote },
          ...(mixed ? [{ value: "mix" as const, label: f.mix, note: f.mixNote }] : []),
          { value: "bots", label: f.bots, note: f.botsNote },
        ]}
      />
      {chosen.opponent === "ai" && (
        <LevelChoice game={game} level={chosen.level} onLevel={(level) => choose({ level })} />
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
  const picksHolders = chosen.opponent === "mix" || chosen.opponent === "bots";
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
      {picksHolders && <MixedSeats game={game} chosen={chosen} choose={choose} />}
      {chosen.opponent !== "screen" && !picksHolders && (
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

/** The holder of every seat at a mixed table: the user, people, levels and programs. */
function MixedSeats({ game, chosen, choose }: GameFormProps) {
  const f = t.newGame;
  const watching = chosen.opponent === "bots";
  const levels = new Set(allLevels(game));
  const own = watching ? null : (chosen.seat ?? 0);
  const holders: [SeatHolder, string][] = [
    ...(watching ? [] : ([["open", f.holders.open]] as [SeatHolder, string][])),
    ...allLevels(game).map((level): [SeatHolder, string] => [
      level,
      f.holders.bot(levelTitle(level)),
    ]),
    ["agent", f.holders.agent],
  ];
  const seatHolder = (seat: number, holder: SeatHolder) => {
    // The user moves to another seat; the one left behind is open again.
    if (holder === "host") choose({ seat, others: { ...chosen.others, [seat]: "open" } });
    else choose({ others: { ...chosen.others, [seat]: holder } });
  };
  return (
    <fieldset class="pick">
      <legend class="label">{f.seats}</legend>
      <div class="options">
        {Array.from({ length: chosen.players }, (_, seat) => {
          const holder = seat === own ? "host" : mixedHolder(chosen, seat);
          const { level, style } = parseLevel(holder);
          return (
            <div key={seat} class="stack tight">
              <label class="stack tight">
                <span class="label">{seatName(game, seat)}</span>
                <select
                  class="field"
                  value={level}
                  disabled={seat === own}
                  onChange={(event) => {
                    const picked = event.currentTarget.value;
                    const bot = levels.has(picked);
                    seatHolder(seat, bot ? joinLevel({ level: picked, style }) : picked);
                  }}
                >
                  {!watching && <option value="host">{f.holders.host}</option>}
                  {holders.map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </label>
              {levels.has(level) && (
                <StyleSelect
                  game={game}
                  level={holder}
                  label={f.styleOf(seat + 1)}
                  onLevel={(picked) => seatHolder(seat, picked)}
                />
              )}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
