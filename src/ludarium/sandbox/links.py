"""Traces symbolic links, and refuses links that leave an agent's folder."""

from __future__ import annotations

from pathlib import Path

from ludarium.core.errors import InvalidOption

MAX_LINKS = 40

SymbolicLink = tuple[str, str]  # its path and its target
TracedPath = tuple[str, list[SymbolicLink]]  # the real path and the links on the way


def trace_path(path: Path) -> TracedPath:
    """Return the real path of a path, and every link on the way."""
    links: list[SymbolicLink] = []
    waiting = list(reversed(path.parts[1:]))
    real = Path("/")
    while waiting:
        step = waiting.pop()
        if step == "..":
            real = real.parent
            continue
        if not (real / step).is_symlink() or len(links) > MAX_LINKS:
            real /= step
            continue
        target = str((real / step).readlink())
        links.append((str(real / step), target))
        parts = Path(target).parts
        if Path(target).is_absolute():
            real, parts = Path("/"), parts[1:]
        waiting += reversed(parts)
    return str(real), links


def is_beneath(path: str, folder: str) -> bool:
    """Whether a path is beneath a folder."""
    return path != folder and path.startswith(folder.rstrip("/") + "/")


def is_inside(path: Path, folder: Path) -> bool:
    """Whether the real path is the real folder or beneath it."""
    return path.resolve().is_relative_to(folder.resolve())


def check_main_file(main: Path, broad: bool) -> None:
    """Refuse a main file whose links leave its folder; in a `broad` folder refuse any link."""
    folder = main.parent.resolve()
    if main.resolve() != folder / main.name if broad else not is_inside(main, folder):
        raise leaves_folder_error()


def check_named_file(path: Path, folder: Path) -> None:
    """Refuse a path that a link in the agent's folder leads out of that folder."""
    real, links = trace_path(path)
    place = str(folder.resolve())
    led = any(is_beneath(link, place) for link, _ in links)
    if led and real != place and not is_beneath(real, place):
        raise leaves_folder_error()


def leaves_folder_error() -> InvalidOption:
    """The error for a path that the agent's author chose, not the user who runs the agent."""
    return InvalidOption(
        "leaves_folder",
        "A file of the agent leads out of the agent's folder. Name the real file in the command.",
    )
