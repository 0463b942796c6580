"""Measures a language model: games against levels, one line of JSON a game, and a report."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ludarium.assistants.game_table import GameTable
from ludarium.assistants.model_client import LanguageModel, Message
from ludarium.core.elo import ELO_PER_NAT, expected_score
from ludarium.core.errors import IllegalMove, InvalidOption
from ludarium.core.game import AnyGame

ATTEMPTS = 3  # answers to one question before the game is forfeited
HISTORY_MOVES = 12  # of the last moves, told with each question
MOVE_LINE = re.compile(r"^\W*move\W*?[:=][\s*`]*(.+?)[ *`]*$", re.IGNORECASE | re.MULTILINE)
PRIOR_POINTS = 0.5  # a won and a lost half game, so that a clean sweep has a finite rating


class BenchPlan(NamedTuple):
    """What is played; everything is deterministic but the model's answers."""

    levels: tuple[str, ...]
    games: int  # against each level, the seats in turn
    seed: int = 1
    show_moves: bool = True
    loss_nodes: int = 0  # of the search that judges each move; 0: moves are not judged
    opponent_nodes: int = 0


class BenchGame(msgspec.Struct, frozen=True):
    """A finished game of the model against a level."""

    level: str
    number: int
    seat: int
    score: float
    reason: str
    moves: int
    answers: int
    refusals: dict[str, int]
    losses: list[float]
    tokens_in: int
    tokens_out: int
    bench: str  # model, game and settings; games of others may be in the same file


class BenchReport(msgspec.Struct, frozen=True):
    """The figures of a run. `elo` is on the scale of the level's ratings."""

    games: int
    scores: dict[str, float]
    elo: float | None
    deviation: float | None
    illegal_share: float
    illegal_by_rule: dict[str, int]
    loss_per_move: float | None
    tokens_in: int
    tokens_out: int
    cost: float


def run_bench(
    game: AnyGame,
    plan: BenchPlan,
    model: LanguageModel,
    file: Path,
    tell: Callable[[int, int], None],
) -> list[BenchGame]:
    """Play the missing games of a plan; `file` has those that are finished already.

    Games of other models, games or settings in the file do not count.
    """
    if not plan.levels:
        raise InvalidOption("no_levels", "Name at least one level.")
    bench = name_bench(game, plan, model)
    done = {
        (found.level, found.number): found for found in read_games(file) if found.bench == bench
    }
    wanted = [(level, number) for level in plan.levels for number in range(plan.games)]
    with file.open("ab") as out:
        for level, number in wanted:
            if (level, number) not in done:
                played = play_game(game, plan, model, level, number)
                out.write(msgspec.json.encode(played) + b"\n")
                out.flush()
                done[level, number] = played
            tell(sum(key in done for key in wanted), len(wanted))
    return [done[key] for key in wanted]


def name_bench(game: AnyGame, plan: BenchPlan, model: LanguageModel) -> str:
    """Everything that decides a game but its level and its number."""
    options = ",".join(f"{name}={value}" for name, value in game.values.items())
    shown = "shown" if plan.show_moves else "withheld"
    return (
        f"{model.name} plays {game.id} {game.rules_version} {game.ruleset} {options}; seed"
        f" {plan.seed}, moves {shown}, nodes {plan.loss_nodes} and {plan.opponent_nodes}"
    )


def read_games(file: Path) -> list[BenchGame]:
    """The games of a file; a last line that was cut off is left out."""
    if not file.is_file():
        return []
    found = []
    for line in file.read_bytes().splitlines():
        try:
            found.append(msgspec.json.decode(line, type=BenchGame))
        except msgspec.DecodeError:
            continue
    return found


def play_game(
    game: AnyGame, plan: BenchPlan, model: LanguageModel, level: str, number: int
) -> BenchGame:
    """Play one game. A model that gives no legal move in `ATTEMPTS` answers forfeits."""
    table = GameTable(
        game,
        level,
        seat=number % game.seat_counts[0],
        seed=plan.seed + number,
        show_moves=plan.show_moves,
        opponent_nodes=plan.opponent_nodes,
    )
    told: list[str] = []
    counts: Counter[str] = Counter()
    refusals: Counter[str] = Counter()
    losses: list[float] = []
    while table.match.outcome is None:
        told += table.last_answers
        notation = _ask_for_move(table, model, told, counts, refusals)
        if notation is None:
            break
        if plan.loss_nodes:
            losses.append(_judge(table, notation, plan.loss_nodes))
        told.append(f"{game.seat_names[table.seat]}: {notation}")
        table.play(notation)
        counts["moves"] += 1
    outcome = table.match.outcome
    if outcome is None:
        score, reason = 0.0, "no_legal_answer"
    else:
        score = 0.5 if outcome.winner is None else float(outcome.winner == table.seat)
        reason = outcome.reason
    return BenchGame(
        level,
        number,
        table.seat,
        score,
        reason,
        counts["moves"],
        counts["answers"],
        dict(refusals),
        losses,
        counts["tokens_in"],
        counts["tokens_out"],
        name_bench(game, plan, model),
    )


def _ask_for_move(
    table: GameTable,
    model: LanguageModel,
    told: Sequence[str],
    counts: Counter[str],
    refusals: Counter[str],
) -> str | None:
    """Ask until an answer is legal; every refusal is told. None after too many of them."""
    messages = _question(table, told)
    for _ in range(ATTEMPTS):
        answer = model.ask(messages)
        counts.update(answers=1, tokens_in=answer.tokens_in, tokens_out=answer.tokens_out)
        notation = read_move(answer.text)
        try:
            move = table.game.move_from_notation(table.match.position, notation)
        except IllegalMove as error:
            refusals[f"{error.rule} {error.code}"] += 1
            refusal = f"{error.message} Answer with another line `MOVE: <move>`."
            messages = [
                *messages,
                {"role": "assistant", "content": answer.text},
                {"role": "user", "content": refusal},
            ]
            continue
        return table.game.notate(table.match.position, move)
    return None


def _question(table: GameTable, told: Sequence[str]) -> list[Message]:
    seen = table.describe()
    lines = [f"You are {seen['you_are']}. It is your turn.", "", seen["board"], "", seen["signs"]]
    if told:
        lines += ["", "Last moves:", *told[-HISTORY_MOVES:]]
    if "legal_moves" in seen:
        lines += ["", "Legal moves: " + ", ".join(seen["legal_moves"])]
    lines += ["", "End your answer with one line: MOVE: <move in the notation of the rules>"]
    system = f"You play {table.game.title}. These are its rules.\n\n{table.game.rules()}"
    return [
        {"role": "system", "content": system},
        {"role": "user", "content": "\n".join(lines)},
    ]


def read_move(text: str) -> str:
    """The move of an answer: of its last line `MOVE: …`, else its last line."""
    marked = MOVE_LINE.findall(text)
    if marked:
        return str(marked[-1]).strip()
    lines = [line.strip(" `*.") for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def _judge(table: GameTable, notation: str, nodes: int) -> float:
    """The chance of winning that a move gives away, by a search of this many nodes."""
    best = table.analyse(nodes, lines=1)["lines"][0]
    if best["moves"] and best["moves"][0] == notation:
        return 0.0
    after = table.copy_after(notation)
    if after.match.outcome is not None:
        won = after.match.outcome.winner == table.seat
        return max(float(best["chance"]) - float(won), 0.0)
    reply = after.analyse(nodes, lines=1)
    same = reply["to_move"] == table.game.seat_names[table.seat]
    chance = reply["lines"][0]["chance"]
    return max(float(best["chance"]) - float(chance if same else 1 - chance), 0.0)


def make_report(
    games: Sequence[BenchGame],
    ratings: Mapping[str, float],
    price_in: float = 0.0,
    price_out: float = 0.0,
) -> BenchReport:
    """The figures of finished games; prices are for a million tokens."""
    levels = list(dict.fromkeys(game.level for game in games))
    scores = {
        level: sum(game.score for game in games if game.level == level)
        / max(sum(game.level == level for game in games), 1)
        for level in levels
    }
    refusals: Counter[str] = Counter()
    for game in games:
        refusals.update(game.refusals)
    losses = [loss for game in games for loss in game.losses]
    tokens_in = sum(game.tokens_in for game in games)
    tokens_out = sum(game.tokens_out for game in games)
    elo, deviation = performance(
        [(ratings[game.level], game.score) for game in games if game.level in ratings]
    )
    return BenchReport(
        games=len(games),
        scores=scores,
        elo=elo,
        deviation=deviation,
        illegal_share=sum(refusals.values()) / max(sum(game.answers for game in games), 1),
        illegal_by_rule=dict(refusals.most_common()),
        loss_per_move=sum(losses) / len(losses) if losses else None,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        cost=(tokens_in * price_in + tokens_out * price_out) / 1e6,
    )


def performance(results: Sequence[tuple[float, float]]) -> tuple[float | None, float | None]:
    """The Elo whose expected score against these opponents is the score that was made."""
    if not results:
        return None, None
    mean = sum(rating for rating, _ in results) / len(results)
    points = sum(score for _, score in results) + PRIOR_POINTS
    opponents = [rating for rating, _ in results] + [mean]
    low, high = mean - 3000, mean + 3000
    for _ in range(60):
        middle = (low + high) / 2
        expected = sum(expected_score(middle - rating) for rating in opponents)
        low, high = (middle, high) if expected < points else (low, middle)
    chances = [expected_score(low - rating) for rating in opponents]
    information = sum(chance * (1 - chance) for chance in chances)
    return low, ELO_PER_NAT / math.sqrt(information)


def report_rows(report: BenchReport) -> list[tuple[str, str]]:
    """The report as lines of a table."""
    rows: list[tuple[str, Any]] = [("games", report.games)]
    rows += [(f"score against {level}", f"{score:.3f}") for level, score in report.scores.items()]
    if report.elo is not None and report.deviation is not None:
        rows.append(("Elo", f"{report.elo:.0f} ± {2 * report.deviation:.0f}"))
    rows.append(("illegal answers", f"{100 * report.illegal_share:.1f} %"))
    rows += [(f"  rule {rule}", number) for rule, number in report.illegal_by_rule.items()]
    if report.loss_per_move is not None:
        rows.append(("chance lost per move", f"{report.loss_per_move:.3f}"))
    rows += [("tokens in", report.tokens_in), ("tokens out", report.tokens_out)]
    if report.cost:
        rows.append(("cost", f"{report.cost:.4f}"))
    return [(name, str(value)) for name, value in rows]
