"""Programs that print solutions: audited, explained and compared without a line of SMT-LIB."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from fillomino.board import from_links, rectangle
from fillomino.puzzle import Puzzle
from tests.workbench.conftest import ROOT, Runner
from workbench.foreign.answers import solutions_in
from workbench.foreign.command import ProgramError, RefusedError

AWK = ROOT / "examples" / "foreign" / "backtracking.awk"
RIGHT = f"mine=ans:awk -f {AWK}"
SMALL = ("--every", "2", "--sampled", "4")
TWO = Puzzle(rectangle(1, 2), {})


def slip(folder: Path, old: str, new: str) -> str:
    text = AWK.read_text(encoding="utf-8")
    assert old in text
    path = folder / "slip.awk"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return f"slip=ans:awk -f {path}"


def printing(folder: Path, *lines: str) -> str:
    path = folder / "prints.py"
    path.write_text(f"input()\nprint({chr(10).join(lines)!r})\n", encoding="utf-8")
    return f"prints=ans:{sys.executable} {path}"


def test_solutions_are_read_in_every_form() -> None:
    assert solutions_in("none\n", TWO, "mine") == []
    assert solutions_in("2 2\n", TWO, "mine") == [(2, 2)]
    assert solutions_in("1 2\n2 2\n\n2 2\n", TWO, "mine") == [(2, 2), (2, 2)]
    apart = Puzzle(from_links("AB", []), {})
    assert solutions_in("A = 1\nB = 1\n", apart, "mine") == [(1, 1)]
    assert solutions_in('{"A": 1, "B": 1}\n', apart, "mine") == [(1, 1)]


def test_an_output_that_is_no_list_of_solutions() -> None:
    with pytest.raises(RefusedError):
        solutions_in("; refuses all of them", TWO, "mine")
    with pytest.raises(ProgramError, match="line 3"):
        solutions_in("2 2\n\n2 x\n", TWO, "mine")


def test_a_right_program_is_found_right(fillomino: Runner) -> None:
    done = fillomino("audit", RIGHT, *SMALL, "--json")
    assert done.code == 0
    row = json.loads(done.out)
    assert (row["encoding"], row["right"]) == ("mine", True)
    assert row["not_encoded"].keys() == {"checkered", "basic", "walled", "size-limited", "odd-board"}


def test_wrong_fillings_and_missing_solutions_are_found(fillomino: Runner, tmp_path: Path) -> None:
    weak = slip(tmp_path, "return open || count == number[start]", "return 1")
    row = json.loads(fillomino("audit", weak, *SMALL, "--json").out)
    assert (row["kind"], row["filling"], row["clues"]) == ("accepted", {"r1c1": 2}, {}) or row["violations"]
    strict = slip(tmp_path, "last = clue[x] ? clue[x] : size", "last = clue[x] ? clue[x] : 2")
    row = json.loads(fillomino("audit", strict, *SMALL, "--json").out)
    assert (row["kind"], row["clues"], set(row["filling"].values())) == ("refused", {}, {3})
    twice = printing(tmp_path, "1", "", "1")
    row = json.loads(fillomino("audit", twice, "--board", "1x1", "--json").out)
    assert (row["kind"], row["blocked"]) == ("not-blocked", {"r1c1": 1})


def test_explain_names_what_is_accepted_or_missed(fillomino: Runner, tmp_path: Path) -> None:
    assert fillomino("explain", "1x2:2a", "-e", RIGHT).code == 0
    missing = fillomino("explain", "3x1:1b", "-e", printing(tmp_path, "none"))
    assert (missing.code, "misses" in missing.out) == (1, True)
    wrong = fillomino("explain", "2x1:b", "-e", printing(tmp_path, "1 1"))
    assert (wrong.code, "the region of 1s" in wrong.out) == (1, True)


def test_a_comparison_runs_it_beside_encodings(fillomino: Runner, tmp_path: Path) -> None:
    runs, puzzle = tmp_path / "runs.jsonl", ROOT / "examples" / "row.txt"
    both = ("-e", "forest-tight", "-s", "yices", "-e", RIGHT)
    assert fillomino("compare", puzzle, *both, "--unique", "-o", runs, "--no-report").code == 0
    rows = [json.loads(line) for line in runs.read_text().splitlines() if '"status"' in line]
    assert {row["method"]: row["status"] for row in rows} == {
        "forest-tight yices": "solved",
        "mine": "solved",
    }


def test_a_wrong_answer_is_never_believed(fillomino: Runner, tmp_path: Path) -> None:
    done = fillomino("solve", "2x1:b", "--by", printing(tmp_path, "1 1"))
    assert done.code == 1
    assert "wrong" in done.out + done.err
    none = fillomino("solve", "3x1:1b", "--by", printing(tmp_path, "none"))
    assert none.code == 4


def test_a_page_starts_no_program(fillomino: Runner) -> None:
    from fillomino.errors import InputError
    from workbench.page.solving import by_paradigm

    with pytest.raises(InputError):
        by_paradigm(RIGHT)
