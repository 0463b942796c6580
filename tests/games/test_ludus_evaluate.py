"""Ludus' evaluation: wins and threats in one, exchanges, features, and the view of either seat."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ludarium import AnyGame, load
from ludarium.core.constants import NO_FEATURE, NO_MOVE
from ludarium.core.position import ONGOING
from ludarium.games.ludus.board import (
    AERIAL,
    COMPASS,
    FIRST_LORD_IDS,
    FRESH,
    LEGIONARE,
    OWNER,
    PLACES,
    START_KIND,
    STRIKE_FLAG,
    VETERAN,
    LudusSettings,
    Placement,
    ground_cell,
    move_piece,
    named_pieces,
    sky_cell,
)
from ludarium.games.ludus.rules import LudusPosition
from tests.games.ludus_states import GAME, ORIGINAL, position

Standing = dict[int, tuple[int, int]]
GROUND = {cell for cell, (where, _, _) in PLACES.items() if where == "ground"}


def arranged(standing: Standing, ply: int, quiet: int = 0, sky_combat: bool = True) -> Any:
    at = LudusPosition(LudusSettings(sky_combat))
    at.arrange_board(Placement(standing, set(), [[], []], ply, quiet))
    return at


def standing(at: Any) -> Standing:
    """The kind and cell of every piece in play."""
    alive = at.alive[0] | at.alive[1]
    return {p: (at.kind[p], at.where[p]) for p in range(52) if alive >> p & 1}


def scattered(seed: int, count: int) -> Iterator[Any]:
    """Pieces at random, most of them around a First Lord, with either seat to move."""
    chance = random.Random(seed)
    for turn in range(count):
        centre = chance.choice(list(PLACES))
        near = sorted(PLACES, key=lambda cell: far(cell, centre) + 3 * chance.random())
        cells = near[: chance.randrange(12, 60)]
        chosen = {*FIRST_LORD_IDS, *chance.sample(range(52), chance.randrange(3, 20))}
        found: Standing = {}
        for number in chosen:
            kind = START_KIND[number]
            if kind == FRESH:
                kind = chance.choice([LEGIONARE, VETERAN])
            free = [cell for cell in cells if fits(OWNER[number], kind, cell)]
            if number in FIRST_LORD_IDS and chance.random() < 0.5:
                free = [centre] if centre in free else free
            if not free:
                free = [cell for cell in PLACES if fits(OWNER[number], kind, cell)]
            cell = chance.choice(free)
            if all(cell != other for _, other in found.values()):
                found[number] = (kind, cell)
        if set(FIRST_LORD_IDS) <= set(found):
            at = arranged(found, 100 + turn % 2, sky_combat=chance.random() < 0.8)
            if at.verdict == ONGOING:
                yield at


def lined_up(seed: int, count: int) -> Iterator[Any]:
    """A white striker, perhaps a black piece behind which the First Lord hides, and wards."""
    chance = random.Random(seed)
    for _ in range(count):
        lord = ground_cell(chance.randrange(11), chance.randrange(11))
        way = chance.choice(COMPASS[::2])
        line = [lord + way * steps for steps in range(5)]
        striker, screen = chance.choice([7, 11, 19]), chance.choice([1, 8, 12, 44, 45, 46])
        gap = chance.choice([1, 2, 2, 3, 3, 4])
        found = {20: lord, striker: line[gap], 23: ground_cell(0, 0)}
        if gap > 1:
            found[screen] = line[1]
        found[9] = lord - way
        found[45] = chance.choice([cell + step for cell in line[:2] for step in COMPASS])
        if len(set(found.values())) < len(found) or not set(found.values()) <= GROUND:
            continue
        kinds = {p: VETERAN if START_KIND[p] == FRESH else START_KIND[p] for p in found}
        at = arranged({p: (kinds[p], cell) for p, cell in found.items()}, 100)
        if at.verdict == ONGOING:
            yield at


def far(cell: int, other: int) -> int:
    (_, r, c), (_, r2, c2) = spot(cell), spot(other)
    return max(abs(r - r2), abs(c - c2))


def spot(cell: int) -> tuple[str, int, int]:
    where, row, col = PLACES[cell]
    return (where, row + 3, col + 3) if where == "sky" else (where, row, col)


def fits(seat: int, kind: int, cell: int) -> bool:
    """Whether a piece of that kind can stand there."""
    where, row, _ = PLACES[cell]
    if where == "sky":
        return kind in AERIAL
    return kind != LEGIONARE or row not in (0, 10)


def walks(game: AnyGame, seed: int, games: int = 3, plies: int = 80) -> Iterator[Any]:
    """Positions of random games that like captures."""
    chance = random.Random(seed)
    for _ in range(games):
        at = game.new()
        while at.verdict == ONGOING and at.ply < plies:
            yield at
            moves = game.moves(at)
            captures = [move for move in moves if named_pieces(move)]
            at.play(chance.choice(captures if captures and chance.random() < 0.5 else moves))


def wins(at: Any) -> list[int]:
    """The moves that remove the enemy's First Lord, found by looking at all."""
    lord = FIRST_LORD_IDS[at.to_move ^ 1]
    return [move for move in GAME.moves(at) if lord in named_pieces(move)]


def lord_is_second(move: int) -> bool:
    return named_pieces(move)[-1] in FIRST_LORD_IDS and len(named_pieces(move)) == 2


def features(at: Any, seat: int) -> list[int]:
    evaluator = GAME.evaluator(trained=False)
    out = array("h", [-2] * evaluator.slots)
    evaluator.fill_features(at, seat, out)
    return list(out)


def flipped(at: Any) -> Any:
    """The board upside down, with the seats exchanged and the other one to move."""

    def partner(number: int) -> int:
        if number < 44:
            return number ^ 3
        return number + 4 if number < 48 else number - 4

    def below(cell: int) -> int:
        where, row, col = PLACES[cell]
        return sky_cell(4 - row, col) if where == "sky" else ground_cell(10 - row, col)

    pieces = {partner(p): (kind, below(cell)) for p, (kind, cell) in standing(at).items()}
    return arranged(pieces, at.ply + 1, at.ply - at.progress, at.sky_combat)


def mirrored(at: Any) -> Any:
    """The board with left and right exchanged."""

    def across(cell: int) -> int:
        where, row, col = PLACES[cell]
        return sky_cell(row, 4 - col) if where == "sky" else ground_cell(row, 10 - col)

    pieces = {p: (kind, across(cell)) for p, (kind, cell) in standing(at).items()}
    return arranged(pieces, at.ply, at.ply - at.progress, at.sky_combat)


def sample(seed: int) -> Iterator[Any]:
    yield from scattered(seed, 400)
    yield from lined_up(seed, 500)
    yield from walks(GAME, seed)


def test_a_win_in_one_is_found_if_and_only_if_there_is_one() -> None:
    evaluator = GAME.evaluator(trained=False)
    seen = Counter[str]()
    for at in sample(1):
        found = evaluator.winning_move(at)
        possible = wins(at)
        assert found in possible if possible else found == NO_MOVE
        strikes = [move for move in possible if move & STRIKE_FLAG]
        if possible and strikes == possible:
            seen["pierce" if lord_is_second(found) else "strike"] += 1
        else:
            seen["win" if possible else "none"] += 1
    assert min(seen["win"], seen["none"]) > 50
    assert min(seen["pierce"], seen["strike"]) > 5


def test_a_threat_is_a_win_of_the_other_seat_were_it_to_move() -> None:
    evaluator = GAME.evaluator(trained=False)
    seen = Counter[bool]()
    for at in sample(2):
        twin = arranged(standing(at), at.ply + 1, 0, at.sky_combat)
        assert evaluator.is_threatened(at) == bool(wins(twin))
        seen[evaluator.is_threatened(at)] += 1
    assert min(seen[True], seen[False]) > 50


def test_every_slot_is_a_piece_or_a_limit_and_features_are_within_range() -> None:
    evaluator = GAME.evaluator(trained=False)
    for at in walks(GAME, 3):
        for seat in range(2):
            found = features(at, seat)
            assert all(NO_FEATURE <= feature < evaluator.inputs for feature in found)
            alive = at.alive[0] | at.alive[1]
            assert [f != NO_FEATURE for f in found[:52]] == [
                bool(alive >> p & 1) for p in range(52)
            ]
            named = [feature for feature in found if feature != NO_FEATURE]
            assert len(named) == len(set(named))


def test_a_move_changes_the_slots_of_the_pieces_that_it_touches() -> None:
    for at in walks(GAME, 4, 1, 60):
        for move in GAME.moves(at)[::7]:
            after = at.copy()
            after.play(move)
            pairs = zip(features(at, 0)[:52], features(after, 0)[:52], strict=True)
            changed = {number for number, (old, new) in enumerate(pairs) if old != new}
            moved = (
                set()
                if at.where[move_piece(move)] == after.where[move_piece(move)]
                else {move_piece(move)}
            )
            assert changed == moved | set(named_pieces(move))


def test_a_network_of_this_size_fits_into_a_mebibyte() -> None:
    assert GAME.evaluator(trained=False).inputs * 128 * 2 <= 1 << 20


def test_both_seats_see_an_exchanged_board_alike() -> None:
    evaluator = GAME.evaluator(trained=False)
    for at in sample(5):
        twin = flipped(at)
        for seat in range(2):
            assert evaluator.by_hand(at, seat) == evaluator.by_hand(twin, seat ^ 1)
            # The limits of games of another length are left out.
            assert sorted(features(at, seat)[:53]) == sorted(features(twin, seat ^ 1)[:53])


def test_left_and_right_are_alike() -> None:
    evaluator = GAME.evaluator(trained=False)
    [renamed] = evaluator.feature_symmetries()
    assert sorted(renamed) == list(range(evaluator.inputs))
    assert [renamed[new] for new in renamed] == list(range(evaluator.inputs))
    for at in sample(6):
        twin = mirrored(at)
        for seat in range(2):
            assert evaluator.by_hand(at, seat) == evaluator.by_hand(twin, seat)
            seen = [f if f == NO_FEATURE else renamed[f] for f in features(at, seat)]
            assert sorted(seen) == sorted(features(twin, seat))


def test_what_one_seat_gains_the_other_loses() -> None:
    evaluator = GAME.evaluator(trained=False)
    for at in sample(7):
        assert evaluator.by_hand(at, 0) == -evaluator.by_hand(at, 1)


def urgencies(state: dict[str, Any], game: AnyGame = GAME) -> dict[str, int]:
    """The urgency of every capture and strike by its notation."""
    at = game.state_from_json(state)
    evaluator = game.evaluator(trained=False)
    captures = [move for move in game.moves(at) if named_pieces(move)]
    return {game.notate(at, move): evaluator.move_urgency(at, move) for move in captures}


def test_a_dear_piece_takes_a_cheap_one_only_if_nobody_guards_it() -> None:
    free = urgencies(position(p48="e5", p5="e8"))
    guarded = urgencies(position(p48="e5", p5="e8", p9="d9"))
    assert free["e5xe8"] > 0 >= guarded["e5xe8"]


def test_a_strike_risks_nothing() -> None:
    found = urgencies(position(p19="e6", p5="e8", p9="d9"))
    assert found["e6*e8"] > 0 >= found["e6xe8"]


def test_the_dearest_victim_comes_first_then_the_cheapest_taker() -> None:
    found = urgencies(position(p48="e5", p44="e7", p5="a5", p45="h2"))
    assert found["e5xe7"] > found["e5xh2"] > found["e5xa5"] > 0
    twice = urgencies(position(p48="e5", p6="d6", p44="e7", p9="e8"))
    assert twice["d6xe7"] > twice["e5xe7"] > 0


def test_a_pierce_counts_both_victims() -> None:
    one = urgencies(position(p19="e5", p44="e7"))
    both = urgencies(position(p19="e5", p44="e7", p8="e8"))
    assert both["e5*e7"] > one["e5*e7"]


def test_a_first_lord_does_not_walk_into_a_guard() -> None:
    found = urgencies(position(p23="f1", p44="f3", p12="h5"))
    assert found["f1xf3"] <= 0
    assert urgencies(position(p23="f1", p44="f3"))["f1xf3"] > 0


def test_nothing_is_more_urgent_than_a_first_lord() -> None:
    found = urgencies(position(p50="f9", p44="e9"))
    assert max(found, key=lambda written: found[written]) == "f9xf11"


def test_quiet_moves_are_not_urgent_but_promotions_are() -> None:
    at = GAME.state_from_json(position(p2="a10", p50="c6"))
    evaluator = GAME.evaluator(trained=False)
    urgent = [GAME.notate(at, m) for m in GAME.moves(at) if evaluator.move_urgency(at, m) > 0]
    assert urgent == ["a10-a11"]


def test_pieces_side_by_side_support_each_other_doubly_beside_a_steadholder() -> None:
    hand = GAME.evaluator(trained=False)

    def gain(piece: str, apart: str, beside: str) -> int:
        """What a legionare gains by standing beside a piece on d6, not away from it."""
        scores = [
            hand.by_hand(GAME.state_from_json(position(cells={piece: "d6", "p2": cell})), 0)
            for cell in (apart, beside)
        ]
        return scores[1] - scores[0]

    assert gain("p50", "b6", "c6") == gain("p48", "b6", "c6") == 4  # one friend for each of them
    assert gain("p49", "b6", "c6") == 6
    assert gain("p50", "e7", "e5") < 4  # diagonals do not count


def test_a_lead_fades_as_the_quiet_limit_nears() -> None:
    evaluator = GAME.evaluator(trained=False)
    scores = [
        evaluator.by_hand(GAME.state_from_json(position(p48="e5", quiet=quiet)), 0)
        for quiet in (0, 50, 80, 99)
    ]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 4
    assert 0 <= scores[-1] < 20
    forever = evaluator.by_hand(ORIGINAL.state_from_json(position(p48="e5", quiet=99)), 0)
    assert forever == scores[0]


def test_the_evaluation_by_hand_is_the_same_in_both_engines() -> None:
    evaluator = GAME.evaluator(trained=False)
    scores = [evaluator.by_hand(at, at.to_move) for at in walks(GAME, 8, 1)]
    assert scores[::10] == [20, -271, -256, -862, -874, -546, -566, -559]


def test_the_game_without_sky_combat_has_the_same_evaluator() -> None:
    at = load("ludus", "original").new()
    assert ORIGINAL.evaluator(trained=False).by_hand(at, 0) > 0


def test_a_network_that_is_sure_is_joined_by_the_judgement_by_hand() -> None:
    joined, alone, hand = GAME.evaluator(), GAME.evaluator(), GAME.evaluator(trained=False)
    alone.hand_from_score = 0
    rng, found = random.Random(5), Counter[str]()
    for _ in range(3):
        at = GAME.new()
        while GAME.result(at) is None and at.ply < 200:
            GAME.advance(at, rng.choice(GAME.moves(at)))
            seat = at.to_move
            net, by_hand = alone.score(at, seat), hand.score(at, seat)
            share = min(max(abs(net) - joined.hand_from_score, 0), joined.hand_from_score)
            extra = abs(by_hand) * share // joined.hand_from_score
            assert joined.score(at, seat) == net + (extra if by_hand > 0 else -extra)
            found["sure" if share else "open"] += 1
    assert min(found["sure"], found["open"]) > 20


def test_a_beaten_army_is_hunted() -> None:
    hand = GAME.evaluator(trained=False)

    def nearer(others: list[int]) -> int:
        """What a white knight gains by standing three cells from the black First Lord, not nine."""
        standing = {20: ground_cell(9, 1), 23: ground_cell(10, 10)}
        standing |= {other: ground_cell(0, 10 - at) for at, other in enumerate(others)}
        scores = [
            hand.by_hand(
                arranged({p: (START_KIND[p], c) for p, c in {**standing, 7: cell}.items()}, 20), 0
            )
            for cell in (ground_cell(6, 1), ground_cell(6, 10))
        ]
        return scores[0] - scores[1]

    army = [0, 4, 8]
    assert nearer(army[:1]) == nearer(army[:2]) > nearer(army) > 0
