"""The benchmark flavour with its status."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from drivers import Failure, Limits, Sat, Unsat, find, installed, run
from drivers.fake import scripted
from drivers.solver import Quirks
from encoder.encoding import Encoding
from encoder.encodings.table import ENCODINGS
from fillomino.board import rectangle
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Puzzle
from smtlib.render import benchmark
from tests.support.encodings import BY_ENCODING
from tests.support.where import quick
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.methods import established

SAT = Puzzle(rectangle(2, 3), {0: 2, 5: 4}, info={"title": "a | \\ title", "license": 'so "called"'})
LIMITED = replace(SAT, largest_region=4, walls=frozenset({(0, 1)}))
UNSAT = Puzzle(rectangle(2, 3), {0: 2, 1: 4, 3: 1})


@BY_ENCODING
@pytest.mark.parametrize("name", ["z3", "yices", "cvc5", "bitwuzla"])
@quick(lambda encoding, name: name == "z3" or encoding.name in ("forest", "forest-bv", "forest-bool"))
def test_every_solver_takes_every_encoding(encoding: Encoding, name: str) -> None:
    solver = find(name)
    if installed(solver) is None:
        pytest.skip(f"{name} is not installed")
    for logic in encoding.logics:
        if (solver.logics is not None and logic not in solver.logics) or (
            logic == "QF_FD" and solver.name != "z3"  # Z3's own, not SMT-LIB's
        ):
            continue
        for puzzle, wanted in ((SAT, Sat()), (UNSAT, Unsat())):
            script = encoding.script(puzzle, logic)
            status = "sat" if wanted == Sat() else "unsat"
            assert run(benchmark(script, status), solver, Limits(seconds=60)).answer == wanted
            if solver.name == "z3":  # which compares the status with its answer: the header is really read
                lie = benchmark(script, "unsat" if status == "sat" else "sat")
                assert isinstance(run(lie, solver, Limits(seconds=60)).answer, Failure)


@BY_ENCODING
def test_the_strict_parser_of_cvc5_takes_every_encoding(encoding: Encoding) -> None:
    cvc5 = pytest.importorskip("cvc5")
    for logic, puzzle in product(encoding.logics, (SAT, LIMITED)):
        if logic == "QF_FD":
            continue
        text = benchmark(encoding.script(puzzle, logic, deduce(puzzle, Level.NONE)), "sat")
        manager = cvc5.TermManager()
        solver = cvc5.Solver(manager)
        solver.setOption("strict-parsing", "true")
        symbols = cvc5.SymbolManager(manager)
        parser = cvc5.InputParser(solver, symbols)
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "benchmark")
        replies = []
        while not (command := parser.nextCommand()).isNull():
            replies.append(command.invoke(solver, symbols))
        assert "".join(replies).split() == ["sat"]


def status_of(puzzle: Puzzle) -> str | None:
    [encoding] = [one for one in ENCODINGS if one.name == "forest-tight"]
    return established.established(puzzle, encoding, "QF_LIA", Level.NONE, 20)[1]


def test_a_status_is_established() -> None:
    if not all(installed(find(name)) for name in ("z3", "yices")):
        pytest.skip("z3 and yices are needed")
    assert status_of(SAT) == "sat"
    assert status_of(UNSAT) == "unsat"


@pytest.mark.parametrize(
    ("solvers", "puzzle", "status"),
    [
        (["denier"], SAT, None),
        (["denier", "yices"], SAT, "sat"),
        (["denier", "liar"], SAT, None),
        (["denier", "other"], UNSAT, "unsat"),
        (["yices"], UNSAT, None),
        (["dunce", "denier"], UNSAT, None),
        ([], SAT, None),
    ],
)
def test_it_takes_a_checked_filling_or_two_witnesses(
    monkeypatch: pytest.MonkeyPatch, solvers: list[str], puzzle: Puzzle, status: str | None
) -> None:
    quiet = Quirks(silent=True)
    pretended = {
        "denier": scripted("unsat\n", name="denier", quirks=quiet),
        "other": scripted("unsat\n", name="other", quirks=quiet),
        "liar": scripted(f"sat\n({''.join(f'(n_{x} 1)' for x in range(6))})\n", name="liar"),
        "dunce": scripted("unknown\n", name="dunce", quirks=quiet),
        "yices": find("yices"),
    }
    if "yices" in solvers and installed(find("yices")) is None:
        pytest.skip("yices is not installed")
    monkeypatch.setattr(established, "SOLVERS", [pretended[name] for name in solvers])
    assert status_of(puzzle) == status


def test_encode_writes_the_status(fillomino: Runner, tmp_path: Path) -> None:
    puzzles = [EXAMPLES / "first.txt", EXAMPLES / "none.txt"]
    command: list[str | Path] = ["encode", *puzzles, "-e", "forest-tight", "-f", "benchmark", "-o", tmp_path]
    done = fillomino(*command)
    assert done.code == 0
    assert "the header has no author and no license, which the SMT-LIB library asks for" in done.err
    assert "(set-info :status unknown)" in (tmp_path / "first.forest-tight.smt2").read_text()
    command += ["--author", "A. Author", "--license", "https://creativecommons.org/licenses/by/4.0/"]
    done = fillomino(*command, "--status", "30")
    assert "\nGenerated by: A. Author\nGenerated on: 20" in (tmp_path / "none.forest-tight.smt2").read_text()
    assert (done.code, done.err) == (0, "fillomino: 2 files written\n")
    assert "(set-info :status sat)" in (tmp_path / "first.forest-tight.smt2").read_text()
    assert "(set-info :status unsat)" in (tmp_path / "none.forest-tight.smt2").read_text()
    large = fillomino(
        "encode", EXAMPLES / "twenty.txt", "-e", "forest", "-f", "benchmark", "--status", "0.05"
    )
    assert "(set-info :status unknown)" in large.out
    assert "its status could not be established within 0.05 s" in large.err
    assert (
        fillomino.refuses("encode", puzzles[0], "--status", "1")
        == "--status goes with --flavour benchmark or --ask unique, and with no clauses"
    )
