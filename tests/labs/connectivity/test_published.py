"""The published encodings of connectedness, in their frame: each is right, and its part is what connects."""

from __future__ import annotations

import pytest

from drivers import Limits
from drivers.enumeration import solutions
from encoder import Builder, partition
from encoder.encoding import Encoding
from encoder.encodings.registry import find
from encoder.errors import EncodingError
from encoder.puzzle_script import decode
from encoder.select import select
from fillomino.board import from_links, rectangle
from fillomino.boards import from_spec
from fillomino.laboratories import OURS
from fillomino.puzzle import Filling, Puzzle
from labs.connectivity.dual import faces
from tests.support.boards import ODD
from tests.support.brute import by_placing, keeps
from tests.support.refused import refused

PUBLISHED = [encoding for name in OURS["connectivity"].encodings if (encoding := find(name)).frame]
BY_PUBLISHED = pytest.mark.parametrize("encoding", PUBLISHED, ids=lambda encoding: encoding.name)
LIMITS = Limits(seconds=600)
PARTS = {
    "distance": ("distance",),
    "time-step": ("time-step", "time-bound"),
    "seeded": ("filled",),
    "leaf": ("leaf",),
    "hybrid": ("no-cycle",),
    "dual": ("dual-tree", "once"),
    "elimination": ("no-cycle",),
    "bfs": ("bfs-reached",),
    "squaring": ("rooted",),
}
"""For each encoding families without which regions fall apart."""


def found_by(encoding: Encoding, puzzle: Puzzle, logic: str | None = None, limit: int = 1000) -> set[Filling]:
    """The fillings that an encoding accepts."""
    script = encoding.script(puzzle, logic)
    found = solutions(script, script.values, limits=LIMITS, limit=limit)
    return {decode(script, model).filling for model in found.found}


@BY_PUBLISHED
def test_the_fillings_of_a_board_in_each_logic(encoding: Encoding) -> None:
    board = rectangle(2, 3)
    every = set(by_placing(board))
    for logic in encoding.logics:
        if logic != "QF_FD":  # Z3's own
            assert found_by(encoding, Puzzle(board, {}), logic) == every
    for puzzle in (
        Puzzle(board, {0: 3}, frozenset([(0, 1)]), largest_region=4),
        Puzzle(board, {1: 2}, checkered=True),
    ):
        assert found_by(encoding, puzzle) == {filling for filling in every if keeps(puzzle, filling)}
    basic = Puzzle(board, {0: 2, 5: 4}, basic=True)
    assert found_by(encoding, basic) == {filling for filling in every if keeps(basic, filling)}
    ring = Puzzle(ODD["ring"], {0: 4})
    assert found_by(encoding, ring) == {filling for filling in by_placing(ring.board) if keeps(ring, filling)}


@BY_PUBLISHED
def test_without_its_part_regions_fall_apart(encoding: Encoding) -> None:
    """Two dominoes do for a region of four, as long as nothing connects them."""
    dominoes = (4, 2, 4, 4, 2, 4)
    broken = select(encoding, drop=PARTS[encoding.name])
    puzzle = Puzzle(rectangle(2, 3), {0: 4, 3: 4, 2: 4, 5: 4})
    assert dominoes in found_by(broken, puzzle)
    assert dominoes not in found_by(encoding, puzzle)


@pytest.mark.parametrize("name", ["elimination", "hybrid"])
def test_a_longer_cycle_is_found_by_eliminating_its_cells(name: str) -> None:
    filling = (5, 1, 5, 5, 2, 2, 5, 5)
    puzzle = Puzzle(rectangle(2, 4), {x: number for x, number in enumerate(filling) if number == 5})
    assert filling in found_by(select(find(name), drop=["eliminated"]), puzzle)
    assert filling not in found_by(find(name), puzzle)


def test_dual_refuses_boards_that_are_not_drawn_in_the_plane() -> None:
    for spec in ("torus:3x3", "cylinder:2x3"):
        with refused(EncodingError, "not-planar"):
            find("dual").script(Puzzle(from_spec(spec), {}))
    crossed = from_links("ABCD", [(0, 1), (0, 3), (1, 2), (2, 3)], [(0, 0), (1, 0), (0, 1), (1, 1)])
    with refused(EncodingError, "not-planar"):
        find("dual").script(Puzzle(crossed, {}))


def test_a_partition_needs_parts_rooted_in_their_lowest_cells() -> None:
    board = rectangle(1, 3)
    with refused(EncodingError, "unknown-method"):
        partition(Builder(board), "a", board, method="dual")


def test_dual_takes_what_is_drawn_in_the_plane() -> None:
    for board in (from_spec("hexagon:2"), rectangle(2, 4, {(0, 1)}), ODD["star"], ODD["no links"]):
        wanted = set(by_placing(board))
        assert found_by(find("dual"), Puzzle(board, {})) == wanted


@pytest.mark.parametrize(
    ("board", "inner", "parts"),
    [
        (rectangle(1, 1), 0, 1),
        (rectangle(3, 4), 6, 1),
        (rectangle(3, 3, {(1, 1)}), 1, 1),
        (rectangle(2, 5, {(0, 2), (1, 2)}), 2, 2),
        (from_spec("hexagon:2"), 6, 1),
        (rectangle(1, 5), 0, 1),
    ],
)
def test_faces(board: object, inner: int, parts: int) -> None:
    its = faces(board)
    assert len(set(its.left.values()) - its.outer) == inner
    assert len(its.roots) == parts
