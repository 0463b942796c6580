/** The people online: what each is doing, with a link to watch or join. */

import { useEffect } from "preact/hooks";
import { theConnection } from "../connection";
import { findGame } from "../games";
import { presence } from "../lists";
import type { Person } from "../protocol";
import { t } from "../strings";
import { Dialog } from "./dialog";
import { Icon } from "./icons";
import "../styles/roster.css";

function PersonRow({ person, onFollow }: { person: Person; onFollow?: (() => void) | undefined }) {
  const you = person.member === theConnection().me.value?.member;
  const doing = person.doing ?? "idle";
  const game = person.game ? findGame(person.game) : undefined;
  return (
    <li class="card line-card">
      <span class="face" data-doing={doing}>
        <Icon name={person.kind === "program" ? "bot" : "person"} />
      </span>
      <div>
        <p class="person-name">
          {person.name} {you && <span class="tag">{t.peoplePage.you}</span>}
          {person.kind === "program" && <span class="tag">{t.peoplePage.program}</span>}
        </p>
        <p class="soft">
          {t.peoplePage.doing[doing]}
          {game && ` · ${game.title}`}
        </p>
      </div>
      {person.room && !you && (
        <a class="button" href={`/play/${person.room}`} onClick={onFollow}>
          <span>{doing === "waiting" ? t.peoplePage.join : t.peoplePage.watch}</span>
          <span class="unseen">{person.name}</span>
        </a>
      )}
    </li>
  );
}

/** The list of people; `onFollow` is called when a link in it is followed. */
export function Roster({ onFollow }: { onFollow?: () => void }) {
  useEffect(() => presence.follow(), []);
  const people = [...(presence.items.value?.values() ?? [])];
  return (
    <ul class="line-cards two">
      {people.map((person) => (
        <PersonRow key={person.member} person={person} onFollow={onFollow} />
      ))}
    </ul>
  );
}

/** The roster over any page. */
export function RosterDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={t.peoplePage.lead(theConnection().online.value)} onClose={onClose}>
      <Roster onFollow={onClose} />
      <a class="touch" href="/lobby" onClick={onClose}>
        {t.home.lobby}
      </a>
    </Dialog>
  );
}
