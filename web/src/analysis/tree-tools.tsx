/** What can be done with the tree: comment, promote, remove, link, export, play on. */

import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { Button } from "../components/button";
import { Dialog } from "../components/dialog";
import { TileChoice } from "../components/fields";
import { Icon } from "../components/icons";
import { LevelChoice } from "../components/level";
import { showError, showToast } from "../components/toasts";
import type { GameInfo } from "../protocol";
import { seatName } from "../seats";
import { t } from "../strings";
import { downloadText } from "./download";
import { writePlace } from "./root";
import type { AnalysisSession } from "./session";
import { isMain } from "./tree";
import { writeDocument, writeText } from "./tree-document";

const a = t.analysis;

interface Props {
  session: AnalysisSession;
  game: GameInfo;
}

export function CommentField({ session }: { session: AnalysisSession }) {
  const id = useId();
  const node = session.current.value;
  session.version.value;
  return (
    <div class="comment-field">
      <label class="unseen" for={id}>
        {a.comment}
      </label>
      <textarea
        id={id}
        key={node.id}
        class="field"
        rows={2}
        maxLength={2000}
        placeholder={a.comment}
        value={node.comment}
        onInput={(event) => session.setComment(node, event.currentTarget.value)}
      />
    </div>
  );
}

export function TreeTools(props: Props & { onFlip(): void; onOpen(): void }) {
  const { session, game, onFlip, onOpen } = props;
  const dialog = useSignal<"export" | "play" | null>(null);
  const node = session.current.value;
  session.version.value;
  const close = () => {
    dialog.value = null;
  };
  const copyLink = () => {
    const address = location.origin + location.pathname + writePlace(session.placeOf(node));
    navigator.clipboard.writeText(address).then(() => showToast(t.room.copied), showError);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div class="tools" role="group" aria-label={a.actions}>
      <span class="tools-small">
        <Button label={a.open} icon="up" bare look="quiet" onClick={onOpen} />
        <Button
          label={a.playOn}
          icon="bot"
          bare
          look="quiet"
          disabled={!session.looked.value?.choices.length}
          onClick={() => {
            dialog.value = "play";
          }}
        />
        <Button
          label={a.promote}
          icon="first"
          bare
          look="quiet"
          disabled={isMain(node)}
          onClick={() => session.promote(node)}
        />
        <Button
          label={a.remove}
          icon="close"
          bare
          look="quiet"
          disabled={!session.mayRemove(node)}
          onClick={() => session.remove(node)}
        />
        <Button label={t.room.flip} icon="flip" bare look="quiet" onClick={onFlip} />
        <Button label={a.link} icon="link" bare look="quiet" onClick={copyLink} />
        {session.root.outcome && session.root.id && (
          <a
            class="button quiet bare"
            href={`/replay/${session.root.id}?ply=${session.placeOf(node).ply}&share`}
            aria-label={t.share.title}
            title={t.share.title}
          >
            <Icon name="share" />
          </a>
        )}
        <Button
          label={a.export}
          icon="down"
          bare
          look="quiet"
          onClick={() => {
            dialog.value = "export";
          }}
        />
      </span>
      {dialog.value === "export" && <ExportDialog session={session} game={game} onClose={close} />}
      {dialog.value === "play" && <PlayDialog session={session} game={game} onClose={close} />}
    </div>
  );
}

function ExportDialog({ session, game, onClose }: Props & { onClose(): void }) {
  const { tree, root } = session;
  const players = root.names.length ? root.names.join(" – ") : a.title;
  const text = writeText(tree, `${game.title}: ${players}`);
  const json = JSON.stringify(writeDocument(tree, root.position, root.names), null, 2);
  return (
    <Dialog title={a.export} onClose={onClose}>
      <textarea class="field export-text" readOnly rows={8} aria-label={a.asText} value={text} />
      <div class="row">
        <Button
          label={a.saveJson}
          icon="down"
          look="primary"
          onClick={() => downloadText("analysis.json", json, "application/json")}
        />
        <Button
          label={a.saveText}
          icon="down"
          onClick={() => downloadText("analysis.txt", text, "text/plain")}
        />
      </div>
    </Dialog>
  );
}

function PlayDialog({ session, game, onClose }: Props & { onClose(): void }) {
  const level = useSignal("medium");
  const seats = session.root.names.length || (session.root.position.seats ?? game.seats[0] ?? 2);
  const mine = useSignal(session.looked.value?.view.to_move ?? 0);
  const begin = () => {
    const others = Array.from({ length: seats }, (_, seat) => seat).filter(
      (seat) => seat !== mine.value,
    );
    session.playAgainst({ level: level.value, seats: others });
    onClose();
  };
  return (
    <Dialog title={a.playOn} onClose={onClose}>
      <div class="stack">
        <LevelChoice
          game={game}
          level={level.value}
          onLevel={(value) => {
            level.value = value;
          }}
        />
        <TileChoice
          legend={t.newGame.seat}
          small
          value={mine.value}
          choices={Array.from({ length: seats }, (_, seat) => ({
            value: seat,
            label: seatName(game, seat),
          }))}
          onPick={(value) => {
            mine.value = value;
          }}
        />
        <Button label={t.newGame.start} look="primary" onClick={begin} />
      </div>
    </Dialog>
  );
}
