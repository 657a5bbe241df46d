"""Runs are resumed if today's code, or else the text it writes, is that of the run."""

from __future__ import annotations

import json
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
from tests.workbench.compare.test_sums import run
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.compare import resume
from workbench.compare.plan import Job, entries, jobs
from workbench.compare.store import opened
from workbench.compare.table import text
from workbench.compare.work import do
from workbench.inputs import open_all, sources
from workbench.methods import digests
from workbench.methods.digests import code_digest, text_of
from workbench.methods.question import Question
from workbench.methods.smt import SmtMethod
from workbench.methods.table import smt

ROW = EXAMPLES / "row.txt"
Edit = Callable[[dict[str, Any]], None]


def job_of(method: SmtMethod, question: Question) -> Job:
    [entry] = entries(open_all(sources([str(ROW)])))[0]
    [job] = jobs([entry], [(method, method.facts())], 1, question)
    return job


@pytest.mark.parametrize("name", [encoding.name for encoding in ENCODINGS])
def test_the_text_of_a_run_is_what_the_same_code_writes(name: str) -> None:
    job = job_of(smt(name, "yices"), Question(unique=True))
    row = do(job, None)
    assert row.status == "solved"
    assert row.text == text_of(smt(name, "yices", logic=row.logic), job.entry.puzzle, job.question)
    assert row.code == code_digest()


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


def test_the_digest_of_code_is_of_all_files_that_solve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in digests.SOLVING:
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.setattr(digests, "_ROOT", tmp_path)
    found = {digests.code_digest.__wrapped__()}
    for number, folder in enumerate(digests.SOLVING):
        (tmp_path / folder / "some.py").write_text(f"x = {number}\n")
        found.add(digests.code_digest.__wrapped__())
    found.add(digests.code_digest.__wrapped__("mine.awk", "digest"))
    assert len(found) == len(digests.SOLVING) + 2


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of three runs: of a text, of a session and of deduction."""
    path = tmp_path_factory.mktemp("runs") / "runs.jsonl"
    out = Runner()("compare", *COMMAND, "-o", path)
    assert out.code == 0, out
    return path.read_text()


COMMAND = (ROW, "-e", "forest-tight", "-e", "cuts", "-s", "yices", "-m", "deduction", "--no-report")


MIXED = (
    "3 runs not resumed: 1 of another text (forest-tight yices); 1 of other code (cuts yices); "
    "1 of older versions, without a record of either (deduction:all)"
)


def of_other_texts(row: dict[str, Any]) -> None:
    """Make a run one of another text, of other code without a text, or of an older version."""
    row["code"] = "before"
    if row["text"]:
        row["text"] = "another"
    if row["encoding"] is None:
        del row["code"], row["text"]


def of_other_code(row: dict[str, Any]) -> None:
    """Make a run one of other code, if it has a text."""
    row["code"] = "before" if row["text"] else row["code"]


@pytest.mark.parametrize(("edit", "lines"), [(of_other_code, []), (of_other_texts, [f"fillomino: {MIXED}"])])
def test_a_run_of_another_text_or_code_is_done_again(
    fillomino: Runner, measured: str, tmp_path: Path, edit: Edit, lines: list[str]
) -> None:
    path = tmp_path / "runs.jsonl"
    rows = [json.loads(each) for each in measured.splitlines()]
    before = {row["started"] for row in rows}
    for row in rows:
        edit(row)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    said = fillomino("compare", *COMMAND, "-o", path).err.splitlines()
    assert [each for each in said if "not resumed" in each] == lines
    assert ("fillomino: 3 of 3 runs are there already; 0 to do" in said) == (not lines)
    now = [json.loads(each) for each in path.read_text().splitlines()][len(rows) :]
    assert len(now) == (3 if lines else 1)  # what is of the same text is written with the code of today
    assert all(row["code"] == code_digest() for row in now)
    assert sum(row["started"] not in before for row in now) == (3 if lines else 0)
    assert "3 of 3 runs are there already; 0 to do" in fillomino("compare", *COMMAND, "-o", path).err


def test_runs_of_different_texts_are_reported() -> None:
    rows = [run("forest z3", "1", 1.0, text="a"), run("forest yices", "1", 1.0, text="a")]
    others = [run("forest z3", "2", 1.0, text="b"), run("cuts z3", "1", 1.0, encoding="cuts", deduce="none")]
    assert "TEXTS" not in text([*rows, *others])
    rows += [run("new forest", "1", 2.0, text="c"), run("old forest", "1", 2.0, scramble=1, text="d")]
    assert text([*rows, *others]).startswith(
        "TEXTS: on 1 puzzle other versions of our code wrote another text of one encoding: "
        "forest z3, forest yices, new forest\n"
    )


def test_a_text_is_written_once_for_all_solvers_and_seeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    method = smt("forest-tight", "yices")
    [entry] = entries(open_all(sources([str(ROW)])))[0]
    both = [(one, one.facts()) for one in (method, replace(method, label="another"))]
    planned = jobs([entry], both, 2, Question(), 2)
    written = []

    def counted(its: SmtMethod, puzzle: Puzzle, question: Question) -> str | None:
        written.append(question.scramble)
        return text_of(its, puzzle, question)

    monkeypatch.setattr("workbench.compare.resume.text_of", counted)
    with opened(tmp_path / "runs.jsonl") as store:
        for job in planned:
            store.append(replace(do(job, None), code="before"))
        assert len(resume.of_other_code(planned, store)) == len(planned) == 8
        assert resume.disregard_changed(planned, store, list) == []
        assert sorted(written) == [0, 1]
        assert resume.of_other_code(planned, store) == []
        first = planned[0]
        store.append(replace(do(first, None), code="before", opening=("(push 7)",)), again=True)
        assert len(resume.disregard_changed([first], store, list)) == 1
