"""Statistics of runs: PAR-2, median, ratios with their uncertainty, wins, the virtual best.

A run without an answer, or with a wrong one, counts as twice its time limit (PAR-2), never as a fast answer.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, compress, groupby
from operator import itemgetter
from statistics import fmean, median
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from drivers.counters import COUNTERS, PEAK
from fillomino.errors import InputError
from workbench.compare.findings import findings
from workbench.compare.resampling import RESAMPLES, Values, puzzle_means, resampled_means, wilcoxon
from workbench.compare.row import CONTRADICTED, WRONG, Row
from workbench.texts.rows import key

T = TypeVar("T")

Instance: TypeAlias = tuple[str, int, int]
"""A puzzle's hash, the solver's seed and the script's variant (`Row.variant`): what all methods are given."""

TIMES: Mapping[str, str] = {
    "cpu": "CPU seconds of the solver's processes",
    "wall": "wall-clock seconds of the solver's processes",
    "total": "CPU seconds of the solver's processes and of ours",
}
"""The times that runs can be compared by."""

FLOOR = 0.001
"""Seconds below which times count as equal: ratios of shorter times are noise."""

FLOORS = 5
"""A run of less than this many times its solver's start-up is too short: it shows the start, not the work."""

FEWEST = 6
"""The fewest puzzles for which an interval is given."""

CONFIDENCE = 0.95
_CUT = round(RESAMPLES * (1 - CONFIDENCE) / 2)
"""The number of resampled means outside of the interval, on each side."""

MOST_DISTURBED = 0.5
"""The share of disturbed runs above which the clock decides nothing."""

SURE = 0.975
"""The share of resamplings in which a method must be the faster one for a verdict: 2.5 % on each side."""


@dataclass(frozen=True, slots=True)
class Score:
    """A run with its time if it answered correctly, and its PAR-2 time: without an answer twice the limit."""

    row: Row
    seconds: float | None
    par2: float | None
    contradicted: bool = False

    @property
    def status(self) -> str:
        """The status of the run; ``wrong`` or ``contradicted`` for an answer that can't count."""
        if self.contradicted:
            return CONTRADICTED
        return WRONG if self.seconds is None and self.row.answered else self.row.verdict.status

    @property
    def cpu_par2(self) -> float | None:
        """The PAR-2 time by the CPU seconds of the solver's processes, whatever time is compared."""
        return self.par2 if self.seconds is None else self.row.cost.usage.cpu_seconds


@dataclass(frozen=True)
class Table:
    """The scores of all runs of a comparison, by method and instance, and the time that they are of."""

    scores: Mapping[str, Mapping[Instance, Score]]
    time: str = "cpu"

    @cached_property
    def floors(self) -> dict[str, float]:
        """The CPU seconds that each method's solver takes for a trivial script, where that was measured.

        The median over its runs: each worker measures it for itself.
        """
        floors = {}
        for method, scores in self.scores.items():
            if known := _known(score.row.where.floor_seconds for score in scores.values()):
                floors[method] = median(known)
        return floors

    def least(self, method: str) -> float:
        """Return the CPU seconds below which a run of a method is too short: `FLOORS` times its floor."""
        return FLOORS * self.floors.get(method, 0.0)

    def is_short(self, method: str, score: Score) -> bool:
        """Return whether the CPU time of an answered run shows hardly more than the start of its solver."""
        return score.seconds is not None and score.row.cost.usage.cpu_seconds < self.least(method)

    def too_short(self, instance: Instance, first: str, second: str) -> bool:
        """Return whether the longer one, by CPU time, of two methods' runs is too short to compare them."""
        runs = [
            (self.scores[method][instance].cpu_par2 or 0.0, self.least(method)) for method in (first, second)
        ]
        longer, least = max(runs, key=itemgetter(0))
        return longer < least

    @cached_property
    def pairs(self) -> list[Ratio]:
        """All pairs of methods, the solvers of one encoding first, then the encodings of one solver.

        P-values are corrected by Holm's method for the number of pairs of each of these kinds, and of all
        others.
        """
        rows = {method: next(iter(scores.values())).row for method, scores in self.scores.items()}

        def kind(pair: tuple[str, str]) -> int:
            a, b = (rows[method] for method in pair)
            if (
                a.facts.solver is not None
                and b.facts.solver is not None
                and a.facts.encoding == b.facts.encoding
            ):
                return 0
            return 1 if a.facts.solver == b.facts.solver else 2

        pairs: list[Ratio] = []
        for _, group in groupby(sorted(combinations(self.scores, 2), key=kind), key=kind):
            compared = [ratio(self, first, second) for first, second in group]
            corrected = holm([pair.p for pair in compared])
            pairs += [replace(pair, p=p) for pair, p in zip(compared, corrected, strict=True)]
        return pairs


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary of a method over all its runs."""

    method: Annotated[str, key("its label")]
    runs: Annotated[int, key("number of runs")]
    statuses: Annotated[
        Mapping[str, int],
        key("number of runs by status; `wrong` and `contradicted` for answers that do not count"),
    ]
    answered: Annotated[int, key("number of correct answers")]
    par2: Annotated[float | None, key("mean PAR-2 seconds; `None` without a limit")]
    median: Annotated[float | None, key("median PAR-2 seconds")]
    total: Annotated[float, key("seconds of the runs that answered")]
    wins: Annotated[int, key("number of instances on which no other method was faster")]
    memory_mib: Annotated[float | None, key("greatest peak of memory")]
    by_deduction: Annotated[int, key("number of runs that deduction decided before a solver was asked")]
    unguessed: Annotated[
        int | None, key("number of runs answered without a guess; `None` for methods other than backtracking")
    ]
    nodes: Annotated[float | None, key("median number of guesses, also of runs that ran out of time")]
    most_nodes: Annotated[int | None, key("greatest number of guesses")]
    depth: Annotated[int | None, key("greatest number of guesses that stood at once")]
    counted: Annotated[
        int, key("number of runs for which the solver printed statistics; the medians below are over these")
    ] = 0
    conflicts: Annotated[float | None, key("median number of conflicts, where the solver counts them")] = None
    decisions: Annotated[float | None, key("median number of decisions")] = None
    propagations: Annotated[float | None, key("median number of propagations")] = None
    restarts: Annotated[float | None, key("median number of restarts")] = None
    counted_mib: Annotated[float | None, key("greatest memory by the solver's own account")] = None


@dataclass(frozen=True)
class Ratio:
    """How many times as long a second method takes as a first: the geometric mean over PAR-2 times.

    The interval and shares come from a hierarchical bootstrap over puzzles, their orders, and the seeds of
    each; they are computed when they are first asked for.

    Attributes:
        logs: the logarithm of the ratio on each instance that at least one of the two answered.
        values: the same by puzzle, and by order of its script, for each seed.
        too_short: instances excluded because the slower run took less than `FLOORS` solver start-ups.
        only_first, only_second: number of instances that only this one answered.
        failed_first, failed_second: number of runs of this one that failed, were wrong or contradicted.
        disturbed: share of the runs of both that were disturbed; 0 where they are not compared by the clock.
        p: p-value of the two-sided signed-rank test over puzzles, corrected for the number of pairs that
            were compared together (`Table.pairs`); ``None`` without a difference.
    """

    first: str
    second: str
    logs: Mapping[Instance, float]
    values: Values
    too_short: frozenset[Instance]
    only_first: int
    only_second: int
    failed_first: int
    failed_second: int
    disturbed: float
    p: float | None

    @property
    def puzzles(self) -> int:
        """The number of puzzles that count: those that at least one of the two methods answered."""
        return len(self.values)

    @property
    def orders(self) -> int:
        """The greatest number of orders of a script among the instances that count."""
        return max((len({order for *_, order in orders}) for orders in self.values.values()), default=0)

    @cached_property
    def mean(self) -> float | None:
        """The ratio: above 1 if the second method is slower; ``None`` if nothing can be compared."""
        return math.exp(fmean(puzzle_means(self.values))) if self.values else None

    @cached_property
    def _resampled(self) -> list[float] | None:
        return resampled_means(self.values) if self.puzzles >= FEWEST else None

    @property
    def low(self) -> float | None:
        """The lower end of the 95 % interval; ``None`` with fewer than `FEWEST` puzzles."""
        return None if self._resampled is None else math.exp(self._resampled[_CUT])

    @property
    def high(self) -> float | None:
        """The upper end of the 95 % interval."""
        return None if self._resampled is None else math.exp(self._resampled[-1 - _CUT])

    @property
    def first_faster(self) -> float | None:
        """The share of resamplings in which the first is faster; ``None`` with too few puzzles."""
        return None if self._resampled is None else fmean(mean > 0 for mean in self._resampled)

    @property
    def second_faster(self) -> float | None:
        """The share of resamplings in which the second is faster."""
        return None if self._resampled is None else fmean(mean < 0 for mean in self._resampled)

    @property
    def faster(self) -> Literal["first", "second"] | None:
        """The faster method, where all parts of the rule agree; `undecided` names the part that does not."""
        return None if self.undecided else "first" if (self.mean or 1.0) > 1 else "second"

    @property
    def undecided(self) -> str:
        """The reason why neither method is called faster; empty if one is."""
        if self.failed_first or self.failed_second:
            return "a solver failed"
        if self.disturbed > MOST_DISTURBED:
            return "most runs were disturbed, so that the clock tells nothing"
        if self.first_faster is None or self.second_faster is None or self.mean is None:
            return f"fewer than {FEWEST} puzzles"
        if max(self.first_faster, self.second_faster) < SURE:
            return "the interval contains 1"
        if self.p is None or self.p >= 1 - CONFIDENCE:
            return f"p is not below {1 - CONFIDENCE:.2g}"
        fewer = self.only_first < self.only_second if self.mean > 1 else self.only_second < self.only_first
        return "the quicker one answered fewer" if fewer else ""


def time_named(name: str) -> str:
    """The time to compare by: the name, if it is one of `TIMES`.

    Raises:
        InputError: if there is no such time.
    """
    if name not in TIMES:
        raise InputError(f"unknown time {name!r}; known: {', '.join(TIMES)}", code="unknown-name")
    return name


def seconds_of(row: Row, time: str) -> float:
    """The time of a run, by a name in `TIMES`."""
    if time == "wall":
        return row.cost.usage.wall_seconds
    if time == "total":
        # Where no solver has a process, the method's own time is its CPU time already.
        return row.cost.usage.cpu_seconds + (
            row.ours.own_cpu_seconds if row.facts.solver is not None else 0.0
        )
    return row.cost.usage.cpu_seconds


def tabulate(rows: Iterable[Row], time: str = "cpu") -> Table:
    """Put runs into a table, the methods in their places on the command line."""
    rows = list(rows)
    found = {finding.row.key: finding for finding in findings(rows)}
    names = labels(rows)
    scores: defaultdict[str, dict[Instance, Score]] = defaultdict(dict)
    for row in sorted(rows, key=lambda row: row.place):
        seconds = seconds_of(row, time) if row.answered and row.key not in found else None
        limit = None if row.terms.seconds_limit is None else 2 * row.terms.seconds_limit
        contradicted = row.key in found and found[row.key].contradicted
        score = Score(row, seconds, limit if seconds is None else seconds, contradicted)
        scores[names[row.key]][row.subject.puzzle_hash, row.terms.seed, row.variant] = score
    return Table(scores, time)


def labels(rows: Sequence[Row]) -> dict[str, str]:
    """Return for each run's key the name of its method, and what distinguishes it from namesakes."""
    by_method: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    for row in rows:
        by_method[row.method].append(_aspects(row))
    varying = {
        method: [len(set(values)) > 1 for values in zip(*aspects, strict=True)]
        for method, aspects in by_method.items()
    }
    names = {}
    for row in rows:
        more = ", ".join(compress(_aspects(row), varying[row.method]))
        names[row.key] = f"{row.method} ({more})" if more else row.method
    return names


def _aspects(row: Row) -> tuple[str, ...]:
    """Return what may distinguish the run from others of a method of its name."""
    program = row.facts.program or "no solver"
    a_script = row.subject.file is not None  # which sets its logic itself; arguments may depend on that
    return (
        program if a_script else " ".join((program, *row.facts.arguments)),
        row.facts.version,
        "" if a_script else row.facts.logic or "no logic",
        f"deduce {row.facts.deduce}",
        "no limit"
        if row.terms.seconds_limit is None
        else f"{row.terms.seconds_limit:g} s {row.terms.limit_time}",
        "runexec" if row.cost.usage.memory_by == "runexec" else "our own measuring",
        "any memory" if row.terms.memory_limit_mib is None else f"{row.terms.memory_limit_mib} MiB",
        "unique" if row.terms.unique_wanted else "one filling",
    )


def summaries(table: Table) -> list[Summary]:
    """Return the summary of each method, in the order of the runs."""
    best = {instance: score.seconds for instance, score in virtual_best(table).items()}
    return [_summary(method, scores, best) for method, scores in table.scores.items()]


def _summary(
    method: str, by_instance: Mapping[Instance, Score], best: Mapping[Instance, float | None]
) -> Summary:
    scores = list(by_instance.values())
    rows = [score.row for score in scores]
    answered = _known(score.seconds for score in scores)
    par2 = _known(score.par2 for score in scores)
    complete = bool(par2) and len(par2) == len(scores)
    nodes = _known(row.cost.nodes for row in rows)
    counts = _known(row.cost.statistics for row in rows)
    by_counter = {name: _known(getattr(count, name) for count in counts) for name in COUNTERS}
    counted_mib = max(_known(getattr(count, PEAK) for count in counts), default=None)
    medians: dict[str, Any] = {name: median(values) for name, values in by_counter.items() if values}
    return Summary(
        method=method,
        runs=len(scores),
        statuses=dict(Counter(score.status for score in scores)),
        answered=len(answered),
        par2=fmean(par2) if complete else None,
        median=median(par2) if complete else None,
        total=math.fsum(answered),
        wins=sum(
            score.seconds is not None and score.seconds <= max(best[instance] or 0.0, FLOOR)
            for instance, score in by_instance.items()
        ),
        memory_mib=max(_known(row.cost.usage.memory_mib for row in rows), default=None),
        by_deduction=sum(map(_by_deduction, rows)),
        unguessed=sum(score.row.cost.nodes == 0 and score.seconds is not None for score in scores)
        if nodes
        else None,
        nodes=median(nodes) if nodes else None,
        most_nodes=max(nodes, default=None),
        depth=max(_known(row.cost.depth for row in rows), default=None),
        counted=len(counts),
        counted_mib=counted_mib,
        **medians,
    )


def _known(values: Iterable[T | None]) -> list[T]:
    return [value for value in values if value is not None]


def _by_deduction(row: Row) -> bool:
    """Return whether deduction decided a solver's run; older rows know only that nothing was asked."""
    decided = row.verdict.decided_by == "deduction" or (
        not row.verdict.decided_by and row.cost.asked == 0 and row.answered
    )
    return row.facts.solver is not None and decided


def counters(summed: Iterable[Summary]) -> list[dict[str, str | int | float | None]]:
    """Return a line of solver statistics for each method of which they are known."""
    return [
        {
            "method": summary.method,
            "runs": summary.runs,
            "counted": summary.counted,
            **{name: getattr(summary, name) for name in COUNTERS},
            "its own MiB": summary.counted_mib,
        }
        for summary in summed
        if summary.counted
    ]


def virtual_best(table: Table) -> dict[Instance, Score]:
    """Return for each instance the run with the least time, which a perfect choice of method would give."""
    best: dict[Instance, Score] = {}
    for scores in table.scores.values():
        for instance, score in scores.items():
            if instance not in best or _order(score) < _order(best[instance]):
                best[instance] = score
    return best


def _order(score: Score) -> tuple[float, float]:
    """Answers first, the fastest first; of runs without one the one with the lower limit."""
    answered = math.inf if score.seconds is None else score.seconds
    return answered, math.inf if score.par2 is None else score.par2


def holm(values: Sequence[float | None]) -> list[float | None]:
    """Correct p-values for their number (Holm 1979); ``None``, a test without a difference, counts as 1."""
    ascending = sorted((value, place) for place, value in enumerate(values) if value is not None)
    corrected: list[float | None] = [None] * len(values)
    least = 0.0
    for done, (value, place) in enumerate(ascending):
        least = max(least, min(1.0, value * (len(values) - done)))
        corrected[place] = least
    return corrected


def ratio(table: Table, first: str, second: str) -> Ratio:
    """Compare two methods on the instances that both ran.

    Rotations and reflections of a puzzle count as orders of one.
    """
    logs: dict[Instance, float] = {}
    values: defaultdict[str, defaultdict[Instance, list[float]]] = defaultdict(lambda: defaultdict(list))
    too_short = set()
    only_first = only_second = 0
    # Sorted, so that the bootstrap does not depend on the order of the runs.
    both = sorted(table.scores[first].keys() & table.scores[second].keys())
    for instance in both:
        a, b = table.scores[first][instance], table.scores[second][instance]
        if a.seconds is None and b.seconds is None:
            continue
        only_first += b.seconds is None
        only_second += a.seconds is None
        if a.par2 is not None and b.par2 is not None:
            if table.too_short(instance, first, second):
                too_short.add(instance)
            else:
                puzzle, _, order = instance
                logs[instance] = log = log_ratio(a.par2, b.par2, table.least(first), table.least(second))
                values[a.row.subject.orbit or puzzle][puzzle, 0, order].append(log)
    failed_first, failed_second = (
        sum(score.status in ("failed", WRONG, CONTRADICTED) for score in table.scores[method].values())
        for method in (first, second)
    )
    by_clock = table.time == "wall"
    disturbed = [
        by_clock and table.scores[method][it].row.disturbed for it in both for method in (first, second)
    ]
    return Ratio(
        first,
        second,
        logs,
        values,
        frozenset(too_short),
        only_first,
        only_second,
        failed_first,
        failed_second,
        fmean(disturbed) if disturbed else 0.0,
        wilcoxon(puzzle_means(values)),
    )


def log_ratio(a: float, b: float, least_a: float, least_b: float) -> float:
    """Return the logarithm of b / a, in seconds.

    The faster one counts as no less than its own least time (`Table.least`), or as long as the slower if that
    is less: without all short runs the quicker method would lose its clearest wins.
    """
    if a < b:
        a = min(max(a, least_a), b)
    else:
        b = min(max(b, least_b), a)
    return math.log(max(b, FLOOR) / max(a, FLOOR))
