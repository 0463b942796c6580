/** Setting up a position by hand, and why it cannot arise. */

import { effect, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { writePlace } from "../analysis/root";
import {
  applyTool,
  cellSpots,
  clearScene,
  type Ground,
  readVocabulary,
  type Tool,
  traySpot,
  type Vocabulary,
} from "../analysis/setup-board";
import { Board } from "../board";
import { describePiece } from "../board/descriptions";
import { Button } from "../components/button";
import { TileChoice } from "../components/fields";
import { Heading } from "../components/page";
import { RulesetChoice } from "../components/ruleset";
import { followSettings, gameOptions } from "../follow-settings";
import { findGame, games, loadDemo } from "../games";
import { postJson, type Refused } from "../http";
import { loadLessons, pieceLessons } from "../learn/lessons";
import { PieceCanvas } from "../learn/piece-icon";
import type { GameInfo, LessonsPage, Looked, Scene, SetupState, Token } from "../protocol";
import { seatColour, seatName } from "../seats";
import { t } from "../strings";
import { MessagePage } from "./missing";
import "../styles/play.css";
import "../styles/panel.css";
import "../styles/new-game.css";
import "../styles/replay.css";
import "../styles/analysis.css";

const a = t.analysis;
const CHECK_DELAY_MS = 300; // after the last change

const ERASE: Tool = { kind: "erase" };

/** The rules under which a position is set up. */
interface SetupRules {
  ruleset: string;
  options: { [name: string]: number | boolean };
  seats: number;
}

interface EditorProps {
  game: GameInfo;
  /** The rules of the board that is shown. */
  rules: SetupRules;
  /** The rules that the user has chosen, whose board may still be on its way. */
  wanted: SetupRules;
  first: Scene;
  words: Vocabulary;
  onRules(changes: Partial<SetupRules>): void;
}

/** The number of seats, the ruleset and its options, below the board's tools. */
function RulesFields({ game, rules, onRules }: Pick<EditorProps, "game" | "rules" | "onRules">) {
  const several = game.seats.length > 1;
  const { ruleset, seats, options } = rules;
  const changed =
    ruleset !== game.rulesets[0] || seats !== game.seats[0] || Object.keys(options).length > 0;
  if (!several && game.rulesets.length < 2 && !Object.keys(game.options).length) return null;
  return (
    <details class="setup-rules" open={changed}>
      <summary>{a.rules}</summary>
      <div class="stack">
        {several && (
          <TileChoice
            legend={t.newGame.players}
            small
            value={rules.seats}
            choices={game.seats.map((value) => ({ value, label: t.newGame.playersOf(value) }))}
            onPick={(seats) => onRules({ seats })}
          />
        )}
        <RulesetChoice game={game} chosen={rules} choose={onRules} />
      </div>
    </details>
  );
}

function groundText({ level, mark }: Ground): string {
  if (mark) return t.board.marks[mark] ?? mark;
  return t.board.level(level ?? 0);
}

function Editor({ game, rules, wanted, first, words, onRules }: EditorProps) {
  const { route } = useLocation();
  const host = useRef<HTMLDivElement>(null);
  const scene = useSignal(first);
  const toMove = useSignal(0);
  const tool = useSignal<Tool>(words.pieces[0] ? { kind: "piece", piece: words.pieces[0] } : ERASE);
  const state = useSignal<SetupState | null>(null);
  const why = useSignal("");
  const putAt = (at: string) => {
    scene.value = applyTool(scene.value, tool.value, at, words.stacks);
  };
  useEffect(() => {
    if (!host.current) return;
    const made = new Board(host.current, {
      ...gameOptions(game),
      onMove: ({ path }) => putAt(path[0] ?? ""),
    });
    made.configure({ sounds: false });
    const stop = [
      followSettings(made, ["coordinates", "lens"]),
      effect(() => {
        const shown = scene.value;
        void made.showScene({ ...shown, buttons: [] }, { animate: false });
        made.offerChoices(cellSpots(shown).map((at) => ({ move: {}, notation: at, path: [at] })));
      }),
    ];
    return () => {
      for (const each of stop) each();
      made.destroy();
    };
  }, []);
  const shown = scene.value;
  useEffect(() => {
    state.value = null;
    let current = true;
    const timer = setTimeout(() => {
      const query = { game: game.id, ...rules, scene: shown, to_move: toMove.value };
      postJson<SetupState>("/api/setups", query)
        .then((found) => {
          if (!current) return;
          state.value = found;
          why.value = "";
        })
        .catch((error: Refused) => {
          if (current) why.value = error.message;
        });
    }, CHECK_DELAY_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [shown, toMove.value, rules]);
  const analyse = () => {
    if (!state.value) return;
    const { ruleset, options } = rules;
    const position = { game: game.id, ruleset, options, state: state.value.state };
    route(`/analysis${writePlace({ position, ply: 0, line: [] })}`);
  };
  const tools: Tool[] = [
    ...words.pieces.map((piece) => ({ kind: "piece" as const, piece })),
    ...words.grounds.map((ground) => ({ kind: "ground" as const, ground })),
    ERASE,
  ];
  const label = (each: Tool) => {
    if (each.kind === "erase") return a.erase;
    if (each.kind === "ground") return groundText(each.ground);
    const token = { ...each.piece, id: "", at: "" } as Token;
    return describePiece(token, { seats: game.seat_names, yours: [], pieces: game.pieces });
  };
  const chosen = tool.value;
  const chosenIndex = tools.findIndex((each) => JSON.stringify(each) === JSON.stringify(chosen));
  const tall = first.grids.length > 1 || (first.trays?.length ?? 0) > 0;
  return (
    <div class="room replay analysis setup">
      <section class="stage" aria-label={t.room.board}>
        <div ref={host} class="board" data-tall={tall} />
      </section>
      <section class="panel" aria-label={a.setUp}>
        <div class="status" role="status">
          <p>{state.value ? a.possible : why.value ? a.impossible(why.value) : a.checking}</p>
        </div>
        <div class="setup-tools stack">
          <TileChoice
            legend={a.tool(label(chosen))}
            small
            value={chosenIndex}
            choices={tools.map((each, value) => ({
              value,
              label: label(each),
              ...(each.kind === "piece"
                ? { icon: <PieceCanvas game={game} piece={each.piece} /> }
                : {}),
            }))}
            onPick={(index) => {
              tool.value = tools[index] ?? ERASE;
            }}
          />
          {chosen.kind === "piece" && words.stacks && (
            <div class="row">
              {first.trays?.map(({ id, label: name }) => (
                <Button
                  key={id}
                  label={a.putInto(name)}
                  onClick={() => putAt(traySpot(id, chosen.piece))}
                />
              ))}
            </div>
          )}
          <TileChoice
            legend={a.toMove}
            small
            value={toMove.value}
            choices={Array.from({ length: rules.seats }, (_, seat) => ({
              value: seat,
              label: seatName(game, seat),
              colour: seatColour(game, seat),
            }))}
            onPick={(seat) => {
              toMove.value = seat;
            }}
          />
          <RulesFields game={game} rules={wanted} onRules={onRules} />
        </div>
        <div class="row pad">
          <Button
            label={a.analyse}
            icon="hint"
            look="primary"
            disabled={!state.value}
            onClick={analyse}
          />
          <Button
            label={a.clearBoard}
            onClick={() => {
              scene.value = clearScene(scene.value, first);
            }}
          />
          <Button
            label={a.firstPosition}
            onClick={() => {
              scene.value = first;
            }}
          />
        </div>
      </section>
    </div>
  );
}

/** The scenes of lessons on pieces that no other scene has, a promoted one for instance. */
async function loadRareScenes(page: LessonsPage, known: readonly Scene[]): Promise<Scene[]> {
  const glyphs = new Set(known.flatMap(({ tokens = [] }) => tokens.map(({ glyph }) => glyph)));
  const rare = pieceLessons(page).filter(({ piece }) => !glyphs.has(piece));
  const looks = rare.flatMap(({ steps }) => steps.slice(0, 1).map(({ look }) => look));
  const looked = await Promise.all(looks.map((look) => postJson<Looked>("/api/positions", look)));
  return looked.map(({ view }) => view.scene);
}

export default function Setup({ game: id }: { game: string }) {
  const ready = useSignal<Pick<EditorProps, "rules" | "first" | "words"> | null>(null);
  const wrong = useSignal("");
  const chosen = useSignal<Partial<SetupRules>>({});
  const game = findGame(id);
  const rules: SetupRules = {
    ruleset: game?.rulesets[0] ?? "",
    options: {},
    seats: game?.seats[0] ?? 2,
    ...chosen.value,
  };
  const rulesKey = JSON.stringify(rules);
  useEffect(() => {
    document.body.classList.add("at-play");
    return () => document.body.classList.remove("at-play");
  }, []);
  useEffect(() => {
    chosen.value = {};
    ready.value = null;
  }, [id]);
  useEffect(() => {
    if (!game) return;
    wrong.value = "";
    let current = true;
    const position = postJson<Looked>("/api/positions", { game: id, ...rules });
    Promise.all([position, loadDemo(id), loadLessons(id)])
      .then(async ([{ view }, { frames }, lessons]) => {
        const scenes = [view.scene, ...frames.map((frame) => frame.scene)];
        scenes.push(...(await loadRareScenes(lessons, scenes)));
        const words = readVocabulary(scenes, rules.seats, Object.keys(game.pieces ?? {}));
        if (current) ready.value = { rules, first: view.scene, words };
      })
      .catch((error: Refused) => {
        if (current) wrong.value = error.message;
      });
    return () => {
      current = false;
    };
  }, [id, game?.id, rulesKey]);
  if (games.value && !game) return <MessagePage title={a.setUp} lead={t.unknownGame} />;
  if (wrong.value) return <MessagePage title={a.setUp} lead={wrong.value} />;
  if (!game || !ready.value) return <Heading text={a.setUp} />;
  return (
    <>
      <Heading text={`${a.setUp}: ${game.title}`} hidden />
      <Editor
        // Other rules have another first position.
        key={JSON.stringify(ready.value.first)}
        game={game}
        {...ready.value}
        wanted={rules}
        onRules={(changes) => {
          chosen.value = { ...chosen.value, ...changes };
        }}
      />
    </>
  );
}
