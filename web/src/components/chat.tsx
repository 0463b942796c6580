/** The chat of a room. */

import { useEffect, useRef } from "preact/hooks";
import type { Room } from "../room";
import type { RoomSession } from "../room-session";
import { t } from "../strings";
import { Button } from "./button";
import { showError } from "./toasts";

const MAX_LINE_CHARS = 280;

export function Chat({ session, room }: { session: RoomSession; room: Room }) {
  const text = session.draft;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [room.chat.length]);
  const sendLine = async (event: Event) => {
    event.preventDefault();
    const said = text.value.trim();
    if (!said) return;
    text.value = "";
    await session.send({ type: "say", text: said }).catch((error) => {
      text.value ||= said; // unless the user writes something else already
      showError(error);
    });
  };
  return (
    <div class="chat">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <div class="lines" ref={list} role="log" aria-label={t.room.chat} tabIndex={0}>
        {room.chat.length === 0 && <p class="soft small">{t.room.chatEmpty}</p>}
        {room.chat.map((line) => (
          <p key={line.number} data-channel={line.channel}>
            <b>{line.name}</b>
            {line.channel === "watchers" && <span class="tag">{t.room.watcher}</span>} {line.text}
          </p>
        ))}
      </div>
      <form class="row tight" onSubmit={sendLine}>
        <input
          class="field"
          value={text.value}
          maxLength={MAX_LINE_CHARS}
          aria-label={t.room.chatPlaceholder}
          placeholder={t.room.chatPlaceholder}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
        <Button label={t.room.chatSend} icon="arrow" bare type="submit" />
      </form>
      <p class="soft small">{room.yours.length ? t.room.chatPlayers : t.room.chatWatchers}</p>
    </div>
  );
}
