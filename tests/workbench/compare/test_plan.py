"""How runs are planned and known: by content, orders, levels of deduction and strategies."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from drivers.solver import arguments_for
from drivers.solvers import Z3_TUNED
from drivers.system import MEASURES
from encoder.encodings.registry import ENCODINGS
from encoder.encodings.registry import find as find_encoding
from encoder.errors import EncodingError
from encoder.puzzle_script import PuzzleScript
from fillomino import formats
from fillomino.backtracking import search
from fillomino.deduction.engine import Candidates
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from smtlib.render import driver
from smtlib.scramble import scramble
from smtlib.text import Text
from tests.support import needs
from tests.support.boards import read
from tests.support.encodings import BY_NAME
from tests.support.refused import refused
from tests.support.runs import planned, run, titles
from tests.support.where import brief
from tests.workbench.compare.conftest import Comparison
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.compare.comparison import resume
from workbench.compare.content import text_of
from workbench.compare.page.tables import sheets
from workbench.compare.plan import entries, jobs, orbit_hash, puzzle_hash
from workbench.compare.row import Row
from workbench.compare.store import opened
from workbench.compare.store import read as read_runs
from workbench.compare.sums import ratio, summaries, tabulate
from workbench.compare.work import do
from workbench.fillomino.backtracking_method import BacktrackingMethod, by_strategies
from workbench.methods.encodings import best_logic
from workbench.methods.keep import Keep
from workbench.methods.method import Question, Status
from workbench.methods.registry import named
from workbench.methods.scrambled import scrambled
from workbench.methods.smt import SmtMethod, smt
from workbench.texts.inputs import open_one, sources

pytestmark = pytest.mark.usefixtures("in_process")

FIRST, NONE, ROW, SEVERAL = (EXAMPLES / f"{name}.txt" for name in ("first", "none", "row", "several"))
Edit = Callable[[dict[str, Any]], None]


@pytest.mark.parametrize("name", [encoding.name for encoding in ENCODINGS])
def test_the_text_of_a_run_is_what_the_same_code_writes(name: str) -> None:
    [job] = planned([str(ROW)], ["yices"], name, Question(unique=True))
    row = do(replace(job, method=smt(name, "yices")), None)
    assert row.verdict.status == "solved"
    assert row.given.text == text_of(
        smt(name, "yices", logic=row.facts.logic), job.entry.to_encode(), job.question
    )


def test_texts_are_told_apart() -> None:
    method, puzzle = smt("forest-tight", "yices"), read(EXAMPLES / "first.txt")
    encoding = method.encoding

    def shorter(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
        script = encoding.build(puzzle, candidates, logic)
        return replace(script, assertions=script.assertions[:-1])

    def noted(puzzle: Puzzle, candidates: Candidates, logic: str) -> PuzzleScript:
        script = encoding.build(puzzle, candidates, logic)
        return replace(script, header=script.header.replace(notes=("A comment.",)))

    def digest(order: int = 0, **changed: Any) -> str | None:
        changed_method = replace(method, encoding=replace(encoding, **changed))
        return text_of(changed_method, puzzle, Question(scramble=order))

    plain = digest()
    assert plain is not None and len(plain) == 16
    assert plain not in (digest(build=shorter), digest(1))
    assert text_of(replace(method, level=3), puzzle, Question()) != plain  # type: ignore[arg-type]
    assert digest(name="renamed", build=noted) == plain
    assert digest(build=lambda *_: 1 / 0) is None
    assert text_of(smt("cuts", "yices"), puzzle, Question()) is None


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of three runs: of a text, of a session and of deduction."""
    its = Comparison(Runner(), tmp_path_factory.mktemp("runs") / "runs.jsonl")
    its(*COMMAND).ended(0)
    return its.path.read_text()


COMMAND = (ROW, "-e", "forest-tight", "-e", "cuts", "-s", "yices", "-m", "deduction")


def of_other_code(row: dict[str, Any]) -> None:
    """Make a run one that another version of this program did."""
    row["fillomino"] = "0.1"


def of_another_text(row: dict[str, Any]) -> None:
    """Make a run with a text one of another text."""
    row["commit"] = "other+"
    row["text"] = row["text"] and "another"


@pytest.mark.parametrize(("edit", "again"), [(of_other_code, 2), (of_another_text, 3)])
def test_a_run_of_another_content_is_done_again(
    comparison: Comparison, measured: str, edit: Edit, again: int
) -> None:
    """After a change of our code a run with the same text counts; one without a text does not."""
    rows = [json.loads(line) for line in measured.splitlines()]
    for row in rows:
        edit(row)
    comparison.path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    comparison(*COMMAND)
    now = comparison.rows[len(rows) :]
    assert len(now) == again
    assert {row["encoding"] for row in now} == {"cuts", None, *(["forest-tight"] if again == 3 else [])}
    before = comparison.path.read_text()
    comparison(*COMMAND)
    assert comparison.path.read_text() == before


def test_a_run_of_an_edited_solver_is_done_again(comparison: Comparison, tmp_path: Path) -> None:
    """Every file that the command names is part of what a run is known by, not its first word alone."""
    solver = tmp_path / "mysolver.py"
    solver.write_text("import sys\nsys.stdin.read()\nprint('unknown')\n")
    command = (ROW, "-s", f"mine=smt:{sys.executable} {solver}", "-e", "forest")
    comparison(*command)
    comparison(*command)
    [first] = comparison.rows
    solver.write_text(solver.read_text() + "# edited\n")
    comparison(*command)
    [_, second] = comparison.rows
    assert first["key"] != second["key"]
    assert first["version"] != second["version"]


def puzzle_of(text: str, **more: Any) -> Puzzle:
    return formats.read(text).puzzle.replace(**more)


def test_images_of_a_puzzle_are_told_from_other_puzzles() -> None:
    puzzle = puzzle_of("2 3\n3 0 0\n0 0 2\n")
    assert puzzle_hash(puzzle) == puzzle_hash(puzzle.replace(info={"title": "x"}))
    for image in ("3 2\n0 3\n0 0\n2 0\n", "2 3\n0 0 3\n2 0 0\n", "3 2\n2 0\n0 0\n0 3\n"):
        assert orbit_hash(puzzle_of(image)) == orbit_hash(puzzle)
        assert puzzle_hash(puzzle_of(image)) != puzzle_hash(puzzle)
    others = [
        puzzle_of("2 3\n3 0 0\n0 2 0\n"), puzzle_of("1 6\n3 0 0 0 0 2\n"),
        puzzle.replace(largest_region=4), puzzle.replace(walls=frozenset({(0, 1)})),
        puzzle.replace(checkered=True), puzzle.replace(basic=True),
    ]  # fmt: skip
    for digest in (puzzle_hash, orbit_hash):
        assert len({digest(other) for other in (puzzle, *others)}) == 7
    walled = puzzle_of("2 3\n0 0 3\n2 0 0\n", walls=frozenset({(1, 2)}))
    assert orbit_hash(walled) == orbit_hash(puzzle.replace(walls=frozenset({(0, 1)})))


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
    assert titles([*rows, *others]) == []
    rows += [run("new forest", "1", 2.0, text="c"), run("old forest", "1", 2.0, scramble=1, text="d")]
    assert titles([*rows, *others]) == ["TEXTS"]


def test_a_text_is_written_once_for_all_solvers_and_seeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs.accounts()
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
            store.append(do(job, None).changed(commit="before"))
        assert resume(every, store) == ([], [])
        assert sorted(written) == [0, 1]
        first = every[0]
        store.append(do(first, None).changed(commit="before", opening=("(push 7)",)))
        missing, changed = resume([first], store)
        assert missing == [first] and len(changed) == 1


@pytest.mark.parametrize(
    ("who", "unique"),
    [
        *((who, False) for who in ("z3", "cadical")),
        ("yices", True),
        *(pytest.param(who, who == "z3", marks=pytest.mark.thorough) for who in ("z3", "yices")),
        *(pytest.param(who, False, marks=pytest.mark.slow) for who in ("cvc5",)),
        *(pytest.param(who, True, marks=pytest.mark.slow) for who in ("cadical", "cvc5")),
    ],
)
def test_every_order_has_the_same_answer(who: str, unique: bool) -> None:
    """Asked once, and twice in a session or by fresh processes, names are read back."""
    needs.solver(who)
    tried = 0
    for name in ("forest", "forest-tight", "layers"):
        method = smt(name, who)
        try:
            best_logic(method.encoding, method.solver)
        except EncodingError:
            continue
        tried += 1
        for path in (ROW, SEVERAL):
            puzzle = read(path)
            plain, other = (
                method.run(path.name, puzzle, Question(unique=unique, scramble=seed, seconds=600))
                for seed in (0, 5)
            )
            assert (other.verdict.status, other.verdict.unique, other.why.error) == (
                plain.verdict.status,
                plain.verdict.unique,
                None,
            )
            assert other.cost.asked == plain.cost.asked
            assert other.by.opening == plain.by.opening
            if path is ROW:
                assert other.answers.fillings == plain.answers.fillings
    assert tried


@BY_NAME
@brief(lambda encoding: encoding not in ("layers", "elimination"))
def test_what_is_sent_is_what_scramble_makes_of_the_file(encoding: str) -> None:
    puzzle = read(FIRST)
    script = find_encoding(encoding).script(puzzle, None)
    sent, new = scrambled(script, 3)
    whole = scramble(Text(driver(script)), 3)
    assert driver(sent) == whole.text
    assert {name: old for old, name in new.items()} == whole.names
    assert scrambled(script, 0) == (script, {})


@pytest.mark.parametrize("encoding", ["forest", "forest-tight"])
def test_what_is_kept_is_what_was_sent(encoding: str, tmp_path: Path) -> None:
    """One-shot and in a session; the second question has the same order, and the clause is renamed."""
    puzzle = read(SEVERAL)
    result = smt(encoding, "yices").run("p", puzzle, Question(unique=True, scramble=2, keep=Keep(tmp_path)))
    assert result.verdict.unique is False
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
    found = [smt("forest", "z3"), smt("forest", "yices"), smt("cuts", "yices"), named("deduction")]
    both = [(one, one.facts()) for one in found]
    planned = jobs(listed, both, 2, Question(), 3)
    assert len({job.key for job in planned}) == len(planned) == 2 * 2 * (3 + 3 + 1 + 1)
    assert all(job.method is found[job.place] for job in planned)
    orders = [{job.question.scramble for job in planned if job.method is one} for one in found]
    assert orders == [{0, 1, 2}, {0, 1, 2}, {0}, {0}]
    once = jobs(listed, both, 2, Question())
    assert {job.key for job in once} == {job.key for job in planned if not job.question.scramble}
    row: Row = do(next(job for job in planned if job.question.scramble == 2), None)
    assert (row.terms.scramble, row.verdict.status, row.verdict.decided_by, row.cost.open_cells) == (
        2,
        "solved",
        "solver",
        15,
    )
    assert do(planned[1], None).place == planned[1].place == 1


def test_orders_are_resumed(comparison: Comparison) -> None:
    command = (FIRST, "-e", "forest-tight", "-e", "cuts", "-s", "yices", "--scramble")
    comparison(*command, "2").ended(0)
    assert [row["scramble"] for row in comparison.rows] == [0, 0, 1]
    before = comparison.rows
    assert "one-order" in comparison(*command, "4").warned
    assert comparison.rows[:3] == before
    assert [row["scramble"] for row in comparison.rows] == [0, 0, 1, 2, 3]


def test_levels_of_deduction_are_methods(comparison: Comparison) -> None:
    command = (FIRST, "-e", "forest-tight", "-s", "yices")
    comparison(*command).ended(0)
    [alone] = comparison.rows
    assert (alone["deduce"], alone["decided_by"]) == ("none", "solver")
    done = comparison(*command, "-e", "forest", "--deduce", "full", "--deduce", "none")
    assert "no-effect" in done.warned
    assert comparison.rows[0] == alone
    found, _ = read_runs(comparison.path)
    assert titles(found) == ["DEDUCED"]
    sums = {summary.method: summary.by_deduction for summary in summaries(tabulate(found))}
    full, none = (f"forest-tight yices (deduce {level})" for level in ("full", "none"))
    assert sums == {full: 1, none: 0, "forest yices": 0}
    assert {(row["encoding"], row["deduce"], row["decided_by"]) for row in comparison.rows} == {
        ("forest-tight", "none", "solver"), ("forest-tight", "full", "deduction"),
        ("forest", "none", "solver"),
    }  # fmt: skip


def test_the_default_is_a_text_of_which_nothing_is_deduced(comparison: Comparison) -> None:
    """And where only a method without a solver is named, no solver runs."""
    comparison(FIRST, "-s", "z3:tuned", "--unique").ended(0)
    comparison(ROW, "--method", "deduction").ended(0)
    tuned, deduced = comparison.rows
    assert (tuned["method"], tuned["deduce"]) == ("forest-tight z3:tuned", "none")
    assert tuned["arguments"] == list(arguments_for(Z3_TUNED, "QF_LIA"))
    assert tuned["opening"] == ["(push 1)"]
    assert deduced["method"] == "deduction:all"


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
    assert do(plain, None).ours.own_cpu_seconds < 0.4
    row = do(other, None)
    assert (row.terms.scramble, row.verdict.status) == (1, "solved")
    assert row.ours.own_cpu_seconds < 0.4 < row.ours.encode_seconds


def test_all_subsets_and_sets_by_name() -> None:
    one, two, three = "single-exit", "forced-cells", "reachability"
    every = ["none", one, two, three, f"{one}+{two}", f"{one}+{three}", f"{two}+{three}"]
    assert [method.name for method in by_strategies("all-subsets")] == [*every, f"{one}+{two}+{three}"]
    # The order and how often does not matter; a set is one method.
    found = by_strategies("reachability+single-exit, none,single-exit+reachability")
    assert [method.strategies for method in found] == [("single-exit", "reachability"), ()]
    for wrong in ("", "every", "single-exit,,none"):
        with refused(InputError, "unknown-strategy"):
            by_strategies(wrong)
    with refused(InputError, "option-conflict"):
        by_strategies("none+single-exit")


@pytest.mark.parametrize(
    "method", [BacktrackingMethod(), *by_strategies("single-exit")], ids=lambda method: method.name
)
def test_the_process_finds_and_counts_what_a_search_here_does(method: BacktrackingMethod) -> None:
    puzzle = read(EXAMPLES / "first.txt")
    told = method.run("first", puzzle, Question(seconds=600, unique=True))
    strategies = None if method.strategies is None else frozenset(method.strategies)
    here = search(puzzle, strategies=strategies, order=method.order)
    assert (told.verdict.status, told.verdict.unique, told.answers.complete) == (Status.SOLVED, True, True)
    assert told.answers.fillings == here.fillings and not violations(puzzle, told.answers.fillings[0])
    assert (told.cost.nodes, told.cost.depth) == (here.nodes, here.depth)
    assert (here.nodes > 0) == (method.strategies is not None)
    assert told.cost.usage.cpu_seconds > 0 or not MEASURES


def test_a_search_that_runs_out_of_time_says_how_far_it_came() -> None:
    [method] = by_strategies("none")
    told = method.run("twenty", read(EXAMPLES / "twenty.txt"), Question().within(0.3))
    assert (told.verdict.status, told.answers.fillings, told.answers.complete) == (Status.TIMEOUT, (), False)
    assert told.cost.nodes and told.cost.depth
    assert told.cost.usage.wall_seconds >= 0.3


def test_rows_report_and_going_on(comparison: Comparison) -> None:
    limits = ("--unique", "--timeout", "600", "--strategies", "single-exit,forced-cells")
    command = (EXAMPLES / "none.txt", EXAMPLES / "row.txt", *limits)
    comparison(*command).ended(0)  # what one calls unsolvable does not contradict itself
    rows, _ = read_runs(comparison.path)
    found = {
        (Path(row.subject.puzzle).stem, row.method): (row.verdict.status, row.cost.nodes, row.cost.depth)
        for row in rows
    }
    by_hand = search(read(EXAMPLES / "row.txt"), strategies=frozenset({"single-exit"}), order="first")
    assert by_hand.nodes > 0
    assert found["row", "single-exit"] == ("solved", by_hand.nodes, by_hand.depth)
    assert found["row", "forced-cells"] == ("solved", 0, 0)
    assert found["none", "forced-cells"] == ("unsolvable", 0, 0)
    single, forced = summaries(tabulate(rows))
    assert (single.unguessed, single.depth) == (1, by_hand.depth)
    assert (forced.unguessed, forced.nodes, forced.most_nodes, forced.depth) == (2, 0, 0, 0)
    assert len(rows) == 4
    [sheet] = [sheet for sheet in sheets(tabulate(rows)) if sheet.name == "guesses"]
    assert [(line["method"], line["most guesses"], line["most depth"]) for line in sheet.lines] == [
        ("single-exit", by_hand.nodes, by_hand.depth),
        ("forced-cells", 0, 0),
    ]
    assert comparison(*command).code == 0
    assert read_runs(comparison.path)[0] == rows


def test_heuristics(fillomino: Runner) -> None:
    orders = {"": "fewest", ":first": "first", ":constrained": "constrained", ":exits": "exits"}
    for name, order in orders.items():
        assert named(f"backtracking{name}", isolated=True).facts().arguments == (f"order={order}",)
    assert fillomino.row("solve", "2x3:2e", "--by", "backtracking:exits")["status"] == "solved"
