"""The published encodings of connectedness as methods of `floodfill`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from encoder.connectivity.distance import DISTANCES
from encoder.connectivity.dual import DUAL
from encoder.connectivity.elimination import ELIMINATION
from encoder.connectivity.hybrid import HYBRID
from encoder.connectivity.leaf import LEAVES
from encoder.connectivity.regions import Connectivity, Regions
from encoder.connectivity.seeded import SEEDED
from encoder.connectivity.squaring import SQUARING
from encoder.connectivity.time_step import TIME_STEPS
from encoder.parts.adders import Lines, unary_sum
from encoder.parts.fill import ROOT, SIZE, Fill, count_members, integer_size, sum_of_members
from smtlib.terms import all_of, implies, negation

Method = Callable[[Fill, tuple[str, ...]], tuple[str, ...]]
"""From a fill and its roots to the terms for its size; it requires that the fill is connected."""


def published(
    connectivity: Connectivity, count: Callable[[Fill], tuple[str, ...]]
) -> Callable[[Fill, tuple[str, ...]], tuple[str, ...]]:
    """Return the method of a published encoding, which counts members in some way if it does not itself."""

    def method(fill: Fill, root: tuple[str, ...]) -> tuple[str, ...]:
        script, member = fill.script, fill.member
        script.meaning.update((f"{fill.prefix}_{name}", text) for name, text in connectivity.meaning.items())
        counts = connectivity.counts and fill.counted
        whole = script.declare(fill.name("size"), "Int") if counts else ""
        links = {link: all_of(*(member[x] for x in link)) for link in fill.board.links()}
        regions = Regions(
            board=fill.board,
            cells=fill.cells,
            joins={x: fill.before(x) for x in fill.cells},
            links={link: term for link, term in links.items() if term != "false"},
            member={x: member[x] for x in fill.cells},
            root=_roots_anywhere(fill) if connectivity.any_root else {x: root[x] for x in fill.cells},
            most=dict.fromkeys(fill.cells, fill.high),
            prefix=f"{fill.prefix}_",
            size=dict.fromkeys(fill.cells, whole) if counts else None,
            together={(x, y): all_of(member[x], member[y]) for x, y in combinations(fill.cells, 2)}
            if counts
            else {},
        )
        connectivity.connect(script, regions)
        if not counts:
            return count(fill) if fill.counted else ()
        nobody = all_of(*(negation(member[x]) for x in fill.cells))
        script.require(SIZE, (), implies(nobody, f"(= {whole} 0)"))
        return integer_size(fill, whole)

    return method


def _roots_anywhere(fill: Fill) -> dict[int, str]:
    """Declare roots, of which one at most is there; returns for each cell the term."""
    script = fill.script
    script.meaning[f"{fill.prefix}_T_x"] = "x is where the fill hangs"
    roots = {x: script.declare(fill.name("T", x)) for x in fill.cells}
    lines = Lines()
    unary_sum(lines, fill.name("T"), [(root, ["true"]) for root in roots.values()], 1)
    script.declare_all(lines.names)
    script.require_all(ROOT, (), lines.terms)
    return roots


PUBLISHED: dict[str, Method] = {
    "distance": published(DISTANCES, sum_of_members),
    "time-step": published(TIME_STEPS, sum_of_members),
    "seeded": published(SEEDED, sum_of_members),
    "leaf": published(LEAVES, sum_of_members),
    "hybrid": published(HYBRID, sum_of_members),
    "dual": published(DUAL, count_members),
    "elimination": published(ELIMINATION, count_members),
    "squaring": published(SQUARING, count_members),
}
"""Their names are those of the encodings."""
