"""Boards of planar cubic graphs: their solutions are the Hamiltonian cycles."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from fillomino import formats
from fillomino.backtracking import search
from fillomino.graph import parts
from fillomino.rules import violations
from tests.workbench.conftest import Runner
from workbench.generate.hamiltonian import Faces, board_of, edges_of, random_faces

ARMS = [
    [0, 2, 3, 5, 1, 13, 12, 10],
    [0, 6, 7, 9, 1, 5, 4, 2],
    [0, 10, 11, 13, 1, 9, 8, 6],
    *([x, x + 2, x + 1] for x in (2, 6, 10)),
    *([x + 1, x + 2, x + 3] for x in (2, 6, 10)),
]
"""Three diamonds between vertices 0 and 1, of which no cycle passes all."""


def cycles(faces: Faces) -> int:
    """Count Hamiltonian cycles: sets of edges that meet each vertex twice and are connected."""
    vertices = 2 * len(faces) - 4
    found = 0
    edges = edges_of(faces)
    for left_out in combinations(edges, vertices // 2):
        if len({x for edge in left_out for x in edge}) == vertices:
            near: list[list[int]] = [[] for _ in range(vertices)]
            for x, y in edges:
                if (x, y) not in left_out:
                    near[x].append(y)
                    near[y].append(x)
            found += len(parts(near, range(vertices))) == 1
    return found


@pytest.mark.parametrize("count", [4, 5, 6, 7])
def test_the_solutions_are_the_hamiltonian_cycles(count: int) -> None:
    for seed in range(3):
        faces = random_faces(count, Random(f"{seed}/{count}"))
        puzzle = board_of(faces)
        found = search(puzzle, limit=10**6)
        assert found.complete
        assert len(found.fillings) == cycles(faces) > 0
        assert not any(violations(puzzle, filling) for filling in found.fillings)


def test_a_graph_without_one() -> None:
    assert len(edges_of(ARMS)) == 21
    assert cycles(ARMS) == 0
    found = search(board_of(ARMS))
    assert found.complete
    assert not found.fillings


def test_graphs_are_cubic_and_their_faces_go_around() -> None:
    for seed in range(20):
        faces = random_faces(12, Random(seed))
        edges = edges_of(faces)
        assert [sum(x in edge for edge in edges) for x in range(20)] == [3] * 20
        assert sum(map(len, faces)) == 2 * len(edges)
        assert all(len(set(face)) == len(face) >= 3 for face in faces)
        assert board_of(faces).board.size == 3 * 20 - 4


def test_files_seeds_and_what_does_not_belong_together(fillomino: Runner, tmp_path: Path) -> None:
    done = fillomino("generate", "--reduction", "hamiltonian:6", "--seed", "5", "--json")
    row = json.loads(done.out)
    faces = random_faces(6, Random("5/1"))
    assert formats.read(row["puzzle"]).puzzle == board_of(faces)
    assert [tuple(edge) for edge in row["graph"]] == edges_of(faces)
    assert row["clues"] == 1 + 8
    assert done.out == fillomino("generate", "--reduction", "hamiltonian:6", "--seed", "5", "--json").out
    fillomino("generate", "--reduction", "hamiltonian:6", "--seed", "5", "-o", tmp_path)
    [file] = tmp_path.iterdir()
    assert file.stem == "hamiltonian6-5-1"
    assert file.read_text() == row["puzzle"]
    for other in (("--board", "5x5"), ("--level", "3"), ("--jobs", "2")):
        refused = fillomino("generate", "--reduction", "hamiltonian:6", *other)
        assert refused.code == 2
        assert "makes boards of its own: leave out --" in refused.err
