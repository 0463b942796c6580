/** The button that turns sounds off and on. */

import { change, settings } from "../settings";
import { t } from "../strings";
import { Button } from "./button";

export function Mute() {
  const { sounds } = settings.value;
  return (
    <Button
      label={t.settingsPage.sounds}
      icon={sounds ? "sound" : "mute"}
      bare
      look="quiet"
      aria-pressed={sounds}
      onClick={() => change({ sounds: !sounds })}
    />
  );
}
