/** A modal dialog: the browser's own element, which keeps the focus inside. */

import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../strings";
import { Button } from "./button";

interface Props {
  title: string;
  onClose(): void;
  children: ComponentChildren;
}

export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it already, by the browser.
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          <Button label={t.close} icon="close" bare look="quiet" onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}

interface Question {
  title: string;
  yes: string;
  onYes(): void;
  onClose(): void;
}

/** Ask for a confirmation before an action that cannot be undone. */
export function ConfirmDialog({ title, yes, onYes, onClose }: Question) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="row end">
        <Button label={t.cancel} onClick={onClose} />
        <Button
          label={yes}
          look="danger"
          onClick={() => {
            onClose();
            onYes();
          }}
        />
      </div>
    </Dialog>
  );
}
