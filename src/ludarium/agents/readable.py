"""What a command has to read to run at all: its program, that one's libraries, its own folder."""

from __future__ import annotations

import os
import shlex
import shutil
import stat
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from ludarium.core.errors import InvalidOption

PACKAGE = Path(__file__).parents[1]
# Libraries and what they look up on every machine; none of it is about anybody.
SYSTEM = (
    "/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib",
    "/nix/store", "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo",
    "/usr/lib/locale", "/etc/ssl/openssl.cnf",
    "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom",
)  # fmt: skip
PROGRAMS = tuple(map(Path, ("/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin")))
# Where the loader of dynamic programs is, which the kernel runs for them.
LOADERS = ("/lib", "/lib64", "/usr/lib", "/usr/lib64")
LOADER = ("ld-linux-*.so.*", "ld-musl-*.so.*", "*/ld-linux-*.so.*", "*/ld-musl-*.so.*")
MOST_LINKS = 40


class Readable(NamedTuple):
    """Real paths, and the links by which the command finds them."""

    command: list[str]  # with absolute paths
    folder: str  # its own, to be in
    read: list[str]
    run: list[str]
    listed: list[str]  # folders whose names may be read, and nothing else
    links: list[tuple[str, str]]

    def roots(self) -> list[str]:
        """All real paths, none of them beneath another."""
        paths = sorted({*self.read, *self.run})
        return [path for path in paths if not any(_beneath(path, other) for other in paths)]


def readable(command: list[str], here: Path | None = None) -> Readable:
    """What a command needs, its words taken from a folder; InvalidOption if there is no program."""
    here = here or Path.cwd()
    program, words = _direct(command, here)
    # A word may be anything, too long for a path too: this does not mind.
    named = [here / word for word in words if os.path.exists(here / word)]  # noqa: PTH110
    words = [str(here / word) if here / word in named else word for word in words]
    interpreted = program.parent in PROGRAMS or _prefixes(program) != []
    main = next((path for path in named if path.is_file()), None) if interpreted else program
    wanted = [Path(path) for path in SYSTEM] + [path for path in named if path != main]
    folder = "/"
    if main is not None:
        wanted.append(main if _broad(main.parent) else main.parent)
        folder = "/" if _broad(main.parent) else str(main.parent.resolve())
    for prefix in _prefixes(program):
        wanted += [prefix / "lib", prefix / "lib64", prefix / "pyvenv.cfg"]
    if _prefixes(program):
        wanted.append(PACKAGE)
    traced = [_trace(path) for path in wanted if path.exists()]
    runs = [_trace(path) for path in (program, *_loaders())]
    links = {link: target for _, found in traced + runs for link, target in found}
    listed = [str(PACKAGE.parent)] if _prefixes(program) else []
    real = sorted({path for path, _ in traced})
    # A link into a folder that is shown as a whole is there already.
    links = {link: to for link, to in links.items() if not any(_beneath(link, p) for p in real)}
    return Readable(
        [str(program), *words],
        folder,
        real,
        sorted({path for path, _ in runs}),
        listed,
        sorted(links.items()),
    )


def open_to_all(path: str, parents: bool) -> bool:
    """Whether any user may read a path, and with `parents` also get there."""
    place = Path(path)
    mode = place.stat().st_mode
    wanted = stat.S_IROTH | (stat.S_IXOTH if place.is_dir() else 0)
    if mode & wanted != wanted:
        return False
    above = place.parents if parents else ()
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in above)


def _direct(command: list[str], here: Path) -> tuple[Path, list[str]]:
    """The program itself: no script and no `env` that would start another one later."""
    if not command:
        raise InvalidOption("no_such_program", "The command is empty.")
    program, words = _found(command[0], here), command[1:]
    for _ in range(4):
        with program.open("rb") as file:
            first = file.readline(256)
        if Path(command[0]).name in {"python", "python3"} and first.startswith(b"#!"):
            return Path(sys.executable), words  # a version manager's script: ours will do
        if not first.startswith(b"#!"):
            break
        given = shlex.split(first[2:].decode(errors="replace"))
        if given and Path(given[0]).name == "env":
            given = [word for word in given[1:] if word != "-S"]
        words = [*given[1:], str(program), *words]
        program = _found(given[0] if given else "", here)
    return program, words


def _found(name: str, here: Path) -> Path:
    found = str(here / name) if "/" in name else shutil.which(name)
    if not found or not Path(found).is_file() or not os.access(found, os.X_OK):
        raise InvalidOption("no_such_program", f"There is no program {name!r} that can be run.")
    return Path(os.path.abspath(found))  # noqa: PTH100  a link's name matters: .venv/bin/python


def _prefixes(program: Path) -> list[Path]:
    """Where a Python has its libraries, that of a virtual environment and its base."""
    candidates = [program.parent.parent, program.resolve().parent.parent]
    settings = program.parent.parent / "pyvenv.cfg"
    if settings.is_file():
        for line in settings.read_text("utf-8", "replace").splitlines():
            name, _, value = line.partition("=")
            if name.strip() == "home":
                candidates.append(Path(value.strip()).parent)
    if not program.resolve().name.startswith(("python", "pypy")):
        return []
    return [place for place in dict.fromkeys(candidates) if place != Path("/")]


def _loaders() -> list[Path]:
    folders = [Path(place) for place in LOADERS if Path(place).is_dir()]
    return [found for folder in folders for shape in LOADER for found in folder.glob(shape)]


def _broad(folder: Path) -> bool:
    """Whether a folder holds more than an agent's things: a home, a place of everybody's files."""
    folder = folder.resolve()
    homes = [Path.home().resolve(), Path(tempfile.gettempdir()).resolve()]
    if any(home.is_relative_to(folder) for home in homes):
        return True
    return bool(folder.stat().st_mode & stat.S_ISVTX) or folder.parent == Path("/home")


def _trace(path: Path) -> tuple[str, list[tuple[str, str]]]:
    """The real path behind a path, and every link on the way."""
    links: list[tuple[str, str]] = []
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


def _beneath(path: str, folder: str) -> bool:
    return path != folder and path.startswith(folder.rstrip("/") + "/")
