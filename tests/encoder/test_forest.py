"""The encoding `forest`: as the thesis writes it, and valid where the thesis's text is not."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from encoder.encodings.forest import FOREST
from encoder.errors import DecodeError, EncodingError
from encoder.script import block, decode
from fillomino import formats
from fillomino.board import Board, rectangle
from fillomino.puzzle import Puzzle
from smtlib.render import driver
from tests.support.boards import ODD, rectangles
from tests.support.corpus import CORPUS, THESIS

TERM = re.compile(r"[()]|[^\s()]+")


def asserted(smt2: str) -> set[tuple[str, ...]]:
    """The assertions of a file as token tuples, the summands of each flat sum sorted."""
    found, depth, current = set(), 0, []
    for token in TERM.findall(smt2):
        current.append(token)
        depth += (token == "(") - (token == ")")
        if depth == 0:
            if current[1] == "assert":
                text = " ".join(current)
                found.add(tuple(re.sub(r"\( \+ ([^()]*)\)", sorted_sum, sort_subtrees(text)).split()))
            current = []
    return found


def sorted_sum(match: re.Match[str]) -> str:
    return "( + " + " ".join(sorted(match[1].split())) + " )"


def sort_subtrees(text: str) -> str:
    subtree = r"\( ite \( = e_\d+_\d+ 1 \) s_\d+ 0 \)"
    parts = sorted(re.findall(subtree, text))
    return re.sub(f"(?:{subtree} )+", " ".join(parts) + " ", text) if parts else text


@pytest.mark.skipif(not (THESIS / "smt2").is_dir(), reason=f"the thesis's files are not at {THESIS}")
@pytest.mark.parametrize("name", ["baron-5x10-01", "janko-007", "janko-013", "janko-022"])
def test_assertions_equal_the_thesis_as_sets(name: str) -> None:
    theirs = (THESIS / "smt2" / f"{name}.smt2").read_text()
    puzzle = thesis_puzzle(theirs)
    script = FOREST.script(puzzle)
    assert script.logic == "QF_UFLIA"
    assert asserted(driver(script)) == asserted(theirs)
    assert set(re.findall(r"declare-fun (\S+)", driver(script))) == set(
        re.findall(r"declare-fun (\S+)", theirs)
    )
    file = (CORPUS / name.replace("-", "/", 1)).with_suffix(".txt")
    if file.exists():
        assert formats.read_bytes(file.read_bytes(), source=str(file)).puzzle.clues == puzzle.clues


def thesis_puzzle(smt2: str) -> Puzzle:
    """The board and clues that a file of the thesis is about."""
    size = max(map(int, re.findall(r"declare-fun n_(\d+) ", smt2))) + 1
    down = max(int(y) - int(x) for x, y in re.findall(r"declare-fun e_(\d+)_(\d+) ", smt2))
    clues = {int(x): int(v) for x, v in re.findall(r"\(assert \(= n_(\d+) (\d+)\)\)", smt2)}
    return Puzzle(rectangle(size // down, down), clues)


def test_number_of_assertions_by_family() -> None:
    puzzle = Puzzle(rectangle(3, 4), {0: 2, 5: 3}, walls=frozenset({(0, 1)}), largest_region=4)
    puzzle = replace(puzzle, checkered=True, basic=True)
    counted = Counter(a.family for a in FOREST.script(puzzle).assertions)
    cells, ordered_pairs = 12, 34
    assert counted == {
        "edge-boolean": ordered_pairs,
        "edge-one-way": ordered_pairs,
        "one-parent": cells,
        "clue": 2,
        "root-size": cells,
        "size-sum": cells,
        "edge-number": ordered_pairs,
        "root-self": cells,
        "same-root": ordered_pairs,
        "wall": 1,
        "largest-region": cells,
        "clued-region": cells - 2,
        "checkered": 1 + ordered_pairs // 2,
    }
    assert list(counted) == [family.name for family in FOREST.families]


@pytest.mark.parametrize(
    "board",
    [*(board for n in range(1, 7) for board in rectangles(n)), *ODD.values()],
    ids=lambda board: f"{board.size} cells",
)
def test_no_sum_of_fewer_than_two_terms(board: Board) -> None:
    script = FOREST.script(Puzzle(board, {}))
    for assertion in script.assertions:
        assert not re.search(r"\(\+ *\)|\(\+ [^\s()]+\)|\(\+ \([^()]*\)\)", assertion.term), assertion
        assert assertion.term.count("(") == assertion.term.count(")")


def test_symbols_keep_row_times_width_plus_column_beside_holes() -> None:
    script = FOREST.script(Puzzle(rectangle(2, 3, {(0, 1)}), {}))
    assert script.values == ("n_0", "n_2", "n_3", "n_4", "n_5")
    assert {d.name for d in script.declarations if d.name.startswith("e_")} == {
        "e_0_3", "e_3_0", "e_2_5", "e_5_2", "e_3_4", "e_4_3", "e_4_5", "e_5_4",
    }  # fmt: skip


def test_logic_is_selectable_and_checked() -> None:
    puzzle = Puzzle(rectangle(1, 1), {})
    assert FOREST.script(puzzle, "QF_LIA").logic == "QF_LIA"
    with pytest.raises(EncodingError, match="cannot be written in QF_BV, only in QF_UFLIA, QF_LIA"):
        FOREST.script(puzzle, "QF_BV")


PAIR = Puzzle(rectangle(1, 3, {(0, 1)}), {})


def test_decode_numbers_alone() -> None:
    decoded = decode(FOREST.script(PAIR), {"n_2": 5, "n_0": 1})
    assert decoded.filling == (1, 5)
    assert decoded.forest is None


def test_decode_forest() -> None:
    puzzle = Puzzle(rectangle(1, 2), {})
    values = {"n_0": 2, "n_1": 2, "s_0": 2, "s_1": 1, "r_0": 0, "r_1": 0, "e_0_1": 1, "e_1_0": 0}
    forest = decode(FOREST.script(puzzle), values).forest
    assert forest is not None
    assert (forest.edges, forest.sizes, forest.roots) == (frozenset({(0, 1)}), {0: 2, 1: 1}, {0: 0, 1: 0})


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"n_0": 1}, r"partial: it has no value for n_2 \(r1c3\)"),
        ({}, r"no value for n_0 \(r1c1\)"),
        ({"n_0": True, "n_2": 1}, "must be an integer"),
        ({"n_0": "1.5", "n_2": 1}, "must be an integer"),
    ],
)
def test_decode_refuses_what_is_no_answer(values: dict[str, object], message: str) -> None:
    with pytest.raises(DecodeError, match=message):
        decode(FOREST.script(PAIR), values)


def test_block_is_about_cells_without_clue_only() -> None:
    puzzle = Puzzle(rectangle(1, 3), {1: 1})
    assert block(FOREST.script(puzzle), (1, 1, 2)) == "(or (not (= n_0 1)) (not (= n_2 2)))"
    assert block(FOREST.script(Puzzle(rectangle(1, 1), {0: 1})), (1,)) == "false"
