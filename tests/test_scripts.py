"""The scripts: what each measures, draws or certifies, on small and made-up input."""

from __future__ import annotations

import ast
import json
import re
import runpy
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

from drivers import Sat, find, run
from encoder.encodings.registry import METHODS
from encoder.encodings.registry import find as find_encoding
from encoder.puzzle_script import block
from fillomino import formats
from fillomino.deduction.engine import Level, deduce
from fillomino.deduction.rules import registry as rules
from fillomino.errors import InputError
from fillomino.puzzle import Puzzle
from scripts import draw, explained, human_order, performance, search_space, thesis
from scripts.encoding_figures import FIGURES
from scripts.figure import PUZZLE, SOLUTION, Figure
from scripts.harness import EXAMPLES, ROOT, read_lines
from scripts.human_order import Trace, agreement, our_order, read, trace_of
from scripts.performance import OF_CORPUS, TABLES
from scripts.race import race, table
from smtlib.literals import sorted_value, write_literal
from smtlib.render import driver
from tests.support import needs
from tests.support.processes import python
from tests.support.refused import refused
from tests.support.runs import BASE
from workbench.compare.row import Row

SCRIPTS = [
    path
    for path in sorted([*ROOT.glob("scripts/*.py"), *ROOT.glob("docs/labs/*/*.py")])
    if "__main__" in path.read_text(encoding="utf-8")
]  # the others are modules that these share


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_help(
    script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [str(script), "--help"])
    monkeypatch.setattr(sys, "path", [str(script.parent), *sys.path])
    with pytest.raises(SystemExit, check=lambda ended: ended.code in (0, None)):
        runpy.run_path(str(script), run_name="__main__")
    assert script.name in capsys.readouterr().out
    assert ast.get_docstring(ast.parse(script.read_text(encoding="utf-8")))
    assert not list(tmp_path.iterdir())


FIRST = EXAMPLES / "first.txt"


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run the main function of a script with arguments; gives what it prints."""

    def run(main: Callable[[], None], *arguments: object) -> str:
        monkeypatch.setattr(sys, "argv", ["script.py", *map(str, arguments)])
        main()
        return capsys.readouterr().out

    return run


def test_each_puzzle_has_a_row_which_is_not_done_again(tmp_path: Path, printed: Callable[..., str]) -> None:
    names = [str(EXAMPLES / name) for name in ("first.txt", "several.txt")]
    file = tmp_path / "explained.jsonl"
    table = printed(explained.main, *names, "-o", file)
    first, several = read_lines(file)
    assert (first["puzzle"], first["cells"], first["solved"], first["sets"]) == (names[0], 25, True, [])
    assert not several["solved"]
    assert f"| S{first['level']} | 1 | 1 |" in table
    beyond = first | {"level": 9, "sets": [4, 7], "undecided": 1}
    file.write_text(f"{json.dumps(beyond)}\n{json.dumps(several)}\n", encoding="utf-8")
    table = printed(explained.main, *names, "-o", file)
    assert len(read_lines(file)) == 2
    assert "| S9 | 1 | 1 |" in table
    assert "2 minimal sets of 4 to 7 numbers, 5.5 in the median; of 1 numbers it was not decided" in table


OF_LABORATORIES = {name: draw.figures_of(name) for name in draw.laboratories()}
ALL_FIGURES = {name: make for its in (FIGURES, *OF_LABORATORIES.values()) for name, make in its.items()}


@cache
def figure(name: str) -> Figure:
    return ALL_FIGURES[name]()


def test_every_encoding_has_its_figure() -> None:
    assert list(ALL_FIGURES) == [method.name for method in METHODS]
    pages = {"encodings.md": "encodings/"} | dict.fromkeys(
        (f"labs/{name}/{name}.md" for name in OF_LABORATORIES), ""
    )
    for (page, folder), figures in zip(pages.items(), (FIGURES, *OF_LABORATORIES.values()), strict=True):
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        for name in figures:
            assert f"({folder}{name}.svg)" in text
            assert ((ROOT / "docs" / page).parent / folder / f"{name}.svg").exists()


def test_all_pictures_are_drawn(tmp_path: Path, printed: Callable[..., str]) -> None:
    printed(draw.main, "--output", tmp_path)
    drawn = {path.relative_to(tmp_path) for path in tmp_path.rglob("*.svg")}
    assert drawn and all((ROOT / "docs" / path).exists() for path in drawn)


@pytest.mark.parametrize("name", [name for name in ALL_FIGURES if name != "cuts"])
def test_a_figure_shows_a_model_of_its_encoding(name: str) -> None:
    assert isinstance(run(script(name), find("yices")).answer, Sat)


def script(name: str) -> str:
    """Return the question if the encoding has a model with the solution and the values of the figure."""
    encoding, its = find_encoding(name), figure(name)
    puzzle = PUZZLE if its.clues else Puzzle(PUZZLE.board, {})
    written = encoding.script(puzzle, candidates=deduce(puzzle, Level.NONE))
    sorts = dict(written.declarations)
    shown = {symbol: value for symbol, value in its.values.items() if symbol in sorts}
    assert {symbol[0] for symbol in shown} == {symbol[0] for symbol in its.values}
    fixed = [f"(= {each} {write_literal(sorted_value(shown[each], sorts[each]))})" for each in shown]
    fixed.append(f"(not {block(written, SOLUTION)})")
    return driver(written, fixed)


ROW = "1 6\n2 0 1 0 0 3\n"
"""S1 and S2 fill r1c2, then r1c5 and r1c4 one after the other."""


def named(trace: Trace) -> list[str]:
    return [trace.puzzle.board.names[cell] for cell in trace.filled]


def test_the_same_order_agrees_and_the_reverse_does_not() -> None:
    puzzle = trace_of(ROW, []).puzzle
    order = sorted(our_order(puzzle, 8).items(), key=lambda item: item[1])
    steps = [(puzzle.board.names[cell], number) for cell, (_, number) in order]
    assert sorted(name for name, _ in steps) == ["r1c2", "r1c4", "r1c5"]
    assert len({turn for _, (turn, _) in order}) == 3
    one, two, three = steps
    for filled, turns, pairs, first in (
        (steps, 1, 1, 1),
        (steps[::-1], 2, 0, 0.5),
        ([two, one, three], 2, 2 / 3, 1),
    ):
        found = agreement(trace_of(ROW, filled), 8, turns)
        assert found is not None
        assert found.first == first
        assert found.pairs == pytest.approx(pairs)
    assert agreement(trace_of(ROW, steps[:1]), 8, 10) is None


def test_the_last_time_counts_and_wrong_numbers_and_clues_do_not() -> None:
    trace = trace_of(ROW, [("r1c4", 9), ("r1c1", 2), ("r1c2", 2), ("r1c5", 1), ("r1c4", 3)])
    assert named(trace) == ["r1c2", "r1c5", "r1c4"]
    found = agreement(trace, 8, 10)
    assert found is not None
    assert found.pairs == 1
    assert found.reached == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    "line",
    [
        "{",
        '{"puzzle": "1 1\\n0\\n"}',
        '{"puzzle": "1 1\\n0\\n", "filled": [3]}',
    ],
)
def test_lines_that_are_no_traces(tmp_path: Path, line: str) -> None:
    file = tmp_path / "t.jsonl"
    file.write_text(f"\n{line}\n")
    with refused(InputError, "bad-input", 2, None, str(file)):
        list(read(file))
    file.write_text('{"puzzle": "1 1\\n0\\n", "filled": [["a1", 3]]}')
    with refused(InputError, "unknown-cell", None, None, f"{file}:1"):
        list(read(file))
    file.write_text('{"puzzle": "no-such-file", "filled": []}')
    with refused(InputError, "no-such-file"):
        list(read(file))


def test_the_script_prints_a_line_for_each_level(tmp_path: Path, printed: Callable[..., str]) -> None:
    file = tmp_path / "t.jsonl"
    filled = [["r1c2", 2], ["r1c5", 3], ["r1c4", 3]]
    file.write_text(json.dumps({"puzzle": ROW, "filled": filled}) + "\n")

    def run(*options: str) -> list[str]:
        return printed(human_order.main, file, *options).splitlines()

    lines = run("--first", "1")
    assert lines[0] == "traces: 1"
    assert lines[2] == "| level | traces | reached | pairs | tau | first 1 |"
    assert lines[4] == "| 0 | 0 | – | – | – | – |"
    assert lines[-1] == f"| {rules.hardest()} | 1 | 100% | 100% | +1.00 | 100% (33%) |"
    assert len(lines) == 4 + rules.hardest() + 1
    assert (
        run("--level", "8", "--next", "--first", "1")[4]
        == "| 8 | 1 | 100% | 100% | +1.00 | 100% (33%) | 100% |"
    )
    assert run("--part", "2/2", "--level", "8")[4] == "| 8 | 0 | – | – | – | – |"


SIX = formats.read("3 0 0 1 2 0\n").puzzle


@pytest.mark.parametrize("name", [*TABLES, *OF_CORPUS])
def test_every_table_has_its_date_machine_and_versions(name: str) -> None:
    text = performance.file_of(name).read_text(encoding="utf-8")
    assert re.search(r"^20\d\d-\d\d-\d\d; .+, \d+ cores, load [\d.]+; Python 3\.", text, re.MULTILINE)
    assert "| --- |" in text


def test_a_race_and_its_table() -> None:
    found = race([("row", SIX)], ["cuts:yices", "forest-tight:yices"], "none", 10)
    assert [(row.subject.puzzle, row.verdict.unique) for row in found] == [("row", True)] * 2
    lines = table(found, 10).splitlines()
    number = r"[\d.]+"
    times = rf"{number} \| {number} \| {number} \| {number} \(row\) \| 0 \| 0 \| \d+"
    assert re.fullmatch(rf"\| `cuts`, yices \| {times} \| 1 \| .*\|", lines[2])
    assert re.fullmatch(rf"\| `forest-tight`, yices \| {times} \| {number} \| .*\|", lines[3])


def test_ratios_are_to_the_first_with_the_same_solver_and_a_limit_is_named() -> None:
    def raced(encoding: str, solver: str, one: float, two: float, own: float, **more: bool) -> list[Row]:
        base = BASE.changed(encoding=encoding, solver=solver, unique=True, memory_mib=None)
        return [
            base.changed(
                puzzle=puzzle,
                cpu_seconds=(1 - own) * seconds,
                own_cpu_seconds=own * seconds,
                encode_seconds=own * seconds,
                **more if puzzle == "two" else {},
            )
            for puzzle, seconds in (("one", one), ("two", two))
        ]

    runs = raced("a", "x", 2.0, 8.0, 0.25) + raced("b", "x", 1.0, 2.0, 0.0)
    runs += raced("a", "y", 0.05, 10.0, 0.1, unique=False)
    lines = table(runs, 10).splitlines()[2:]
    assert lines == [
        "| `a`, x | 10 | 5 | 8 | 8 (two) | 0 | 0 | 0 | 1 | 25 % |",
        "| `b`, x | 3 | 1.5 | 2 | 2 (two) | 0 | 0 | 0 | 3 | |",
        "| `a`, y | 10 | 5 | 10 | limit (two) | 1 | 0 | 0 | 1 | 10 % |",
    ]


def test_deduction_is_counted() -> None:
    lines = performance.deduction([("row", SIX)], "One row").splitlines()
    assert lines[0] == "One row."
    assert [line.split(" | ")[:2] for line in lines[4:]] == [
        ["| `none`", "0 of 1"],
        ["| `light`", "1 of 1"],
        ["| `full`", "1 of 1"],
        ["| `ahead`", "1 of 1"],
        ["| `thesis`", "1 of 1"],
    ]


def test_the_panels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_space, "SQUARES", (3,))
    monkeypatch.setattr(search_space, "SIZES", ((1, 2), (2, 3), (3, 3)))
    sizes, regions = search_space.panels().values()
    assert sizes["3x3"] == regions["9"]  # no region of 3x3 is larger than 9
    assert [regions[str(largest)]["naive"] for largest in range(1, 10)] == [k**9 for k in range(1, 10)]
    assert regions["9"]["partitions"] == 9966
    assert all(0 < its["frontier"] <= max(2, its["partitions"]) for its in regions.values())


def test_it_is_drawn(tmp_path: Path) -> None:
    needs.module("matplotlib", "plots")
    one = {"naive": 9, "partitions": 4, "frontier": 2}
    search_space.draw({"board": {"1x1": one}, "largest region on 3x3": {"1": one}}, tmp_path / "figure")
    assert "largest region on 3x3" in (tmp_path / "figure.svg").read_text(encoding="utf-8")
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG")


EMPTY_TEN = "10 10\n" + "0 0 0 0 0 0 0 0 0 0\n" * 10
TEN = EMPTY_TEN.replace("\n0", "\n1")


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two boards of each kind, and times published for them: none of it anybody's."""
    head = "Height,Width,Boardnum,TimeSeconds"
    write(
        tmp_path,
        {
            "puzzles/baron/2x3-01.txt": "2 3\n2 0 0\n0 0 0\n",
            "puzzles/baron/2x3-02.txt": "2 3\n0 0 2\n0 0 0\n",
            "puzzles/janko/007.txt": EMPTY_TEN,
            "puzzles/janko/008.txt": TEN,
            "puzzles/janko/009.txt": "1 1\n0\n",  # not of the size
            "thesis/baronDeterBackResult.csv": (
                "height,width,boardnum,maxdepth,time_s\n2,3,1,0,1.5\n2,3,2,4,601.0\n"
            ),
            "thesis/z3_baronresults.csv": f"{head}\n2,3,1,2.25\n2,3,2,3.25\n",
            "thesis/z3JankoResult_with_empty.csv": (
                f"{head},emptyCells\n10,10,007,>300,100\n10,10,8,41.5,72\n10,10,10,300,70\n"
            ),
        },
    )
    monkeypatch.setattr(thesis, "CORPUS", tmp_path / "puzzles")
    monkeypatch.setattr(thesis, "THESIS", tmp_path / "thesis")
    return tmp_path / "puzzles"


def rows(names: Sequence[str], method: str, seconds: float | None, **more: int) -> list[Row]:
    """A method takes so long on each puzzle."""
    status = "solved" if seconds else "timeout"
    row = BASE.changed(method=method, status=status, cpu_seconds=seconds or 10.0, own_cpu_seconds=0.5)
    return [row.changed(key=f"{method}{name}", puzzle=name, puzzle_hash=name, **more) for name in names]


def test_the_basic_variant(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, printed: Callable[..., str]
) -> None:
    def compare(files: Sequence[Path], options: Sequence[str], given: Namespace, output: Path) -> list[Row]:
        assert options[options.index("--as") :][:2] == ("--as", "basic")
        names = [thesis.name_of(file) for file in files]
        unsolved = rows(names, "ours: forest z3", None, empty=5)
        return unsolved + rows(names, "ours: backtracking", 0.25, nodes=3, depth=2, empty=5)

    monkeypatch.setattr(thesis, "compare", compare)
    told = printed(thesis.main, "basic", "-o", tmp_path)
    assert (
        "| board | puzzles | thesis: backtracking | thesis: Z3 | ours: forest z3 | ours: backtracking |"
        in told
    )
    # 0.25 s and 0.5 s of ours, for the row says that there is a solver.
    assert "| 2x3 | 2 | 301 s | 2.75 s | no answer (0 of 2) | 0.75 s |" in told
    share = "1 of 2 (50%) solved without a guess"
    assert f"thesis: backtracking: {share}; boards that needed guesses: 2x3-02 (depth 4)" in told
    share = "0 of 2 (0%) solved without a guess"
    assert f"ours: backtracking: {share}; boards that needed guesses: 2x3-01 (depth 2), 2x3-02" in told
    picture = (tmp_path / "basic" / "empty-cells.svg").read_text()
    assert "thesis: Z3" in picture and "ours: forest z3" in picture
    assert "backtracking" not in picture
    drawn = {file.name for file in (tmp_path / "basic").glob("board-number*")}
    assert drawn == {"board-number-2x3.svg"}


def test_the_challenging_variant(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, printed: Callable[..., str]
) -> None:
    def compare(files: Sequence[Path], options: Sequence[str], given: Namespace, output: Path) -> list[Row]:
        assert [file.stem for file in files] == ["007", "008"]
        return [*rows(["007"], "cuts z3", 0.5, empty=100), *rows(["008"], "cuts z3", None, empty=60)]

    monkeypatch.setattr(thesis, "compare", compare)
    told = printed(thesis.main, "challenging", "-o", tmp_path)
    assert "| 70 to 100 % | 1 | no answer (0 of 1) | 1 s |" in told
    assert "| 60 to 64 % | 1 | 41.5 s | no answer (0 of 1) |" in told
    assert "Published empty cells that are not those of the puzzle: 008 (72, here 60)." in told
    assert (tmp_path / "challenging" / "empty-cells.svg").stat().st_size > 1000


def test_the_repository_of_the_thesis_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, printed: Callable[..., str]
) -> None:
    """A made-up repository of that layout: its puzzles, and tables at its root, in one command."""
    repository = tmp_path / "theirs"
    files = {
        "baronPuzzles/2x3PB1.txt": "2 3\n2 0 0\n0 0 0\n",
        "jankoPuzzles/7.txt": EMPTY_TEN,
        "jankoPuzzles/008.txt": TEN,
        "baronDeterBackResult.csv": "height,width,boardnum,maxdepth,time_s\n2,3,1,4,601.0\n",
        "z3JankoResult_with_empty.csv": "Height,Width,Boardnum,TimeSeconds,emptyCells\n10,10,7,2,100\n",
    }
    write(repository, files)

    def compare(files: Sequence[Path], options: Sequence[str], given: Namespace, output: Path) -> list[Row]:
        if "basic" in options:
            return rows(["2x3-01"], "forest z3", 0.5)
        assert [thesis.name_of(file) for file in files] == ["007", "008"]
        return [*rows(["007"], "cuts z3", 0.5, empty=60), *rows(["008"], "cuts z3", None, empty=70)]

    monkeypatch.setattr(thesis, "compare", compare)
    monkeypatch.chdir(tmp_path)
    told = printed(thesis.main, "--repository", repository)
    assert "| 2x3 | 1 | 601 s |" in told
    assert "Empty cells: 65 %" in told
    assert "cuts z3: Spearman's correlation of empty cells and time +1.00" in told
    assert {path.name for path in (tmp_path / "thesis").iterdir()} == {"basic", "challenging"}


def test_without_a_corpus(tmp_path: Path) -> None:
    missing = str(tmp_path / "none")
    done = python(ROOT / "scripts" / "thesis.py", "-o", tmp_path, FILLOMINO_CORPUS=missing)
    assert done.returncode == 1
    assert "FILLOMINO_CORPUS" in done.stderr  # the variable to set
