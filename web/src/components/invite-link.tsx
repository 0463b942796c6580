/** The link to a room, to copy or to scan as a QR code. */

import { useSignal } from "@preact/signals";
import { t } from "../strings";
import { Button } from "./button";
import { QrCode } from "./qr-code";

export function InviteLink({ code }: { code: string }) {
  const link = `${location.origin}/play/${code}`;
  const copied = useSignal(false);
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(link);
      copied.value = true;
    } catch {
      // The field selects its text on focus, so it can be copied by hand.
    }
  };
  return (
    <div class="invite">
      <div class="row tight">
        <input
          class="field"
          readOnly
          value={link}
          aria-label={t.room.shareInvite}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          label={copied.value ? t.room.copied : t.room.copy}
          icon="link"
          look="primary"
          onClick={copyLink}
        />
      </div>
      <QrCode text={link} />
      <p class="soft small">{t.room.scan}</p>
    </div>
  );
}
