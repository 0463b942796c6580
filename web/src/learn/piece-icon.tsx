/** A small picture of a piece, drawn as the board draws it. */

import { useEffect, useRef } from "preact/hooks";
import type { PictureToken } from "../board/piece-picture";
import type { GameInfo } from "../protocol";
import { themeOf } from "../seats";
import { boardLooks } from "../settings";

/** The picture alone, for a control that has the name of the piece in words. */
export function PieceCanvas({ game, piece }: { game: GameInfo; piece: PictureToken }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const looks = boardLooks.value;
  useEffect(() => {
    // The board's code is a chunk of its own, so that text does not wait for it.
    void import("../board/piece-picture").then(({ drawPiecePicture }) => {
      if (canvas.current) drawPiecePicture(canvas.current, piece, themeOf(game), looks);
    });
  }, [game.id, JSON.stringify(piece), looks]);
  return <canvas ref={canvas} class="piece-icon" />;
}

/** A piece of the first seat with its name. */
export function PieceIcon({ game, glyph }: { game: GameInfo; glyph: string }) {
  const name = game.pieces?.[glyph] ?? glyph;
  return (
    <span role="img" aria-label={name}>
      <PieceCanvas game={game} piece={{ glyph, text: name.slice(0, 1), seat: 0 }} />
    </span>
  );
}
