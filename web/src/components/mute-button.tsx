/** The button that turns sounds on and off. */

import { changeSettings, settings } from "../settings";
import { t } from "../strings";
import { Button } from "./button";

export function MuteButton() {
  const { sounds } = settings.value;
  return (
    <Button
      label={t.settingsPage.sounds}
      icon={sounds ? "sound" : "mute"}
      bare
      look="quiet"
      aria-pressed={sounds}
      onClick={() => changeSettings({ sounds: !sounds })}
    />
  );
}
