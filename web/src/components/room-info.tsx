/** Information about a room, and the text of a hint. */

import type { GameInfo, Hinted } from "../protocol";
import type { Room } from "../room";
import { t } from "../strings";
import { rulesetTitle } from "./ruleset";

/** The move that the computer suggests. */
export function HintText({ found }: { found: Hinted }) {
  return (
    <p class="small advice">
      {t.room.hinted(found.notation, Math.round(found.chance * 100))}{" "}
      {found.line.length > 1 && (
        <span class="soft">{t.room.hintLine(found.line.slice(1, 5).join(" "))}</span>
      )}
    </p>
  );
}

/** The game, the rules and the links of a room. */
export function RoomInfo({ room, game }: { room: Room; game: GameInfo | undefined }) {
  const { setup } = room;
  const ruleset = setup.ruleset ?? "standard";
  const note = game?.ruleset_warnings?.[ruleset] ?? game?.notes[ruleset];
  return (
    <div class="about">
      <p>
        <b>{game?.title}</b> · {t.room.ruleset(rulesetTitle(ruleset))}
      </p>
      {note && <p>{note}</p>}
      {setup.rated && <p>{t.room.ratedNote}</p>}
      {setup.label && <p>{setup.label}</p>}
      <ul>
        {Object.entries(setup.options ?? {}).map(([name, value]) => (
          <li key={name}>
            {game?.options[name]?.name || game?.options[name]?.text || name}: {String(value)}
          </li>
        ))}
      </ul>
      <p>{t.room.code(room.code)}</p>
      <p>
        {t.room.watchers(room.watchers)}
        {room.yours.length === 0 && ` · ${t.room.watching}`}
      </p>
      <p>
        <a class="touch" href={`/rules/${setup.game}`}>
          {t.room.rulesOf(game?.title ?? "")}
        </a>
      </p>
      {room.view && (
        <p>
          <a class="touch" href={`/api/rooms/${room.code}/record`} download>
            {t.room.download}
          </a>
        </p>
      )}
    </div>
  );
}
