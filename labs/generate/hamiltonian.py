"""Boards whose solutions are the Hamiltonian cycles of planar cubic graphs.

It is NP-complete whether such a graph has one (M. Garey, D. Johnson & R. Tarjan, "The Planar Hamiltonian
Circuit Problem Is NP-Complete", SIAM Journal on Computing 5, 1976). The reduction is our own. Take a graph
with n vertices, drawn in the plane. The cells of its board are:

    face    one cell, and a path of k - 3 more that hangs on it, if it has k edges. All are open, but the
            cell of the first face holds n - 2. Faces with a common edge are beside each other.
    vertex  one cell, which holds 2n - 2, beside the three faces that it lies on.

These are 3n - 4 cells: one region of 2n - 2, one of n - 2, and no other. So a path has the number of its
face. The faces with 2n - 2 are *inside*. Each vertex lies on one of them, for its region is connected. As
both regions are, a single cycle parts the faces inside from the others. If its length is l, the other n - l
vertices lie on three faces inside. Then k - 2, summed over the faces inside, is l - 2 + 2(n - l) by Euler's
formula; and it is n - 2, which the vertices leave of the region. So l = n: the cycle is Hamiltonian. And
every Hamiltonian cycle gives a solution, for what it parts are two trees of faces. So they correspond one
for one. The board is a planar graph, but not a grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

from fillomino.board import from_links
from fillomino.puzzle import Puzzle

Faces: TypeAlias = Sequence[Sequence[int]]
"""The vertices around each face of a plane cubic graph without loops, double edges and bridges."""

FEWEST = 4
"""So many faces has the smallest such graph, the tetrahedron."""


def random_faces(count: int, random: Random) -> list[list[int]]:
    """Return the faces of a random 3-connected graph, by splitting a random one until there are so many.

    A new edge joins two edges of a face. Every 3-connected planar cubic graph comes about so.
    """
    faces = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]]
    while len(faces) < count:
        vertex = 2 * len(faces) - 4
        face = faces.pop(random.randrange(len(faces)))
        first, second = sorted(random.sample(range(len(face)), 2))
        for new, at in ((vertex + 1, second), (vertex, first)):
            start, end = face[at], face[(at + 1) % len(face)]
            for other in faces:
                if start in other and other[other.index(start) - 1] == end:
                    other.insert(other.index(start), new)
        middle = face[first + 1 : second + 1]
        faces += [
            [vertex, *middle, vertex + 1],
            [*face[: first + 1], vertex, vertex + 1, *face[second + 1 :]],
        ]
    return faces


def edges_of(faces: Faces) -> list[tuple[int, int]]:
    """Return the edges of the graph, each once."""
    return sorted({(min(x, y), max(x, y)) for face in faces for x, y in _around(face)})


def board_of(faces: Faces) -> Puzzle:
    """Return the board whose solutions are the Hamiltonian cycles of the graph with these faces."""
    vertices = 2 * len(faces) - 4
    names = [f"face{i}" for i in range(len(faces))]
    links = []
    sides: dict[frozenset[int], int] = {}
    for i, face in enumerate(faces):
        links += [(i, sides.setdefault(frozenset(edge), i)) for edge in _around(face)]
        for k in range(len(face) - 3):
            links.append((len(names) - 1 if k else i, len(names)))
            names.append(f"face{i}-{k + 1}")
    links = [(x, y) for x, y in links if x != y]
    start = len(names)
    links += [(i, start + vertex) for i, face in enumerate(faces) for vertex in face]
    names += [f"vertex{vertex}" for vertex in range(vertices)]
    clues = {start + vertex: 2 * vertices - 2 for vertex in range(vertices)}
    return Puzzle(from_links(names, links), {0: vertices - 2, **clues})


def _around(face: Sequence[int]) -> list[tuple[int, int]]:
    return [(face[at - 1], vertex) for at, vertex in enumerate(face)]
