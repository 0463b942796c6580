/** The dialog that shares a finished game: a link to a move, pictures, an embedded board. */

import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { dark } from "../settings";
import { t } from "../strings";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Icon } from "./icons";
import "../styles/share.css";

const s = t.share;

/** A text to copy; it is selected on focus, for browsers that do not let pages copy. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const copied = useSignal("");
  const id = useId();
  const copyText = async () => {
    try {
      await navigator.clipboard.writeText(text);
      copied.value = text;
    } catch {
      document.getElementById(id)?.focus();
    }
  };
  return (
    <div class="stack tight">
      <label class="label" for={id}>
        {label}
      </label>
      <div class="row tight nowrap">
        <input
          id={id}
          class="field"
          readOnly
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          label={copied.value === text ? t.room.copied : s.copy(label)}
          icon="link"
          bare={copied.value !== text}
          onClick={copyText}
        />
      </div>
    </div>
  );
}

interface Props {
  /** The id of the result. */
  result: string;
  public: boolean;
  ply: number;
  title: string;
  onClose(): void;
}

export function ShareGameDialog({ result, public: isPublic, ply, title, onClose }: Props) {
  const here = `?ply=${ply}`;
  const pictures = `/api/records/${result}`;
  const link = `${location.origin}/replay/${result}${here}`;
  const shade = dark.value ? "&dark=true" : "";
  const frame = `<iframe src="${location.origin}/embed/${result}${here}" title="${title.replace(/["<>&]/g, "")}" width="480" height="560" style="border:0"></iframe>`;
  return (
    <Dialog title={s.title} onClose={onClose}>
      <div class="stack share-game">
        {!isPublic && <p class="notice">{s.private}</p>}
        <img
          class="share-picture"
          src={`${pictures}/picture.svg${here}${shade}`}
          alt={s.pictureAlt(ply)}
        />
        {isPublic && (
          <>
            <CopyField label={s.link} text={link} />
            <CopyField label={s.embed} text={frame} />
          </>
        )}
        <div class="row">
          <a
            class="button"
            href={`${pictures}/picture.png${here}${shade}`}
            download={`${result}-${ply}.png`}
          >
            <Icon name="down" />
            <span>{s.png}</span>
          </a>
          <a
            class="button"
            href={`${pictures}/picture.svg${here}${shade}`}
            download={`${result}-${ply}.svg`}
          >
            <Icon name="down" />
            <span>{s.svg}</span>
          </a>
          <a
            class="button"
            href={`${pictures}/animation.gif${shade.replace("&", "?")}`}
            download={`${result}.gif`}
          >
            <Icon name="down" />
            <span>{s.gif}</span>
          </a>
        </div>
        <p class="soft small">{s.gifNote}</p>
      </div>
    </Dialog>
  );
}
