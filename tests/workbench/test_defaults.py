"""Deduction by default, and what every output says of it: who decided, and how much was left."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

import fillomino as front
from encoder.annotations import notes_of
from encoder.encodings.table import find as find_encoding
from fillomino import formats
from fillomino.deduction.engine import Level, deduce
from fillomino.deduction.rules import table
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.benchmarks.header import for_the_library
from workbench.methods.deduced import TITLES, encoded
from workbench.methods.table import smt
from workbench.texts.writing import BENCHMARK, FLAVOURS, written

TWENTY = EXAMPLES / "twenty.txt"


def test_the_titles_of_levels_name_rules() -> None:
    hardest = table.levels()[table.fast_level()]
    assert TITLES[Level.FULL] == f"rules up to {hardest.title}"
    assert TITLES[Level.LIGHT].removeprefix("rules up to ") in [rule.title for rule in table.levels()]
    assert TITLES[Level.AHEAD].startswith(TITLES[Level.FULL])
    assert set(TITLES) == set(Level) - {Level.NONE}


def test_to_name_what_solves_is_to_ask_for_its_own_work() -> None:
    assert (smt().name, smt().level) == ("cuts yices", Level.AHEAD)
    for named in (smt("cuts"), smt(solver="yices"), smt("forest-tight", "z3")):
        assert named.level is Level.NONE
    assert smt("cuts", "yices", deduce="light").level is Level.LIGHT
    fast, named_too = front.solve(FIRST), front.solve(FIRST, solver="yices")
    assert (fast.result.decided_by, fast.result.asked) == ("deduction", 0)
    assert named_too.result.decided_by == "solver"
    assert named_too.result.asked > 0


@pytest.mark.parametrize(
    ("options", "words", "by", "left"),
    [
        ((FIRST,), "solved by deduction (rules up to bottleneck, looking ahead) (", "deduction", 0),
        ((FIRST, "--unique"), "looking ahead), the only solution (", "deduction", 0),
        ((NONE,), "unsolvable, found by deduction (rules up to bottleneck, looking ahead) (", "deduction", 0),
        ((FIRST, "-s", "z3"), "solved (cuts, Z3 ", "solver", 15),
        ((FIRST, "-e", "forest", "--deduce", "full"), "solved (forest, Yices ", "solver", 15),
        (
            (FIRST, "-e", "flow", "--deduce", "full"),
            "by deduction (rules up to bottleneck) (confirmed in flow by Y",
            "deduction",
            0,
        ),
        ((TWENTY, "-e", "forest-bool", "--deduce", "light"), "cells left) (forest-bool, ", "solver", 126),
        (("1x2:22", "-e", "cuts"), "solved (by the clues alone, ", "deduction", 0),
        ((FIRST, "--by", "deduction"), "solved by deduction, the only solution (", "deduction", 0),
        ((FIRST, "--by", "backtracking"), "solved by backtracking (", "backtracking", None),
        (("2x2:d", "--by", "deduction"), "unknown (by deduction, ", None, 4),
    ],
)
def test_solve_tells_who_decided(
    fillomino: Runner, options: tuple[str | Path, ...], words: str, by: str | None, left: int | None
) -> None:
    assert words in fillomino("solve", *options).out
    row = json.loads(fillomino("solve", *options, "--json").out)
    assert (row["decided_by"], row["open_cells"]) == (by, left)


def test_what_deduction_left_to_a_solver_is_counted(fillomino: Runner) -> None:
    said = fillomino("solve", TWENTY, "--deduce", "light").out.splitlines()[-1]
    assert re.match(r"solved by Yices \S+ after deduction \(126 of 400 cells left\) \(cuts, \d", said), said
    late = fillomino("solve", TWENTY, "--deduce", "light", "-e", "flow", "-s", "z3", "--timeout", "0.4")
    assert late.code == 3
    assert "timeout after deduction (126 of 400 cells left) (flow, " in late.out


def test_a_race_is_for_speed_and_deduces(fillomino: Runner) -> None:
    done = fillomino("solve", FIRST, "--portfolio", "cuts:yices,forest-bool:z3")
    assert "solved by deduction (rules up to bottleneck, looking ahead) (" in done.out


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_every_flavour_records_deduction(fillomino: Runner, flavour: str) -> None:
    command = ("encode", FIRST, "-e", "forest-bool", "-f", flavour)
    plain, full, light = (
        fillomino(*command, *more).out for more in ((), ("--deduce", "full"), ("--deduce", "light"))
    )
    assert "Deduction before" not in plain
    assert plain == fillomino(*command, "--deduce", "none").out
    assert "Deduction before encoding (full: rules up to bottleneck) settled 25 of 25 cells." in full
    assert "Deduction before encoding (light: rules up to reach) settled " in light
    if flavour != "dimacs":
        puzzle = formats.read(FIRST.read_text()).puzzle
        encoding = find_encoding("forest-bool")
        script = encoding.script(puzzle, None, deduce(puzzle, Level.NONE))
        if flavour == BENCHMARK:
            script, _ = for_the_library(script, encoding, "", "")
        assert plain == written(script, flavour)
        assert full == front.encode(FIRST, "forest-bool", flavour=flavour, deduce="full")


@pytest.mark.parametrize("flavour", ["driver", "benchmark", "core"])
def test_scrambled_files_record_it_too(fillomino: Runner, flavour: str) -> None:
    done = fillomino("encode", FIRST, "-e", "flow", "-f", flavour, "--deduce", "full", "--scramble", "3")
    assert "Deduction before encoding (full: rules up to bottleneck) settled 25 of 25 cells." in done.out
    assert "Scrambled with seed 3" in done.out


def test_a_contradiction_is_recorded() -> None:
    script, work = encoded(find_encoding("flow"), front.read(NONE), None, Level.FULL)
    assert script.header.notes == (
        "Deduction before encoding (full: rules up to bottleneck) found that there is no filling.",
    )
    assert (work.decided, work.consistent) == (True, False)


def test_an_encoding_without_a_use_for_deduction(fillomino: Runner) -> None:
    done = fillomino("encode", FIRST, "-e", "forest", "--deduce", "full")
    assert done.err == "fillomino: forest makes no use of deduction, so there is none\n"
    assert done.out == fillomino("encode", FIRST, "-e", "forest").out


def test_a_directory_ends_with_a_line(fillomino: Runner, tmp_path: Path) -> None:
    puzzles, out = tmp_path / "puzzles", tmp_path / "out"
    puzzles.mkdir()
    for path in (FIRST, NONE, EXAMPLES / "several.txt"):
        shutil.copy(path, puzzles)
    command = ("encode", puzzles, "-e", "flow", "-o", out)
    assert fillomino(*command).err == "fillomino: 3 files written\n"
    (puzzles / "notes.md").write_text("no puzzle")
    (puzzles / "bad.txt").write_text("bad")
    done = fillomino(*command, "--deduce", "ahead")
    assert done.code == 2
    assert done.err.splitlines()[-1] == (
        "fillomino: 3 files written, 2 settled by deduction, 1 passed over as unreadable, "
        "1 passed over as no puzzle files (notes.md)"
    )


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_decode_reads_the_encoding_from_the_file(fillomino: Runner, flavour: str, tmp_path: Path) -> None:
    file, answer = tmp_path / "1.smt2", tmp_path / "1.out"
    script, _ = encoded(find_encoding("forest-bv"), front.read(FIRST), None, Level.NONE)
    if flavour == "dimacs":
        assert "forest-bv is not of Booleans" in fillomino.refuses(
            "encode", FIRST, "-e", "forest-bv", "-f", flavour
        )
        return
    file.write_text(written(script, flavour))
    assert notes_of(file.read_text()).encoding == "forest-bv"
    numbers = front.solve(FIRST).solution or ()
    values = (f"({name} #b{number:04b})" for name, number in zip(script.values, numbers, strict=True))
    answer.write_text(f"sat\n({' '.join(values)})\n")
    read = fillomino("decode", file, answer)
    assert read.out == fillomino("decode", FIRST, answer, "-e", "forest-bv").out
    assert (read.code, read.err) == (0, "")
    other = file.with_name("2.smt2")
    other.write_text(file.read_text().replace("forest-bv", "mine"))  # nobody's: symbols are those of ours
    assert fillomino("decode", other, answer) == read
