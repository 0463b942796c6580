/** The people online and their activity. */

import { useEffect } from "preact/hooks";
import { Icon } from "../components/icons";
import { Heading } from "../components/page";
import { theConnection } from "../connection";
import { findGame } from "../games";
import { presence } from "../lists";
import type { Person } from "../protocol";
import { t } from "../strings";
import "../styles/lists.css";

function PersonRow({ person }: { person: Person }) {
  const you = person.member === theConnection().me.value?.member;
  const doing = person.doing ?? "idle";
  const game = person.game ? findGame(person.game) : undefined;
  return (
    <li class="card line-card">
      <span class="face" data-doing={doing}>
        <Icon name={person.kind === "program" ? "bot" : "person"} />
      </span>
      <div>
        <h2>
          {person.name} {you && <span class="tag">{t.peoplePage.you}</span>}
          {person.kind === "program" && <span class="tag">{t.peoplePage.program}</span>}
        </h2>
        <p class="soft">
          {t.peoplePage.doing[doing]}
          {game && ` · ${game.title}`}
        </p>
      </div>
      {person.room && !you && (
        <a class="button" href={`/play/${person.room}`}>
          <span>{doing === "waiting" ? t.peoplePage.join : t.peoplePage.watch}</span>
          <span class="unseen">{person.name}</span>
        </a>
      )}
    </li>
  );
}

export default function People() {
  useEffect(() => presence.follow(), []);
  const people = [...(presence.items.value?.values() ?? [])];
  return (
    <>
      <Heading text={t.peoplePage.title} />
      <p class="lead" role="status">
        {t.peoplePage.lead(presence.online.value)}
      </p>
      <ul class="line-cards two">
        {people.map((person) => (
          <PersonRow key={person.member} person={person} />
        ))}
      </ul>
    </>
  );
}
