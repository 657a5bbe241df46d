"""The length of a script, estimated before it is built."""

from __future__ import annotations

import random
from math import log2

import pytest

from encoder.encodings.table import ENCODINGS, find
from encoder.errors import TooLongError
from encoder.estimate import check_fits
from fillomino.board import rectangle
from fillomino.boards import from_spec
from fillomino.deduction.engine import Level, deduce
from fillomino.graph import distances
from fillomino.puzzle import Puzzle
from tests.support.encodings import representatives
from tests.workbench.conftest import Runner, fillomino  # noqa: F401 -- a fixture

ESTIMATED = ("layers", "warshall", "forest-bool", "elimination", "squaring", "seeded")


@pytest.mark.parametrize("name", ESTIMATED)
@pytest.mark.parametrize("spec", ["5x5", "3x12", "torus:4x5", "hexagon:3"])
def test_the_estimate_is_right_to_a_factor_of_two(name: str, spec: str) -> None:
    encoding, board, chance = find(name), from_spec(spec), random.Random(3)
    for density in (0, 0.25):
        clues = {x: chance.randint(1, 6) for x in range(board.size) if chance.random() < density}
        puzzle = Puzzle(board, clues)
        candidates = deduce(puzzle, Level.NONE)
        script = encoding.script(puzzle, None, candidates)
        length = sum(len(assertion.term) for assertion in script.assertions)
        assert encoding.estimate is not None
        assert length / 2 < encoding.estimate(puzzle, candidates) < length * 2


def test_the_others_are_short() -> None:
    puzzle = Puzzle(rectangle(20, 20), {})
    for encoding in representatives():
        if encoding.estimate is None:
            assert sum(len(each.term) for each in encoding.script(puzzle).assertions) < 20_000 * 400


@pytest.mark.parametrize("name", [one.name for one in ENCODINGS])
def test_the_size_grows_as_is_printed(name: str) -> None:
    """To a factor of six, over boards whose sizes and numbers differ more than that."""
    encoding, ratios = find(name), []
    assert encoding.size and encoding.good_for, "a record of the table gives its size and what it is good for"
    for size, largest in ((4, None), (5, None), (6, 5), (9, 5)):
        board = rectangle(size, size)
        script = encoding.script(Puzzle(board, {}, largest_region=largest))
        cells, most = board.size, largest or board.size
        reach = [len(distances(board.neighbours, [x], most=most - 1)) for x in range(cells)]
        product = 1.0
        for factor in encoding.size.split("·"):
            product *= {
                "N": cells,
                "K": most,
                "min(K, 16)": min(most, 16),
                "R": sum(reach) / cells,
                "R²": (sum(reach) / cells) ** 2,
                "log K": log2(most),
            }[factor]
        ratios.append(sum(len(assertion.term) for assertion in script.assertions) / product)
    assert max(ratios) < 6 * min(ratios), ratios


def test_what_is_decided_has_next_to_no_text() -> None:
    puzzle = Puzzle(rectangle(1, 3), {0: 1, 1: 2, 2: 2})
    for name in ESTIMATED:
        estimate = find(name).estimate
        assert estimate is not None
        assert estimate(puzzle, deduce(puzzle)) < 3000


def test_what_would_not_fit_is_refused_with_its_length() -> None:
    puzzle = Puzzle(rectangle(40, 40), {})
    with pytest.raises(TooLongError, match=r"layers would have about 4\d\d\.\d GB of text"):
        find("layers").script(puzzle)
    check_fits("layers", 10**6)


def test_commands_refuse_it(fillomino: Runner, tmp_path: object) -> None:  # noqa: F811
    text = "40 40\n" + ("0 " * 40 + "\n") * 40
    done = fillomino("encode", "-", "-e", "layers", stdin=text)
    assert (done.code, done.out) == (3, "")
    assert "GB of text" in done.err
    done = fillomino("solve", "-", "-e", "layers", "--deduce", "none", stdin=text)
    assert done.code == 3
    assert "GB of text" in done.out + done.err
