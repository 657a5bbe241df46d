"""One transcript of each command: what a person sees, compared as a whole; other tests compare data.

Each file of `FOLDER` holds a command line and what it prints, with ``…`` for times. To write them anew:

    python -m tests.workbench.test_transcripts
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.workbench.conftest import Runner
from workbench.cli.app import commands

FOLDER = Path(__file__).parent / "printed"

LINES = {
    "audit": "audit flow --board 1x2 -s z3",
    "boards": "boards torus:3x3",
    "check": "check @row -",
    "count": "count 2x2 --method frontier",
    "decode": "decode @row - -e flow",
    "deduce": "deduce @row --steps",
    "diff": "diff flow flow~wall @one-cell -s z3 --every 1",
    "encode": "encode @one-cell -e flow",
    "encodings": "encodings flow",
    "explain": "explain 2x1:2a - -e flow -s z3",
    "generate": "generate 2x2 --seed 1 --level 1",
    "hint": "hint @row",
    "lint": "lint -",
    "list": "list 2x1",
    "rate": "rate @row",
    "reduction": "reduction one-in-three:1 --seed 1 --to url",
    "replay": "replay - -s z3",
    "sample": "sample 2x2 --seed 1",
    "scramble": "scramble - --seed 1",
    "show": "show @first",
    "shrink": "shrink @row -e flow -s z3",
    "solve": "solve @row --by deduction",
    "space": "space 2x2",
    "table": "table 2x2",
}
"""A command line for each command; none prints a version, a path or a time that is not masked."""

ANSWER = (1, 3, 3, 3, 4, 4, 4, 4, 1)
"""The solution of the example `row`."""

STDIN = {
    "check": "1 3 3 3 4 4 4 4 2\n",
    "decode": f"sat\n({' '.join(f'(n_{cell} {number})' for cell, number in enumerate(ANSWER))})\n",
    "explain": "2 2\n",
    "lint": "(set-logic QF_LIA)\n(assert (= x 1))\n(check-sat)\n(exit)\n",
    "replay": "(set-logic QF_LIA)\n(declare-fun x () Int)\n(assert (> x 1))\n(check-sat)\n",
    "scramble": "(declare-fun p () Bool)\n(declare-fun q () Bool)\n(assert (or p q))\n(check-sat)\n",
}
"""What the command is given on standard input."""

OTHERS = {
    "benchmarks": "its set takes minutes",
    "compare": "its table is of times",
    "page": "it writes a file",
    "report": "its table is of times",
    "serve": "it does not end",
    "solvers": "it lists what is installed",
}
"""Commands whose output depends on the machine, which have no transcript."""


def printed(fillomino: Runner, command: str) -> str:
    """The command line and what it prints, with its exit status; times are masked."""
    done = fillomino(*shlex.split(LINES[command]), stdin=STDIN.get(command, ""))
    text = f"$ fillomino {LINES[command]}\n{done.out}{done.err}exit code {done.code}\n"
    return re.sub(r"\d+(\.\d+)? s\b", "… s", text)


def test_every_command_has_one_or_a_reason_why_not() -> None:
    assert set(commands()) <= {*LINES, *OTHERS}
    assert {path.stem for path in FOLDER.iterdir()} == set(LINES)
    assert not {*LINES} & {*OTHERS}


@pytest.mark.parametrize("command", [name for name in LINES if name in commands()])
def test_a_command_prints_its_transcript(fillomino: Runner, command: str) -> None:
    assert printed(fillomino, command) == (FOLDER / f"{command}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    for name in LINES:
        (FOLDER / f"{name}.txt").write_text(printed(Runner(), name), encoding="utf-8")
