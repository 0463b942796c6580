/** The rules of a game, with playable positions; and its reference for programs. */

import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { BoardPicture } from "../components/board-picture";
import { Diagram } from "../components/diagram";
import { useFetched } from "../components/fetched";
import { Heading } from "../components/page";
import { findGame, games } from "../games";
import { PieceIcon } from "../learn/piece-icon";
import type { GameInfo, RulesPage } from "../protocol";
import { t } from "../strings";
import { MessagePage, MissingPage } from "./missing";
import "../styles/rules.css";

/** Remove the first heading, because the page has its own. */
function withoutHeading(html: string): string {
  return html.replace(/^\s*<h1[^>]*>.*?<\/h1>/s, "");
}

/** Put the picture of a piece before its name in the first column of tables. */
function addPieceIcons(text: HTMLElement | null, game: GameInfo): HTMLElement[] {
  const glyphs = new Map(
    Object.entries(game.pieces ?? {}).map(([glyph, name]) => [name.toLowerCase(), glyph]),
  );
  const hosts: HTMLElement[] = [];
  for (const cell of text?.querySelectorAll("td:first-child") ?? []) {
    const name = (cell.textContent ?? "").replace(/\s*\(.*\)$/, "").toLowerCase();
    const glyph = glyphs.get(name);
    if (!glyph) continue;
    const host = document.createElement("span");
    host.ariaHidden = "true"; // the name follows
    cell.prepend(host);
    render(<PieceIcon game={game} glyph={glyph} />, host);
    hosts.push(host);
  }
  return hosts;
}

/** All kinds of pieces with their pictures. */
function PieceStrip({ game }: { game: GameInfo }) {
  const pieces = Object.entries(game.pieces ?? {});
  return (
    <ul class="piece-strip">
      {pieces.map(([glyph, name]) => (
        <li key={glyph}>
          <span aria-hidden="true">
            <PieceIcon game={game} glyph={glyph} />
          </span>
          {name}
        </li>
      ))}
    </ul>
  );
}

function RulesText({ page, game }: { page: RulesPage; game: GameInfo }) {
  const text = useRef<HTMLElement>(null);
  useEffect(() => {
    const figures = [
      ...(text.current?.querySelectorAll<HTMLElement>("figure[data-diagram]") ?? []),
    ];
    const icons = addPieceIcons(text.current, game);
    for (const figure of figures) {
      const drawn = page.diagrams[Number(figure.dataset.diagram)];
      if (drawn) render(<Diagram drawn={drawn} game={game} />, figure);
    }
    return () => {
      for (const host of [...figures, ...icons]) render(null, host);
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

interface RulesProps {
  game?: string;
  /** Show the reference for programs in place of the rules. */
  programs?: boolean;
}

/** Links to both texts of a game, with a mark at the one that is shown. */
function TextLinks({ game, programs }: { game: GameInfo; programs: boolean }) {
  const texts = [
    { address: `/rules/${game.id}`, name: t.rulesPage.forPlayers, shown: !programs },
    { address: `/rules/${game.id}/programs`, name: t.rulesPage.forPrograms, shown: programs },
  ];
  return (
    <nav aria-label={t.rulesPage.texts}>
      <ul>
        {texts.map(({ address, name, shown }) => (
          <li key={address}>
            <a href={address} aria-current={shown ? "page" : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ContentsProps {
  page: RulesPage;
  game: GameInfo;
  programs: boolean;
}

function Contents({ page, game, programs }: ContentsProps) {
  return (
    <aside class="contents">
      <a class="button primary" href={`/new/${game.id}`}>
        {t.rulesPage.play(game.title)}
      </a>
      {page.reference && <TextLinks game={game} programs={programs} />}
      {(game.lessons ?? 0) > 0 && (
        <a class="button" href={`/learn/${game.id}`}>
          {t.learn.titleOf(game.title)}
        </a>
      )}
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

export default function Rules({ game: id, programs = false }: RulesProps) {
  const name = programs ? "reference.html" : "rules.html";
  const address = id ? `/api/games/${encodeURIComponent(id)}/${name}` : null;
  const { found: page, error } = useFetched<RulesPage>(address);
  if (!id) return <RulesIndex />;
  const game = findGame(id);
  if (games.value && !game) return <MissingPage />;
  if (error) return <MessagePage title={t.broken.title} lead={error.message} />;
  if (programs && page && !page.reference) return <MissingPage />;
  const titleOf = programs ? t.rulesPage.programsTitle : t.rulesPage.title;
  const title = titleOf(game?.title ?? "…");
  return (
    <div class="rules">
      <div class="rules-head">
        <Heading key={title} text={title} />
        <p class="lead">{programs ? t.rulesPage.programsLead : game?.summary}</p>
        {game && !programs && <PieceStrip game={game} />}
      </div>
      {page && game && <Contents {...{ page, game, programs }} />}
      {page && game && <RulesText key={address} page={page} game={game} />}
    </div>
  );
}
