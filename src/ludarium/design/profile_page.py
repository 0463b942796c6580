"""The page of a profile, as HTML with replays and as Markdown with pictures and records."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from ludarium.arena.formats.event import ArenaEvent
from ludarium.arena.report.html_page import list_games
from ludarium.arena.report.html_parts import (
    embed_json,
    fill_page,
    page_facts,
    page_section,
    page_table,
    read_page_script,
)
from ludarium.arena.report.live_table import format_elo
from ludarium.arena.report.standings import ScoreInterval
from ludarium.arena.report.svg_charts import (
    IntervalRow,
    bar_chart,
    interval_chart,
    standalone_chart,
)
from ludarium.core import record as records
from ludarium.core.game import AnyGame
from ludarium.core.options import STANDARD
from ludarium.design.estimate import TargetEstimate
from ludarium.design.game_course import LEAD_CHANCE
from ludarium.design.profile_figures import MODEL_GAMES, DoublingGain, ProfileFigures, measured
from ludarium.design.profile_plan import ProfilePlan

LENGTH_BARS = 16
FINE_SHARE = 0.1  # smaller shares have a decimal place
MOVES_PER_LINE = 10
SHOWN_MOVES = 100  # of a model game; the record has all


class ProfilePart(NamedTuple):
    """A part of the page: sentences, a table and a chart, each of which may be missing."""

    title: str
    text: str = ""
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    chart: str = ""


class Profile(NamedTuple):
    """A profiled game."""

    plan: ProfilePlan
    game: AnyGame
    figures: ProfileFigures
    gains: list[DoublingGain]

    @property
    def title(self) -> str:
        """The heading of the page."""
        return f"Profile of {self.game.title}, ruleset {self.game.ruleset}"


def profile_parts(profile: Profile) -> list[ProfilePart]:
    """The parts of the page, without the model games."""
    figures, game = profile.figures, profile.game
    parts = [
        ProfilePart(
            "Seats",
            f"{format_share(figures.decided)} of the games have a winner.",
            ("seat", "share of the points"),
            [
                (name, format_share(one))
                for name, one in zip(game.seat_names, figures.seats, strict=False)
            ],
            interval_chart(
                [
                    IntervalRow(name, one.mean, one.low, one.high)
                    for name, one in zip(game.seat_names, figures.seats, strict=False)
                ],
                "Share of the points by seat, with 95 % intervals",
                share=True,
            ),
        ),
        _length_part(figures),
        ProfilePart(
            "Choices", f"A position has {format_mean(figures.choices)} legal moves on average."
        ),
        _events_part(figures),
        ProfilePart(
            "Pieces",
            "The piece that acts in a move.",
            ("piece", "share of the moves"),
            [
                (game.piece_names.get(glyph, glyph), format_share(one))
                for glyph, one in figures.pieces.items()
            ],
        ),
        _lead_part(figures),
        _depth_part(profile.gains),
        _endings_part(profile),
    ]
    return [part for part in parts if part.text or part.rows]


def render_profile_html(profile: Profile, event: ArenaEvent) -> str:
    """The page as HTML; its model games can be replayed."""
    chosen = [course.stored for _, course in profile.figures.model_games]
    whys = [f"<li>{escape(why)}</li>" for why, _ in profile.figures.model_games]
    sections = [
        page_section(
            part.title,
            (f"<p>{escape(part.text)}</p>" if part.text else "")
            + (page_table(part.head, part.rows) if part.rows else "")
            + part.chart,
        )
        for part in profile_parts(profile)
    ]
    sections.append(page_section("Model games", f"<ol>{''.join(whys)}</ol>" if whys else ""))
    numbers = {stored.result.unit for stored in chosen}
    return fill_page(
        "page.html",
        title=profile.title,
        about=page_facts(profile_facts(profile)),
        figures="\n".join(sections),
        script=read_page_script(),
        data=embed_json(list_games(event, chosen, numbers, 0)),
    )


def write_profile_markdown(profile: Profile, folder: Path) -> Path:
    """Write the page as Markdown, its charts as SVG and its model games as records."""
    folder.mkdir(parents=True, exist_ok=True)
    name = profile.game.id
    if profile.game.ruleset != STANDARD:
        name += f"-{profile.game.ruleset}"
    lines = [f"# {profile.title}", "", f"`{profile.plan.command}` wrote this page.", ""]
    lines += [f"- {key}: {fact}" for key, fact in profile_facts(profile).items()]
    for part in profile_parts(profile):
        lines += ["", f"## {part.title}", ""]
        lines += [part.text, ""] if part.text else []
        lines += [*_markdown_table(part), ""] if part.rows else []
        if part.chart:
            file = f"{name}-{part.title.lower()}.svg"
            (folder / file).write_text(standalone_chart(part.chart), "utf-8")
            lines += [f"![{part.title}]({file})", ""]
        del lines[-1]
    lines += _markdown_games(profile, folder, name)
    page = folder / f"{name}.md"
    page.write_text("\n".join(lines) + "\n", "utf-8")
    return page


def profile_facts(profile: Profile) -> dict[str, str]:
    """How the figures were made."""
    plan = profile.plan
    options = ", ".join(
        f"{name} {str(value).lower()}" for name, value in plan.setting.options.items()
    )
    low, high = plan.opening
    fair = f", fair to a search of {plan.fair} nodes" if plan.fair else ", as they are drawn"
    return {
        "options": options or "none",
        "rules version": str(plan.setting.rules_version),
        "games": f"{profile.figures.games} of self-play, {plan.nodes} nodes for each move",
        "openings": f"{low} to {high} random turns{fair}",
        "seed": str(plan.seed),
        "intervals": "95 %, in parentheses",
    }


def format_share(share: ScoreInterval | TargetEstimate) -> str:
    """A share with its interval."""
    value = share.mean if isinstance(share, ScoreInterval) else share.value
    digits = 1 if value < FINE_SHARE else 0
    return f"{value:.{digits}%} ({share.low:.{digits}%} to {share.high:.{digits}%})"


def format_mean(found: TargetEstimate) -> str:
    """A number with its interval."""
    if math.isinf(found.high):
        return f"{found.value:.3g}"
    return f"{found.value:.3g} ({found.low:.3g} to {found.high:.3g})"


def _length_part(figures: ProfileFigures) -> ProfilePart:
    turns = figures.turns
    if not turns:
        return ProfilePart("Length")
    step = max(math.ceil((turns[-1] - turns[0] + 1) / LENGTH_BARS), 1)
    starts = range(turns[0], turns[-1] + 1, step)
    bars = [(str(start), sum(start <= one < start + step for one in turns)) for start in starts]
    quarter, three = turns[len(turns) // 4], turns[3 * len(turns) // 4]
    text = (
        f"The median game has {format_mean(figures.median_turns)} turns; half of the games have"
        f" {quarter} to {three}, the shortest {turns[0]}, the longest {turns[-1]}."
    )
    return ProfilePart("Length", text, chart=bar_chart(bars, "Games by their length in turns"))


def _events_part(figures: ProfileFigures) -> ProfilePart:
    rows = [
        (
            name,
            format_share(use.moves),
            format_share(use.games),
            f"{use.median_count:g}",
            f"{use.value:.3g}",
        )
        for name, use in figures.events.items()
    ]
    head = ("event", "moves with it", "games with it", "moves with it in the median game", "value")
    text = "The value is the mean number of such events in a move that has any, or the fact's own."
    return ProfilePart("Events", text if rows else "", head, rows)


def _lead_part(figures: ProfileFigures) -> ProfilePart:
    if figures.lead_changes is None or figures.changed_games is None:
        return ProfilePart("Lead")
    text = (
        f"The lead changes {format_mean(figures.lead_changes)} times in a game, and at least once"
        f" in {format_share(figures.changed_games)} of the games. A seat leads while the search of"
        f" the player to move gives it a chance of {LEAD_CHANCE:.0%} or more."
    )
    return ProfilePart("Lead", text)


def _depth_part(gains: list[DoublingGain]) -> ProfilePart:
    rows = [
        (f"{gain.more} against {gain.less} nodes", format_elo(gain.rating), str(gain.games))
        for gain in gains
    ]
    marks = [
        IntervalRow(
            f"{gain.less} to {gain.more}", gain.rating.elo, gain.rating.low, gain.rating.high
        )
        for gain in gains
        if not math.isinf(gain.rating.reach)
    ]
    text = "What twice the nodes gain, in Elo: the more, the deeper the game is at this strength."
    head = ("match", "Elo (95 %)", "games")
    chart = interval_chart(marks, "Elo gained by a doubling of nodes, with 95 % intervals")
    return ProfilePart("Depth", text if rows else "", head, rows, chart)


def _endings_part(profile: Profile) -> ProfilePart:
    figures, game = profile.figures, profile.game
    names = game.seat_names[: profile.plan.seats]
    rows = [
        (
            game.reasons.get(reason, reason),
            f"{count.games} = {count.games / figures.games:.0%}",
            *map(str, count.won),
            f"{figures.ending_turns[reason]:g}",
        )
        for reason, count in figures.endings.items()
    ]
    head = ("ending", "games", *(f"won by {name}" for name in names), "median turns")
    return ProfilePart("Endings", "", head, rows)


def _markdown_table(part: ProfilePart) -> list[str]:
    rows = [part.head, ["---"] * len(part.head), *part.rows]
    return ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]


def _markdown_games(profile: Profile, folder: Path, name: str) -> list[str]:
    """The model games in notation, with their records as files."""
    lines = [
        "",
        "## Model games",
        "",
        "`ludarium replay <file> --boards` shows a game move by move.",
    ]
    for number, (why, course) in enumerate(profile.figures.model_games[:MODEL_GAMES], 1):
        file = f"{name}-{number}.json"
        (folder / file).write_text(records.dumps(course.stored.record), "utf-8")
        outcome = course.stored.record.outcome
        assert outcome is not None
        winner = "a draw" if outcome.winner is None else profile.game.seat_names[outcome.winner]
        won = winner if outcome.winner is None else f"{winner} wins"
        about = f"{measured(course).turns} turns, {won} (`{outcome.reason}`)"
        lines += ["", f"**{number}. {why.capitalize()}**: {about}; [record]({file})", "", "```text"]
        moves = course.notation[:SHOWN_MOVES]
        moves += ["…"] if len(course.notation) > SHOWN_MOVES else []
        lines += [
            " ".join(moves[at : at + MOVES_PER_LINE]) for at in range(0, len(moves), MOVES_PER_LINE)
        ]
        lines.append("```")
    return lines
