/** The rules of a game, with playable positions. */

import { useSignal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { BoardPicture } from "../components/board-picture";
import { Diagram } from "../components/diagram";
import { Heading } from "../components/page";
import { findGame, games } from "../games";
import { fetchJson, type Refused } from "../http";
import type { GameInfo, RulesPage } from "../protocol";
import { t } from "../strings";
import { MessagePage, MissingPage } from "./missing";
import "../styles/rules.css";

/** Remove the first heading, because the page has its own. */
function withoutHeading(html: string): string {
  return html.replace(/^\s*<h1[^>]*>.*?<\/h1>/s, "");
}

function RulesText({ page, game }: { page: RulesPage; game: GameInfo }) {
  const text = useRef<HTMLElement>(null);
  useEffect(() => {
    const figures = [
      ...(text.current?.querySelectorAll<HTMLElement>("figure[data-diagram]") ?? []),
    ];
    for (const figure of figures) {
      const drawn = page.diagrams[Number(figure.dataset.diagram)];
      if (drawn) render(<Diagram drawn={drawn} game={game} />, figure);
    }
    return () => {
      for (const figure of figures) render(null, figure);
    };
  }, [page]);
  return (
    <article
      ref={text}
      class="prose"
      // The server renders it from Markdown and escapes HTML.
      dangerouslySetInnerHTML={{ __html: withoutHeading(page.html) }}
    />
  );
}

function Contents({ page, game }: { page: RulesPage; game: GameInfo }) {
  return (
    <aside class="contents">
      <a class="button primary" href={`/new/${game.id}`}>
        {t.rulesPage.play(game.title)}
      </a>
      <nav aria-label={t.rulesPage.contents}>
        <h2>{t.rulesPage.contents}</h2>
        <ul>
          {page.sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label={t.rulesPage.others}>
        <h2>{t.rulesPage.others}</h2>
        <ul>
          {games.value
            ?.filter((each) => each.id !== game.id)
            .map((each) => (
              <li key={each.id}>
                <a href={`/rules/${each.id}`}>{each.title}</a>
              </li>
            ))}
        </ul>
      </nav>
    </aside>
  );
}

function RulesIndex() {
  return (
    <>
      <Heading text={t.rules} />
      <ul class="rules-cards">
        {games.value?.map((game) => (
          <li key={game.id} class="card">
            <BoardPicture game={game} label={`${game.title}: ${t.home.watch}`} />
            <div>
              <h2>
                <a href={`/rules/${game.id}`}>{game.title}</a>
              </h2>
              <p class="soft">{game.summary}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

export default function Rules({ game: id }: { game?: string }) {
  const page = useSignal<RulesPage | null>(null);
  const error = useSignal<Refused | null>(null);
  useEffect(() => {
    page.value = null;
    error.value = null;
    if (!id) return;
    fetchJson<RulesPage>(`/api/games/${encodeURIComponent(id)}/rules.html`)
      .then((found) => {
        page.value = found;
      })
      .catch((refused: Refused) => {
        error.value = refused;
      });
  }, [id]);
  if (!id) return <RulesIndex />;
  const game = findGame(id);
  if (games.value && !game) return <MissingPage />;
  if (error.value) return <MessagePage title={t.broken.title} lead={error.value.message} />;
  const title = t.rulesPage.title(game?.title ?? "…");
  return (
    <div class="rules">
      <div class="rules-head">
        <Heading key={title} text={title} />
        <p class="lead">{game?.summary}</p>
      </div>
      {page.value && game && <Contents page={page.value} game={game} />}
      {page.value && game && <RulesText key={id} page={page.value} game={game} />}
    </div>
  );
}
