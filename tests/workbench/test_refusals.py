"""Options that make no sense, of all commands: exit code 2, and one line that names what was typed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.workbench.conftest import ROOT, Runner

REFUSED = {
    "option-conflict": """
        solve @first --by backtracking -s z3 -e forest
        solve @first --by deduction --logic QF_LIA
        solve @first --by deduction --keep runs
        solve @first --by deduction --deduce full
        solve @first --by deduction --drop clue
        solve @first --portfolio auto --by deduction
        solve @first --portfolio auto --drop clue
        solve @first --portfolio auto --logic QF_UF
        solve @first --portfolio auto --encoding forest
        solve @first --portfolio auto --solver z3
        audit --families --drop clue
        count @first -m frontier -s z3
        compare @first --strategies none+reachability
        compare @first --strategies all-subsets,none""",
    "option-needs": """
        encode @row -f core --ask model
        encode @row -f benchmark --ask model
        encode @first -f commented --scramble 1
        encode @first -f dimacs --scramble 1
        encode @first --status 1""",
    "missing-option": """
        solve @first --prove-by=counting
        audit --every 0 --sampled 0
        check @first""",
    "bad-option": """
        solve @first --unique --prove-by=x
        encode @row --ask x
        table 4
        table hexagon:3
        compare @first --jobs local:0
        compare @first -e forest -s 'c=pysmt-z3 --fast'
        compare @first -s "z3 'open"
        compare @first --jobs 999
        shrink @row --keep slower:3""",
    "usage": """
        solve @first --slover z3
        solve @first --unique=yes
        solve @first --limit
        solve @first --limit x
        solve @first --limit 0
        solve @first --timeout nan
        solve @first --timeout -1
        solve @first --timeout 1e10
        solve @first --memory 99999999999999999
        encode @first --lim 2
        explain @first x y
        list 2x2 -n 0
        list 2x2 -n x
        list 2x2 3x3
        compare @first --jobs none
        --show-completion powershell.exe""",
    "bad-input": """
        explain ROOT/examples
        audit --board 2by2
        list 2x2 --prefix 1,a
        list ROOT/examples
        compare @first -e cuts -s pysmt-z3
        compare @first -e forest:QF_BV
        shrink @row -e forest -e flow -e layers
        boards torus:2x2
        solve @first -e "cmd:x 'y\"""",
    "bad-program": """
        solve @first -e cmd:
        solve @first -e 'cmd:--server x'
        solve @first -e 'cmd:--limit -1 x'
        solve @first -e 'cmd:--puzzle-format xml x'""",
    "needs-session": """
        audit cuts --drop growth
        audit hitori-cuts -s bitwuzla
        solve @row -e cuts -s smt:/bin/cat
        solve @first -s dimacs:/bin/cat""",
    "unfit-solver": """
        audit --solver pysmt-z3
        explain @none -s pysmt-z3 -e placements""",
    "unsupported-logic": """
        encode @first -e forest --logic QF_BV
        encode @first -e flow -f dimacs
        solve @first -e cuts --logic QF_FOO
        solve @several -e forest --logic QF_FOO
        shrink @row -e forest -s z3 -s cadical""",
    "unknown-method": """
        solve @first --by luck
        solve @row --by deductio
        count 3x3 --method x
        compare @first -m guessing""",
    "unknown-encoding": """
        encode @first -e x
        encodings x
        compare @first -e woods""",
    "unknown-solver": """
        solve @first -s nosuch
        compare @first -s z4""",
    "unknown-level": """
        space 2x2 --deduce foo
        list 2x2 --deduce foo
        compare @first --deduce none --deduce much""",
    "unknown-format": """
        show @first --to x
        show @first --as x --to url""",
    "unknown-strategy": """
        compare @first --strategies guessing
        compare 2x3:2e -m backtracking:luck
        solve 2x3:2e --by backtracking:luck""",
    "unknown-family": """
        audit --drop x
        diff forest forest~x @row""",
    "unknown-order": "count 3x3 --method frontier:x",
    "unknown-name": "compare @first --time sidereal",
    "unknown-example": "solve @frist",
    "unknown-flavour": "encode @first -f x",
    "board-too-large": "deduce 400x400:a",
    "bad-filling": "list 2x2 --after 1,2",
    "duplicate-name": "compare @first -s z3 -s z3",
    "bad-board": """
        count 99999999x3
        solve torus:2x2
        encode 3x""",
    "no-such-file": "count 3",
    "unreadable": "report nosuch.jsonl",
}
"""Command lines by the code of the error."""


def lines_of(refused: Mapping[str, str]) -> list[Any]:
    """Parameters: each line with its code."""
    lines = [(line.strip(), code) for code, its in refused.items() for line in its.strip().splitlines()]
    return [pytest.param(line, code, id=line) for line, code in lines]


@pytest.mark.parametrize(("line", "code"), lines_of(REFUSED))
def test_what_makes_no_sense_is_refused(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    check_refused(fillomino, tmp_path, line, code)


def check_refused(fillomino: Runner, folder: Path, line: str, code: str) -> None:
    """Run a command line in an empty folder: it is refused, names what was typed, and writes nothing."""
    typed = shlex.split(line.replace("ROOT", str(ROOT)))
    done = fillomino(*typed)
    assert (done.code, done.out, done.fault, done.err.count("\n")) == (2, "", code, 1), done
    words = [word for part in typed[1:] for word in (part, *re.split("[=:,+~]", part)) if word.strip("-.@")]
    assert any(word.strip("-").lower() in done.err.lower() for word in words), "nothing typed is named"
    assert not list(folder.iterdir())


def test_what_is_refused_without_a_name_for_it(fillomino: Runner) -> None:
    fillomino("scramble", "-", "--restore", "-").refused("option-conflict")
    fillomino("encode", "@first", "@none").refused("missing-option")
    fillomino("solve", "@first", "--drop", "growth").refused("needs-session")


def test_a_method_that_is_misspelt_is_told_all_of_them(fillomino: Runner) -> None:
    fillomino("solve", "@first", "--by", "luck").refused("unknown-method")
    fillomino("compare", "2x3:2e", "-m", "backtracking:luck").refused("unknown-strategy")
