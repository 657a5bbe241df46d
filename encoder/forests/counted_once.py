"""That a subtree counts once, said in a sum: redundant, and no news to a person, but linear.

With the sums of subtree sizes, in which the same terms stand, it says what flows into a cell and what
flows out. That a wrong set of cells has no tree then follows by one linear combination (as in the
single-commodity flow of B. Gavish, 1982), where else every tree in it is tried. It pays where regions
are so large that they have many trees.
"""

from __future__ import annotations

from collections.abc import Sequence

from encoder.dialect import INTEGERS
from encoder.script import Family

FROM = 20
"""Said of cells that may hold so large a number; with smaller ones it costs more than it saves."""

COUNTED_ONCE = Family(
    "counted-once",
    "redundant, for large numbers: a subtree counts once, for a parent or a root, so sizes flow",
    "for each cell x: s_x = the sum of s_x for R_x and for each e_y_x",
    "this project, after the thesis",
)


def pays(candidates: int) -> bool:
    """Whether it pays to say it of a cell, by the candidates of that as a bit mask."""
    return bool(candidates >> FROM)


def counted_once(size: str, choices: Sequence[str]) -> str:
    """The term for one cell, in integers.

    Args:
        size: the size of its subtree.
        choices: the literals of which one is true: it is a root, or has this parent, or that.
    """
    return f"(= {size} {INTEGERS.total([f'(ite {choice} {size} 0)' for choice in choices])})"
