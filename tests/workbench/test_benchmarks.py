"""Sets of benchmarks: made, resumed, written again, checked; statuses that no liar can spoil."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from msgspec import structs

from drivers import Solver, find
from drivers.fake import scripted
from smtlib.sexpr import read_all
from tests.support import needs
from tests.support.where import quick
from tests.workbench.conftest import ROOT, Runner
from workbench.benchmarks.manifest import MANIFEST, files, read, tracks_of
from workbench.benchmarks.measure import Measured, Timing, from_line, measure
from workbench.benchmarks.recipe import INCREMENTAL, SINGLE, Recipe, subject
from workbench.benchmarks.series import ALIKE, SPENT, Series, all_series
from workbench.benchmarks.text import benchmark
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
