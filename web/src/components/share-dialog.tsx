/** The dialog for the invite link and for spectators. */

import { useSignal } from "@preact/signals";
import type { Room } from "../room";
import type { RoomSession } from "../room-session";
import { t } from "../strings";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { InviteLink } from "./invite-link";
import { showError } from "./toasts";

interface Props {
  session: RoomSession;
  room: Room;
  onClose(): void;
}

export function ShareDialog({ session, room, onClose }: Props) {
  const spectators = useSignal(room.setup.spectators ?? false);
  const listed = useSignal(room.setup.public ?? false);
  // A game on one screen gets spectators through the lobby only.
  const local = room.mode !== "online";
  const watchable = local ? room.setup.public : room.setup.spectators;
  const label = useSignal(room.setup.label ?? "");
  const host = room.host === session.connection.me.value?.member;
  const saveShare = async (event: Event) => {
    event.preventDefault();
    try {
      const share = { public: listed.value, spectators: spectators.value, label: label.value };
      await session.send({ type: "share", ...share });
      onClose();
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Dialog title={t.room.shareTitle} onClose={onClose}>
      <InviteLink code={room.code} />
      {room.phase !== "open" && !watchable && <p class="small">{t.room.sharePrivate}</p>}
      {host && (
        <form class="stack" onSubmit={saveShare}>
          {!local && (
            <label class="check">
              <input
                type="checkbox"
                checked={spectators.value}
                onChange={(event) => {
                  spectators.value = event.currentTarget.checked;
                }}
              />
              <span>{t.room.shareWatch}</span>
            </label>
          )}
          <label class="check">
            <input
              type="checkbox"
              checked={listed.value}
              onChange={(event) => {
                listed.value = event.currentTarget.checked;
                // A public game usually has spectators, a private one does not.
                spectators.value = listed.value;
              }}
            />
            <span>{t.room.shareLobby}</span>
          </label>
          <label class="stack tight">
            <span class="label">{t.room.shareLabel}</span>
            <input
              class="field"
              maxLength={48}
              value={label.value}
              onInput={(event) => {
                label.value = event.currentTarget.value;
              }}
            />
          </label>
          <Button label={t.room.shareSave} look="primary" type="submit" />
        </form>
      )}
    </Dialog>
  );
}
