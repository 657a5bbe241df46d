"""What is certified is accepted by the checker: on all kinds of boards, in all variants, for every claim."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from time import process_time
from typing import NoReturn

import pytest

from drivers import Limits, find, run
from drivers.answer import Unsat
from encoder.encodings import cuts
from encoder.parts.values import Values
from encoder.puzzle_script import PuzzleScript
from fillomino.backtracking import search
from fillomino.board import rectangle
from fillomino.counting.windows import random_filling
from fillomino.deduction.engine import Level, deduce
from fillomino.graph import bits, neighbour_function, within
from fillomino.puzzle import Filling, Puzzle
from labs.certificates.crowd import Crowd
from labs.certificates.journal import Journal, deduce_with_journal
from labs.certificates.produce import (
    Certificate,
    certificate,
    solution_certificate,
)
from labs.certificates.proof import followed
from labs.certificates.refute import refutation, refute
from labs.certificates.tokens import OTHER, Clause, NoCertificateError
from tests.labs.certificates.fuzz import loaded, words
from tests.support.boards import read
from tests.support.brute import keeps
from tests.support.processes import python, with_ours
from tests.support.programs import hide
from tests.support.random_puzzles import BOARDS, fillings_of, puzzles
from tests.workbench.conftest import EXAMPLES, Command, Runner
from workbench.methods.method import Question, Result
from workbench.methods.smt import smt

CHECKER = loaded()


def checked(folder: Path, made: Certificate) -> str:
    """The checker's output."""
    files = made.write(folder, "a")
    with redirect_stdout(StringIO()) as out:
        CHECKER.main([path for path in files if not path.endswith(".smt2")])
    return out.getvalue()


def verdict(folder: Path, made: Certificate) -> str:
    """The last line of it."""
    return checked(folder, made).splitlines()[-1]


def variants(seed: int, count: int) -> list[tuple[Puzzle, list[Filling]]]:
    """Random puzzles of all variants, with all their solutions."""
    chance, found = Random(seed), []
    for board in BOARDS:
        for puzzle in puzzles(board, seed + board.size, count):
            its = puzzle.replace(basic=chance.random() < 0.3, checkered=chance.random() < 0.2)
            found.append((its, [filling for filling in fillings_of(board) if keeps(its, filling)]))
    return found


def certified(folder: Path, puzzle: Puzzle, solutions: list[Filling]) -> str:
    found = certificate(puzzle, solutions)
    said = {0: "VERIFIED: there is no solution", 1: "VERIFIED: the filling is the only solution"}
    several = "VERIFIED: the fillings are all the solutions there are"
    assert verdict(folder, found) == said.get(len(solutions), several), (puzzle, solutions)
    return found.claim


def test_puzzles_that_deduction_decides_need_no_solver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide(monkeypatch, "z3", "cadical", "kissat")
    count = {"unique": 0, "unsolvable": 0}
    for puzzle, solutions in variants(seed=1, count=6):
        candidates = deduce(puzzle.replace(checkered=False), Level.AHEAD)
        if len(solutions) < 2 and not any(mask & (mask - 1) for mask in candidates.masks):
            try:
                claim = certificate(puzzle, solutions).claim
            except NoCertificateError:
                continue  # by counting the board, or by colours
            assert certified(tmp_path, puzzle, solutions) == claim
            count[claim] += 1
    assert count["unique"] > 20
    assert count["unsolvable"] > 20


def test_every_claim_about_small_puzzles_is_certified(tmp_path: Path) -> None:
    for puzzle, solutions in variants(seed=2, count=1):
        if len(solutions) < 20:
            certified(tmp_path, puzzle, list(puzzle.solutions()))  # the list that an audit judges by
            assert sorted(solutions) == list(puzzle.solutions())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 14))
def test_every_claim_about_many_small_puzzles_is_certified(tmp_path: Path, seed: int) -> None:
    for puzzle, solutions in variants(seed, count=20):
        if len(solutions) < 40:
            certified(tmp_path, puzzle, solutions)


@pytest.mark.parametrize(
    ("size", "clues"),
    [
        ((5, 5), {8: 12, 6: 6, 22: 4, 13: 5}),
        ((4, 5), {13: 5, 16: 10, 11: 3, 19: 5, 1: 4}),
        ((4, 4), {1: 3, 6: 9, 13: 8}),
    ],
)
def test_what_counting_the_board_finds_is_a_clause_by_hall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], clues: dict[int, int]
) -> None:
    hide(monkeypatch, "z3", "cadical", "kissat")
    monkeypatch.setattr("labs.certificates.journal.MOST_CASES", 0)
    out = checked(tmp_path, certificate(Puzzle(rectangle(*size), clues), ()))
    assert " Hall" in out
    assert out.splitlines()[-1] == "VERIFIED: there is no solution"


@pytest.mark.parametrize(
    "clues",
    [
        {15: 3, 22: 8, 5: 5, 9: 5, 19: 5, 13: 4, 23: 1, 16: 8},
        {2: 5, 5: 2, 11: 4, 21: 4, 19: 4, 7: 5, 9: 3, 16: 3},
        None,
    ],
)
def test_what_cases_within_cases_decide_needs_no_solver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clues: dict[int, int] | None
) -> None:
    puzzle = Puzzle(rectangle(5, 5), clues) if clues else read(EXAMPLES / "cylinder.json")
    fillings = search(puzzle).fillings
    assert len(fillings) == (0 if clues else 1)
    hide(monkeypatch, "z3", "cadical", "kissat", "yices-smt2")
    said = "there is no solution" if clues else "the filling is the only solution"
    assert verdict(tmp_path, certificate(puzzle, fillings)) == f"VERIFIED: {said}"

    def decided() -> bool:
        solution = next(iter(fillings), None)
        state, consistent = deduce_with_journal(puzzle, process_time() + 60, solution, counting=False)
        return not (consistent and state.unfixed)

    assert decided()
    monkeypatch.setattr("labs.certificates.journal.MOST_CASES", 0)
    assert not decided()


def test_counters_are_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("labs.certificates.rule_clauses.COUNTED_AFTER", 1)
    counted = 0
    for seed in range(8):
        chance = Random(seed)
        board = rectangle(4, 4)
        filling = random_filling(board, 9, chance)
        puzzle = Puzzle(board, {x: filling[x] for x in chance.sample(range(board.size), 5)})
        found = search(puzzle, limit=40)
        if found.complete and max(puzzle.clues.values()) > 3:
            made = certificate(puzzle, found.fillings)
            assert verdict(tmp_path, made).startswith("VERIFIED: ")
            counted += bool(made.counters)
    assert counted


def test_a_solution_is_certified(tmp_path: Path) -> None:
    puzzle, solutions = next((p, s) for p, s in variants(seed=4, count=1) if s)
    assert (
        verdict(tmp_path, solution_certificate(puzzle, solutions[0])) == "VERIFIED: the filling is a solution"
    )


def test_a_certificate_replaces_all_files_of_a_former_one(tmp_path: Path) -> None:
    puzzle, solutions = next((p, s) for p, s in variants(seed=4, count=1) if len(s) == 1)
    certificate(puzzle, solutions).write(tmp_path, "a")
    solution_certificate(puzzle, solutions[0]).write(tmp_path, "a")
    assert {path.suffix for path in tmp_path.iterdir()} == {".puzzle", ".cnf"}


def test_a_verdict_that_is_wrong_gets_no_certificate() -> None:
    for puzzle, solutions in variants(seed=5, count=1):
        if 1 < len(solutions) < 10:
            with pytest.raises(NoCertificateError):
                certificate(puzzle, solutions[1:])


FIRST, SEVERAL, NONE = EXAMPLES / "first.txt", EXAMPLES / "several.txt", EXAMPLES / "none.txt"


SMT = ".puzzle .cnf .drat .smt2"


@pytest.mark.parametrize(
    ("puzzle", "options", "code", "claim", "suffixes", "words"),
    [
        (FIRST, "--unique", 0, "unique", SMT, "the filling is the only solution"),
        (NONE, "", 1, None, SMT, "there is no solution"),
        (SEVERAL, "", 0, "filling", ".puzzle .cnf", "the filling is a solution"),
        (SEVERAL, "--unique", 1, "filling", ".puzzle .cnf", "the filling is a solution"),
        (SEVERAL, "--limit 2", 0, "filling", ".puzzle .cnf", "the filling is a solution"),
        (SEVERAL, "--limit 100", 0, "exactly", SMT, "all the solutions there are"),
    ],
)
def test_what_is_claimed_is_verified(
    fillomino: Runner,
    tmp_path: Path,
    puzzle: Path,
    options: str,
    code: int,
    claim: str | None,
    suffixes: str,
    words: str,
) -> None:
    stem = tmp_path / "made" / puzzle.stem
    asked: Command = ("solve", puzzle, *options.split(), "--certificate", stem.parent)
    row = fillomino(*asked, "--json").ended(code).row
    assert claim in (None, row["certificate"]["claim"])
    assert [Path(path).suffix for path in row["certificate"]["files"]] == suffixes.split()
    checked = fillomino("check", puzzle, stem.with_suffix(".cnf")).ended(0).out
    assert checked.splitlines()[-1].startswith("VERIFIED: ")
    assert words in checked.splitlines()[-1]
    assert fillomino.row("check", puzzle, stem.with_suffix(".cnf"))["verdict"] == "VERIFIED"
    assert claim != "exactly" or checked.count("filling: ") == len(row["fillings"])
    if claim == "unique":
        script = stem.with_suffix(".smt2").read_text(encoding="ascii")
        assert isinstance(run(script, find("yices")).answer, Unsat)


def test_what_the_checker_does_not_verify(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fillomino("solve", FIRST, "--unique", "--certificate", tmp_path)
    cnf, proof = tmp_path / "first.cnf", tmp_path / "first.drat"
    # The puzzle of the user counts, and not the file beside the certificate.
    text = FIRST.read_text(encoding="utf-8").replace(" 5 ", " 0 ", 1)
    other = fillomino("check", fillomino.write("other.txt", text), cnf, "--json").ended(1)
    assert other.row["verdict"] == "REFUSED"
    with monkeypatch.context() as stopped:
        stopped.setattr("labs.certificates.produce.LIMITS", Limits(seconds=0.001))
        assert fillomino("check", FIRST, cnf).code == 3
    proof.unlink()
    assert fillomino("check", FIRST, cnf, "--json").ended(3).row["verdict"] == "CLAUSES HOLD"
    os.mkfifo(proof)
    fillomino("check", FIRST, cnf).refused("unreadable")
    assert fillomino("check", FIRST, tmp_path / "nothing.cnf").code == 2


@pytest.mark.parametrize("hidden", [(), ("cadical", "kissat"), ("cadical", "kissat", "z3")])
def test_what_deduction_leaves_open_needs_nothing_but_the_dependencies(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hidden: tuple[str, ...]
) -> None:
    hide(monkeypatch, *hidden)
    every = ("solve", SEVERAL, "--limit", "100")
    done = fillomino(*every, "--json", "--certificate", tmp_path)
    if "z3" not in hidden:
        assert done.code == 0
        assert fillomino("check", SEVERAL, tmp_path / "several.cnf").code == 0
        return
    row = done.ended(4).row
    assert (row["status"], row["certificate"]["files"]) == ("solved", [])
    assert row["certificate"]["reason"]
    assert not list(tmp_path.iterdir())
    assert fillomino(*every).code == 0


def test_a_verdict_that_is_missing_is_a_missing_certificate(fillomino: Runner, tmp_path: Path) -> None:
    asked = ["--encoding", "forest", "--timeout", "0.001"]
    assert fillomino("solve", FIRST, *asked, "--certificate", tmp_path).code == 4
    (tmp_path / "other").mkdir()  # puzzles of one name get files of their own
    shutil.copy(FIRST, tmp_path / "other")
    both = (FIRST, tmp_path / "other" / "first.txt")
    fillomino("solve", *both, "--unique", "--plain", "--certificate", tmp_path).ended(0)
    assert (tmp_path / "first.2.drat").exists()


def modules_of(folder: Path, *options: str | Path) -> set[str]:
    """The modules that a solution of the first example imports, beside those of each start of Python here."""

    def imported(*command: str | Path) -> set[str]:
        done = python("-X", "importtime", *command, check=True, cwd=folder, PYTHONPATH=with_ours())
        return set(re.split(r"[\s|]", done.stderr))

    return imported("-m", "workbench", "solve", FIRST, "--unique", *options) - imported("-c", "")


def test_who_asks_for_no_certificate_pays_for_none(tmp_path: Path) -> None:
    imported = modules_of(tmp_path)
    assert "workbench.cli" in imported
    assert "labs.certificates" not in imported


def test_a_certificate_of_what_deduction_decides_starts_lightly(tmp_path: Path) -> None:
    imported = modules_of(tmp_path, "--certificate", tmp_path / "made")
    assert "labs.certificates.produce" in imported
    assert not imported & {"pathlib", "tempfile", "typing", "labs.certificates.refute", "drivers.session"}


@pytest.mark.slow
def test_every_example_is_certified(fillomino: Runner, tmp_path: Path) -> None:
    done = fillomino("solve", EXAMPLES, "--unique", "--json", "--certificate", tmp_path)
    rows = done.rows
    assert len(rows) > 25
    for row in rows:
        cnf = next(path for path in row["certificate"]["files"] if path.endswith(".cnf"))
        [example] = [
            path for path in EXAMPLES.iterdir() if path.is_file() and str(path) in row["puzzle"]
        ] or [EXAMPLES / row["puzzle"]]
        assert fillomino("check", example, cnf).code == 0


BOARD = rectangle(5, 5)


def test_a_cell_is_closed_off_by_no_more_than_it_takes() -> None:
    near, fewer = neighbour_function(BOARD), 0
    for seed in range(60):
        chance = Random(seed)
        number, (x, y) = chance.randint(3, 9), chance.sample(range(BOARD.size), 2)
        admits = sum(1 << z for z in range(BOARD.size) if chance.random() < 0.8) | 1 << x | 1 << y
        its = Crowd(near, BOARD.size, {number: 1 << x}, {number: admits, OTHER: 0})
        border = near(1 << y) & admits & ~(1 << x)
        if near(1 << y) >> x & 1:
            continue
        closed = its.closing(near, number, admits, 1 << y, border)
        assert not closed & ~border
        assert not within(near, 1 << x, admits & ~closed, number - 1) >> y & 1
        for z in bits(closed):
            assert within(near, 1 << x, admits & ~closed | 1 << z, number - 1) >> y & 1
        fewer += closed != border
    assert fewer > 20


def accepted(clauses: list[Clause], drat: str) -> None:
    """Have the checker accept a proof that clauses contradict each other."""
    known = CHECKER.Clauses()
    for clause in clauses:
        known.add(clause)
    CHECKER.check_proof(known, iter(words(drat)), 99)


def test_proofs_of_random_clauses_are_accepted() -> None:
    count = 0
    for seed in range(12):
        chance = Random(seed)
        size = chance.randint(5, 40)
        clauses = [
            tuple(
                chance.choice((1, -1)) * v
                for v in chance.sample(range(1, size + 1), chance.choice((2, 3, 3)))
            )
            for _ in range(5 * size)
        ]
        answer = refute(clauses, Limits(seconds=600))
        if isinstance(answer, str):
            proof = refutation(clauses, Limits(seconds=600))
            assert isinstance(proof, str)
            accepted(clauses, proof)
            accepted(clauses, followed(clauses, answer))
            count += 1
        else:
            assert all(answer.intersection(clause) for clause in clauses)
    assert count > 5


@pytest.mark.parametrize(
    ("clauses", "text", "kept"),
    [
        ([(1, 2), (1, -2), (-1, 2), (-1, -2), (3, 4)], "3 0\nd 3 4 0\n1 0\n2 0\n0\n", "1 0\n0\n"),
        # Clauses that were deleted may still be used.
        (
            [(1, 2, 3), (1, 2, -3), (1, -2), (-1, 4), (-1, -4), (5, 6), (-5, 6)],
            "1 2 0\n5 0\nd 1 2 3 0\nd 1 2 -3 0\nd 1 2 0\n1 0\n0\n",
            "1 2 0\n1 0\n0\n",
        ),
    ],
)
def test_lemmas_that_do_not_follow_are_dropped(clauses: list[Clause], text: str, kept: str) -> None:
    assert followed(clauses, text) in (kept, kept.replace("1 0\n", ""))
    accepted(clauses, followed(clauses, text))


def solved_with_a_journal(puzzle: Puzzle, limit: int) -> tuple[Result, Journal]:
    """The result of the fast way, and what it wrote down."""
    journal = Journal()
    return smt().run("own", puzzle, Question(limit=limit).replace(log=journal)), journal


def open_puzzles(count: int) -> Iterator[tuple[Puzzle, Result, Journal]]:
    """Puzzles that deduction leaves open, with all their solutions, and what their sessions wrote down."""
    board = rectangle(6, 6)
    for seed in range(count):
        chance = Random(seed)
        filling = random_filling(board, 14, chance)
        puzzle = Puzzle(board, {x: filling[x] for x in chance.sample(range(board.size), 20)})
        result, journal = solved_with_a_journal(puzzle, limit=50)
        if journal.learned and result.answers.complete:
            yield puzzle, result, journal


def test_what_a_session_has_learned_is_refuted_without_another_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> NoReturn:
        raise AssertionError("a session of the certificate's own")

    monkeypatch.setattr("labs.certificates.rule_clauses.Session", none)
    made = counted = 0
    for puzzle, result, journal in open_puzzles(10):
        found = certificate(puzzle, result.answers.fillings, journal=journal)
        assert verdict(tmp_path, found).startswith("VERIFIED: ")
        made, counted = made + 1, counted + bool(found.counters)
    assert made > 2
    assert counted


def test_a_session_that_makes_no_progress_is_told_all_that_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[bool] = []

    def base(values: Values, *, certified: bool) -> PuzzleScript:
        told.append(not certified)
        return cuts.base(values, certified=certified)

    monkeypatch.setattr("workbench.fillomino.cut_loop.base", base)
    monkeypatch.setattr("workbench.fillomino.cut_loop.LEAN", 1)
    for puzzle, result, journal in open_puzzles(10):
        assert sorted(result.answers.fillings) == sorted(search(puzzle, limit=50).fillings)
        made = certificate(puzzle, result.answers.fillings, journal=journal)
        assert verdict(tmp_path, made).startswith("VERIFIED: ")
    assert True in told
