"""Crossfire, lasers and mirrors: the second example of docs/tutorials/adding-a-game.md."""

from collections.abc import Iterator

from ludarium import (
    COMPASS,
    BoardShape,
    CellPart,
    DeclaredGame,
    DeclaredPosition,
    Event,
    IllegalMove,
    MoveKind,
    MoveShape,
    Piece,
    WordPart,
    choice_field,
    number_field,
    place_field,
    scene_differences,
)

BOARD = BoardShape(7, 7)
WAYS = tuple(COMPASS)  # n, ne, e, se, s, sw, w, nw: two steps in this list are a quarter turn
QUIET_TURNS = 40
LASER, CORE, MIRROR, HITS = "L", "C", "M", ("hit point", "hit points")

# Kind, glyph, cell, facing and hit points; the second seat's pieces are turned by 180 degrees.
ARMY = (
    (LASER, "cannon", 48, 0, 3),
    (CORE, "gem", 45, 0, 2),
    (MIRROR, "mirror", 38, 7, 2),
    (MIRROR, "mirror", 40, 1, 2),
    (MIRROR, "mirror", 30, 1, 2),
)
COUNT = len(ARMY)
PIECES = tuple(Piece(kind, glyph, seat) for seat in (0, 1) for kind, glyph, *_ in ARMY)
CELLS = [cell for *_, cell, _, _ in ARMY] + [48 - cell for *_, cell, _, _ in ARMY]
FACINGS = [WAYS[way] for *_, way, _ in ARMY] + [WAYS[(way + 4) % 8] for *_, way, _ in ARMY]

STEP = MoveKind("step", CellPart("from", BOARD), CellPart("to", BOARD))
TURN = MoveKind("turn", CellPart("at", BOARD), WordPart("way", ("left", "right")))
MOVES = MoveShape(STEP, TURN)


class CrossfirePosition(DeclaredPosition):
    at = place_field(BOARD, PIECES, start=CELLS, facing="facing", badge="hits", badge_names=HITS)
    facing = choice_field(WAYS, start=FACINGS)
    hits = number_field(0, 3, start=[hits for *_, hits in ARMY] * 2)
    quiet = number_field(0, QUIET_TURNS)
    reasons = {
        "core_lost": "A core has no hit points left.",
        "both_cores_lost": "Both cores lost their last hit point at once.",
        "quiet": f"No piece was hit for {QUIET_TURNS} turns.",
    }

    def list_moves(self) -> Iterator[int]:
        for piece in range(self.to_move * COUNT, (self.to_move + 1) * COUNT):
            if (cell := self.at[piece]) < 0:
                continue
            yield from (TURN.pack(cell, 0), TURN.pack(cell, 1))
            for way in WAYS if PIECES[piece].text != LASER else ():
                target = BOARD.step(cell, way)
                if target is not None and target not in self.at:
                    yield STEP.pack(cell, target)

    def make_move(self, move: int) -> None:
        self.move_piece(move)
        self.fire_lasers()
        self.pass_turn()

    def move_piece(self, move: int) -> None:
        kind = MOVES.kind_of(move)
        cell, value = kind.unpack(move)
        piece = self.at.index(cell)
        if kind is STEP:
            self.at[piece] = value
        else:
            self.facing[piece] = (self.facing[piece] + (-2, 2)[value]) % 8

    def fire_lasers(self) -> None:
        struck = [piece for _, piece in self.trace_beams() if piece is not None]
        for piece in struck:
            self.hits[piece] = max(0, self.hits[piece] - 1)  # rule L5
            self.at[piece] = self.at[piece] if self.hits[piece] else -1
        self.quiet = 0 if struck else self.quiet + 1

    def trace_beams(self) -> list[tuple[list[int], int | None]]:
        return [self.trace_beam(laser) for laser in (0, COUNT) if self.at[laser] >= 0]

    def trace_beam(self, laser: int) -> tuple[list[int], int | None]:
        way, path = self.facing[laser], [self.at[laser]]  # returns its cells and the piece it hits
        while (cell := BOARD.step(path[-1], WAYS[way])) is not None:
            path.append(cell)
            if cell in self.at:
                piece = self.at.index(cell)
                kind, facing, source = PIECES[piece].text, self.facing[piece], (way + 4) % 8
                if kind != MIRROR or (facing - source) % 8 not in (1, 7):
                    shielded = kind == CORE and facing == source  # rule L6
                    return path, None if shielded else piece
                way = (2 * facing - source) % 8  # rule L4
        return path, None

    def find_end(self) -> None:
        lost = [self.at[core] < 0 for core in (1, COUNT + 1)]
        if all(lost):
            self.draw("both_cores_lost")
        elif any(lost):
            self.win(lost.index(False), "core_lost")
        elif self.quiet >= QUIET_TURNS:
            self.draw("quiet")

    def is_reachable(self) -> bool:
        cells = [cell for cell in self.at if cell >= 0]
        known = zip(PIECES, self.at, self.facing, self.hits, strict=True)
        sound = all((h > 0) == (c >= 0) and w % 2 == (p.text == MIRROR) for p, c, w, h in known)
        return sound and len(set(cells)) == len(cells)


class Crossfire(DeclaredGame[CrossfirePosition]):
    """Two lasers fire after every turn, and mirrors send their beams around corners.

    - **L1.** Each seat has a laser, a core and three mirrors. Blue begins.
    - **L2.** In a turn, a piece turns by a quarter; or a core or mirror steps to a free neighbour.
    - **L3.** Then both lasers fire at once, each in the direction that it faces.
    - **L4.** A beam that meets the bright side of a mirror goes on around the corner.
    - **L5.** Any other piece that it meets loses a hit point; without hit points it is removed.
    - **L6.** A core takes no harm from the side that it faces.
    - **L7.** A seat that loses its core loses. Both at once, or 40 turns without a hit, are a draw.
    """

    id = "crossfire"
    title = "Crossfire"
    summary = "Turn mirrors, and let the beams find the other core."
    seat_names = ("Blue", "Orange")
    piece_names = {"cannon": "laser", "gem": "core", "mirror": "mirror"}
    prompts = ("Choose a piece", "Choose a cell beside it, or turn it")
    move_shape = MOVES

    def refuse(self, position: CrossfirePosition, move: int) -> IllegalMove:
        own = position.at[position.to_move * COUNT : (position.to_move + 1) * COUNT]
        cell = MOVES.kind_of(move).unpack(move)[0]
        if cell not in own:
            return IllegalMove("no_piece", "There is no piece of yours on that cell.", "L2")
        if cell == own[0]:
            return IllegalMove("laser_stays", "A laser turns, but it does not step.", "L2")
        return IllegalMove("no_step", "A piece steps to an empty cell beside it.", "L2")

    def events(self, position: CrossfirePosition, move: int) -> list[Event]:
        moved = position.copy()
        moved.move_piece(move)
        paths = [path for path, _ in moved.trace_beams()]
        beams = [BOARD.beam(path, together=path != paths[0]) for path in paths]
        before, between = self.scene(position), self.scene(moved)
        moved.fire_lasers()
        damage = scene_differences(between, self.scene(moved))
        return [*scene_differences(before, between), *beams, *damage]

    def preview(self, position: CrossfirePosition, move: int) -> list[Event]:
        return self.events(position, move)[1:]
