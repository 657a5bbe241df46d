"""Solvers of a file: `solvers.toml`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from drivers import Limits, Sat, find, installed, run
from drivers.errors import SolverFileError, UnknownSolverError
from drivers.solver import command_line, holds_sessions
from drivers.solvers import SOLVERS, VARIABLE, every, file_in_use

SCRIPT = "(set-option :produce-models true)(declare-fun p () Bool)(assert p)(check-sat)(get-value (p))"
NIGHTLY = """
# a build of mine
[nightly]
like = "z3"
command = ["bin/z3", "-in", "-smt2"]
session = ["bin/z3", "-in"]
time_limit = ["-T:{seconds}"]
seed = ["smt.random_seed={seed}"]
logics = ["QF_LIA", "QF_BV"]

[bare]
command = ["yices-smt2", "{file}"]
"""

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a file of solvers, which the variable names."""

    def file(text: str) -> Path:
        path = tmp_path / "mine.toml"
        path.write_text(text)
        monkeypatch.setenv(VARIABLE, str(path))
        return path

    return file


def test_every_key(write: Write, tmp_path: Path) -> None:
    path = write(NIGHTLY)
    found = find("nightly")
    z3 = find("z3")
    assert found.executable == str(tmp_path / "bin" / "z3")
    assert (found.name, found.title, found.same_as) == ("nightly", f"nightly ({found.executable})", "z3")
    assert (found.origin, found.logics) == (f"{path}:3", ("QF_LIA", "QF_BV"))
    assert found.quirks.timeout_words == z3.quirks.timeout_words
    assert found.logic_arguments == z3.logic_arguments
    assert (found.session_arguments, holds_sessions(found)) == (("-in",), True)
    line = command_line(found, Limits(seconds=1))
    assert line[1:] == ("-in", "-smt2", "-T:3")
    bare = find("bare")
    assert (bare.executable, bare.arguments, bare.origin) == ("yices-smt2", ("{file}",), f"{path}:11")
    assert (bare.session_arguments, bare.same_as) == (None, "yices")
    assert [solver.name for solver in every()][len(SOLVERS) :][:2] == ["nightly", "bare"]
    with pytest.raises(UnknownSolverError, match="cpsat, nightly, bare, and dimacs:PROGRAM"):
        find("nosuch")
    with pytest.raises(UnknownSolverError, match=r"a solver nightly exists already .*mine.toml:3"):
        find("nightly=smt:z3")


def test_names_with_dots_stand_in_quotes(write: Write) -> None:
    path = write('\n["cvc5-1.0"]\ncommand = ["x"]\n')
    assert find("cvc5-1.0").origin == f"{path}:2"


def test_it_runs(write: Write) -> None:
    z3 = installed(find("z3"))
    if z3 is None:
        pytest.skip("z3 is not installed")
    write(f'[build]\ncommand = ["{os.path.relpath(z3.executable, write("").parent)}", "-in"]\n')
    assert run(SCRIPT, find("build"), Limits(seconds=20)).answer == Sat({"p": True})


def test_the_places_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, here = tmp_path / "home", tmp_path / "here"
    (home / "fillomino").mkdir(parents=True)
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    monkeypatch.delenv(VARIABLE)
    assert file_in_use() is None
    (home / "fillomino" / "solvers.toml").write_text('[user]\ncommand = ["a"]\n')
    assert find("user").origin == f"{home}/fillomino/solvers.toml:1"
    (here / "solvers.toml").write_text('[here]\ncommand = ["a"]\n')
    assert find("here").origin == "solvers.toml:1"
    with pytest.raises(UnknownSolverError, match="unknown solver 'user'"):
        find("user")
    monkeypatch.setenv(VARIABLE, str(here / "no-such-file"))
    with pytest.raises(SolverFileError, match=r"names the file .*no-such-file, which does not exist"):
        find("z3")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a\n", "mine.toml:1:3: invalid TOML: Expected ']'"),
        (
            '[a]\ncommand = ["x"]\n\nsesion = []\n',
            "mine.toml:4: unknown key 'sesion'; the keys are like, command",
        ),
        ('[a]\ncommand = ["x",\n', "mine.toml:3: invalid TOML: .*end of document"),
        ('[cvc5-1.0]\ncommand = ["x"]\n', r'mine.toml:1: quote a name with a dot: \["cvc5-1.0"\]'),
        ("[b]\n", r"mine.toml:1: the command is missing: command = \[\"PROGRAM\""),
        ('a = 1\n[c]\ncommand = ["x"]\n', "mine.toml:1: a is outside of any table"),
        ('\n[z3]\ncommand = ["x"]\n', "mine.toml:2: z3 is a built-in solver and can't be replaced"),
        ('["a b"]\ncommand = ["x"]\n', "mine.toml:1: the head of a table: 'a b' is not a valid name"),
        ('[a]\ncommand = "x -in"\n', "mine.toml:2: command is a list of words, such as .*, not 'x -in'"),
        (
            '[a]\nlike = "zz"\ncommand = ["x"]\n',
            "mine.toml:2: like names one of z3, .*yices, .*which read SMT-LIB themselves, not 'zz'",
        ),
        (
            '[a]\ncommand = ["x"]\nsession = ["y"]\n',
            "mine.toml:3: session begins with the program of command",
        ),
        ('[a]\ncommand = ["x"]\nsession = ["x", "{file}"]\n', "mine.toml:3: a session has no {file}"),
        ('[a]\ncommand = ["x"]\nseed = ["-s"]\n', "mine.toml:3: seed has no place for {seed}"),
        (
            '[a]\ncommand = ["x"]\ntime_limit = ["{minutes}"]\n',
            "mine.toml:3: time_limit takes {seconds} or {milli",
        ),
        ('[a]\ncommand = ["x"]\nlogics = []\n', "mine.toml:3: logics is a list of at least one"),
    ],
)
def test_errors_name_file_and_line(write: Write, text: str, message: str) -> None:
    write(text)
    with pytest.raises(SolverFileError, match=message):
        find("yices")


def test_a_file_that_is_no_text(write: Write) -> None:
    write("").write_bytes(b"\xff\xfe")
    with pytest.raises(SolverFileError, match="can't be read"):
        every()
