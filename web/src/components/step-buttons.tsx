/** Buttons that step through a line of moves: to its start, back, forward, to its latest move. */

import type { ComponentChildren } from "preact";
import { t } from "../strings";
import { Button } from "./button";

interface Props {
  class?: string;
  /** Whether there is a move before the one that is shown, and one after it. */
  back: boolean;
  forward: boolean;
  /** Go one move forward or back, or to that end of the line. */
  onStep(forward: boolean): void;
  onJump(forward: boolean): void;
  /** A control between the two directions. */
  children?: ComponentChildren;
}

export function StepButtons({ class: name = "steps", children, ...line }: Props) {
  const step = (label: string, icon: "first" | "prev" | "next" | "last", onClick: () => void) => (
    <Button
      label={label}
      icon={icon}
      bare
      look="quiet"
      disabled={icon === "first" || icon === "prev" ? !line.back : !line.forward}
      onClick={onClick}
    />
  );
  return (
    <div class={name}>
      {step(t.room.first, "first", () => line.onJump(false))}
      {step(t.room.back, "prev", () => line.onStep(false))}
      {children}
      {step(t.room.forward, "next", () => line.onStep(true))}
      {step(t.room.last, "last", () => line.onJump(true))}
    </div>
  );
}
