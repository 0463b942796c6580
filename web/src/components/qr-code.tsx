/** A QR code of a link. */

import { encode } from "uqr";
import { t } from "../strings";

export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t.room.qr}>
      <rect width={size} height={size} />
      <path d={path} />
    </svg>
  );
}
