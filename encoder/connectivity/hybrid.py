"""Vertex elimination while cells have few neighbours, then leaf elimination of those that are left.

N.-F. Zhou, R. Wang and R. Yap (A comparison of SAT encodings for acyclicity of directed graphs, SAT 2023)
combine the two, for vertex elimination is small where a vertex has few neighbours, and prohibitively large in
dense graphs. The rule for the change is ours: a cell with at most `DEGREE` neighbours is still eliminated.
"""

from __future__ import annotations

from encoder.builder import Builder
from encoder.connectivity.elimination import ARCS, FAMILIES, eliminate
from encoder.connectivity.leaf import require_times
from encoder.connectivity.regions import Connectivity, Regions
from smtlib.script import Family

DEGREE = 4
"""Cells with more neighbours left are not eliminated as vertices: on a rectangle about half of all."""

SOURCE = "N.-F. Zhou, R. Wang, R. Yap, SAT 2023 (LIPIcs.SAT.2023.30): vertex and leaf elimination, hybrid"
REST = Family(
    "leaf",
    "what is left has no cycle: a cell becomes a leaf when those below it are eliminated",
    "for x and y that are left: if a_x_y, then t_y < t_x; 0 <= t_x, less than there are cells left",
    SOURCE,
)


def connect(builder: Builder, regions: Regions) -> None:
    """Require parents, and that they have no cycle."""
    arcs = eliminate(builder, regions, DEGREE)
    left = sorted({x for arc in arcs for x in arc})
    most = {x: min(len(left), regions.most[x]) for x in left}
    require_times(builder, regions, arcs, most, REST)


HYBRID = Connectivity(
    name="hybrid",
    title="parents without a cycle: vertex elimination first, leaf elimination for the rest",
    idea=(
        f"Cells with at most {DEGREE} neighbours are eliminated as in elimination, until all others have "
        "more: elimination has made neighbours of cells far apart. Those left have times as in leaf."
    ),
    source=SOURCE,
    families=(*FAMILIES, REST),
    meaning=ARCS | {"t_x": "the time at which x is eliminated as a leaf"},
    connect=connect,
)
