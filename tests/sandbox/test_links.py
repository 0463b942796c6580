"""Links in an agent's folder: the sandbox follows none that leads out of it."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from ludarium.agents.player_spec import open_contender
from ludarium.core.errors import InvalidOption
from ludarium.sandbox.command_files import find_command_files
from ludarium.sandbox.confinement import LAUNCHER_PYTHON, LAUNCHER_SCRIPT
from ludarium.sandbox.policy import probe_machine, wrap_command
from tests.sandbox.test_sandbox import run, said
from tests.terminal.test_cli import refused

SECRET = "first_line_of_a_secret"
AGENT = "print('played')\n"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file that only its owner may read, in a folder of the same kind."""
    folder = tmp_path / "private"
    folder.mkdir(mode=0o700)
    file = folder / "agent.py"
    file.write_text(f"{SECRET} = oops oops\n")
    file.chmod(0o600)
    return file


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    folder = tmp_path / "agent"
    folder.mkdir()
    return folder


def refusal(*command: object) -> str:
    with pytest.raises(InvalidOption) as raised:
        wrap_command([str(word) for word in command])
    assert "/" not in raised.value.message
    return raised.value.code


def test_a_main_file_that_leads_out_of_its_folder_is_refused(agent: Path, secret: Path) -> None:
    main = agent / "agent.py"
    main.symlink_to(secret)
    assert refusal(sys.executable, main) == "leaves_folder"
    for policy in ("auto", "required"):
        with pytest.raises(InvalidOption) as raised:
            open_contender(f"subprocess:{sys.executable} {main}", policy)
        assert raised.value.code == "leaves_folder"


def test_a_main_file_that_leads_out_by_several_links_is_refused(agent: Path, secret: Path) -> None:
    (agent / "inner").symlink_to("../private")
    (agent / "agent.py").symlink_to("inner/agent.py")
    assert refusal(sys.executable, agent / "agent.py") == "leaves_folder"


def test_a_program_that_leads_out_of_its_folder_is_refused(agent: Path, secret: Path) -> None:
    secret.chmod(0o700)
    (agent / "agent").symlink_to(secret)
    assert refusal(agent / "agent") == "leaves_folder"


def test_a_main_file_may_be_a_link_within_its_folder(agent: Path) -> None:
    (agent / "inner").mkdir()
    (agent / "inner" / "real.py").write_text(AGENT)
    (agent / "agent.py").symlink_to("inner/real.py")
    assert said([sys.executable, str(agent / "agent.py")]) == "played"


def test_a_link_above_the_folder_is_followed(agent: Path, tmp_path: Path) -> None:
    (agent / "agent.py").write_text(AGENT)
    (tmp_path / "newest").symlink_to(agent)
    assert said([sys.executable, str(tmp_path / "newest" / "agent.py")]) == "played"
    beside = agent / ".." / "newest" / ".." / "agent" / "agent.py"
    assert said([sys.executable, str(beside)]) == "played"


def test_in_a_home_a_main_file_is_no_link_at_all(
    tmp_path: Path, secret: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "agent.py").symlink_to(secret)
    assert refusal(sys.executable, tmp_path / "agent.py") == "leaves_folder"


@pytest.mark.parametrize("name", ["book.txt", "data/agent.py", "data"])
def test_other_words_lead_out_of_the_folder_by_no_link_in_it(
    agent: Path, secret: Path, name: str
) -> None:
    (agent / "agent.py").write_text(AGENT)
    (agent / "book.txt").symlink_to(secret)
    (agent / "data").symlink_to(secret.parent)
    assert refusal(sys.executable, agent / "agent.py", agent / name) == "leaves_folder"


def test_other_words_may_name_files_elsewhere(agent: Path, secret: Path, tmp_path: Path) -> None:
    (agent / "agent.py").write_text("import sys; print(open(sys.argv[1]).read().split()[0])\n")
    (tmp_path / "link").symlink_to(secret)
    for named in (secret, tmp_path / "link"):
        assert said([sys.executable, str(agent / "agent.py"), str(named)]) == SECRET


def test_the_first_line_of_a_script_names_no_file_outside_its_folder(
    agent: Path, secret: Path
) -> None:
    script = agent / "agent"
    for words in (f"/usr/bin/env -S python3 {secret}", f"/usr/bin/env -S python3 -u {agent}/data"):
        (agent / "data").unlink(missing_ok=True)
        (agent / "data").symlink_to(secret)
        script.write_text(f"#!{words}\n{AGENT}")
        script.chmod(0o755)
        assert refusal(script) == "leaves_folder"


@pytest.mark.parametrize(
    "first", ["#!", "#!/no/such/program of_a_secret", '#!/bin/cat "of_a_secret']
)
def test_a_script_without_a_program_is_refused_and_its_first_line_is_not_shown(
    agent: Path, first: str
) -> None:
    script = agent / "agent"
    script.write_text(f"{first}\n")
    script.chmod(0o755)
    assert refusal(script) == "no_such_program"


def test_a_script_is_the_agent_and_not_the_program_that_runs_it(agent: Path, secret: Path) -> None:
    tool = secret.with_name("tool")
    shutil.copy("/bin/cat", tool)
    script = agent / "agent"
    script.write_text(f"#!{tool}\n")
    script.chmod(0o755)
    needs = find_command_files([str(script)])
    assert needs.main == str(script)
    assert str(secret.parent) not in needs.read
    second = agent / "second"
    secret.with_name("wrapper").write_text("#!/bin/cat\n")
    secret.with_name("wrapper").chmod(0o755)
    second.write_text(f"#!{secret.with_name('wrapper')}\n")
    second.chmod(0o755)
    assert refusal(second) == "leaves_folder"


def test_an_environment_in_the_folder_brings_no_libraries_from_outside(
    agent: Path, secret: Path
) -> None:
    (agent / "agent.py").write_text(AGENT)
    (agent / "bin").mkdir()
    python = agent / "bin" / "python"
    python.symlink_to(LAUNCHER_PYTHON)
    settings = agent / "pyvenv.cfg"
    settings.write_text(f"home = {Path(LAUNCHER_PYTHON).parent}\n")
    assert said([str(python), str(agent / "agent.py")]) == "played"
    (secret.parent / "lib").mkdir()
    settings.write_text(f"home = {secret.parent / 'bin'}\n")
    assert not any(
        path.startswith(str(secret.parent))
        for path in find_command_files([str(python), str(agent / "agent.py")]).read
    )
    (agent / "lib").symlink_to(secret.parent)
    assert refusal(python, agent / "agent.py") == "leaves_folder"


def test_the_loader_that_a_program_names_is_no_other_file(agent: Path, secret: Path) -> None:
    named = os.fsencode(secret) + b"\0"
    header = bytearray(b"\x7fELF\x02" + bytes(59))
    struct.pack_into("<Q", header, 32, 64)
    struct.pack_into("<HH", header, 54, 56, 1)
    segment = struct.pack("<IIQQQQQQ", 3, 4, 120, 0, 0, len(named), len(named), 1)
    program = agent / "agent"
    program.write_bytes(header + segment + named + bytes(200))
    program.chmod(0o755)
    assert refusal(program) == "leaves_folder"


@pytest.mark.parametrize("mode", [0o755, 0o700])
def test_from_inside_a_link_that_leads_out_shows_nothing(
    agent: Path, secret: Path, mode: int
) -> None:
    agent.chmod(mode)
    (agent / "book.txt").symlink_to(secret)
    (agent / "data").symlink_to(secret.parent)
    (agent / "agent.py").write_text(
        "for name in ('book.txt', 'data/agent.py'):\n"
        "    try: print(open(name).read())\n"
        "    except OSError as error: print(type(error).__name__)\n"
    )
    done = run(wrap_command([sys.executable, str(agent / "agent.py")], "required"))
    assert done.returncode == 0, done.stderr
    assert SECRET not in done.stdout + done.stderr
    assert len(done.stdout.split()) == 2


@pytest.mark.parametrize("kind", ["paths", "copies"])
def test_a_file_that_became_a_link_after_the_check_is_not_shown(
    agent: Path, secret: Path, kind: str
) -> None:
    main = agent / "agent.py"
    main.symlink_to(secret)
    walls = {"paths": [], "copies": [], "links": [], kind: [str(main)]}
    policy = json.dumps({"cwd": "/", "walls": walls})
    command = [LAUNCHER_PYTHON, "-I", "-S", str(LAUNCHER_SCRIPT), policy, "--", "/bin/true"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 126
    # Only root gets as far as opening files for a view.
    assert ("link" if probe_machine().own_root else "unshare") in done.stderr


def test_an_agent_in_a_file_and_the_agent_check_refuse_such_links_too(
    agent: Path, secret: Path
) -> None:
    (agent / "agent.py").symlink_to(secret)
    with pytest.raises(InvalidOption) as raised:
        open_contender(f"{agent / 'agent.py'}:Bot")
    assert raised.value.code == "leaves_folder"
    command = f"subprocess:{sys.executable} {agent / 'agent.py'}"
    assert refused("check-agent", command, "--game", "forge") == "leaves_folder"
