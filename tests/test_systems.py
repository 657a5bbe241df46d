"""macOS and Windows, simulated in processes of their own: a few commands of each."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from ast import literal_eval
from pathlib import Path
from typing import Any

import pytest

from drivers.lookup import find_program, words_of
from tests.support import needs
from tests.support.processes import ROOT, python

needs.linux("simulation of other systems")

SYSTEMS = ("macos", "windows")
FIRST = ROOT / "examples" / "first.txt"


def simulated(system: str) -> dict[str, Any]:
    """The environment of a child process on a simulated system."""
    return {"PYTHONPATH": str(ROOT / "tests" / "elsewhere"), "SIMULATED_SYSTEM": system}


def on(system: str, *arguments: str | Path) -> tuple[int, str, str]:
    """Exit code, output and errors of our command on a simulated system."""
    where = simulated(system)
    done = python("-m", "workbench", *arguments, **where)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_module_of_the_system_is_the_only_one(system: str) -> None:
    code = "import sys, drivers.process; print(*(name for name in sys.modules if 'drivers.system.' in name))"
    where = simulated(system)
    found = set(python("-c", code, check=True, **where).stdout.split())
    assert f"drivers.system.{system}" in found
    assert not found & {"drivers.system.linux", "drivers.system.landlock"}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_puzzle_is_solved_by_a_solver(system: str) -> None:
    code, out, _ = on(system, "solve", FIRST, "-e", "forest", "-s", "z3", "--unique", "--json")
    row = json.loads(out)
    assert (code, row["status"], row["unique"]) == (0, "solved", True)


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_encoding_is_audited(system: str) -> None:
    assert on(system, "audit", "forest", "-s", "z3", "--board", "1x2")[0] == 0
    assert on(system, "audit", "forest", "-s", "z3", "--drop", "same-root", "--board", "1x2")[0] == 1


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_solver_ends_at_its_limit(system: str) -> None:
    code, out, _ = on(system, "solve", ROOT / "examples" / "twenty.txt", "-e", "forest", "-s", "z3",
                      "--timeout", "0.3", "--json")  # fmt: skip
    assert (code, json.loads(out)["status"]) == (3, "timeout")


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_limit_that_is_not_kept_is_said_once(system: str) -> None:
    code, _, err = on(system, "solve", FIRST, FIRST, "--memory", "500")
    assert (code, err.count("--memory")) == (0, 1)


def test_windows_compares_nothing(tmp_path: Path) -> None:
    runs = tmp_path / "runs.jsonl"
    code, out, err = on("windows", "compare", FIRST, "-s", "z3", "-o", runs)
    assert (code, out, err.count("\n"), "WSL" in err, runs.exists()) == (2, "", 1, True, False)


def test_rows_of_macos_say_what_was_not_kept(tmp_path: Path) -> None:
    runs = tmp_path / "runs.jsonl"
    given = ("-s", "z3", "--memory", "4000", "-o", runs, "--no-report")
    assert on("macos", "compare", FIRST, *given)[0] == 0
    row = json.loads(runs.read_text().splitlines()[0])
    assert (row["memory_limit_mib"], row["core"], row["status"]) == (None, None, "solved")


def test_the_peak_of_memory_is_in_the_right_unit() -> None:
    code = "from drivers.system import own_peak_kib; print(own_peak_kib())"
    where = simulated("macos")
    told = int(python("-c", code, check=True, **where).stdout)
    assert 0.5 < told / int(python("-c", code, check=True).stdout) < 4  # with psutil


def test_windows_finds_what_pip_installs(tmp_path: Path) -> None:
    program = tmp_path / "bin" / "solver-of-tests.exe"
    program.parent.mkdir()
    program.write_text("")
    program.chmod(0o755)
    code = f"import sys; sys.prefix = {str(tmp_path)!r}\n"
    code += "from drivers.lookup import find_program; print(find_program('solver-of-tests'))"
    where = simulated("windows")
    assert python("-c", code, check=True, **where).stdout.strip() == str(program)
    assert find_program("solver-of-tests") is None


REFUSED = [
    ("import os; os.fork()", "AttributeError"),
    ("import os; os.waitid", "AttributeError"),
    ("import fcntl", "ModuleNotFoundError"),
    ("import signal; signal.SIGKILL", "AttributeError"),
    ("from multiprocessing.context import ForkProcess", "ImportError"),
    ("import subprocess, sys; subprocess.Popen([sys.executable, 'a' * 40_000])", "FileNotFoundError"),
    ("import subprocess, sys; subprocess.Popen([sys.executable], preexec_fn=print)", "ValueError"),
    ("import os; os.rename('a', 'b')", "FileExistsError"),
    ("from pathlib import Path; Path('a').rename('b')", "FileExistsError"),
    ("from pathlib import Path; Path('c:d').write_text('')", "OSError"),
    ("from pathlib import Path; Path('nul.txt').mkdir()", "OSError"),
    ("from pathlib import Path\nwith open('a'): Path('a').unlink()", "PermissionError"),
    ("import os\nwith open('b'): os.replace('a', 'b')", "PermissionError"),
    ("from pathlib import Path; Path('a').write_text('→')", "UnicodeEncodeError"),
    ("print('→')", "UnicodeEncodeError"),
]
"""Code of ours that Windows refuses, with the error; there are files a and b."""


def test_what_windows_refuses_is_refused(tmp_path: Path) -> None:
    """All in one process: a module of one of our names sees what ours do."""
    ours = tmp_path / "fillomino.py"
    ours.write_text(
        """
import ast, os, sys
errors = []
for number, code in enumerate(ast.literal_eval(sys.argv[1])):
    os.mkdir(str(number))
    os.chdir(str(number))
    for name in ("a", "b"):
        with open(name, "w") as file:
            file.write("words")
    try:
        exec(code)
    except Exception as error:
        errors.append(type(error).__name__)
    else:
        errors.append("none")
    os.chdir("..")
print(ascii(errors))
""",
        encoding="utf-8",
    )
    where = simulated("windows")
    where["PYTHONPATH"] = os.pathsep.join([str(tmp_path), where["PYTHONPATH"]])
    codes = repr([code for code, _ in REFUSED])
    done = python("-P", "-c", "import fillomino", codes, check=True, cwd=tmp_path, **where)
    assert literal_eval(done.stdout) == [error for _, error in REFUSED]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (r"C:\tools\z3.exe -in", [r"C:\tools\z3.exe", "-in"]),
        (r"""'C:\Program Files\z3.exe' "-a b" #1""", [r"C:\Program Files\z3.exe", "-a b", "#1"]),
        ("a/b.exe", ["a/b.exe"]),
    ],
)
def test_backslashes_of_windows_stay(line: str, words: list[str]) -> None:
    code = f"from drivers.lookup import words_of; print(ascii(words_of({line!r})))"
    assert literal_eval(python("-c", code, check=True, **simulated("windows")).stdout) == words


@pytest.mark.parametrize("line", [r"a\ b 'c d' #e \"f\\\"g\"", "", "  x  "])
def test_words_are_those_of_a_shell(line: str) -> None:
    assert words_of(line) == shlex.split(line)


def test_lines_that_we_write_on_windows_end_as_elsewhere(tmp_path: Path) -> None:
    script, words = tmp_path / "script.smt2", ("encode", str(FIRST), "-e", "forest")
    assert on("windows", *words, "-o", script)[0] == 0
    here = python("-m", "workbench", *words, check=True).stdout.encode()
    command = [sys.executable, "-m", "workbench", *words]
    there = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **simulated("windows")}, capture_output=True, check=True
    )
    assert script.read_bytes() == there.stdout == here


def test_lines_that_programs_print_on_windows_are_read_as_elsewhere() -> None:
    code = """
from drivers.system.windows import _lines
held = b""
for data in (b"a\\r", b"\\nb\\r\\n", b"\\r", b"c\\r", b""):
    chunk, held = _lines(held + data, last=not data)
    print(ascii(chunk.decode()))
"""
    done = python("-c", code, check=True, **simulated("windows"))
    assert "".join(map(literal_eval, done.stdout.split())) == "a\nb\n\rc\r"


@pytest.mark.parametrize("system", ["linux", "plan9"])
def test_no_other_system_is_simulated(system: str) -> None:
    where = simulated(system)
    assert python("-c", "pass", **where).stderr
