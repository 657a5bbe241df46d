"""A text compared with its encoding: `evaluate` and `explain` name what is missing before anything else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from drivers import find
from drivers import run
from encoder.annotations import head
from encoder.encoding import Encoding
from encoder.encodings.table import ENCODINGS
from encoder.encodings.table import find as find_encoding
from encoder.errors import EncodingError
from encoder.script import PuzzleScript
from fillomino.board import rectangle
from fillomino.puzzle import Puzzle
from smtlib.file import file_of
from smtlib.render import FLAVOURS, driver, render
from tests.support.encodings import BY_ENCODING
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.explain.differences import differences, lines_of

SMALL = rectangle(2, 3)
PUZZLES = [
    Puzzle(SMALL, {0: 3, 5: 2}),
    Puzzle(SMALL, {0: 3}, frozenset([(0, 1)]), largest_region=4),
    Puzzle(SMALL, {0: 3}, checkered=True),
    Puzzle(SMALL, {0: 4, 5: 2}, basic=True),
    Puzzle(SMALL, {}, frozenset([(0, 1)])),
    Puzzle(rectangle(3, 3), {0: 6}),
    Puzzle(rectangle(3, 4), {}, frozenset([(0, 1), (5, 6)])),
    Puzzle(rectangle(3, 4), {0: 5}, basic=True),
    Puzzle(rectangle(1, 17), {}),
    Puzzle(rectangle(5, 5), {}),
    Puzzle(rectangle(4, 4), {0: 7}, basic=True),
    Puzzle(rectangle(4, 5), {}),
]
"""In which every family of every encoding has an assertion."""


def scripts(encoding: Encoding) -> Iterator[tuple[Puzzle, PuzzleScript]]:
    for puzzle in PUZZLES:
        with suppress(EncodingError):
            yield puzzle, encoding.script(puzzle)


def without(script: PuzzleScript, family: str) -> PuzzleScript:
    return replace(script, assertions=tuple(a for a in script.assertions if a.family != family))


@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda encoding: encoding.name)
def test_the_first_line_names_the_family_that_is_missing(encoding: Encoding) -> None:
    every, seen = {family.name for family in encoding.families}, set[str]()
    for puzzle, script in scripts(encoding):
        if seen == every:
            break
        new = {assertion.family for assertion in script.assertions} - seen
        if not new:
            continue
        assert not differences(file_of(driver(script)), encoding, puzzle)
        for family in new:
            if all(assertion.family == family for assertion in script.assertions):
                continue
            seen.add(family)
            found = differences(file_of(driver(without(script, family))), encoding, puzzle)
            [line] = lines_of(found, "x.smt2")
            assert line.startswith(f"x.smt2: the family {family} is missing: "), line
    assert seen == every


@BY_ENCODING
def test_commands_begin_with_that_line(fillomino: Runner, tmp_path: Path, encoding: Encoding) -> None:
    puzzle = PUZZLES[0]
    script = encoding.script(puzzle)
    family = script.families[-1].name
    family = next(f.name for f in reversed(script.families) if without(script, f.name) != script)
    file = tmp_path / "x.smt2"
    file.write_text(head(puzzle, encoding.name) + driver(without(script, family)))
    filling = tmp_path / "x.answer"
    filling.write_text("3 3 3\n1 2 2\n")
    for command in (
        ("check", file),
        ("check", file, filling),
        ("explain", file),
        ("explain", file, filling),
    ):
        done = fillomino(*command)
        assert done.out.startswith(f"{file}: the family {family} is missing: "), (command, done)
    assert fillomino("check", file).code == 1
    first = json.loads(fillomino("check", file, "--json").out.splitlines()[0])
    assert first["family"] == family
    assert first["missing"] == first["of"] > 0


@pytest.mark.parametrize("flavour", [flavour.name for flavour in FLAVOURS])
def test_order_names_and_blanks_make_no_difference(flavour: str) -> None:
    for puzzle in PUZZLES[:4]:
        text = render(find_encoding("forest").script(puzzle), flavour)
        lines = text.replace("(= ", "(=   ").replace(" (not", "\t(not").splitlines()
        asserted = [line for line in lines if line.startswith("(assert")]
        others = [line for line in lines if not line.startswith("(assert")]
        place = next(i for i, line in enumerate(others) if line.startswith("(check-sat"))
        mixed = "\n".join([*others[:place], *reversed(asserted), *others[place:]])
        assert not differences(file_of(mixed), find_encoding("forest"), puzzle)


def test_a_text_after_deduction_is_compared_with_one(fillomino: Runner, tmp_path: Path) -> None:
    puzzle, file = tmp_path / "p.txt", tmp_path / "x.smt2"
    puzzle.write_text("2 3\n3 0 0\n0 0 2\n")
    assert fillomino("encode", puzzle, "-e", "forest-tight", "--deduce", "light", "-o", file).code == 0
    done = fillomino("check", file, "--as", f"puzzle={puzzle}", "--encoding", "forest-tight")
    assert (done.code, done.err) == (0, "")
    assert "assertions, those of forest-tight for its puzzle" in done.out


@pytest.mark.parametrize(
    "options",
    [
        ("-f", "benchmark", "-e", "placements", "--deduce", "light"),
        ("-f", "core", "-e", "flow", "--deduce", "full"),
        ("-e", "forest", "--ask", "unique"),
        ("-e", "forest-bool", "--ask", "all"),
        ("-e", "forest-bv", "-f", "commented"),
    ],
)
def test_what_encode_writes_is_its_encodings(
    fillomino: Runner, tmp_path: Path, options: tuple[str, ...]
) -> None:
    file = tmp_path / "x.smt2"
    assert fillomino("encode", EXAMPLES / "first.txt", *options, "-o", file).code == 0
    done = fillomino("check", file)
    assert (done.code, done.err) == (0, ""), done


@pytest.mark.parametrize("options", [(), ("--keep-names",)])
@pytest.mark.parametrize("encoding", ["forest", "forest-bv", "forest-bool"])
def test_a_scrambled_file_is_compared_with_its_encoding(
    fillomino: Runner, tmp_path: Path, encoding: str, options: tuple[str, ...]
) -> None:
    file, whole = tmp_path / "x.smt2", find_encoding(encoding)
    puzzle = PUZZLES[0]
    script = whole.script(puzzle)
    family = next(each.name for each in script.families if without(script, each.name) != script)
    for text, code in ((driver(script), 0), (driver(without(script, family)), 1)):
        file.write_text(head(puzzle, encoding) + text)
        file.write_text(fillomino("scramble", file, "--seed", "5", *options).out)
        done = fillomino("check", file)
        assert done.code == code, done
        assert f"the family {family} is missing: " in done.out.splitlines()[0] or not code
        assert len(done.out.splitlines()) == 1


def test_a_scrambled_file_is_evaluated(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "x.smt2"
    assert fillomino("encode", EXAMPLES / "row.txt", "--scramble", "7", "-o", file).code == 0
    filling = fillomino("solve", EXAMPLES / "row.txt", "--plain").out
    done = fillomino("check", file, "-", stdin=filling)
    assert (done.code, "0 false, 0 unknown" in done.out) == (0, True)
    reply = run(file.read_text(), find("yices")).stdout
    done = fillomino("check", file, "--model", "-", stdin=reply)
    assert (done.code, "3 other symbols" in done.out or " 0 false, 0 unknown" in done.out) == (0, True)


def test_changed_and_added_assertions_are_named_by_line() -> None:
    puzzle, encoding = PUZZLES[0], find_encoding("forest")
    lines = driver(encoding.script(puzzle)).splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("(assert (= s_0 (+"))
    lines[place] = lines[place].replace("(+ 1", "(+ 2")
    lines.insert(place + 1, "(assert (! (> n_1 7) :named mine))")
    lines.remove("(assert (= n_0 3))")
    found = differences(file_of("\n".join(lines)), encoding, puzzle)
    first, *rest = lines_of(found, "x.smt2", {"n_0": 2})
    assert first.startswith("x.smt2: the family clue is incomplete: ")
    assert first.endswith("(1 of its 2 assertions is not there)")
    assert rest[:3] == ["  r1c1  (= n_0 3)", "  1 missing assertion would be false:", "    r1c1  (= n_0 3)"]
    assert rest[3].startswith(f"x.smt2:{place}: changed: (= s_0 (+ 2 ")
    assert rest[3].endswith("(size-sum)")
    assert rest[4] == f"x.smt2:{place + 1}: added: (> n_1 7), which forest does not have"


def test_the_text_of_another_encoding_is_named_as_such() -> None:
    text = driver(find_encoding("forest-bool").script(PUZZLES[0]))
    [line] = lines_of(differences(file_of(text), find_encoding("forest-bv"), PUZZLES[0]), "x.smt2")
    assert "are of forest-bv: is it another's text?" in line


def test_a_part_of_an_encoding_is_compared_with_the_whole(fillomino: Runner, tmp_path: Path) -> None:
    puzzle, file = tmp_path / "p.txt", tmp_path / "x.smt2"
    puzzle.write_text("2 3\n3 0 0\n0 0 2\n")
    assert fillomino("encode", puzzle, "-e", "forest", "--drop", "same-root", "-o", file).code == 0
    named = head(PUZZLES[0], "forest-without-same-root")
    file.write_text(named + "".join(f"{x}\n" for x in file.read_text().splitlines() if x[0] != ";"))
    assert fillomino("check", file).out.startswith(f"{file}: the family same-root is missing: ")


def test_nothing_to_compare_with(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "x.smt2"
    file.write_text("(declare-fun n_0 () Int)(assert (= n_0 1))")
    assert "or --as puzzle=PUZZLE and --encoding to compare with" in fillomino.refuses("check", file)


def test_symbols_by_other_names_make_no_difference(fillomino: Runner, tmp_path: Path) -> None:
    """Only what else was changed is reported, in the encoding's names."""
    file = tmp_path / "x.smt2"
    assert fillomino("encode", "3x2:3d2", "-e", "forest", "-o", file).code == 0
    text = re.sub(r"\bn_0\b", "first", file.read_text())
    file.write_text(text)
    done = fillomino("check", file)
    same = "assertions, those of forest for its puzzle, where n_0 is called first\n"
    assert (done.code, done.out.endswith(same)) == (0, True)
    file.write_text(re.sub(r"\bs_(\d)\b", r"size_\1", text).replace("(assert (= n_5 2))\n", ""))
    done = fillomino("check", file)
    first, second, *rest = done.out.splitlines()
    assert first.startswith(f"{file}: n_0 is called first, s_0 is called size_0, s_1 is called size_1, ")
    assert first.endswith(" and 1 more")
    assert second.startswith(f"{file}: the family clue is incomplete: ")
    assert rest == ["  r2c3  (= n_5 2)"]


def test_symbols_that_are_used_and_not_declared(fillomino: Runner, tmp_path: Path) -> None:
    file = tmp_path / "x.smt2"
    assert fillomino("encode", "3x2:3d2", "-e", "forest", "-o", file).code == 0
    file.write_text(file.read_text().replace("(declare-fun n_1 () Int)\n", ""))
    done = fillomino("check", file)
    assert (done.code, done.out) == (1, f"{file}: n_1 is not declared\n")
    assert fillomino("encode", "3x2:3d2", "-e", "forest-bool", "-f", "dimacs", "-o", file).code == 0
    assert "these are clauses, without assertions: " in fillomino.refuses("check", file)
