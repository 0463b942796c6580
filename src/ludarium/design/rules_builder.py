"""Builds an extension module of Python from Cython source: Cython, then the C compiler."""

from __future__ import annotations

import importlib.util
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import ludarium
from ludarium.core.errors import LudariumError
from ludarium.design.watched_process import run_watched

CYTHON_DIRECTIVES = {
    "annotation_typing": False,  # C types come from the .pxd, as in the package
    "cdivision": True,
    "wraparound": True,  # rules without C types may index from the end
    "boundscheck": True,
}
# With C types of the author's own, the directives of the package.
TYPED_DIRECTIVES = {**CYTHON_DIRECTIVES, "wraparound": False, "boundscheck": False}
# With declared fields: C numbers are inferred from them, and behave as numbers of Python.
TRANSLATED_DIRECTIVES = {
    **CYTHON_DIRECTIVES,
    "cdivision": False,
    "infer_types": True,
    "overflowcheck": True,
}
OPTIMISATION_FLAG = "-O3"
COMPILE_LIMIT_S = 900
SHOWN_ERROR_LINES = 20
# Shares of the whole work, with the comparison that follows, as measured for small games.
CYTHON_DONE_PERCENT = 35
BUILT_PERCENT = 70
HALF_STEP_S = 1.0

CompileReport = Callable[[str, int], None]  # what is done now, and the percentage that is done


class NotCompiled(LudariumError):
    """A game file cannot be compiled."""


def build_extension(source: Path, directives: Mapping[str, bool], report: CompileReport) -> Path:
    """Compile a source file; the module lies beside it."""
    if importlib.util.find_spec("Cython") is None:
        raise NotCompiled("no_cython", 'Cython is missing: pip install "ludarium[compile]".')
    package_parent = Path(ludarium.__file__).parent.parent
    c_file = source.with_suffix(".c")
    command = [sys.executable, "-m", "cython", "-3", "--shared=ludarium._cython"]
    for name, value in directives.items():
        command += ["--directive", f"{name}={value}"]
    command += ["-I", str(package_parent), str(source), "-o", str(c_file)]
    _run_step(command, source, _BuildStep(report, "translating to C", 0, CYTHON_DONE_PERCENT))
    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")
    if shutil.which(compiler[0]) is None:
        raise NotCompiled("no_compiler", f"There is no C compiler ({compiler[0]}).")
    made = source.with_suffix(".so")
    flags = [
        OPTIMISATION_FLAG,
        "-DNDEBUG",
        "-fPIC",
        "-shared",
        "-w",
        f"-I{sysconfig.get_path('include')}",
    ]
    command = [*compiler, *flags, str(c_file), "-o", str(made)]
    _run_step(command, source, _BuildStep(report, "C compiler", CYTHON_DONE_PERCENT, BUILT_PERCENT))
    return made


class _BuildStep:
    """A step that does not tell how far it is: it is taken for half done after a typical time."""

    def __init__(self, report: CompileReport, doing: str, first: int, last: int) -> None:
        self.report = report
        self.doing = doing
        self.first = first
        self.last = last
        self.began_s = time.monotonic()

    def tell(self, written: str = "") -> None:
        spent_s = time.monotonic() - self.began_s
        share = spent_s / (spent_s + HALF_STEP_S)
        self.report(self.doing, self.first + int((self.last - self.first) * share))


def _run_step(command: list[str], source: Path, step: _BuildStep) -> None:
    step.tell()
    try:
        done = run_watched(command, COMPILE_LIMIT_S, step.tell, source.parent)
    except subprocess.TimeoutExpired as error:
        raise NotCompiled("too_slow", f"It takes more than {COMPILE_LIMIT_S} s.") from error
    if done.returncode:
        told = (done.stdout + done.stderr).replace(f"{source.parent}/", "").splitlines()
        shown = ["The rules do not compile.", *told[:SHOWN_ERROR_LINES]]
        raise NotCompiled("bad_rules", "\n".join(shown))
