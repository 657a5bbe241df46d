"""The published claims about encodings, each as a pair of them, and what the runs of a race show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from drivers.solvers import find as find_solver
from encoder.encodings.registry import METHODS
from scripts.harness import markdown
from workbench.compare.row import Row
from workbench.compare.sums import Ratio, Score, Table, ratio, tabulate, virtual_best

TIGHT = "forest-tight"
"""The encoding that all other texts are held against."""


class Claim(NamedTuple):
    """A claim about two encodings, and who made it: how many times as long as the second the first takes.

    The claim is that this ratio is from `least` to `most`.
    """

    text: str
    source: str
    first: str
    second: str
    most: float = 1.0
    least: float = 0.0

    def holds(self, its: Ratio) -> str:
        """Return the verdict of a ratio on the claim, by its 95 % interval."""
        if its.low is None or its.high is None:
            return "too few puzzles"
        if self.least <= its.low and its.high <= self.most:
            return "**confirmed**"
        return "**refuted**" if its.high < self.least or its.low > self.most else "not decided"

    @property
    def bounds(self) -> str:
        """The bounds of the ratio, in words."""
        if self.least:
            return f"{self.least:.2g} to {self.most:.2g}"
        return f"at most {self.most:.2g}" if self.most != 1 else "below 1"


_ZHOU = "N.-F. Zhou, R. Wang, R. Yap, SAT 2023"
_RANKOOH = "M. F. Rankooh, J. Rintanen, AAAI 2022"
_GLASGOW = "Glasgow constraint solver, pull request 784"
_FISCHETTI = "M. Fischetti and others, Thinning out Steiner trees, 2017"
_ACYCLIC = "vertex elimination outperforms earlier encodings of acyclicity and reachability"
_HYBRID = "the hybrid of leaf and vertex elimination significantly outperforms both"
_NODES = "models of the nodes alone, with separators lazily, beat models with more variables"

CLAIMS = (
    Claim(_HYBRID, _ZHOU, "hybrid", "leaf"),
    Claim(_HYBRID, _ZHOU, "hybrid", "elimination"),
    Claim(_ACYCLIC, _RANKOOH, "elimination", "distance"),
    Claim(_ACYCLIC, _RANKOOH, "elimination", "time-step"),
    Claim(_ACYCLIC, _RANKOOH, "elimination", "bfs"),
    Claim(
        "a unary breadth-first search does where repeated squaring is no good", _GLASGOW, "bfs", "squaring"
    ),
    Claim("a labelling by distances lacks the propagation of the unary search", _GLASGOW, "bfs", "distance"),
    Claim(
        "a spanning tree and its planar dual: linear in size, without numbers, and strong",
        "J. C. Williams, 2002",
        "dual",
        "distance",
    ),
    Claim(
        "an exact fill costs more than one that does not order the cells",
        "K. Keen, SAT flood fill",
        "time-step",
        "seeded",
    ),
    Claim(_NODES, _FISCHETTI, "cuts", TIGHT),
    Claim(_NODES, _FISCHETTI, "cuts", "flow"),
    Claim(
        "single-commodity flow is about as good as the tight forest", "this project", "flow", TIGHT, 1.5, 0.67
    ),
    Claim(
        "the tightening of the forest gains 20 to 30 times, or more", "this project", TIGHT, "forest", 0.05
    ),
    Claim("pure Booleans gain another three times", "this project", "forest-bool", TIGHT, 0.33),
)


def first_order(rows: Sequence[Row]) -> int:
    """Return the least order of a script in some runs; 0 without any."""
    return min((row.terms.scramble for row in rows if row.terms.scramble), default=0)


def ordered(rows: Sequence[Row]) -> list[Row]:
    """Return rows with the first order for each that has none: a lazy method is asked in no script."""
    first = first_order(rows)
    return [row if row.terms.scramble else row.changed(scramble=first) for row in rows]


def claims(rows: Sequence[Row]) -> list[str]:
    """Return the table of claims, in Markdown, with a column for each solver that ran both of some pair."""
    table = tabulate(ordered(rows))
    solvers = list(dict.fromkeys(row.facts.solver for row in rows if row.facts.solver))
    found: list[list[str]] = []
    for number, claim in enumerate(CLAIMS):
        again = number and claim.text == CLAIMS[number - 1].text
        text = "the same" if again else f"{claim.text} ({claim.source})"
        cells = [_cell(claim, table, solver) for solver in solvers]
        found.append([text, f"`{claim.first}` to `{claim.second}` {claim.bounds}", *cells])
    heads = ["claim", "ratio of times", *(find_solver(solver).title for solver in solvers)]
    columns = list(zip(heads, *found, strict=True))
    kept = [column for place, column in enumerate(columns) if place < 2 or any(column[1:])]
    head, *lines = zip(*kept, strict=True)
    return markdown(head, lines).splitlines()


def _cell(claim: Claim, table: Table, solver: str) -> str:
    """A verdict with its figures: ratio, interval, and how many runs each of the two proved."""
    first, second = f"{claim.first} {solver}", f"{claim.second} {solver}"
    if not {first, second} <= table.scores.keys():
        return ""
    its = ratio(table, second, first)
    if its.mean is None:
        return "no puzzle to compare"
    proved = [
        sum(score.seconds is not None for score in table.scores[name].values()) for name in (first, second)
    ]
    interval = f" ({_shown(its.low)} to {_shown(its.high)})" if its.low and its.high else ""
    return f"{claim.holds(its)}: {_shown(its.mean)}{interval}; {proved[0]} and {proved[1]} proved"


def _shown(ratio: float) -> str:
    """A ratio with two or three digits."""
    return f"{ratio:.2f}" if 0.1 <= ratio < 10 else f"{ratio:.2g}"


def against_tight(rows: Sequence[Row]) -> Iterator[str]:
    """Yield sentences on where another text is faster than `TIGHT`, or proves what that does not."""
    table = tabulate(rows)
    texts = [method.name for method in METHODS if not method.lazy and method.name != TIGHT]
    for solver in dict.fromkeys(row.facts.solver for row in rows if row.facts.solver):
        its = table.scores.get(f"{TIGHT} {solver}", {})
        others = {name: table.scores.get(f"{name} {solver}", {}) for name in texts}
        if not its or not any(others.values()):
            continue
        title = find_solver(solver).title
        fastest = virtual_best(Table(others))
        faster, best = 0, (0.0, "")
        unproved: list[str] = []
        for instance, tight in its.items():
            other = fastest.get(instance)
            name, seconds = (other.row.facts.encoding, other.seconds) if other else ("", None)
            if tight.seconds is None:
                unproved.append(f"`{name}` proves {_named(tight)} in {seconds:.2f} s" if seconds else "")
            own = (tight.row.terms.seconds_limit or 0.0) if tight.seconds is None else tight.seconds
            if seconds is None or own < table.least(f"{TIGHT} {solver}"):
                continue
            faster += seconds < own
            shown = f"`{name}`, {_named(tight)}: {seconds:.3f} s, `{TIGHT}` {own:.2f} s"
            least = max(seconds, table.floors.get(f"{name} {solver}", 0.0), 0.001)
            best = max(best, (own / least, shown))
        yield (
            f"With {title} some other text is faster than `{TIGHT}` on {faster} of {len(its)} puzzles, "
            f"by at most {best[0]:.1f} times ({best[1]})."
            if faster
            else f"With {title} no other text is faster than `{TIGHT}` on any of {len(its)} puzzles."
        )
        if unproved:
            by_others = ", ".join(filter(None, unproved)) or "no other text proves any of these"
            yield f"`{TIGHT}` leaves {len(unproved)} unproved with {title}: {by_others}."


def _named(score: Score) -> str:
    """A puzzle by its name and size."""
    return f"{score.row.subject.puzzle.removesuffix('.txt')} ({score.row.subject.board})"
