/** The gallery: the whole scene vocabulary, drawn live. */

import { useEffect, useRef } from "preact/hooks";
import { Board } from "../board";
import { cellName } from "../board/hotspots";
import { Button } from "../components/button";
import { Heading } from "../components/page";
import { followSettings } from "../follow-settings";
import { EVENTS, type EventExhibit, EXHIBITS, type Exhibit, STAGE } from "../gallery/exhibits";
import type { Scene, Theme } from "../protocol";
import { gallery as s } from "../strings/english/gallery";
import "../styles/gallery.css";

/** Create a board that follows the settings; the result destroys it. */
function mountBoard(
  host: HTMLElement,
  scene: Scene,
  theme: Theme | undefined,
): [Board, () => void] {
  const board = new Board(host, { theme: theme ?? null, seats: s.seats });
  const stop = followSettings(board);
  void board.showScene(scene, { animate: false });
  return [
    board,
    () => {
      stop();
      board.destroy();
    },
  ];
}

function ExhibitView({ exhibit }: { exhibit: Exhibit }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    return mountBoard(host.current, exhibit.scene, exhibit.theme)[1];
  }, []);
  return (
    <section class="exhibit" id={exhibit.id}>
      <h2>{s.exhibits[exhibit.id]}</h2>
      <div ref={host} class="diagram-board" />
      <ul class="legend small">
        {exhibit.legend.map(([spot, code]) => (
          <li key={spot}>
            {cellName(exhibit.scene, spot)} <code>{code}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function EventStage() {
  const host = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  useEffect(() => {
    if (!host.current) return;
    const [made, destroy] = mountBoard(host.current, STAGE, undefined);
    board.current = made;
    return destroy;
  }, []);
  const play = async ({ after, steps }: EventExhibit) => {
    await board.current?.showScene(STAGE, { animate: false });
    await board.current?.showScene(after, { steps });
  };
  return (
    <section class="exhibit" id="events">
      <h2>{s.events}</h2>
      <p>{s.eventsLead}</p>
      <div ref={host} class="diagram-board" />
      <div class="row center">
        {EVENTS.map((event) => (
          <Button key={event.kind} label={event.kind} onClick={() => void play(event)} />
        ))}
      </div>
    </section>
  );
}

export default function Gallery() {
  return (
    <>
      <Heading text={s.title} />
      <p class="lead">{s.lead}</p>
      <EventStage />
      {EXHIBITS.map((exhibit) => (
        <ExhibitView key={exhibit.id} exhibit={exhibit} />
      ))}
    </>
  );
}
