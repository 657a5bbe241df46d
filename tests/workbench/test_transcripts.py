"""One transcript of each command: what a person sees, compared as a whole; other tests compare data.

Each file of `FOLDER` holds command lines and what they print: what the command is for, typical warnings, and
an error with its place. ``…`` stands for times, dates and versions. To write them anew:

    python -m tests.workbench.test_transcripts
"""

from __future__ import annotations

import contextlib
import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.workbench.conftest import Runner
from workbench.cli.app import commands

FOLDER = Path(__file__).parent / "printed"

ANSWER = (1, 3, 3, 3, 4, 4, 4, 4, 1)
"""The solution of the example `row`."""

MODEL = f"sat\n({' '.join(f'(n_{cell} {number})' for cell, number in enumerate(ANSWER))})\n"
HEAD = "(set-logic QF_LIA)\n(declare-fun x () Int)\n"
CLAUSE = "(declare-fun p () Bool)\n(declare-fun q () Bool)\n(assert (or p q))\n(check-sat)\n"
OF_PUZZLE = (
    "; puzzle 1 2\n; 0 2\n; encoding forest\n(declare-fun n_0 () Int)\n(declare-fun n_1 () Int)\n"
    "(assert (= n_0 1))\n(assert (= n_1 2))\n(check-sat)\n(exit)\n"
)
"""A script of a puzzle that is not right."""

UNSAT = f"{HEAD}(assert (! (> x 1) :named more))\n(assert (< x 1))\n(assert (< x 9))\n(check-sat)\n(exit)\n"

Line = str | tuple[str, str]
"""A command line, perhaps with what it is given on standard input."""

LINES: Mapping[str, Sequence[Line]] = {
    "audit": [
        "audit flow --board 1x2 -s z3",
        "audit flow --board 0x2",
    ],
    "boards": ["boards torus:3x3", "boards torus:3x"],
    "check": [
        ("check @row -", f"{' '.join(map(str, ANSWER))}\n"),
        ("check @row -", "1 3 3 3 4 4 4 4 2\n"),
        ("check @row -", "1 3 3 3 4 4 4\n"),
        ("check -", OF_PUZZLE),
    ],
    "count": ["count 2x2 --method frontier", "count @basic"],
    "decode": [
        ("decode @row - -e flow", MODEL),
        ("decode @row - -e flow", MODEL.replace("(n_8 1)", "(n_8 4)")),
        ("decode @row - -e flow", "unsat\n"),
        ("decode @row - -e flow", "unknown\n"),
        ("decode @row - -e flow", "sat\n((n_0 1))\n"),
    ],
    "deduce": ["deduce @row --steps", "deduce 1x2:11", ("deduce -", "1 2\n0 x\n")],
    "diff": [
        "diff flow flow~wall @one-cell -s z3 --every 1",
        "diff forest forest~clue 2x1:1a -s z3 --every 2",
        "diff flow",
    ],
    "encode": [
        "encode @one-cell -e flow",
        "encode @one-cell -e flow --deduce full",
        "encode @one-cell -e flow -f benchmark",
        "encode @row -e flow --drop nosuch",
    ],
    "encodings": ["encodings flow", "encodings --nosuch"],
    "explain": [
        ("explain 2x1:2a - -e flow -s z3", "2 2\n"),
        ("explain 2x1:2a - -e flow -s z3", "2 1\n"),
        "explain 2x1:b -s z3",
        "explain 2x1:1z",
    ],
    "generate": ["generate 2x2 --seed 1 --level 1", "generate 1x2 --seed 1 --level 1", "generate 0x2"],
    "hint": ["hint @row", ("hint 2x1:a2 -", "1 0\n"), "hint 2x1:11", ("hint -", "1 2\n0 x\n")],
    "lint": [("lint -", f"{HEAD}(assert (= y 1))\n(check-sat)\n(exit)\n"), "lint nosuch.smt2"],
    "list": ["list 2x1", "list 2x1:11", "list @basic"],
    "rate": ["rate @row", ("rate -", "1 2\n0 x\n")],
    "reduction": ["reduction one-in-three:1 --seed 1 --to url", "reduction nosuch:1"],
    "replay": [
        ("replay - -s z3", f"{HEAD}(assert (> x 1))\n(check-sat)\n"),
        ("replay - -s z3", f"{HEAD}(set-info :status unsat)\n(assert (> x 1))\n(check-sat)\n"),
        ("replay - -s z3", "sat\n"),
    ],
    "sample": ["sample 2x2 --seed 1", "sample 2x1:11", "sample @basic"],
    "scramble": [("scramble - --seed 1", CLAUSE), ("scramble - --seed 1", "(check-sat)\n (x")],
    "show": [
        "show @first",
        "show 2x1:11 --to html -o sheet.html",
        "show @first --to nosuch",
        ("show -", "2 2\n0 0\n0 5 1\n"),
    ],
    "shrink": ["shrink @row -e flow -s z3", "shrink 2x1:1a -e forest --drop clue -s z3", "shrink nosuch.txt"],
    "solve": [
        "solve @row --by deduction",
        "solve @several --unique --by backtracking",
        "solve 2x1:11",
        "solve 2x1:1a -e forest --drop clue -s z3",
        ("solve - -s z3", UNSAT),
        ("solve - -s z3", f'(set-option :diagnostic-output-channel "/dev/null")\n{UNSAT}'),
        "solve 2x1:1a -e cmd:false -s z3",
        "solve 3x1:c -e layers --deduce full -s z3 --prove-by counting",
        ("solve -", "1 2\n0 x\n"),
        "solve @row --deduce nosuch",
        "solve @row -s smt:nosuch",
        "solve 2x1:2a -e forest --deduce full --plain -s z3",
    ],
    "space": ["space 2x2", "space 16x16", "space @basic"],
    "table": ["table 2x2", "table 2xx"],
    # What these print of their work depends on the machine: versions, times, paths.
    "benchmarks": ["benchmarks nosuch --check"],
    "compare": ["compare nosuch.txt", "compare @row -s z3 --scramble x"],
    "page": ["page nosuch.txt"],
    "report": ["report nosuch.jsonl"],
    "serve": ["serve --port 99999"],
    "solvers": ["solvers nosuch"],
}
"""Command lines of each command; none prints a version, a path or a time that is not masked."""


def printed(fillomino: Runner, command: str) -> str:
    """The command lines and what they print, with their exit status; times are masked."""
    texts = []
    for each in LINES[command]:
        line, stdin = (each, "") if isinstance(each, str) else each
        done = fillomino(*shlex.split(line), stdin=stdin)
        texts.append(f"$ fillomino {line}\n{done.out}{done.err}exit code {done.code}\n")
    text = re.sub(r"\b(Z3 version|fillomino-smt) \d[\d.]*( - 64 bit)?", r"\1 …", "\n".join(texts))
    return re.sub(r"\b\d+(\.\d+)?( s)\b|\b\d{4}-\d\d-\d\d\b", r"…\2", text)


def test_every_command_has_one_with_an_error() -> None:
    assert set(commands()) <= set(LINES)
    assert {path.stem for path in FOLDER.iterdir()} == set(LINES)
    for path in FOLDER.iterdir():
        assert "exit code 2\n" in path.read_text(encoding="utf-8"), path


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("command", [name for name in LINES if name in commands()])
def test_a_command_prints_its_transcript(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert printed(fillomino, command) == (FOLDER / f"{command}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name in LINES:
            (FOLDER / f"{name}.txt").write_text(printed(Runner(), name), encoding="utf-8")
