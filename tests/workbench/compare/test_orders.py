"""Scripts in several orders, and levels of deduction as methods: how runs are planned, kept and resumed."""

from __future__ import annotations

import re
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from drivers.solver import arguments_for
from drivers.solvers import Z3_TUNED
from encoder.encodings.table import find as find_encoding
from encoder.errors import EncodingError
from encoder.script import PuzzleScript
from fillomino import formats
from smtlib.render import driver
from smtlib.scramble import scramble
from tests.support import needs
from tests.support.encodings import BY_NAME
from tests.support.runs import kept
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.choose.encodings import best_logic
from workbench.compare.plan import entries, jobs
from workbench.compare.row import Row
from workbench.compare.work import do
from workbench.methods.keep import Keep
from workbench.methods.question import Question
from workbench.methods.scrambled import scrambled
from workbench.methods.table import smt, without_solver
from workbench.texts.inputs import open_one, sources

FIRST, NONE, ROW, SEVERAL = (EXAMPLES / f"{name}.txt" for name in ("first", "none", "row", "several"))


def compare(fillomino: Runner, out: Path, *more: str) -> list[dict[str, Any]]:
    done = fillomino("compare", str(FIRST), "--timeout", "60", "--no-report", "-o", out, *more)
    assert done.code == 0, done
    return kept(out)


@pytest.mark.parametrize(
    ("who", "unique"),
    [
        *((who, False) for who in ("z3", "yices", "cadical")),
        *((who, True) for who in ("z3", "yices")),
        *(pytest.param(who, False, marks=pytest.mark.slow) for who in ("cvc5", "cpsat")),
        *(pytest.param(who, True, marks=pytest.mark.slow) for who in ("cadical", "cvc5", "cpsat")),
    ],
)
def test_every_order_has_the_same_answer(who: str, unique: bool) -> None:
    """Asked once, and twice in a session or by fresh processes, names are read back."""
    needs.solver(who)
    tried = 0
    for name in ("forest", "forest-tight", "forest-bool"):
        method = smt(name, who)
        try:
            best_logic(method.encoding, method.solver)
        except EncodingError:
            continue
        tried += 1
        for path in (ROW,) if who == "cpsat" else (ROW, SEVERAL):
            puzzle = formats.read(path.read_text()).puzzle
            plain, other = (
                method.run(path.name, puzzle, Question(unique=unique, scramble=seed, seconds=120))
                for seed in (0, 5)
            )
            assert (other.status, other.unique, other.error) == (plain.status, plain.unique, None)
            assert other.asked == plain.asked
            assert other.opening == plain.opening
            if path is ROW:
                assert other.fillings == plain.fillings
    assert tried


@BY_NAME
def test_what_is_sent_is_what_scramble_makes_of_the_file(encoding: str) -> None:
    puzzle = formats.read(FIRST.read_text()).puzzle
    script = find_encoding(encoding).script(puzzle, None)
    sent, new = scrambled(script, 3)
    whole = scramble(driver(script), 3)
    assert driver(sent) == whole.text
    assert {name: old for old, name in new.items()} == whole.names
    assert scrambled(script, 0) == (script, {})


@pytest.mark.parametrize("encoding", ["forest", "forest-tight"])
def test_what_is_kept_is_what_was_sent(encoding: str, tmp_path: Path) -> None:
    """One-shot and in a session; the second question has the same order, and the clause is renamed."""
    puzzle = formats.read(SEVERAL.read_text()).puzzle
    result = smt(encoding, "yices").run("p", puzzle, Question(unique=True, scramble=2, keep=Keep(tmp_path)))
    assert result.unique is False
    files = sorted(tmp_path.glob("*.smt2"), key=lambda file: len(file.name))
    text = "".join(file.read_text() for file in files)
    assert "n_0" not in re.sub(r"(?m)^;.*$", "", text), "the names stand in comments alone"
    assert text.count("(check-sat)") == 2
    assert re.search(r"\(assert \(or (\(not \(= x\d+ \d\)\) ?)+\)\)", text)
    if encoding == "forest":
        first, second = (file.read_text().split("(check-sat)")[0] for file in files)
        assert second.startswith(first)


def test_orders_are_planned_alike_for_all_and_known_by_their_keys() -> None:
    listed, _ = entries(map(open_one, sources([str(FIRST), str(NONE)])))
    found = [smt("forest", "z3"), smt("forest", "yices"), smt("cuts", "yices"), without_solver("deduction")]
    planned = jobs(listed, [(one, one.facts()) for one in found], 2, Question(), 3)
    assert len({job.key for job in planned}) == len(planned) == 2 * 2 * (3 + 3 + 1 + 1)
    for job in planned:
        assert job.method is found[job.place]
    orders = {name: {job.question.scramble for job in planned if job.method.name == name} for name in
              ("forest z3", "forest yices", "cuts yices", "deduction:all")}  # fmt: skip
    assert orders == {
        "forest z3": {0, 1, 2}, "forest yices": {0, 1, 2}, "cuts yices": {0}, "deduction:all": {0},
    }  # fmt: skip
    once = jobs(listed, [(one, one.facts()) for one in found], 2, Question())
    assert {job.key for job in once} == {job.key for job in planned if not job.question.scramble}
    row: Row = do(next(job for job in planned if job.question.scramble == 2), None)
    assert (row.scramble, row.status, row.decided_by, row.open_cells) == (2, "solved", "solver", 15)
    assert do(planned[1], None).place == planned[1].place == 1


def test_orders_are_resumed(fillomino: Runner, tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    command = ("-e", "forest-tight", "-e", "cuts", "-s", "yices")
    assert [row["scramble"] for row in compare(fillomino, out, *command, "--scramble", "2")] == [0, 0, 1]
    more = fillomino(
        "compare", FIRST, "--timeout", "60", "--no-report", "-o", out, *command, "--scramble", "4"
    )
    assert "3 of 5 runs are there already; 2 to do" in more.err
    assert "no script to scramble, so only one order: cuts yices" in more.err
    assert [row["scramble"] for row in kept(out)] == [0, 0, 1, 2, 3]


def test_levels_of_deduction_are_methods(fillomino: Runner, tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    command = ("-e", "forest-tight", "-s", "yices")
    [alone] = compare(fillomino, out, *command)
    assert (alone["deduce"], alone["decided_by"]) == ("none", "solver")
    done = fillomino(
        "compare", FIRST, "--timeout", "60", "--no-report", "-o", out, *command, "-e", "forest",
        "--deduce", "full", "--deduce", "none",
    )  # fmt: skip
    assert "1 of 3 runs are there already; 2 to do" in done.err
    assert "forest yices makes no use of deduction, so there is none" in done.err
    assert done.out.startswith("DEDUCED: deduction decided 1 of 1 run of forest-tight yices (deduce full) be")
    names = [line.split("  ")[0] for line in done.out.splitlines() if " yices" in line.split("  ")[0]]
    assert names[1:4] == [
        "forest-tight yices (deduce full)",
        "forest-tight yices (deduce none)",
        "forest yices",
    ]
    rows = kept(out)
    assert {(row["encoding"], row["deduce"], row["decided_by"]) for row in rows} == {
        ("forest-tight", "none", "solver"), ("forest-tight", "full", "deduction"),
        ("forest", "none", "solver"),
    }  # fmt: skip


def test_the_default_is_a_text_of_which_nothing_is_deduced(fillomino: Runner, tmp_path: Path) -> None:
    rows = compare(fillomino, tmp_path / "runs.jsonl", "-s", "z3:tuned", "--unique")
    assert [(row["method"], row["deduce"]) for row in rows] == [("forest-tight z3:tuned", "none")]
    assert rows[0]["arguments"] == list(arguments_for(Z3_TUNED, "QF_LIA"))
    assert rows[0]["opening"] == ["(push 1)"]


def test_scrambling_is_no_work_of_a_method(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the order as it is would be the cheapest wherever our own time counts."""
    listed, _ = entries(map(open_one, sources([str(ROW)])))
    method = smt("forest", "yices")
    plain, other = jobs(listed, [(method, method.facts())], 1, Question(), 2)

    def slow(script: PuzzleScript, seed: int, mutation: str | None) -> object:
        started = process_time()
        while process_time() < started + 0.4:
            pass
        return scrambled(script, seed, mutation)

    monkeypatch.setattr("workbench.methods.scrambled.scrambled", slow)
    assert do(plain, None).own_cpu_seconds < 0.4
    row = do(other, None)
    assert (row.scramble, row.status) == (1, "solved")
    assert row.own_cpu_seconds < 0.4 < row.encode_seconds
