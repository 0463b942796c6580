import { h, render } from "preact";
import { act } from "preact/test-utils";
import { expect, it, vi } from "vitest";
import { useRoomSounds } from "../src/components/room-sounds";
import type { Ending } from "../src/protocol";
import type { Room } from "../src/room";
import { sounds } from "../src/sound";

it("plays the end when the board shows it, a moment after the room has ended", async () => {
  const play = vi.spyOn(sounds, "play").mockImplementation(() => {});
  const Shown = ({ phase, outcome }: Pick<Room, "phase"> & { outcome: Ending | null }) => {
    useRoomSounds(false, { phase, yours: [0], mode: "ai" } as unknown as Room, outcome);
    return null;
  };
  const show = (phase: Room["phase"], outcome: Ending | null) =>
    act(() => render(h(Shown, { phase, outcome }), document.body));
  await show("playing", null);
  await show("finished", null);
  expect(play).not.toHaveBeenCalled();
  await show("finished", { winner: 1, reason: "captured" });
  expect(play.mock.calls).toEqual([["lose"]]);
  render(null, document.body);
});
