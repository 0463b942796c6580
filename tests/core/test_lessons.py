"""Lessons: what every game teaches, and how a broken file is refused."""

from __future__ import annotations

import pytest

from ludarium import Nonconformance, check_game, games
from ludarium.core.lesson import (
    BadLessons,
    Lessons,
    check_step,
    lesson_faults,
    parse_lessons,
    step_position,
)
from ludarium.core.registry import registered_game

GAMES = [name for name in games() if registered_game(name).__module__.startswith("ludarium.games")]
HEAD = 'rules_version = 1\n[first_game]\nsay = "Play."\n'
LESSON = '[[lessons]]\nid = "{id}"\ntitle = "A"\npart = "{part}"\n'
STEP = '[[lessons.steps]]\nsay = "Move."\nsolution = ["{move}"]\n{goal}\n'


def taught(name: str) -> Lessons:
    found = registered_game(name).lessons()
    assert found is not None
    return found


def faults(monkeypatch: pytest.MonkeyPatch, text: str) -> list[str]:
    """The faults of Caldera with these lessons in place of its own."""
    kind = registered_game("caldera")
    made = parse_lessons(text, kind)
    monkeypatch.setattr(kind, "lessons", lambda: made)
    return list(lesson_faults(kind))


@pytest.mark.parametrize("name", GAMES)
def test_every_goal_is_reached_by_its_solution(name: str) -> None:
    assert list(lesson_faults(registered_game(name))) == []


@pytest.mark.parametrize("name", GAMES)
def test_every_piece_has_a_lesson_and_three_ideas_follow(name: str) -> None:
    lessons = taught(name)
    pieces = {lesson.piece for lesson in lessons.lessons if lesson.piece}
    assert pieces == set(registered_game(name).piece_names)
    assert all(lesson.moves for lesson in lessons.lessons if lesson.piece)
    parts = [lesson.part for lesson in lessons.lessons]
    assert parts.count("ideas") >= 3
    assert parts.count("goal") >= 1
    assert lessons.first_game.remarks


@pytest.mark.parametrize("name", GAMES)
def test_no_goal_is_reached_by_every_move(name: str) -> None:
    lessons = taught(name)
    game = registered_game(name)(lessons.ruleset, **lessons.options)
    for lesson in lessons.lessons:
        for step in lesson.steps:
            choices = game.choices(step_position(game, step))
            some = choices[:: len(choices) // 20 + 1]
            reached = [check_step(game, step, [one.notation]).status for one in some]
            assert set(reached) != {"done"}, lesson.id


def test_a_move_beside_the_goal_is_missed_and_an_unfinished_turn_is_not() -> None:
    lessons = taught("pyramids")
    game = registered_game("pyramids")(lessons.ruleset, **lessons.options)
    lesson = lessons.find("prepare")
    assert lesson is not None
    (step,) = lesson.steps
    first, last = step.solution
    assert check_step(game, step, [first]).status == "unfinished"
    assert check_step(game, step, [first, last]).status == "done"
    position = step_position(game, step)
    game.advance(position, game.move_from_notation(position, first))
    eruptions = [one.notation for one in game.choices(position) if one.notation.endswith("!")]
    eruptions.remove(last)
    assert {check_step(game, step, [first, one]).status for one in eruptions} == {"missed"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            LESSON.format(id="a", part="ideas") + STEP.format(move="d1-d2", goal="win = true"),
            "goal",
        ),
        (LESSON.format(id="a", part="ideas") + STEP.format(move="d1-d2", goal=""), "no goal"),
        (
            LESSON.format(id="a", part="ideas") + STEP.format(move="d1-d9", goal='play = ["*"]'),
            "refused",
        ),
        (
            LESSON.format(id="a", part="ideas")
            + STEP.format(move="d1-d2", goal='play = ["*"]\nstate = "{"'),
            "refused",
        ),
        (
            LESSON.format(id="a", part="ideas")
            + STEP.format(move="d1-d2", goal='play = ["*"]')
            + LESSON.format(id="a", part="pieces")
            + STEP.format(move="d1-d2", goal='play = ["*"]'),
            "same id",
        ),
        (
            LESSON.format(id="a", part="ideas").replace('"A"', '"A"\npiece = "wheel"')
            + STEP.format(move="d1-d2", goal='play = ["*"]'),
            "wheel",
        ),
    ],
)
def test_faults_are_named(monkeypatch: pytest.MonkeyPatch, text: str, said: str) -> None:
    assert said in faults(monkeypatch, HEAD + text)[0]


def test_the_conformance_suite_reports_them(monkeypatch: pytest.MonkeyPatch) -> None:
    text = LESSON.format(id="a", part="ideas") + STEP.format(move="d1-d2", goal="win = true")
    assert faults(monkeypatch, HEAD + text)
    with pytest.raises(Nonconformance, match="every goal of a lesson can be reached"):
        check_game(registered_game("caldera")(), playouts=0)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("rules_version = ", "bad_lessons"),
        ("rules_version = 1\nlesson = 3", "bad_lessons"),
        (HEAD.replace("= 1", "= 7") + "lessons = []", "bad_lessons"),
        (HEAD.replace("rules_version = 1", "rules_version = 7\nlessons = []"), "other_lessons"),
    ],
)
def test_a_broken_file_is_refused(text: str, code: str) -> None:
    with pytest.raises(BadLessons) as caught:
        parse_lessons(text, registered_game("caldera"))
    assert caught.value.code == code
