"""Findings, statistics, the file of runs, the report and its pictures, on rows written by hand."""

from __future__ import annotations

import csv
import json
import math
import random
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec import NODEFAULT
from msgspec.structs import fields

from drivers.counters import COUNTERS, Statistics
from fillomino.errors import InputError
from tests.support import needs
from tests.support.refused import refused
from tests.support.runs import BASE, run, titles, written
from tests.workbench.conftest import Runner
from workbench.compare.findings import findings
from workbench.compare.page.plots import MOST_METHODS, board_number, plots
from workbench.compare.page.tables import sheets
from workbench.compare.page.write import write_report
from workbench.compare.row import Line, Row, from_line
from workbench.compare.store import opened, read
from workbench.compare.sums import counters, ratio, summaries, tabulate, virtual_best
from workbench.compare.table import table_lines, text


def test_sums_by_hand() -> None:
    rows = [run("a", "1", 1.0), run("a", "2", 4.0), run("a", "3", None), run("a", "4", None)]
    rows += [run("b", "1", 2.0), run("b", "2", 1.0), run("b", "3", 5.0), run("b", "4", None)]
    table = tabulate(rows)
    a, b = summaries(table)
    assert (a.runs, a.answered, a.statuses) == (4, 2, {"solved": 2, "timeout": 2})
    assert a.par2 == (1 + 4 + 20 + 20) / 4
    assert a.median == (4 + 20) / 2
    assert (a.total, a.wins) == (5.0, 1)
    assert (b.par2, b.median, b.wins) == ((2 + 1 + 5 + 20) / 4, 3.5, 2)
    best = virtual_best(table)
    assert [score.seconds for score in best.values()] == [1.0, 1.0, 5.0, None]
    compared = ratio(table, "b", "a")
    assert compared.mean == pytest.approx((1 / 2 * 4 / 1 * 20 / 5) ** (1 / 3))
    assert (compared.puzzles, compared.only_first, compared.only_second) == (3, 1, 0)
    assert compared.low is None  # three puzzles promise nothing
    back = ratio(table, "a", "b")
    assert back.mean == pytest.approx(1 / (1 / 2 * 4 / 1 * 20 / 5) ** (1 / 3))
    assert (back.only_first, back.only_second) == (0, 1)


def test_a_median_of_failures_is_no_timeout() -> None:
    failed = [run("crashes", str(n), None, status="failed", error="it\ncrashed") for n in range(3)]
    slow = [run("slow", str(n), None) for n in range(3)]
    assert titles([*failed, *slow]) == ["FAILED"]
    crashes, late = summaries(tabulate([*failed, *slow]))
    assert (crashes.statuses, late.statuses) == ({"failed": 3}, {"timeout": 3})
    assert (crashes.answered, crashes.par2, late.answered, late.par2) == (0, 20, 0, 20)
    *both, _ = table_lines(tabulate([*failed, *slow]), [crashes, late])
    assert [line["median"] for line in both] == ["none", "timeout"]


def test_the_times_that_are_compared() -> None:
    rows = [run("a", "1", 2.0), run("rules", "1", 3.0, solver=None, own_cpu_seconds=3.25)]
    totals = {
        time: [its.total for its in summaries(tabulate(rows, time))] for time in ("cpu", "wall", "total")
    }
    assert totals == {"cpu": [2.0, 3.0], "wall": [1.5, 1.5], "total": [2.25, 3.0]}


def test_without_a_limit_there_is_no_par2() -> None:
    rows = [run("a", "1", 1.0), run("a", "2", 1.0, status="unknown", filling=None)]
    [summary] = summaries(tabulate([row.changed(seconds_limit=None) for row in rows]))
    assert (summary.par2, summary.median, summary.answered) == (None, None, 1)


def test_times_below_a_millisecond_are_equal() -> None:
    rows = [run("a", str(i), 0.0) for i in range(8)] + [run("b", str(i), 0.0009) for i in range(8)]
    compared = ratio(tabulate(rows), "a", "b")
    assert (compared.mean, compared.low, compared.high) == (1.0, 1.0, 1.0)
    assert [summary.wins for summary in summaries(tabulate(rows))] == [8, 8]


def test_the_interval_holds_1_for_the_same_and_not_for_another() -> None:
    """The same solver under two names: about 95 of 100 intervals hold 1; and the mean is inside."""
    chance = random.Random(1)

    def compared(factor: float) -> tuple[float, float, float]:
        rows = []
        for puzzle in range(30):
            hard = 10 ** chance.uniform(-1, 0.5)
            for method, slower in (("a", 1.0), ("b", factor)):
                rows.append(run(method, str(puzzle), hard * slower * math.exp(chance.gauss(0, 0.1))))
        its = ratio(tabulate(rows), "a", "b")
        assert its.mean is not None and its.low is not None and its.high is not None
        assert its.low < its.mean < its.high
        return its.low, its.mean, its.high

    holding = sum(low <= 1 <= high for low, _, high in (compared(1.0) for _ in range(30)))
    assert 25 <= holding <= 30
    low, mean, high = compared(1.3)
    assert 1 < low < 1.3 < high or 1.2 < mean < 1.4
    assert low > 1


def test_seeds_of_one_puzzle_are_one_voice() -> None:
    """Ten seeds of a puzzle weigh as much as one seed of another."""
    rows = [run(m, "1", 4.0 if m == "a" else 1.0, seed) for m in "ab" for seed in range(10)]
    rows += [run(m, "2", 1.0, 0) for m in "ab"]
    assert ratio(tabulate(rows), "b", "a").mean == pytest.approx(2.0)


def test_runs_of_one_name_that_differ_are_told_apart() -> None:
    rows = [run("a", "1", 1.0), run("a", "1", 2.0, key="k", version="Z3 2")]
    assert list(tabulate(rows).scores) == ["a (Z3 1)", "a (Z3 2)"]
    assert "a (Z3 2)" in text(rows)


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ([run("a", "1", 1.0), run("b", "1", 2.0)], []),
        ([run("a", "1", 1.0), run("b", "2", 2.0, status="unsolvable", filling=None)], []),
        ([run("a", "1", 1.0), run("b", "1", 2.0, status="unsolvable", filling=None)], ["b/1/0"]),
        ([run("a", "1", None, known="f"), run("b", "1", 2.0, status="unsolvable", filling=None)], ["b/1/0"]),
        ([run("a", "1", 1.0, filling=None, status="wrong", violations=("cell-empty",))], ["a/1/0"]),
        ([run("a", "1", 1.0, unique=True), run("b", "1", 1.0, unique=True)], []),
        ([run("a", "1", 1.0, unique=True), run("b", "1", 1.0, unique=False)], ["a/1/0"]),
        ([run("a", "1", 1.0, unique=True), run("b", "1", 1.0, filling="g")], ["a/1/0"]),
        ([run("a", "1", 1.0, unique=True, known="g")], ["a/1/0"]),
        ([run("a", "1", 1.0, unique=False), run("b", "1", 1.0, filling="g")], []),
        ([run("a", "1", None), run("b", "1", 2.0, status="unsolvable", filling=None)], []),
    ],
)
def test_findings(rows: list[Row], wrong: list[str]) -> None:
    assert [finding.row.key for finding in findings(rows)] == wrong
    for order in (rows, rows[::-1]):
        table = tabulate(order)
        unsolved = {
            score.row.key for its in table.scores.values() for score in its.values()
            if score.seconds is None and score.row.verdict.status != "timeout"
        }  # fmt: skip
        assert unsolved == set(wrong), "a wrong answer must not count as an answer"
    assert ("WRONG" in text(rows)) == bool(wrong)
    assert ("\x1b[31;1mWRONG" in text(rows, colour=True)) == bool(wrong)


def test_orders_are_instances() -> None:
    rows = [run("a", "1", 1.0, key=f"{order}", scramble=order) for order in range(3)]
    assert list(tabulate(rows).scores["a"]) == [("1", 0, 0), ("1", 0, 1), ("1", 0, 2)]


def test_keys_that_older_rows_lack_have_defaults() -> None:
    later = [field.name for field in fields(Line) if field.default is not NODEFAULT]
    assert {"nodes", "scramble", "limit_time", "floor_seconds", "mutation", "verdict"} <= {*later}
    old = {name: value for name, value in json.loads(BASE.to_line()).items() if name not in later}
    assert from_line(json.dumps(old | {"statistics": None}), source="runs", number=1) == BASE


def test_rows_come_back_as_they_were() -> None:
    row = run("a", "caf\u00e9\u2028", 0.123456, arguments=("-x", "y z"), violations=("cell-empty",))
    assert from_line(row.to_line(), source="x", number=1) == row
    assert row.to_line().count("\n") == 1


def test_a_file_without_runs(fillomino: Runner, tmp_path: Path) -> None:
    empty, file = tmp_path / "empty.jsonl", tmp_path / "runs.jsonl"
    empty.write_text("\n")
    fillomino("report", empty).refused("nothing-to-read", None, None, str(empty))
    file.write_text(run("a", "1", 1.0).to_line())
    fillomino("report", file, empty).ended(0)


def test_a_torn_line_is_set_aside(tmp_path: Path) -> None:
    needs.accounts()
    file = tmp_path / "runs.jsonl"
    whole = run("a", "1", 1.0).to_line()
    for cut in (1, 10, len(whole) - 1):
        file.write_text(whole + run("a", "2", 1.0).to_line()[:cut])
        rows, note = read(file)
        assert len(rows) == 1 and note
        assert note.code == "torn-file"
        with opened(file) as store:
            assert store.note
            store.append(run("a", "3", 1.0))
        assert [row.subject.puzzle for row in read(file)[0]] == ["1.txt", "3.txt"]
        assert read(file)[1] is None
        assert file.read_text().startswith(whole)
    assert len((tmp_path / "runs.jsonl.torn").read_text().splitlines()) == 3
    with refused(InputError, "unreadable"), opened(tmp_path):
        pass


@pytest.mark.parametrize(
    ("name", "number"),
    [("janko/010.txt", None), ("baron/10x15-07.txt", 7), ("first.txt", None), ("https://x/5x5-1", None)],
)
def test_board_numbers(name: str, number: int | None) -> None:
    assert board_number(name) == number


class Page(HTMLParser):
    """Reads a page strictly: every tag is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attributes)
        if tag not in ("meta", "link", "br", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attributes if name in ("src", "href", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def table(path: Path) -> list[dict[str, str]]:
    """A file of comma-separated values."""
    with path.open(newline="") as lines:
        return list(csv.DictReader(lines))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    rows = [run(m, str(p), t * p) for m, t in (("a <1>", 0.1), ("b", 0.2)) for p in range(1, 8)]
    rows += [run("b", "9", None), run("a <1>", "9", 3.0)]
    return written(tmp_path / "runs.jsonl", *rows)


@pytest.mark.usefixtures("no_plots")
def test_the_report(fillomino: Runner, file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "report"
    fillomino("report", file, "-o", folder).ended(0)
    page = Page()
    html = (folder / "index.html").read_text()
    page.feed(html)
    assert page.open == []
    assert [x for x in page.links if not x.startswith(("#", "data:"))] == [], "it needs no other file"
    assert "a &lt;1&gt;" in html and "<1>" not in html.replace("a &lt;1&gt;", "")
    [pair] = table(folder / "pairs.csv")
    assert float(pair["ratio"]) == pytest.approx((2**7 * 20 / 3) ** (1 / 8))
    last = table(folder / "puzzles.csv")[-1]
    assert (last["puzzle"], last["a <1>"], last["b"]) == ("9.txt", "3.0", "timeout")
    assert len(table(folder / "runs.csv")) == 16
    assert "<dt>disturbed</dt><dd>11 of 16 runs</dd>" in html
    assert "<dt>memory not measured</dt>" not in html  # it was, of all
    assert re.search(r"<dt>machine</dt><dd>A Processor \(here\)</dd>", html)
    assert [row["answered"] for row in fillomino.rows("report", file)] == [8, 7]


def test_the_pictures(fillomino: Runner, file: Path, tmp_path: Path) -> None:
    needs.module("matplotlib", "plots")
    fillomino("report", file, "--pictures", tmp_path / "pictures").ended(0)
    found = {path.stem: path.read_text() for path in (tmp_path / "pictures").iterdir()}
    assert set(found) == {"cactus", "empty-cells", "cells", "memory", "scatter-a-1-vs-b"}
    assert all("<svg" in text for text in found.values())


def test_the_page_of_one_puzzle_is_written_without_plots(tmp_path: Path) -> None:
    needs.module("matplotlib", "plots")
    one, two = (
        [run(method, puzzle, 2.0) for method in "ab" for puzzle in puzzles] for puzzles in ("1", "12")
    )
    assert write_report(one, tmp_path / "one", title="one")
    assert not write_report(two, tmp_path / "two", title="two")
    drawn = ["<svg " in (tmp_path / name / "index.html").read_text() for name in ("one", "two")]
    assert drawn == [False, True]


@pytest.mark.usefixtures("no_plots")
def test_without_matplotlib_there_are_no_pictures(fillomino: Runner, file: Path, tmp_path: Path) -> None:
    fillomino("report", file, "--pictures", tmp_path / "pictures").refused("bad-input")
    fillomino("report", file, "-o", tmp_path / "report").ended(0)
    html = (tmp_path / "report" / "index.html").read_text()
    assert "fillomino-smt[plots]" in html and "<svg" not in html


@pytest.mark.usefixtures("no_plots")
def test_wrong_answers_stand_on_top_of_the_page(fillomino: Runner, tmp_path: Path) -> None:
    rows = [run("a", "1", 1.0), run("b", "1", 1.0, status="unsolvable")]
    file = written(tmp_path / "runs.jsonl", *rows)
    fillomino("report", file, "-o", tmp_path / "report").ended(1)
    html = (tmp_path / "report" / "index.html").read_text()
    assert html.index("reports no solution") < html.index("<dl")


def test_runs_that_deduction_decided_are_told() -> None:
    """Old rows know only that no solver was asked."""
    decided = [run("a", "1", 0.01, decided_by="deduction"), run("a", "2", 0.0, asked=0)]
    rows = [*decided, run("b", "1", 1.0, decided_by="solver"), run("b", "2", 1.0)]
    assert [summary.by_deduction for summary in summaries(tabulate(rows))] == [2, 0]
    assert (titles(rows), titles(rows[2:])) == (["DEDUCED"], [])


def test_methods_stand_in_their_places_on_the_command_line() -> None:
    rows = [run("late", "1", 1.0, place=2), run("first", "1", 2.0), run("then", "1", 3.0, place=1)]
    for order in (rows, rows[::-1]):
        assert [summary.method for summary in summaries(tabulate(order))] == ["first", "then", "late"]
        [line] = [line for line in text(order).splitlines() if line.startswith("first ")]
        assert line.split()[5] == "1"  # the base of "times the first"


def test_the_table_ends_with_the_options_of_solvers() -> None:
    plain = run("a", "1", 1.0)
    tuned = run("b", "1", 1.0, arguments=("smt.arith.solver=2",), opening=("(push 1)",))
    other = run("c", "1", 1.0, logic="QF_FD")
    guessing = run("d", "1", 1.0, arguments=("order=first",), solver=None, encoding=None, logic=None)
    assert "ptions" not in text([plain])
    *_, added = text([plain, tuned, guessing]).splitlines()
    assert "b: smt.arith.solver=2, (push 1)" in added and "order" not in added
    *_, logics = text([plain, plain.changed(key="e", method="e"), other]).splitlines()
    assert "a and e: QF_LIA; c: QF_FD" in logics and "ptions" not in logics
    scripts = [
        run("z", str(n), 1.0, file=f"{n}.smt2", encoding=None, logic=logic)
        for n, logic in enumerate(("QF_ABV", "QF_LIA"))
    ]
    assert not any(logic in text(scripts) for logic in ("QF_ABV", "QF_LIA"))  # a script's logic is its own


@pytest.mark.parametrize(
    ("program", "name", "method", "tuned"),
    [
        ("z3", "z3", "forest-tight z3", ("z3:tuned", "forest-tight z3:tuned")),
        ("z3", "z3 a=b", "forest-tight:QF_LIA z3 a=b", ("z3:tuned a=b", "forest-tight:QF_LIA z3:tuned a=b")),
        ("z3", "luby", "forest-tight luby", ("luby", "forest-tight luby")),
        ("yices", "yices", "forest yices", ("yices", "forest yices")),
    ],
)
def test_z3_of_older_rows_is_the_tuned_one(
    program: str, name: str, method: str, tuned: tuple[str, str]
) -> None:
    """Rows without statistics are from when z3 meant Z3 with our options."""
    row = json.loads(BASE.changed(solver=name, program=program, method=method).to_line())
    kept = from_line(json.dumps(row), source="runs", number=1)
    assert (kept.facts.program, kept.facts.solver, kept.method) == (program, name, method)
    del row["statistics"]
    older = from_line(json.dumps(row), source="runs", number=1)
    assert older.facts.program == ("z3:tuned" if program == "z3" else program)
    assert (older.facts.solver, older.method) == tuned


def test_each_counter_has_its_median() -> None:
    counts = [Statistics(**dict.fromkeys(COUNTERS, n), memory_mib=float(n)) for n in (1, 2, 6)]
    [line] = counters(summaries(tabulate([run("a", str(n), 1.0, statistics=n) for n in counts])))
    assert [line[name] for name in COUNTERS] == [2] * len(COUNTERS)
    assert line["its own MiB"] == 6.0


@pytest.mark.usefixtures("no_plots")
def test_what_solvers_counted_is_summed_up(fillomino: Runner, tmp_path: Path) -> None:
    counts = [Statistics(conflicts=n, memory_mib=2.0 * n) for n in (1, 2, 6)]
    rows = [run("a", str(i), 1.0, statistics=its) for i, its in enumerate(counts)]
    rows += [run("a", "x", None), run("b", "0", 1.0)]
    a, b = summaries(tabulate(rows))
    assert (a.counted, a.conflicts, a.decisions, a.counted_mib) == (3, 2, None, 12.0)
    assert (b.counted, b.conflicts) == (0, None)
    assert text(rows, statistics=True).count("\n") > text(rows).count("\n")
    runs, page = written(tmp_path / "runs.jsonl", *rows), tmp_path / "page"
    assert [row.cost.statistics for row in read(runs)[0]] == [row.cost.statistics for row in rows]
    assert fillomino("report", runs, "--statistics", "-o", page).code == 0
    [line] = table(page / "statistics.csv")
    assert (line["method"], line["conflicts"], line["decisions"]) == ("a", "2", "")
    assert table(page / "runs.csv")[0]["statistics.conflicts"] == "1"
    for time in ("cpu,", "cpu,statistics", "statistics"):
        assert fillomino("report", runs, "--time", time).code == 2


def test_a_solver_that_has_none_is_not_asked(fillomino: Runner, tmp_path: Path) -> None:
    """Nor does a user's script fail for it."""
    needs.solver("bitwuzla")
    script = fillomino.write("plain.smt2", "(set-logic QF_BV)(declare-const p Bool)(assert p)(check-sat)")
    runs = tmp_path / "runs.jsonl"
    fillomino("compare", script, "-s", "bitwuzla", "-o", runs, "--no-report").ended(0)
    assert [(row.verdict.status, row.cost.statistics) for row in read(runs)[0]] == [("solved", None)]


def test_marks_of_runs() -> None:
    """Each kind of point has its count in the legend; kinds without points have none."""
    needs.module("matplotlib", "plots")
    runs = [run(method, str(number), 1.0 + number) for method in "ab" for number in range(4)]
    assert legend(runs) == ["both answered (4)"]
    runs = [row.changed(floor_seconds=0.01) for row in runs]
    runs[0] = runs[0].changed(cpu_seconds=0.02, wall_seconds=0.02)
    runs[4] = runs[4].changed(cpu_seconds=0.03, wall_seconds=0.03)
    runs[5] = runs[5].changed(wall_seconds=50.0)
    runs[6] = run("b", "2", None).changed(floor_seconds=0.01, wall_seconds=10.0)
    kinds = ("both answered", "one or none answered", "disturbed", "too short")
    assert legend(runs) == [f"{kind} (1)" for kind in kinds]


def legend(rows: list[Row]) -> list[str]:
    """The legend of the scatter plot."""
    table = tabulate(rows)
    *_, scatter = plots(table, table.pairs)
    assert scatter.name == "scatter-a-vs-b"
    return re.findall(r"[a-z ]+ \([0-9]+\)", scatter.svg)


def test_a_plot_holds_the_methods_that_answered_most() -> None:
    """A plot of very many methods could not be read; the thesis' figure is drawn of numbered puzzles."""
    needs.module("matplotlib", "plots")
    rows = [
        run(f"m{method:02}", str(number), 1.0 + method if number <= method else None)
        for method in range(MOST_METHODS + 2)
        for number in range(15)
    ]
    cactus = next(plots(tabulate(rows), []))
    assert cactus.name == "cactus"
    assert "m00 (" not in cactus.svg and "m01 (" not in cactus.svg
    assert all(f"m{method:02} (" in cactus.svg for method in range(2, MOST_METHODS + 2))
    named = [row.changed(method=f"{row.method} by {'a rather long name ' * 5}") for row in rows]
    assert next(plots(tabulate(named), [])).name == "cactus"  # a legend that does not fit is a warning
    numbered = [run("a", "5x5-01", 1.0)]
    assert "board-number" in [plot.name for plot in plots(tabulate(numbered), [])]


@pytest.mark.usefixtures("no_plots")
def test_the_matrix_has_the_verdict_on_each_pair_of_three_methods(fillomino: Runner, tmp_path: Path) -> None:
    puzzles = [str(number) for number in range(12)]
    times = {"a": 1.0, "b": 4.0, "c": 4.1}
    rows = [
        run(name, puzzle, base * (1.2 if name == "c" and place % 2 else 1.0) * 1.01**place)
        for name, base in times.items()
        for place, puzzle in enumerate(puzzles)
    ]
    failing = [run("d", puzzle, None, status="failed", error="it crashed") for puzzle in puzzles]
    fillomino("report", written(tmp_path / "runs.jsonl", *rows, *failing), "-o", tmp_path / "report")
    lines = {line[""]: line for line in table(tmp_path / "report" / "matrix.csv")}
    assert (lines["a"]["a"], lines["a"]["b"], lines["b"]["a"]) == ("", "0.25", "4")
    assert [lines["d"][name] for name in "abc"] == [lines[name]["d"] for name in "abc"] == ["n/a"] * 3
    html = (tmp_path / "report" / "index.html").read_text()
    assert html.index('id="matrix"') < html.index('class="answer"')
    levels = [int(level) for level in re.findall(r"<h([1-6])", html)]
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))


def test_two_methods_have_no_matrix() -> None:
    rows = [run(name, str(place), 1.0) for name in "ab" for place in range(8)]
    assert "matrix" not in {sheet.name for sheet in sheets(tabulate(rows))}
