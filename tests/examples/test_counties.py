"""Districts around seats, against all divisions of small maps."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from counties.divide import Map, check, difference, divide, read_map

from fillomino.board import rectangle

MAP = Path(__file__).resolve().parents[2] / "examples" / "counties" / "counties.csv"


def divisions(given: Map) -> list[list[list[int]]]:
    """All divisions of a map of two seats."""
    cells = range(given.board.size)
    found = []
    for first in combinations(cells, given.board.size // 2):
        parts = [list(first), [x for x in cells if x not in first]]
        try:
            check(given, parts)
        except AssertionError:
            continue
        if given.seats[0] in first and given.seats[1] not in first:
            found.append(parts)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_no_division_is_better(seed: int) -> None:
    chance = Random(seed)
    given = Map(rectangle(2, 4), tuple(chance.randint(1, 9) for _ in range(8)), (0, 7))
    best, proved = divide(given, 60)
    assert proved
    assert best in divisions(given)
    assert difference(given, best) == min(difference(given, parts) for parts in divisions(given))


def test_the_map() -> None:
    given = read_map(MAP.read_text(encoding="utf-8"))
    assert (given.board.size, len(given.seats)) == (140, 7)
    assert given.board.neighbours == rectangle(14, 10).neighbours
