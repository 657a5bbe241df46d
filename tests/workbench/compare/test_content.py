"""Runs are known by their content: the script, or without one the version of this program."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from encoder.encodings.table import ENCODINGS
from encoder.script import PuzzleScript
from fillomino import formats
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Puzzle
from tests.support.runs import kept, planned, run
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.compare.content import disregard_changed, text_of
from workbench.compare.plan import entries, jobs, orbit_hash, puzzle_hash
from workbench.compare.statistics import ratio, tabulate
from workbench.compare.store import opened
from workbench.compare.table import text
from workbench.compare.work import do
from workbench.methods.question import Question
from workbench.methods.smt import SmtMethod
from workbench.methods.table import smt
from workbench.texts.inputs import open_one, sources

FIRST, NONE, ROW, SEVERAL = (EXAMPLES / f"{name}.txt" for name in ("first", "none", "row", "several"))
Edit = Callable[[dict[str, Any]], None]


@pytest.mark.parametrize("name", [encoding.name for encoding in ENCODINGS])
def test_the_text_of_a_run_is_what_the_same_code_writes(name: str) -> None:
    [job] = planned([str(ROW)], ["yices"], name, Question(unique=True))
    row = do(replace(job, method=smt(name, "yices")), None)
    assert row.status == "solved"
    assert row.text == text_of(smt(name, "yices", logic=row.logic), job.entry.puzzle, job.question)


def test_texts_are_told_apart() -> None:
    method, puzzle = smt("forest-tight", "yices"), formats.read((EXAMPLES / "first.txt").read_text()).puzzle
    encoding = method.encoding

    def shorter(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
        script = encoding.build(puzzle, candidates, logic)
        return replace(script, assertions=script.assertions[:-1])

    def noted(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
        script = encoding.build(puzzle, candidates, logic)
        return replace(script, header=script.header._replace(notes=("A comment.",)))

    def digest(order: int = 0, **changed: Any) -> str | None:
        changed_method = replace(method, encoding=replace(encoding, **changed))
        return text_of(changed_method, puzzle, Question(scramble=order))

    plain = digest()
    assert plain is not None and len(plain) == 16
    assert digest(build=shorter) != plain
    assert digest(1) != plain
    assert text_of(replace(method, level=3), puzzle, Question()) != plain  # type: ignore[arg-type]
    assert digest(name="renamed", build=noted) == plain
    assert digest(build=lambda *_: 1 / 0) is None
    assert text_of(smt("cuts", "yices"), puzzle, Question()) is None


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of three runs: of a text, of a session and of deduction."""
    path = tmp_path_factory.mktemp("runs") / "runs.jsonl"
    out = Runner()("compare", *COMMAND, "-o", path)
    assert out.code == 0, out
    return path.read_text()


COMMAND = (ROW, "-e", "forest-tight", "-e", "cuts", "-s", "yices", "-m", "deduction", "--no-report")


def of_other_code(row: dict[str, Any]) -> None:
    """Make a run one that another version of this program did."""
    row["fillomino"] = "0.1"


def of_another_text(row: dict[str, Any]) -> None:
    """Make a run with a text one of another text."""
    row["commit"] = "other+"
    row["text"] = row["text"] and "another"


@pytest.mark.parametrize(("edit", "again"), [(of_other_code, 2), (of_another_text, 3)])
def test_a_run_of_another_content_is_done_again(
    fillomino: Runner, measured: str, tmp_path: Path, edit: Edit, again: int
) -> None:
    """After a change of our code a run with the same text counts; one without a text does not."""
    path = tmp_path / "runs.jsonl"
    rows = [json.loads(line) for line in measured.splitlines()]
    for row in rows:
        edit(row)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    fillomino("compare", *COMMAND, "-o", path)
    now = kept(path)[len(rows) :]
    assert len(now) == again
    assert {row["encoding"] for row in now} == {"cuts", None, *(["forest-tight"] if again == 3 else [])}
    before = path.read_text()
    fillomino("compare", *COMMAND, "-o", path)
    assert path.read_text() == before


def test_a_run_of_an_edited_solver_is_done_again(fillomino: Runner, tmp_path: Path) -> None:
    """Every file that the command names is part of what a run is known by, not its first word alone."""
    solver, path = tmp_path / "mysolver.py", tmp_path / "runs.jsonl"
    solver.write_text("import sys\nsys.stdin.read()\nprint('unknown')\n")
    mine = f"mine=smt:{sys.executable} {solver}"
    command = ("compare", ROW, "-s", mine, "-e", "forest", "-o", path, "--no-report")
    fillomino(*command)
    fillomino(*command)
    [first] = kept(path)
    solver.write_text(solver.read_text() + "# edited\n")
    fillomino(*command)
    [_, second] = kept(path)
    assert first["key"] != second["key"]
    assert first["version"] != second["version"]


def test_where_only_a_method_without_a_solver_is_named_no_solver_runs(
    fillomino: Runner, tmp_path: Path
) -> None:
    path = tmp_path / "runs.jsonl"
    fillomino("compare", ROW, "--method", "deduction", "-o", path, "--no-report")
    assert [row["method"] for row in kept(path)] == ["deduction:all"]


def puzzle_of(text: str, **more: Any) -> Puzzle:
    return replace(formats.read(text).puzzle, **more)


def test_images_of_a_puzzle_are_told_from_other_puzzles() -> None:
    puzzle = puzzle_of("2 3\n3 0 0\n0 0 2\n")
    assert puzzle_hash(puzzle) == puzzle_hash(replace(puzzle, info={"title": "x"}))
    for image in ("3 2\n0 3\n0 0\n2 0\n", "2 3\n0 0 3\n2 0 0\n", "3 2\n2 0\n0 0\n0 3\n"):
        assert orbit_hash(puzzle_of(image)) == orbit_hash(puzzle)
        assert puzzle_hash(puzzle_of(image)) != puzzle_hash(puzzle)
    others = [
        puzzle_of("2 3\n3 0 0\n0 2 0\n"), puzzle_of("1 6\n3 0 0 0 0 2\n"),
        replace(puzzle, largest_region=4), replace(puzzle, walls=frozenset({(0, 1)})),
        replace(puzzle, checkered=True), replace(puzzle, basic=True),
    ]  # fmt: skip
    for digest in (puzzle_hash, orbit_hash):
        assert len({digest(other) for other in (puzzle, *others)}) == 7
    walled = puzzle_of("2 3\n0 0 3\n2 0 0\n", walls=frozenset({(1, 2)}))
    assert orbit_hash(walled) == orbit_hash(replace(puzzle, walls=frozenset({(0, 1)})))


def test_images_of_a_puzzle_are_one_puzzle_of_a_verdict() -> None:
    rows = [
        run(method, str(number), seconds, orbit="one" if number < 8 else None)
        for number in range(10)
        for method, seconds in (("forest z3", 1.0), ("forest yices", 2.0))
    ]
    found = ratio(tabulate(rows), "forest z3", "forest yices")
    assert (found.puzzles, found.orders) == (3, 1)


def test_runs_of_different_texts_are_reported() -> None:
    rows = [run("forest z3", "1", 1.0, text="a"), run("forest yices", "1", 1.0, text="a")]
    others = [run("forest z3", "2", 1.0, text="b"), run("cuts z3", "1", 1.0, encoding="cuts", deduce="none")]
    assert "TEXTS" not in text([*rows, *others])
    rows += [run("new forest", "1", 2.0, text="c"), run("old forest", "1", 2.0, scramble=1, text="d")]
    assert text([*rows, *others]).startswith(
        "TEXTS: on 1 puzzle, versions of our code wrote different scripts for one encoding: "
        "forest z3, forest yices, new forest\n"
    )


def test_a_text_is_written_once_for_all_solvers_and_seeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    method = smt("forest-tight", "yices")
    [entry] = entries(map(open_one, sources([str(ROW)])))[0]
    both = [(one, one.facts()) for one in (method, replace(method, label="another"))]
    every = jobs([entry], both, 2, Question(), 2)
    written = []

    def counted(its: SmtMethod, puzzle: Puzzle, question: Question) -> str | None:
        written.append(question.scramble)
        return text_of(its, puzzle, question)

    monkeypatch.setattr("workbench.compare.content.text_of", counted)
    with opened(tmp_path / "runs.jsonl") as store:
        for job in every:
            store.append(replace(do(job, None), commit="before"))
        assert disregard_changed(every, store) == []
        assert sorted(written) == [0, 1]
        first = every[0]
        store.append(replace(do(first, None), commit="before", opening=("(push 7)",)), again=True)
        assert len(disregard_changed([first], store)) == 1
