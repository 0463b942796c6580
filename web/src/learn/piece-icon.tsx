/** A small picture of a piece, drawn as the board draws it. */

import { useEffect, useRef } from "preact/hooks";
import type { GameInfo } from "../protocol";
import { themeOf } from "../seats";
import { boardLooks } from "../settings";

export function PieceIcon({ game, glyph }: { game: GameInfo; glyph: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const name = game.pieces?.[glyph] ?? glyph;
  const looks = boardLooks.value;
  useEffect(() => {
    // The board's code is a chunk of its own, so that text does not wait for it.
    void import("../board/piece-picture").then(({ drawPiecePicture }) => {
      if (canvas.current)
        drawPiecePicture(canvas.current, glyph, name, themeOf(game), looks.dark, looks);
    });
  }, [game.id, glyph, looks]);
  return <canvas ref={canvas} class="piece-icon" role="img" aria-label={name} />;
}
