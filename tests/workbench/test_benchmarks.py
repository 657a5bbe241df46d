"""Sets of benchmarks: made, resumed, written again, checked; statuses that no liar can spoil."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product
from math import exp, inf
from pathlib import Path
from random import Random

import pytest
from msgspec import structs

from drivers import Failure, Limits, Sat, Solver, Unsat, find, installed, run
from drivers.fake import scripted
from drivers.solver import Quirks
from encoder.encoding import Encoding
from encoder.encodings.table import ENCODINGS, METHODS
from fillomino.board import rectangle
from fillomino.deduction.engine import Level, deduce
from fillomino.puzzle import Puzzle
from scripts import benchmarks_page
from scripts.benchmarks_page import is_smooth
from smtlib.lint import Finding
from smtlib.render import benchmark as rendered
from smtlib.sexpr import read_all
from tests.support import needs
from tests.support.encodings import BY_ENCODING
from tests.support.where import quick
from tests.workbench.conftest import EXAMPLES, ROOT, Runner
from workbench.benchmarks import series as module
from workbench.benchmarks.check import checked_by
from workbench.benchmarks.manifest import MANIFEST, files, read, tracks_of
from workbench.benchmarks.measure import EASY, Measured, Timing, from_line, measure
from workbench.benchmarks.recipe import CYCLES, INCREMENTAL, REDUCTION, SINGLE, Recipe, reduction, subject
from workbench.benchmarks.series import (
    ALIKE,
    BOARDS,
    SPENT,
    SPINE,
    Scaling,
    Series,
    all_series,
    cells,
    growth,
    leading,
    scaling_series,
)
from workbench.benchmarks.text import benchmark
from workbench.generate.one_in_three import random_formula
from workbench.methods import established
from workbench.methods.backtracking import BacktrackingMethod
from workbench.methods.question import Question

QUESTIONS = SINGLE | INCREMENTAL
EXAMPLE = ROOT / "docs" / "benchmarks" / "example"
FAST = [find("z3"), find("yices")]
MAKE = ("--author", "A. Author", "--date", "2026-11-23", "-s", "z3", "-s", "yices", "--timeout", "20")


def test_the_example_is_written_again_bit_by_bit(fillomino: Runner, tmp_path: Path) -> None:
    """If what it is made of has changed: `fillomino benchmarks --again` on its own manifest and directory."""
    done = fillomino("benchmarks", "--again", EXAMPLE / MANIFEST, tmp_path)
    assert done.code == 0, done
    assert contents(tmp_path) == contents(EXAMPLE)


def contents(directory: Path) -> dict[str, bytes]:
    files = [path for path in directory.rglob("*") if path.is_file()]
    return {path.relative_to(directory).as_posix(): path.read_bytes() for path in files}


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
    monkeypatch.setattr("workbench.benchmarks.check.CHECKERS", ())
    for directory, count in ((EXAMPLE, 12), (tracked, 21)):
        done = fillomino("benchmarks", "--check", directory)
        assert (done.code, done.out) == (0, "")
        assert done.err == f"fillomino: {count} files, 0 errors, 0 notes\n"


def test_a_file_that_asks_for_another_solution_says_so(fillomino: Runner) -> None:
    """Its verdict is not taken for that on its puzzle, which would contradict the rules."""
    for path in EXAMPLE.rglob("unique-*.smt2"):
        assert fillomino("solve", path).code == 2
        assert "contradicted" not in fillomino("audit", path, "--board", "1x1").out


def test_files_of_tracks_are_kept_in_step(fillomino: Runner, tmp_path: Path) -> None:
    """They are written on request, again with the manifest, and taken away with the others."""
    first = fillomino("benchmarks", "--again", EXAMPLE / MANIFEST, tmp_path / "a", "--tracks")
    assert first.code == 0
    assert "12 files; 3 (25%) incremental, 9 (75%) unsat at their last check." in first.err
    assert "`unsat-core`" in (tmp_path / "a" / "README.md").read_text()
    core = sorted((tmp_path / "a" / "unsat-core").rglob("*.smt2"))
    assert len(core) == 6
    assert fillomino("benchmarks", "--again", tmp_path / "a" / MANIFEST, tmp_path / "b").code == 0
    assert (tmp_path / "b" / core[0].relative_to(tmp_path / "a")).read_bytes() == core[0].read_bytes()
    assert fillomino("benchmarks", "--again", EXAMPLE / MANIFEST, tmp_path / "a").code == 0
    assert [path for path in core if path.exists()] == []


@quick(lambda name: name in ("z3", "yices"))
@pytest.mark.parametrize("name", ["z3", "yices", "cvc5", "bitwuzla"])
def test_solvers_answer_the_tracks(name: str, tracked: Path) -> None:
    """They print the verdict, then a core of names in the file, or a model."""
    solver = needs.solver(name)
    its, rows = read(EXAMPLE / MANIFEST)
    run = 0
    for row in rows:
        if solver.arguments is None or not (solver.logics is None or row.recipe.logic in solver.logics):
            continue
        for track in tracks_of(structs.replace(its, tracks=True), row):
            text = (tracked / its.path(row, track)).read_text()
            command = [solver.executable, *solver.arguments]
            done = subprocess.run(
                command, input=text, capture_output=True, text=True, timeout=60, check=False
            )
            assert done.stderr == ""
            verdict, *answer = read_all(done.stdout)
            assert verdict == track.status
            assert answer
            if track.named:
                [core] = answer
                assert core
                assert all(f":named {name})" in text for name in core)
            run += 1
    assert run >= 2


@quick(lambda name: name in ("z3", "yices"))
@pytest.mark.parametrize("name", ["z3", "yices", "cvc5", "bitwuzla"])
def test_solvers_take_the_example_without_a_warning(name: str) -> None:
    """Each file of its logics: the verdicts are the statuses, and nothing else is printed."""
    solver = needs.solver(name)
    its, rows = read(EXAMPLE / MANIFEST)
    run = 0
    for row in rows:
        several = len(row.statuses) > 1
        arguments = solver.session_arguments if several else solver.arguments
        if arguments is None or not (solver.logics is None or row.recipe.logic in solver.logics):
            continue
        path = EXAMPLE / its.path(row)
        command, text = [solver.executable, *arguments], path.read_text()
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=True)
        assert (done.stdout.split(), done.stderr) == (list(row.statuses), ""), path
        run += 1
    assert run >= 4


def test_cvc5_parses_the_example_strictly(tracked: Path) -> None:
    """The example and its tracks."""
    cvc5 = pytest.importorskip("cvc5")
    paths = sorted(tracked.rglob("*.smt2"))
    assert len(paths) == 21
    for path in paths:
        manager = cvc5.TermManager()
        solver, symbols = cvc5.Solver(manager), cvc5.SymbolManager(manager)
        solver.setOption("strict-parsing", "true")
        parser = cvc5.InputParser(solver, symbols)
        parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, str(path))
        while not (command := parser.nextCommand()).isNull():
            if command.getCommandName() not in ("check-sat", "assert", "get-model", "get-unsat-core"):
                assert command.invoke(solver, symbols) == ""


def test_the_example_states_what_is_true() -> None:
    """By backtracking, which shares nothing with encodings, solvers and deduction."""
    for row in read(EXAMPLE / MANIFEST)[1]:
        puzzle = row.benchmark.script.puzzle if row.benchmark.script else subject(row.recipe).puzzle  # type: ignore[union-attr]
        found = BacktrackingMethod().run("", puzzle, Question(limit=100))
        assert found.complete or row.recipe.question == "solvable"
        expected = {
            "solvable": ("sat",) if found.fillings else ("unsat",),
            "unsolvable": ("sat",) if found.fillings else ("unsat",),
            "unique": ("unsat",) if len(found.fillings) == 1 else ("sat",),
            "enumerate": (*("sat" for _ in found.fillings), "unsat"),
        }.get(row.recipe.question, row.statuses)
        assert row.statuses == expected, row.recipe


def test_a_set_is_made_and_goes_on(fillomino: Runner, tmp_path: Path) -> None:
    options = ("-n", "2", "--incremental", "1", "--largest", "4", "-e", "flow")
    arguments = ("benchmarks", tmp_path, *MAKE, *options)
    done = fillomino(*arguments)
    assert done.code == 0, done
    assert "2 files; 1 (50%) incremental, " in done.err
    before = contents(tmp_path)
    kept = tmp_path / "candidates.jsonl"
    lines = kept.read_text().splitlines(keepends=True)
    assert from_line(lines[1]).statuses
    kept.write_text("".join(lines[:2]) + lines[2][:40])  # as a kill would leave it
    assert fillomino(*arguments, "--jobs", "2").code == 0
    assert contents(tmp_path).keys() == before.keys()  # times differ, and with them the text
    assert fillomino("benchmarks", "--check", tmp_path).code == 0
    refused = fillomino.refuses("benchmarks", tmp_path, *MAKE, "-n", "4", "-e", "flow", "--seed", "2")
    assert refused == f"{kept}:1: seed was 1, is 2: delete the file to start over"


def test_too_few_are_reported(fillomino: Runner, tmp_path: Path) -> None:
    options = ["-n", "10", "--incremental", "0", "--largest", "4", "-e", "flow"]
    done = fillomino("benchmarks", tmp_path, *MAKE, *options)
    assert done.code == 3
    assert "fewer than wanted" in done.err


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((), "the header of a benchmark names who generated it: give --author NAME"),
        (("--author", "A", "--date", "1.1.2026"), "--date takes YYYY-MM-DD, not '1.1.2026'"),
        (
            ("--author", "A", "--name", "a/b"),
            "--name is part of a directory: letters, digits and _ . + -, not 'a/b'",
        ),
        (("--author", "A", "--smtlib", "3"), "--smtlib takes 2.6 or 2.7, not '3'"),
        (("--author", "A", "--logic", "QF_NRA"), "no encoding is written in QF_NRA"),
        (("--again", "pyproject.toml"), "pyproject.toml: not a manifest of benchmarks"),
        (("--check",), "there is no such directory"),
    ],
)
def test_bad_usage(fillomino: Runner, tmp_path: Path, arguments: tuple[str, ...], text: str) -> None:
    assert text in fillomino.refuses("benchmarks", tmp_path / "set", *arguments)


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
    assert from_line(its.to_line()) == its
    made = its.benchmark
    assert made.steps == (its.session or benchmark(its.recipe, subject(its.recipe)).steps)  # type: ignore[union-attr, arg-type]
    assert read_all(made.commands())


def liar(name: str, verdict: str) -> Solver:
    return scripted(f"{verdict}\n", name=name, read_input=True)


def test_liars_make_no_status(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.benchmarks.measure.certified", lambda _: False)
    sat, unsat = RECIPE["solvable"], RECIPE["unique"]
    one = measure(sat, [find("z3"), liar("one", "unsat")], 20)
    assert (one.statuses, one.wrong) == (("sat",), ("one",))
    assert one.by == "a model of z3, checked by the rules"
    two = measure(sat, [liar("one", "unsat"), liar("two", "unsat")], 20)
    assert (two.statuses, two.by) == (
        (),
        "check 1: one answers unsat, two answers unsat, but sat by the rules",
    )
    empty = measure(sat, [scripted("sat\n")], 20)  # no values: no model to check
    assert (empty.statuses, empty.by) == ((), "check 1: fewer than 2 solvers answered")
    against = measure(unsat, [find("z3"), liar("one", "sat")], 20)
    assert (against.statuses, against.by) == ((), "check 1: one answers sat, z3 answers unsat")
    both = measure(unsat, [liar("one", "sat"), liar("two", "sat")], 20)
    assert both.statuses == ()
    alone = measure(unsat, [scripted("unsat\n")], 20)
    assert (alone.statuses, alone.by) == ((), "check 1: fewer than 2 solvers answered")


def test_a_certificate_of_the_puzzle_counts_as_a_solver() -> None:
    one = measure(RECIPE["unique"], [find("z3")], 20)
    assert (one.statuses, one.by) == (("unsat",), "a certificate and z3 agree")
    none = measure(RECIPE["unique"], [scripted("unknown\n", name="none", read_input=True)], 20)
    assert none.statuses == ()  # the script may be wrong: a solver has to answer
    against = measure(RECIPE["unique"], [find("z3"), liar("one", "sat")], 20)
    assert against.statuses == ()


def candidate(series: Series, recipe: Recipe, seconds: float) -> Measured:
    timing = Timing(("unsat",), seconds, ended=seconds < 10)
    return Measured(recipe, {}, (), 1, {"z3": timing}, ("unsat",) if seconds < 20 else (), series.question)


def test_a_series_grows_only_as_far_as_the_set_needs() -> None:
    """A series of few benchmarks stops where the next size would take more than their share of time."""
    sizes = []
    for wanted in (1, 3, 30):
        series = Series("flow", "QF_LIA", "unique", wanted=wanted, seed=1)
        while (recipe := series.next()) is not None:
            series.measured.append(candidate(series, recipe, recipe.rows**4 / 10_000))
        assert series.made == wanted
        assert sum(one.seconds for one in series.measured) <= 4 * SPENT * wanted
        sizes.append(max(one.recipe.rows for one in series.chosen()))
    assert sizes == sorted(set(sizes))


def test_a_series_climbs_and_then_widens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.benchmarks.series.SPENT", 1000.0)
    series = Series("flow", "QF_LIA", "unique", wanted=9, seed=1)
    while (recipe := series.next()) is not None:
        series.measured.append(candidate(series, recipe, recipe.rows**2 / 10))
    climbed = [one.recipe.rows for one in series.measured if one.recipe.number == 1]
    assert climbed == [4, 5, 6, 7, 8, 10]  # at 10 nobody ends, and no larger board is tried
    chosen = series.chosen()
    assert len(chosen) == 9
    sizes = [one.recipe.rows for one in chosen]
    assert len(set(sizes)) >= 5
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


def test_a_set_of_others_is_checked(fillomino: Runner, tmp_path: Path) -> None:
    """The tree, the manifest and files that are alike, each broken once."""
    whole = tmp_path / "set"
    shutil.copytree(EXAMPLE, whole)
    [first, second, third, fourth] = sorted((whole / "non-incremental").rglob("*.smt2"))[:4]
    name = first.relative_to(whole).as_posix()
    first.rename(whole / "loose.smt2")
    second.write_text(second.read_text().replace("QF_BV", "QF_ABV"))
    moved = third.parent.parent.parent / "2026-fillomino" / third.name
    moved.parent.mkdir()
    third.rename(moved)
    fourth.with_name("copy.smt2").write_text(fourth.read_text())
    out = fillomino("benchmarks", "--check", whole)
    assert out.code == 1
    assert "loose.smt2:1:1: error: it should lie in non-incremental/LOGIC/YYYYMMDD-NAME/" in out.out
    assert ":2:1: error: it lies in QF_BV, but sets the logic QF_ABV [tree]" in out.out
    assert "2026-fillomino should be YYYYMMDD-NAME, with a date [tree]" in out.out
    assert f"{MANIFEST}:1:1: error: there is no {name} [manifest]" in out.out
    assert "error: its commands are those of" in out.out
    assert json.loads((whole / MANIFEST).read_text())["benchmarks"][0]["sha256"]


def test_files_that_are_alike(fillomino: Runner, tmp_path: Path) -> None:
    """Wherever their headers stand, which may lack a part, and whatever their lines look like."""
    text = (
        '(set-info :license "free")\n(set-logic QF_UF)\n(declare-fun x () Bool)\n(assert x)\n'
        "(set-info :source |a\nb|)\n(set-info :status sat)\n(check-sat)\n(exit)\n"
    )
    others = {
        "a": text,
        "b": text.replace("(assert x)", "(assert  x)  ").replace("|a\nb|", "another"),
        "c": text.replace("(assert x)", "(assert (not x))"),
    }
    for name, content in others.items():
        (tmp_path / f"{name}.smt2").write_text(content)
    out = fillomino("benchmarks", "--check", tmp_path).out
    assert [line for line in out.splitlines() if line.endswith("[alike]")] == [
        "b.smt2:1:1: error: its commands are those of a.smt2 [alike]"
    ]


def test_a_path_and_a_content_that_are_no_more(fillomino: Runner, tmp_path: Path) -> None:
    whole = tmp_path / "set"
    shutil.copytree(EXAMPLE, whole)
    first, second = sorted((whole / "non-incremental").rglob("*.smt2"))[:2]
    first.rename(first.with_name("a b.smt2"))
    second.write_text(second.read_text().replace("Application: ", "Application: more "))
    out = fillomino("benchmarks", "--check", whole).out
    assert (
        "a b.smt2:1:1: error: its path has characters other than letters, digits and _ . + = - [tree]" in out
    )
    name = second.relative_to(whole).as_posix()
    assert f"{name}:1:1: error: {MANIFEST} does not list this content of the file [manifest]" in out


FILE = "non-incremental/QF_LIA/20261123-fillomino-example/flow/solvable-04x04-1.smt2"


def fake(path: Path, script: str) -> str:
    """Write an executable."""
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def test_it_runs_on_each_file(fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    fake(tmp_path / "dolmen", f'echo "$@" >> {log}')
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    done = fillomino("benchmarks", "--check", EXAMPLE)
    assert done.code == 0 and "12 files, 0 errors, 0 notes" in done.err
    lines = log.read_text().splitlines()
    assert len(lines) == 12
    assert f"--strict=false --check-headers=true --input=smt2.6 {EXAMPLE / FILE}" in lines
    fillomino("benchmarks", "--check", EXAMPLE / FILE)
    assert len(log.read_text().splitlines()) == 13


def test_its_errors_and_warnings_are_findings(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    fake(tmp_path / "dolmen", report)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    done = fillomino("benchmarks", "--check", EXAMPLE / FILE)
    assert done.code == 1
    assert ".smt2:7:26: error: Unbound identifier: `1.0` [dolmen]" in done.out
    assert ".smt2:1056:65: note: This header is unusual [dolmen]" in done.out


def test_klammerhammer_runs_where_it_is(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It writes the file to its standard output, which is no finding; its exit code tells."""
    fake(tmp_path / "klhm", 'cat "$1"; case "$1" in *unique*) echo "no such sort" >&2; exit 1;; esac')
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert fillomino("benchmarks", "--check", EXAMPLE / FILE).code == 0
    [refused] = [path for path in EXAMPLE.rglob("unique-*.smt2") if "flow" in path.parts]
    done = fillomino("benchmarks", "--check", refused)
    assert done.code == 1 and "error: no such sort [klhm]" in done.out


def test_its_failures_are_errors(tmp_path: Path) -> None:
    path = EXAMPLE / FILE
    content = path.read_bytes()
    name = fake(tmp_path / "silent", "exit 3")
    assert list(checked_by(name, path, content)) == [Finding(1, 1, True, name, "exit code 3")]
    name = fake(tmp_path / "crash", "echo Fatal error: stack overflow >&2; exit 2")
    assert list(checked_by(name, path, content)) == [Finding(1, 1, True, name, "Fatal error: stack overflow")]
    [gone] = checked_by(str(tmp_path / "gone"), path, content)
    assert "could not check it" in gone.text


def one_of(clauses: int, seed: int) -> Series:
    return Series("forest-bool", "QF_UF", REDUCTION, wanted=1, seed=seed, sizes=(clauses,))


@pytest.mark.parametrize(("clauses", "seed"), [(1, 1), (4, 23)])
def test_the_status_is_that_of_the_formula(clauses: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.benchmarks.measure.certified", lambda _: False)  # it takes seconds
    recipe = one_of(clauses, seed).next()
    assert recipe is not None
    assert (recipe.clauses, recipe.size) == (clauses, clauses)
    formula = random_formula(clauses, Random(f"{seed}/{REDUCTION}/{clauses}/1"))
    expected = "sat" if formula.assignments() else "unsat"
    assert expected == ("sat" if clauses == 1 else "unsat")
    its = measure(recipe, FAST, 20)
    assert its.statuses == (expected,), its.by
    assert from_line(its.to_line()) == its
    assert its.benchmark.commands()
    if expected == "sat":
        assert its.by.startswith("a model of")


def test_recipes_have_the_rows_and_columns_of_their_boards() -> None:
    recipe = one_of(3, 1).next()
    assert recipe is not None
    its = subject(replace(recipe, encoding="flow"))
    assert its is not None
    assert its.puzzle == reduction(REDUCTION, 3, 1, 1)
    grid = Puzzle(its.puzzle.board, {}).board.grid
    assert grid is not None
    assert (recipe.rows, recipe.columns) == (grid.height, grid.width)
    assert recipe.file == f"one-in-three3-{grid.height}x{grid.width}-1.smt2"
    assert recipe.to_json()["clauses"] == 3


def test_they_are_asked_for(fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {one.question for one in all_series(["flow"], [], 4, 0, 1) if one.wanted} == set(SINGLE)
    monkeypatch.setattr(module, "SIZES", (4,))
    line = ("benchmarks", tmp_path, "--author", "A. Author", "-s", "z3", "-s", "yices", "-e", "forest-bool")
    done = fillomino(
        *line, "-n", "5", "--incremental", "0", "--series", "one-in-three", "--series", "hamiltonian"
    )
    assert done.code == 0, done
    [found] = [one for one in read(tmp_path / MANIFEST)[1] if one.recipe.question == REDUCTION]
    [path] = tmp_path.rglob(found.recipe.file)
    assert "made of a random planar formula of 4 clauses (positive 1-in-3-SAT)" in path.read_text()
    [found] = [one for one in read(tmp_path / MANIFEST)[1] if one.recipe.question == CYCLES]
    assert (found.statuses, found.recipe.faces, found.recipe.clauses) == (("sat",), 4, 0)
    [cycles] = tmp_path.rglob("hamiltonian4-01x08-1.smt2")
    assert "Board of 8 cells with 5 clues" in cycles.read_text()
    assert "made of a random planar cubic graph of 4 faces" in cycles.read_text()
    assert "`one-in-three`: a solution of a board" in (tmp_path / "README.md").read_text()
    assert fillomino("benchmarks", "--check", tmp_path).code == 0
    again = tmp_path / "again"
    assert fillomino("benchmarks", "--again", tmp_path / MANIFEST, again).code == 0
    for one in (path, cycles):
        assert (again / one.relative_to(tmp_path)).read_bytes() == one.read_bytes()
    refused = fillomino.refuses(*line, "--series", "scaling", "--series", "one-in-three")
    assert refused.startswith("a scaling series has as many benchmarks as sizes, of one question")


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


def test_a_size_that_is_too_large_is_followed_by_smaller_ones() -> None:
    """Times hardly grow up to 49 cells, and steeply from there."""
    sizes = measure_all(scaling(), lambda n, _: 0.1 + n / 1000 + max(0, n - 49) ** 2 / 100)
    assert [n for n, _ in sizes][-1] in range(57, 80)
    assert EASY / 4 < sizes[-1][1] < LIMIT


def test_a_hopeless_series_ends() -> None:
    series = scaling()
    assert measure_all(series, lambda _, __: inf) == []
    assert (len(series.measured), series.made, series.more()) == (BOARDS // 2 + 1, 0, False)


def test_the_benchmark_is_that_of_the_median_time() -> None:
    series = scaling()
    measure_all(series, lambda n, number: n / 100 * [3, 9, 1, 4, 200][number - 1])
    assert {one.recipe.number for one in series.chosen()} == {4}


def test_growth() -> None:
    assert growth([(9, 0.1)]) == 1.0
    assert growth([(9, 0.1), (18, 0.4)]) == pytest.approx(2**0.5)
    assert growth([(9, 0.1), (18, 0.05)]) == 2.0


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


def test_each_encoding_has_a_series() -> None:
    series = scaling_series([], [], 1, 12)
    names = [one.encoding for one in series]
    assert len(names) == len(set(names)) == len(METHODS)
    assert {one.question for one in series} == {"unique", "lazy"}


def test_a_set_of_scaling_series(fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.benchmarks.series.BOARDS", 1)
    arguments = [
        "--author",
        "A",
        "-s",
        "yices",
        "-s",
        "z3",
        "--series",
        "scaling",
        "-e",
        "flow",
        "--largest",
        "4",
    ]
    done = fillomino("benchmarks", tmp_path, *arguments)
    assert done.code == 3
    assert "2 fewer than wanted" in done.err
    its, rows = read(tmp_path / MANIFEST)
    assert its.scaling
    assert [row.recipe.board for row in rows] == ["3x3", "3x4", "4x4"]
    assert "the first\nsolver takes the median time" in (tmp_path / "README.md").read_text()
    assert fillomino("benchmarks", "--check", tmp_path).code == 0
    refused = fillomino.refuses("benchmarks", tmp_path, *arguments, "--count", "3")
    assert "leave out --count" in refused
    monkeypatch.setattr("scripts.benchmarks_page.MEASURED", tmp_path)
    monkeypatch.setattr("scripts.benchmarks_page.PICTURE", tmp_path / "picture")
    benchmarks_page.main([str(tmp_path)])
    text = (tmp_path / "benchmarks-scaling.txt").read_text()
    assert "| `flow` | QF_LIA | 3x3 3x4 4x4 |" in text
    assert (tmp_path / "picture.svg").exists()


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
            assert run(rendered(script, status), solver, Limits(seconds=60)).answer == wanted
            if solver.name == "z3":  # which compares the status with its answer: the header is really read
                lie = rendered(script, "unsat" if status == "sat" else "sat")
                assert isinstance(run(lie, solver, Limits(seconds=60)).answer, Failure)


@BY_ENCODING
def test_the_strict_parser_of_cvc5_takes_every_encoding(encoding: Encoding) -> None:
    cvc5 = pytest.importorskip("cvc5")
    for logic, puzzle in product(encoding.logics, (SAT, LIMITED)):
        if logic == "QF_FD":
            continue
        text = rendered(encoding.script(puzzle, logic, deduce(puzzle, Level.NONE)), "sat")
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
    options = ("-e", "forest", "-f", "benchmark", "--status", "0.05")
    large = fillomino("encode", EXAMPLES / "twenty.txt", *options)
    assert "(set-info :status unknown)" in large.out
    assert "its status could not be established within 0.05 s" in large.err
    assert (
        fillomino.refuses("encode", puzzles[0], "--status", "1")
        == "--status goes with --flavour benchmark or --ask unique, and with no clauses"
    )
