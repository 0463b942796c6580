"""Symbolic links on the way to a file, and the refusal of those that leave an agent's folder."""

from __future__ import annotations

from pathlib import Path

from ludarium.core.errors import InvalidOption

MOST_LINKS = 40

Link = tuple[str, str]  # where it is, and what it says
Traced = tuple[str, list[Link]]  # the real path, and the links on the way


def trace(path: Path) -> Traced:
    """The real path behind a path, and every link on the way."""
    links: list[Link] = []
    waiting = list(reversed(path.parts[1:]))
    real = Path("/")
    while waiting:
        step = waiting.pop()
        if step == "..":
            real = real.parent
            continue
        if not (real / step).is_symlink() or len(links) > MOST_LINKS:
            real /= step
            continue
        target = str((real / step).readlink())
        links.append((str(real / step), target))
        parts = Path(target).parts
        if Path(target).is_absolute():
            real, parts = Path("/"), parts[1:]
        waiting += reversed(parts)
    return str(real), links


def beneath(path: str, folder: str) -> bool:
    """Whether a path is somewhere in a folder."""
    return path != folder and path.startswith(folder.rstrip("/") + "/")


def inside(path: Path, folder: Path) -> bool:
    """Whether the real path is the real folder or somewhere in it."""
    return path.resolve().is_relative_to(folder.resolve())


def check_main_file(main: Path, broad: bool) -> None:
    """Refuse a main file whose links leave its folder; in a `broad` folder refuse any link."""
    folder = main.parent.resolve()
    if main.resolve() != folder / main.name if broad else not inside(main, folder):
        raise leaves_folder()


def check_named_file(path: Path, folder: Path) -> None:
    """Refuse a path that a link in the agent's folder leads out of that folder."""
    real, links = trace(path)
    place = str(folder.resolve())
    led = any(beneath(link, place) for link, _ in links)
    if led and real != place and not beneath(real, place):
        raise leaves_folder()


def leaves_folder() -> InvalidOption:
    """The refusal: the author of an agent chose that path, not the user who runs the agent."""
    return InvalidOption(
        "leaves_folder",
        "A file of the agent leads out of the agent's folder. Name the real file in the command.",
    )
