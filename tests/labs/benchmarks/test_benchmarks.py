"""Sets of benchmarks: made, resumed, written again, checked; statuses that no liar can spoil."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from itertools import pairwise, product
from math import exp, inf
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator
from msgspec import structs
from msgspec.json import decode

from docs.labs.benchmarks import benchmarks_page
from docs.labs.benchmarks.benchmarks_page import is_smooth
from drivers import Answer, Failure, Limits, Sat, Solver, Unsat, find, run
from drivers.fake import scripted
from drivers.solver import Quirks
from encoder.encoding import Encoding
from encoder.encodings.registry import METHODS
from encoder.encodings.registry import find as find_encoding
from fillomino.board import rectangle
from fillomino.deduction.engine import Level, deduce
from fillomino.laboratories import part
from fillomino.puzzle import Puzzle
from labs.benchmarks import series as module
from labs.benchmarks.benchmark import benchmark
from labs.benchmarks.check import CheckedSet, check, checked_by, installed
from labs.benchmarks.manifest import MANIFEST, ManifestRow, files, read, tracks_of
from labs.benchmarks.measure import EASY, Measured, Timing, measure
from labs.benchmarks.recipe import CYCLES, INCREMENTAL, REDUCTION, SINGLE, Recipe, subject
from labs.benchmarks.series import (
    ALIKE,
    BOARDS,
    SPENT,
    SPINE,
    Scaling,
    Series,
    all_series,
    cells,
    leading,
    scaling_series,
)
from scripts.schemas import schema
from smtlib.lint import Finding
from smtlib.render import benchmark as rendered
from smtlib.sexpr import read_all
from tests.support import needs
from tests.support.brute import assignments
from tests.support.encodings import BY_ENCODING
from tests.support.programs import shell_script
from tests.support.where import brief, quick
from tests.workbench.conftest import EXAMPLES, ROOT, Runner
from workbench.fillomino.backtracking_method import BacktrackingMethod
from workbench.methods import established
from workbench.methods.method import Question

needs.laboratory("generate")  # its boards are generated

QUESTIONS = SINGLE | INCREMENTAL
EXAMPLE = ROOT / "docs" / "labs" / "benchmarks" / "example"
FILE = EXAMPLE / "non-incremental/QF_LIA/20261123-fillomino-example/flow/solvable-04x04-1.smt2"
FAST = [find("z3"), find("yices")]
MAKE = ("--author", "A. Author", "--date", "2026-11-23", "-s", "z3", "-s", "yices", "--timeout", "600")
BY_SOLVER = pytest.mark.parametrize("name", ["z3", "yices", "cvc5", "bitwuzla"])

# --- the example: written again, checked, true, and taken by solvers


def contents(directory: Path) -> dict[str, bytes]:
    paths = [path for path in directory.rglob("*") if path.is_file()]
    return {path.relative_to(directory).as_posix(): path.read_bytes() for path in paths}


def test_the_example_is_written_again_bit_by_bit(fillomino: Runner, tmp_path: Path) -> None:
    """If what it is made of has changed: `fillomino benchmarks --again` on its own manifest and directory."""
    fillomino("benchmarks", "--again", EXAMPLE / MANIFEST, tmp_path).ended(0)
    assert contents(tmp_path) == contents(EXAMPLE)


@pytest.fixture(scope="module")
def tracked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example with its files for the tracks of the competition."""
    directory = tmp_path_factory.mktemp("tracked")
    its, rows = read(EXAMPLE / MANIFEST)
    for name, text in files(structs.replace(its, tracks=True), rows):
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return directory


def test_the_example_passes_its_check(
    fillomino: Runner, tracked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("labs.benchmarks.check.CHECKERS", ())
    for directory, count in ((EXAMPLE, 12), (tracked, 21)):
        row = fillomino("benchmarks", "--check", directory, "--json").ended(0, "").row
        assert row == {"files": count, "errors": 0, "notes": 0, "checkers": []}


def test_a_file_that_asks_for_another_solution_says_so(fillomino: Runner) -> None:
    """Its verdict is not taken for that on its puzzle, which would contradict the rules."""
    for path in EXAMPLE.rglob("unique-*.smt2"):
        assert fillomino("solve", path, "--json").ended(2).row["code"] == "asks-another"
        fillomino("audit", path).refused("asks-another", None, None, str(path))


def test_files_of_tracks_are_kept_in_step(fillomino: Runner, tmp_path: Path) -> None:
    """They are written on request, again with the manifest, and taken away with the others."""
    fillomino("benchmarks", "--again", EXAMPLE / MANIFEST, tmp_path / "a", "--tracks").ended(0)
    core = sorted((tmp_path / "a" / "unsat-core").rglob("*.smt2"))
    assert len(core) == 6
    assert fillomino("benchmarks", "--again", tmp_path / "a" / MANIFEST, tmp_path / "b").code == 0
    assert (tmp_path / "b" / core[0].relative_to(tmp_path / "a")).read_bytes() == core[0].read_bytes()
    assert fillomino("benchmarks", "--again", EXAMPLE / MANIFEST, tmp_path / "a").code == 0
    assert [path for path in core if path.exists()] == []


@quick(lambda name: name in ("z3", "yices"))
@brief(lambda name: name == "yices")
@BY_SOLVER
def test_solvers_take_the_example_and_its_tracks(name: str, tracked: Path) -> None:
    """The verdicts are the statuses, without a warning; of a track, then a core of names or a model."""
    solver = needs.solver(name)
    its, rows = read(EXAMPLE / MANIFEST)
    taken = []
    for row in rows:
        if solver.logics is not None and row.recipe.logic not in solver.logics:
            continue
        several = len(row.statuses) > 1
        arguments = solver.session_arguments if several else solver.arguments
        for path in [] if arguments is None else [EXAMPLE / its.path(row)]:
            assert printed(solver, arguments, path.read_text()) == [*row.statuses]
            taken.append("file")
        for track in tracks_of(structs.replace(its, tracks=True), row) if solver.arguments else []:
            text = (tracked / its.path(row, track)).read_text()
            verdict, *answer = printed(solver, solver.arguments, text)
            assert verdict == track.status
            assert answer
            if track.named:
                [core] = answer
                assert isinstance(core, tuple)
                assert core
                assert all(f":named {symbol})" in text for symbol in core)
            taken.append("track")
    assert taken.count("file") >= 4
    assert taken.count("track") >= 2


def printed(solver: Solver, arguments: tuple[str, ...] | None, text: str) -> list[object]:
    """What a solver prints, and nothing to standard error."""
    command = [solver.executable, *(arguments or ())]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=600, check=False)
    assert done.stderr == ""
    return list(read_all(done.stdout))


def parsed_strictly(text: str, *, asking: bool = True) -> list[str]:
    """What cvc5 replies to a text that its strict parser takes, without what is asked if so wanted."""
    needs.module("cvc5", "cvc5")
    import cvc5

    manager = cvc5.TermManager()
    solver, symbols = cvc5.Solver(manager), cvc5.SymbolManager(manager)
    solver.setOption("strict-parsing", "true")
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "benchmark")
    replies = []
    while not (command := parser.nextCommand()).isNull():
        if asking or command.getCommandName() not in ("check-sat", "assert", "get-model", "get-unsat-core"):
            replies.append(command.invoke(solver, symbols))
    return "".join(replies).split()


def test_cvc5_parses_the_example_strictly(tracked: Path) -> None:
    paths = sorted(tracked.rglob("*.smt2"))
    assert len(paths) == 21
    for path in paths:
        assert parsed_strictly(path.read_text(), asking=False) == []


def test_the_example_states_what_is_true() -> None:
    """By backtracking, which shares nothing with encodings, solvers and deduction."""
    for row in read(EXAMPLE / MANIFEST)[1]:
        puzzle = row.benchmark.script.puzzle if row.benchmark.script else subject(row.recipe).puzzle  # type: ignore[union-attr]
        assert isinstance(puzzle, Puzzle)
        found = BacktrackingMethod().run("", puzzle, Question(limit=100))
        assert found.answers.complete or row.recipe.question == "solvable"
        solvable = ("sat",) if found.answers.fillings else ("unsat",)
        expected = {
            "solvable": solvable,
            "unsolvable": solvable,
            "unique": ("unsat",) if len(found.answers.fillings) == 1 else ("sat",),
            "enumerate": (*("sat" for _ in found.answers.fillings), "unsat"),
        }.get(row.recipe.question, row.statuses)
        assert row.statuses == expected, row.recipe


# --- a set is made


def test_a_set_is_made_and_goes_on(fillomino: Runner, tmp_path: Path) -> None:
    few = ("--largest", "4", "-e", "flow")
    arguments = ("benchmarks", tmp_path, *MAKE, *few, "-n", "2", "--incremental", "1")
    fillomino(*arguments).ended(0)
    before = contents(tmp_path)
    assert sorted(len(row.statuses) > 1 for row in read(tmp_path / MANIFEST)[1]) == [False, True]
    assert len(list(tmp_path.rglob("*.smt2"))) == 2
    kept = tmp_path / "candidates.jsonl"
    lines = kept.read_text().splitlines(keepends=True)
    assert decode(lines[1], type=Measured).statuses
    kept.write_text("".join(lines[:2]) + lines[2][:40])  # as a kill would leave it
    assert fillomino(*arguments, "--jobs", "2").code == 0
    assert contents(tmp_path).keys() == before.keys()  # times differ, and with them the text
    assert fillomino("benchmarks", "--check", tmp_path).code == 0
    other = ("-n", "4", "-e", "flow", "--seed", "2")
    fillomino("benchmarks", tmp_path, *MAKE, *other).refused("bad-candidate", 1, None, str(kept))
    fillomino("benchmarks", tmp_path / "new", *MAKE, *few, "-n", "10", "--incremental", "0").ended(3)


RECIPE = {question: Recipe("flow", "QF_LIA", question, 4, 4, 1, 7) for question in QUESTIONS} | {
    "lazy": Recipe("cuts", "QF_UF", "lazy", 4, 4, 1, 7)
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_questions(question: str) -> None:
    its = measure(RECIPE[question], FAST, 20)
    assert its.statuses, its.by
    assert not its.wrong
    assert its.statuses[-1] == ("sat" if question == "solvable" else "unsat")
    assert len(its.statuses) == 1 if question in SINGLE else len(its.statuses) > 2
    assert decode(its.to_line(), type=Measured) == its
    made = its.benchmark
    assert made.steps == (its.session or benchmark(its.recipe, subject(its.recipe)).steps)  # type: ignore[union-attr, arg-type]
    assert read_all(made.commands())


def liar(name: str, verdict: str) -> Solver:
    return scripted(f"{verdict}\n", name=name, read_input=True)


@pytest.mark.parametrize(
    ("question", "solvers", "statuses", "wrong"),
    [
        ("solvable", [find("z3"), liar("one", "unsat")], ("sat",), ("one",)),
        ("solvable", [liar("one", "unsat"), liar("two", "unsat")], (), ()),
        ("solvable", [scripted("sat\n")], (), ()),  # no values: no model to check
        ("unique", [find("z3"), liar("one", "sat")], (), ()),
        ("unique", [liar("one", "sat"), liar("two", "sat")], (), ()),
        ("unique", [scripted("unsat\n")], (), ()),  # alone
        ("certified", [find("z3")], ("unsat",), ()),
        ("certified", [liar("none", "unknown")], (), ()),  # the script may be wrong: a solver has to answer
        ("certified", [find("z3"), liar("one", "sat")], (), ()),
    ],
)
def test_liars_make_no_status_and_a_certificate_counts_as_a_solver(
    monkeypatch: pytest.MonkeyPatch,
    question: str,
    solvers: list[Solver],
    statuses: tuple[str, ...],
    wrong: tuple[str, ...],
) -> None:
    if question != "certified":
        monkeypatch.setattr("labs.benchmarks.measure.certified", lambda _: False)
    found = measure(RECIPE["unique" if question == "certified" else question], solvers, 20)
    assert (found.statuses, found.wrong) == (statuses, wrong), found.by


def sized(wanted: int, seconds: Callable[[int], float]) -> Series:
    """A series that was measured to its end, at so many seconds for so many rows."""
    series = Series("flow", "QF_LIA", "unique", wanted=wanted, seed=1)
    while (recipe := series.next()) is not None:
        time = seconds(recipe.rows)
        timing, statuses = Timing(("unsat",), time, ended=time < 10), ("unsat",) if time < 20 else ()
        series.measured.append(Measured(recipe, {}, (), 1, {"z3": timing}, statuses, series.question))
    return series


def test_a_series_grows_only_as_far_as_the_set_needs() -> None:
    """A series of few benchmarks stops where the next size would take more than their share of time."""
    sizes = []
    for wanted in (1, 3, 30):
        series = sized(wanted, lambda rows: rows**4 / 10_000)
        assert series.made == wanted
        assert sum(one.seconds for one in series.measured) <= 4 * SPENT * wanted
        sizes.append(max(one.recipe.rows for one in series.chosen()))
    assert sizes == sorted(set(sizes))


def test_a_series_climbs_and_then_widens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("labs.benchmarks.series.SPENT", 1000.0)
    series = sized(9, lambda rows: rows**2 / 10)
    climbed = [one.recipe.rows for one in series.measured if one.recipe.number == 1]
    assert climbed == [4, 5, 6, 7, 8, 10]  # at 10 nobody ends, and no larger board is tried
    sizes = [one.recipe.rows for one in series.chosen()]
    assert (len(sizes), len(set(sizes)) >= 5) == (9, True)
    assert max(sizes.count(size) for size in sizes) <= ALIKE


def test_shares() -> None:
    series = all_series([], [], 300, 30, 1)
    assert sum(one.wanted for one in series) == 300
    single = [one for one in series if one.question in SINGLE]
    assert sum(one.wanted for one in single) == 270
    assert sum(one.wanted for one in single if one.question != "solvable") >= 0.4 * 270
    assert {one.logic for one in series} == {"QF_LIA", "QF_BV", "QF_UF"}
    [lazy] = all_series(["cuts"], [], 5, 5, 1)
    assert (lazy.encoding, lazy.question, lazy.wanted) == ("cuts", "lazy", 5)


# --- a set is checked, by ours and by the checkers of the library, which are fakes here


def test_a_set_of_others_is_checked(fillomino: Runner, tmp_path: Path) -> None:
    """The tree, the manifest and files that are alike, each broken once."""
    whole = tmp_path / "set"
    shutil.copytree(EXAMPLE, whole)
    paths = sorted((whole / "non-incremental").rglob("*.smt2"))
    first, second, third, fourth, fifth, sixth = paths[:6]
    first.rename(whole / "loose.smt2")
    second.write_text(second.read_text().replace("QF_BV", "QF_ABV"))
    moved = third.parent.parent.parent / "2026-fillomino" / third.name
    moved.parent.mkdir()
    third.rename(moved)
    fourth.with_name("copy.smt2").write_text(fourth.read_text())
    fifth.rename(fifth.with_name("a b.smt2"))
    sixth.write_text(sixth.read_text().replace("Application: ", "Application: more "))
    changed, logic = (path.relative_to(whole).as_posix() for path in (sixth, second))
    *found, total = fillomino("benchmarks", "--check", whole, "--json").ended(1).rows
    errors = {(row["file"], row["line"], row["kind"]) for row in found if row["level"] == "error"}
    spaced, copy = (
        fifth.with_name("a b.smt2").relative_to(whole).as_posix(),
        fourth.with_name("copy.smt2").relative_to(whole).as_posix(),
    )
    assert errors >= {
        ("loose.smt2", 1, "tree"),
        (logic, 2, "tree"),
        (moved.relative_to(whole).as_posix(), 1, "tree"),
        (spaced, 1, "tree"),
        (changed, 1, "manifest"),
    }
    # The manifest lists three files that are elsewhere now.
    assert len([row for row in found if row["file"] == MANIFEST and row["kind"] == "manifest"]) == 3
    [alike] = [row["file"] for row in found if row["kind"] == "alike"]
    assert alike in (copy, fourth.relative_to(whole).as_posix())
    assert total["files"] == 14
    assert total["errors"] == sum(row["level"] == "error" for row in found)
    whole_set = fillomino("benchmarks", "--check", whole, "--json").out
    checked = CheckedSet(tuple(check(whole)), tuple(installed()))
    assert checked.to_json() == whole_set.rstrip("\n")
    assert (bool(checked), checked.notes) == (False, total["notes"])


def test_files_that_are_alike(fillomino: Runner, tmp_path: Path) -> None:
    """Wherever their headers stand, which may lack a part, and whatever their lines look like."""
    text = (
        '(set-info :license "free")\n(set-logic QF_UF)\n(declare-fun x () Bool)\n(assert x)\n'
        "(set-info :source |a\nb|)\n(set-info :status sat)\n(check-sat)\n(exit)\n"
    )
    fillomino.write("a.smt2", text)
    fillomino.write("b.smt2", text.replace("(assert x)", "(assert  x)  ").replace("|a\nb|", "another"))
    fillomino.write("c.smt2", text.replace("(assert x)", "(assert (not x))"))
    rows = fillomino.rows("benchmarks", "--check", tmp_path)
    [row] = [row for row in rows if row.get("kind") == "alike"]
    assert (row["file"], row["line"], row["level"]) == ("b.smt2", 1, "error")


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs that are found first."""
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    return tmp_path


def test_a_checker_runs_on_each_file(fillomino: Runner, beside: Path) -> None:
    log = beside / "log"
    shell_script(beside / "dolmen", f'echo "$@" >> {log}')
    row = fillomino("benchmarks", "--check", EXAMPLE, "--json").ended(0, "").row
    assert row == {"files": 12, "errors": 0, "notes": 0, "checkers": ["dolmen"]}
    lines = log.read_text().splitlines()
    assert len(lines) == 12
    assert f"--strict=false --check-headers=true --input=smt2.6 {FILE}" in lines
    fillomino("benchmarks", "--check", FILE)
    assert len(log.read_text().splitlines()) == 13


def test_what_checkers_print_are_findings(fillomino: Runner, beside: Path) -> None:
    report = """cat <<'END'
File "x.smt2", line 1056, character 64-96:
1056 | (assert (= x 1.0))
       ^^^
Warning This header is unusual
File "x.smt2", line 7, characters 25-28:
Error Unbound identifier: `1.0`
      Hint: The current logic has no reals
END
exit 1"""
    dolmen = shell_script(beside / "dolmen", report)
    *found, total = fillomino("benchmarks", "--check", FILE, "--json").ended(1).rows
    assert (total["errors"], total["notes"]) == (1, 1)
    wanted = [
        (FILE.name, 7, 26, "error", "dolmen", "Unbound identifier: `1.0`"),
        (FILE.name, 1056, 65, "note", "dolmen", "This header is unusual"),
    ]
    assert [tuple(row.values()) for row in found] == wanted
    dolmen.unlink()
    # Klammerhammer writes the file to its standard output, which is no finding; its exit code tells.
    shell_script(beside / "klhm", 'cat "$1"; case "$1" in *unique*) echo "no such sort" >&2; exit 1;; esac')
    assert fillomino("benchmarks", "--check", FILE).code == 0
    [refused] = [path for path in EXAMPLE.rglob("unique-*.smt2") if "flow" in path.parts]
    row, total = fillomino("benchmarks", "--check", refused, "--json").ended(1).rows
    assert (row["kind"], row["text"], total["checkers"]) == ("klhm", "no such sort", ["klhm"])


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("exit 3", "exit code 3"),
        ("echo Fatal error: stack overflow >&2; exit 2", "Fatal error: stack overflow"),
    ],
)
def test_failures_of_checkers_are_errors(tmp_path: Path, body: str, said: str) -> None:
    name = str(shell_script(tmp_path / "checker", body))
    assert list(checked_by(name, FILE, FILE.read_bytes())) == [Finding(1, 1, True, name, said)]
    [gone] = checked_by(str(tmp_path / "gone"), FILE, b"")
    assert gone.error


# --- boards of reductions: formulas, whose status they have, and planar cubic graphs


@pytest.mark.parametrize(("clauses", "seed", "expected"), [(1, 1, "sat"), (4, 23, "unsat")])
@brief(lambda clauses: clauses == 1)
def test_the_status_is_that_of_the_formula(
    clauses: int, seed: int, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("labs.benchmarks.measure.certified", lambda _: False)  # it takes seconds
    recipe = Series("forest-tight", "QF_LIA", REDUCTION, wanted=1, seed=seed, sizes=(clauses,)).next()
    assert recipe is not None
    assert (recipe.clauses, recipe.size) == (clauses, clauses)
    random_formula = part("generate", "one_in_three:random_formula", "this test")
    formula = random_formula(clauses, Random(f"{seed}/{REDUCTION}/{clauses}/1"))
    assert bool(assignments(formula.variables, formula.clauses)) == (expected == "sat")
    its = measure(recipe, FAST, 20)
    assert its.statuses == (expected,), its.by
    assert decode(its.to_line(), type=Measured) == its
    assert its.benchmark.commands()


@pytest.mark.slow
def test_reductions_are_asked_for(fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {one.question for one in all_series(["flow"], [], 4, 0, 1) if one.wanted} == set(SINGLE)
    monkeypatch.setattr(module, "SIZES", (4,))
    kinds = ("-n", "5", "--incremental", "0", "--series", "one-in-three", "--series", "hamiltonian")
    fillomino("benchmarks", tmp_path, *MAKE, "-e", "forest-tight", *kinds).ended(0)
    found = {row.recipe.question: row for row in read(tmp_path / MANIFEST)[1]}
    assert (found[REDUCTION].recipe.clauses, found[REDUCTION].recipe.faces) == (4, 0)
    assert found[CYCLES].statuses == ("sat",)
    assert (found[CYCLES].recipe.faces, found[CYCLES].recipe.clauses) == (4, 0)
    assert fillomino("benchmarks", "--check", tmp_path).code == 0
    again = tmp_path / "again"
    assert fillomino("benchmarks", "--again", tmp_path / MANIFEST, again).code == 0
    for row in (found[REDUCTION], found[CYCLES]):
        one, other = tmp_path.rglob(row.recipe.file)
        assert one.read_bytes() == other.read_bytes()


# --- scaling series: sizes chosen from times, the median board of each, and when they are smooth

LIMIT = 10.0


def measure_all(series: Scaling, seconds: Callable[[int, int], float]) -> list[tuple[int, float]]:
    """Measure as a solver would that takes some seconds for so many cells on the board of a number."""
    while (recipe := series.next()) is not None:
        time = seconds(recipe.rows * recipe.columns, recipe.number)
        timing = Timing(("unsat",), min(time, LIMIT), ended=time < LIMIT)
        series.measured.append(Measured(recipe, {}, (), 1, {"z3": timing}, ("unsat",), "z3"))
    return [(cells(one), leading(one)) for one in series.chosen()]


def scaling() -> Scaling:
    return Scaling("flow", "QF_LIA", "unique", SPINE, seed=1)


@pytest.mark.parametrize("power", [1, 2, 4])
def test_polynomial_times_about_double(power: int) -> None:
    sizes = measure_all(scaling(), lambda n, _: 0.02 * (n / 9) ** power)
    assert len(sizes) >= SPINE
    assert is_smooth([time for _, time in sizes])
    assert EASY < sizes[-1][1] < 6 * EASY
    assert all(after < 4 * before for (_, before), (_, after) in pairwise(sizes[1:]))


def test_sizes_are_added_where_times_explode() -> None:
    """At 30 cells nothing is decided any more, and five sizes are found below."""
    series = scaling()
    sizes = measure_all(series, lambda n, _: 0.02 + 1e-4 * exp(0.45 * n))
    assert [n for n, _ in sizes] == [9, 12, 16, 20, 25]
    given_up = [one for one in series.measured if cells(one) > 25]
    assert 0 < len(given_up) < BOARDS
    assert series.measured[-1].recipe.board == "4x4"
    assert series.made == series.wanted == SPINE


def test_sizes_where_times_jump_and_where_nothing_is_decided() -> None:
    """Times hardly grow up to 49 cells, and steeply from there."""
    sizes = measure_all(scaling(), lambda n, _: 0.1 + n / 1000 + max(0, n - 49) ** 2 / 100)
    assert [n for n, _ in sizes][-1] in range(57, 80)
    assert EASY / 4 < sizes[-1][1] < LIMIT
    series = scaling()
    assert measure_all(series, lambda _, __: inf) == []
    assert (len(series.measured), series.made, series.more()) == (BOARDS // 2 + 1, 0, False)


def test_the_benchmark_is_that_of_the_median_time() -> None:
    series = scaling()
    measure_all(series, lambda n, number: n / 100 * [3, 9, 1, 4, 200][number - 1])
    assert {one.recipe.number for one in series.chosen()} == {4}


@pytest.mark.parametrize(
    ("times", "smooth"),
    [
        ([0.02, 0.06, 0.2, 0.5, 1.5], True),
        ([0.06, 0.05, 0.2, 0.5, 1.5], True),  # the start of a solver, no more
        ([0.1, 0.3, 1.0, 3.0], False),
        ([0.02, 0.02, 0.03, 0.02, 0.03], False),
        ([0.1, 0.3, 0.2, 0.9, 1.5], False),
        ([0.1, 0.3, 0.4, 0.9, 90.0], False),
    ],
)
def test_what_is_smooth(times: list[float], *, smooth: bool) -> None:
    assert is_smooth(times) is smooth


def test_a_set_of_scaling_series(fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs.module("matplotlib", "plots")
    series = scaling_series([], [], 1, 12)
    assert sorted(one.encoding for one in series) == sorted(method.name for method in METHODS)
    assert {one.question for one in series} == {"unique", "lazy"}
    monkeypatch.setattr("labs.benchmarks.series.BOARDS", 1)
    arguments = (*MAKE, "--series", "scaling", "-e", "flow", "--largest", "4")
    fillomino("benchmarks", tmp_path, *arguments).ended(3)
    its, rows = read(tmp_path / MANIFEST)
    assert its.scaling
    assert [row.recipe.board for row in rows] == ["3x3", "3x4", "4x4"]
    assert fillomino("benchmarks", "--check", tmp_path).code == 0
    monkeypatch.setattr("docs.labs.benchmarks.benchmarks_page.MEASURED", tmp_path)
    monkeypatch.setattr("docs.labs.benchmarks.benchmarks_page.PICTURE", tmp_path / "picture")
    benchmarks_page.main([str(tmp_path)])
    assert "| `flow` | QF_LIA | 3x3 3x4 4x4 |" in (tmp_path / "benchmarks-scaling.txt").read_text()
    assert (tmp_path / "picture.svg").exists()


# --- the benchmark flavour with its status

SAT = Puzzle(rectangle(2, 3), {0: 2, 5: 4}, info={"title": "a | \\ title", "license": 'so "called"'})
LIMITED = SAT.replace(largest_region=4, walls=frozenset({(0, 1)}))
UNSAT = Puzzle(rectangle(2, 3), {0: 2, 1: 4, 3: 1})


@pytest.mark.parametrize(("puzzle", "status", "wanted"), [(SAT, "sat", Sat()), (UNSAT, "unsat", Unsat())])
def test_z3_compares_the_status_with_its_answer(puzzle: Puzzle, status: str, wanted: Answer) -> None:
    """So the header is really read."""
    script, z3 = find_encoding("forest-tight").script(puzzle), needs.solver("z3")
    assert run(rendered(script, status), z3, Limits(seconds=600)).answer == wanted
    lie = rendered(script, "unsat" if status == "sat" else "sat")
    assert isinstance(run(lie, z3, Limits(seconds=600)).answer, Failure)


@BY_ENCODING
def test_the_strict_parser_of_cvc5_takes_every_encoding(encoding: Encoding) -> None:
    for logic, puzzle in product(encoding.logics, (SAT, LIMITED)):
        if logic != "QF_FD":
            text = rendered(encoding.script(puzzle, logic, deduce(puzzle, Level.NONE)), "sat")
            assert parsed_strictly(text) == ["sat"]


@pytest.mark.parametrize(
    ("solvers", "puzzle", "status"),
    [
        (None, SAT, "sat"),
        (None, UNSAT, "unsat"),
        (["denier"], SAT, None),
        (["denier", "yices"], SAT, "sat"),
        (["denier", "liar"], SAT, None),
        (["denier", "other"], UNSAT, "unsat"),
        (["yices"], UNSAT, None),
        (["dunce", "denier"], UNSAT, None),
        ([], SAT, None),
    ],
)
def test_a_status_takes_a_checked_filling_or_two_witnesses(
    monkeypatch: pytest.MonkeyPatch, solvers: list[str] | None, puzzle: Puzzle, status: str | None
) -> None:
    quiet = Quirks(silent=True)
    pretended = {
        "denier": scripted("unsat\n", name="denier", quirks=quiet),
        "other": scripted("unsat\n", name="other", quirks=quiet),
        "liar": scripted(f"sat\n({''.join(f'(n_{x} 1)' for x in range(6))})\n", name="liar"),
        "dunce": scripted("unknown\n", name="dunce", quirks=quiet),
        "yices": needs.solver("yices"),
    }
    if solvers is not None:
        monkeypatch.setattr(established, "SOLVERS", [pretended[name] for name in solvers])
    encoding = find_encoding("forest-tight")
    assert established.established(puzzle, encoding, "QF_LIA", Level.NONE, 20)[1] == status


def test_encode_writes_the_status(fillomino: Runner, tmp_path: Path) -> None:
    puzzles = [EXAMPLES / "first.txt", EXAMPLES / "none.txt"]
    first, none = tmp_path / "first.forest-tight.smt2", tmp_path / "none.forest-tight.smt2"
    command: list[str | Path] = ["encode", *puzzles, "-e", "forest-tight", "-f", "benchmark", "-o", tmp_path]
    assert fillomino(*command).ended(0).warned == ["incomplete-header"]
    assert "(set-info :status unknown)" in first.read_text()
    named = ("--author", "A. Author", "--license", "https://creativecommons.org/licenses/by/4.0/")
    fillomino(*command, *named, "--status", "30").ended(0, "fillomino: 2 files written\n")
    assert "\nGenerated by: A. Author\nGenerated on: 20" in none.read_text()
    assert "(set-info :status sat)" in first.read_text()
    assert "(set-info :status unsat)" in none.read_text()
    large = ("encode", EXAMPLES / "twenty.txt", "-e", "forest", "-f", "benchmark", "--status", "0.05")
    done = fillomino(*large)
    assert "(set-info :status unknown)" in done.out
    assert "no-status" in done.warned


def test_the_manifest_of_a_set_validates() -> None:
    text = (EXAMPLE / MANIFEST).read_text("utf-8")
    manifest, validator = json.loads(text), Draft202012Validator(schema("benchmarks"))
    validator.validate(manifest)
    decode(text, type=ManifestRow)
    del manifest["benchmarks"][0]["recipe"]["seed"]
    assert not validator.is_valid(manifest)


def test_a_manifest_that_never_ends_is_refused(fillomino: Runner, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").symlink_to("/dev/zero")
    done = fillomino("benchmarks", "--again", tmp_path / "manifest.json", tmp_path / "copy")
    done.refused("unreadable")
