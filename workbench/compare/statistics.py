"""Sums over runs: PAR-2, median, ratios with their uncertainty, wins, the virtual best.

A run that gave no answer, or a wrong one, counts as twice its time limit (PAR-2), never as a fast answer.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby
from statistics import fmean, median
from typing import Any, Literal, NamedTuple, TypeAlias

from drivers.statistics import COUNTERS
from fillomino.errors import InputError
from workbench.compare.resampling import puzzle_means, resampled_means, wilcoxon
from workbench.compare.row import WRONG, Row
from workbench.compare.truth import findings

Instance: TypeAlias = tuple[str, int, int]
"""A puzzle's hash, the solver's seed and the script's variant (`Row.variant`): what all methods are given."""

STATISTICS = "statistics"
"""After a time and a comma: show what solvers counted, too."""

TIMES: Mapping[str, str] = {
    "cpu": "CPU seconds of the solver's processes",
    "wall": "wall-clock seconds of the solver's processes",
    "total": "CPU seconds of the solver's processes and of ours",
}
"""The times that runs can be compared by."""

FLOOR = 0.001
"""Seconds below which times are taken as equal: a ratio of less is noise. Deduction alone may take none."""

FLOORS = 5
"""A run of less than so many times what the solver takes for nothing shows its start, not its work."""

FEWEST = 6
"""With fewer puzzles an interval would promise too much, and none is given."""

CONFIDENCE = 0.95
SURE = 0.975
"""The share of resamplings in which a method must be the faster one for a verdict: 2.5 % of chance a side."""


@dataclass(frozen=True, slots=True)
class Score:
    """A run as the statistics see it.

    Attributes:
        row: itself.
        seconds: its time if it answered, and rightly; else ``None``.
        par2: the same, with twice the limit for none; ``None`` where there was no limit either.
    """

    row: Row
    seconds: float | None
    par2: float | None


@dataclass(frozen=True, slots=True)
class Table:
    """All runs of a comparison, by method and instance."""

    scores: Mapping[str, Mapping[Instance, Score]]
    time: str

    @property
    def instances(self) -> list[Instance]:
        """All instances, in the order in which they were first run."""
        return list(dict.fromkeys(instance for its in self.scores.values() for instance in its))


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary of a method over all its runs.

    Attributes:
        method: its label.
        runs: how many there are.
        statuses: how many ended how; a contradicted answer counts as ``wrong``.
        answered: how many answered, and rightly.
        par2: mean PAR-2 seconds; ``None`` if that is not known for want of a limit.
        median: median of the same.
        total: seconds of the runs that answered.
        wins: instances on which no other method was faster.
        memory_mib: the greatest peak.
        by_deduction: how many deduction decided before a solver was asked, or left nothing open for it.
        unguessed: how many backtracking answered without assuming a number; ``None`` where it was not it.
        nodes: the median of the numbers assumed, also of runs that ran out of time.
        most_nodes: the greatest of them.
        depth: the most assumptions that stood at once.
        counted: in how many runs the solver said what it had counted; the medians below are over these.
        conflicts: the median of its conflicts, where it counts them.
        decisions: the same of its decisions.
        propagations: the same of its propagations.
        restarts: the same of its restarts.
        counted_mib: the greatest memory by its own account.
    """

    method: str
    runs: int
    statuses: Mapping[str, int]
    answered: int
    par2: float | None
    median: float | None
    total: float
    wins: int
    memory_mib: float | None
    by_deduction: int
    unguessed: int | None
    nodes: float | None
    most_nodes: int | None
    depth: int | None
    counted: int = 0
    conflicts: float | None = None
    decisions: float | None = None
    propagations: float | None = None
    restarts: float | None = None
    counted_mib: float | None = None


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times as long a second method takes as a first: the geometric mean over PAR-2 times.

    Attributes:
        mean: above 1 if the second is slower; ``None`` if nothing can be compared.
        low: lower end of the 95 % interval; ``None`` with fewer than `FEWEST` puzzles.
        high: upper end.
        puzzles: how many puzzles count: those that at least one of the two answered.
        only_first: instances that only the first answered.
        only_second: instances that only the second answered.
        failed_first: runs of the first that failed or were wrong.
        failed_second: runs of the second that did.
        orders: how many orders of the script the instances that count have at most.
        short: instances excluded because the slower run took less than `FLOORS` solver start-ups.
        first_faster: share of resamplings in which the first is faster; ``None`` with fewer than `FEWEST`.
        second_faster: share in which the second is.
        p: p-value of the signed-rank test over puzzles, two-sided, corrected for the number of pairs that
            were compared together (`compare_pairs`); ``None`` without a difference.
    """

    mean: float | None
    low: float | None
    high: float | None
    puzzles: int
    only_first: int
    only_second: int
    failed_first: int = 0
    failed_second: int = 0
    orders: int = 0
    short: int = 0
    first_faster: float | None = None
    second_faster: float | None = None
    p: float | None = None

    @property
    def faster(self) -> Literal["first", "second"] | None:
        """The faster method, where all parts of the rule agree; `undecided` names the part that does not."""
        return None if self.undecided else "first" if (self.mean or 1.0) > 1 else "second"

    @property
    def failed(self) -> bool:
        """Whether a run of either failed or was wrong."""
        return bool(self.failed_first or self.failed_second)

    @property
    def undecided(self) -> str:
        """The reason why neither method is called faster; empty if one is."""
        if self.failed:
            return "a solver failed"
        if self.first_faster is None or self.second_faster is None or self.mean is None:
            return f"fewer than {FEWEST} puzzles"
        if max(self.first_faster, self.second_faster) < SURE:
            return "the interval contains 1"
        if self.p is None or self.p >= 1 - CONFIDENCE:
            return f"p is not below {1 - CONFIDENCE:.2g}"
        fewer = self.only_first < self.only_second if self.mean > 1 else self.only_second < self.only_first
        return "the quicker one answered fewer" if fewer else ""


class Pair(NamedTuple):
    """Two methods, and the ratio of the second's times to the first's."""

    first: str
    second: str
    ratio: Ratio


def time_of(text: str) -> tuple[str, bool]:
    """The time to compare by, and whether to show what solvers counted: ``cpu``, or ``cpu,statistics``.

    Raises:
        InputError: if there is no such time.
    """
    time, comma, more = text.partition(",")
    if time not in TIMES or more != (STATISTICS if comma else ""):
        raise InputError(
            f"there is no time {text!r}; there is {', '.join(TIMES)}, each perhaps with ,{STATISTICS}",
            code="unknown-name",
        )
    return time, bool(comma)


def seconds_of(row: Row, time: str) -> float:
    """The time of a run, by a name in `TIMES`."""
    if time == "wall":
        return row.wall_seconds
    if time == "total":
        # Where no solver has a process, the method's own time is its CPU time already.
        return row.cpu_seconds + (row.own_cpu_seconds if row.solver is not None else 0.0)
    return row.cpu_seconds


def tabulate(rows: Iterable[Row], time: str = "cpu") -> Table:
    """Put runs into a table, the methods in their places on the command line."""
    rows = list(rows)
    wrong = {finding.row.key for finding in findings(rows)}
    names = labels(rows)
    places: dict[str, int] = {}
    for row in rows:
        places[names[row.key]] = min(row.place, places.get(names[row.key], row.place))
    scores: dict[str, dict[Instance, Score]] = {name: {} for name in sorted(places, key=places.__getitem__)}
    for row in rows:
        seconds = seconds_of(row, time) if row.answered and row.key not in wrong else None
        limit = None if row.seconds_limit is None else 2 * row.seconds_limit
        score = Score(row, seconds, limit if seconds is None else seconds)
        scores[names[row.key]][row.puzzle_hash, row.seed, row.variant] = score
    return Table(scores, time)


def labels(rows: Sequence[Row]) -> dict[str, str]:
    """For each run's key the name of its method, with what distinguishes it from others of the same name."""
    aspects = {row.key: _aspects(row) for row in rows}
    by_name: defaultdict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        by_name[row.method].append(aspects[row.key])
    differing = {
        method: [name for name in alike[0] if len({its[name] for its in alike}) > 1]
        for method, alike in by_name.items()
    }
    found = {}
    for row in rows:
        more = ", ".join(aspects[row.key][name] for name in differing[row.method])
        found[row.key] = f"{row.method} ({more})" if more else row.method
    return found


def _aspects(row: Row) -> dict[str, str]:
    program = row.program or "no solver"
    a_script = row.file is not None  # it sets its logic itself, and arguments may depend on that
    return {
        "program": program if a_script else " ".join((program, *row.arguments)),
        "version": row.version,
        "logic": "" if a_script else row.logic or "no logic",
        "deduce": f"deduce {row.deduce}",
        "seconds": "no limit" if row.seconds_limit is None else f"{row.seconds_limit:g} s {row.limit_time}",
        "measured": "runexec" if row.memory_by == "runexec" else "our own measuring",
        "memory": "any memory" if row.memory_limit_mib is None else f"{row.memory_limit_mib} MiB",
        "unique": "unique" if row.unique_wanted else "one filling",
    }


def floors_of(table: Table) -> dict[str, float]:
    """For each method the CPU seconds that its solver takes for a trivial script, where that was measured.

    The median over its runs, as workers measure it each for itself.
    """
    found = {}
    for method, its in table.scores.items():
        known = [score.row.floor_seconds for score in its.values() if score.row.floor_seconds is not None]
        if known:
            found[method] = median(known)
    return found


def summaries(table: Table) -> list[Summary]:
    """Return the summary of each method, in the order of the runs."""
    best = {instance: score.seconds for instance, score in virtual_best(table).items()}
    found = []
    for method, its in table.scores.items():
        scores = list(its.values())
        answered = [score.seconds for score in scores if score.seconds is not None]
        par2 = [score.par2 for score in scores if score.par2 is not None]
        complete = len(par2) == len(scores)
        wins = sum(
            score.seconds is not None and score.seconds <= max(best[instance] or 0.0, FLOOR)
            for instance, score in its.items()
        )
        memory = [score.row.memory_mib for score in scores if score.row.memory_mib is not None]
        nodes = [score.row.nodes for score in scores if score.row.nodes is not None]
        statuses = Counter(
            "wrong" if score.seconds is None and score.row.answered else score.row.status for score in scores
        )
        found.append(
            Summary(
                method=method,
                runs=len(scores),
                statuses=dict(statuses),
                answered=len(answered),
                par2=fmean(par2) if complete and par2 else None,
                median=median(par2) if complete and par2 else None,
                total=math.fsum(answered),
                wins=wins,
                memory_mib=max(memory, default=None),
                by_deduction=sum(_deduced(score.row) for score in scores),
                unguessed=sum(score.row.nodes == 0 and score.seconds is not None for score in scores)
                if nodes
                else None,
                nodes=median(nodes) if nodes else None,
                most_nodes=max(nodes, default=None),
                depth=max((score.row.depth for score in scores if score.row.depth is not None), default=None),
                **_counted(scores),
            )
        )
    return found


def _counted(scores: Iterable[Score]) -> dict[str, Any]:
    """The part of a summary on what the solver counted."""
    known = [score.row.statistics for score in scores if score.row.statistics is not None]
    values = {name: [v for its in known if (v := getattr(its, name)) is not None] for name in COUNTERS}
    most = max(values.pop("memory_mib"), default=None)
    medians = {name: median(counts) for name, counts in values.items() if counts}
    return {"counted": len(known), "counted_mib": most, **medians}


def counters(found: Iterable[Summary]) -> list[dict[str, str | int | float | None]]:
    """What solvers counted, a line for each method of which that is known."""
    return [
        {
            "method": summary.method,
            "runs": summary.runs,
            "counted": summary.counted,
            **{name: getattr(summary, name) for name in COUNTERS[:-1]},
            "its own MiB": summary.counted_mib,
        }
        for summary in found
        if summary.counted
    ]


def _deduced(row: Row) -> bool:
    """Return whether deduction decided a solver's run; older rows know only that nothing was asked."""
    by = row.decided_by or ("deduction" if row.asked == 0 and row.answered else None)
    return row.solver is not None and by == "deduction"


def virtual_best(table: Table) -> dict[Instance, Score]:
    """For each instance the run with the least time: what a perfect choice of the method would give."""
    best: dict[Instance, Score] = {}
    for its in table.scores.values():
        for instance, score in its.items():
            known = best.get(instance)
            if known is None or _order(score) < _order(known):
                best[instance] = score
    return best


def _order(score: Score) -> tuple[float, float]:
    """Answers first, the fastest first; of runs without one that with the lower limit."""
    answered = math.inf if score.seconds is None else score.seconds
    return answered, math.inf if score.par2 is None else score.par2


def compare_pairs(table: Table, floors: Mapping[str, float] | None = None, most: int = 1000) -> list[Pair]:
    """Compare methods in pairs, the solvers of one encoding first, then the encodings of one solver.

    P-values are corrected by Holm's method for the number of pairs of each of these kinds, and of all others:
    the smallest is multiplied by that number, the next by one less, and so on.

    Args:
        table: the runs.
        floors: see `ratio`.
        most: how many pairs to return; all count in the correction.
    """
    rows = {method: next(iter(its.values())).row for method, its in table.scores.items()}

    def kind(pair: tuple[str, str]) -> int:
        a, b = (rows[method] for method in pair)
        if a.solver is not None and b.solver is not None and a.encoding == b.encoding:
            return 0
        return 1 if a.solver == b.solver else 2

    pairs = sorted(combinations(table.scores, 2), key=kind)
    logs = [_logs(table, *pair, floors or {}) for pair in pairs]
    plain = [wilcoxon(puzzle_means(its.values)) for its in logs]
    corrected: list[float | None] = []
    for _, places in groupby(range(len(pairs)), key=lambda place: kind(pairs[place])):
        corrected += holm([plain[place] for place in places])
    shown = list(zip(pairs, logs, corrected, strict=True))[:most]
    return [Pair(*pair, _ratio(table, *pair, its, p)) for pair, its, p in shown]


def holm(values: Sequence[float | None]) -> list[float | None]:
    """Correct p-values for their number (Holm 1979); ``None``, a test without a difference, counts as 1."""
    order = sorted((value, place) for place, value in enumerate(values) if value is not None)
    found: list[float | None] = [None] * len(values)
    least = 0.0
    for done, (value, place) in enumerate(order):
        least = max(least, min(1.0, value * (len(values) - done)))
        found[place] = least
    return found


def ratio(table: Table, first: str, second: str, floors: Mapping[str, float] | None = None) -> Ratio:
    """Compare two methods on the instances that both ran.

    Interval and shares are a hierarchical bootstrap's, over puzzles, their orders, and the seeds of each.
    Rotations and reflections of a puzzle count as orders of one.

    Args:
        table: the runs.
        first: a method.
        second: another.
        floors: seconds that each method takes for a trivial script, where that was measured. An instance is
            excluded if the slower of its two runs is below `FLOORS` times its method's floor; otherwise
            the faster one counts as no less than that of its own, or as long as the slower if that is less.
            (Without all short runs the quicker method would lose its clearest wins.)
    """
    logs = _logs(table, first, second, floors or {})
    return _ratio(table, first, second, logs, wilcoxon(puzzle_means(logs.values)))


class _Logs(NamedTuple):
    """Logarithms of ratios, by puzzle and order; and the instances that give none, or only one answer."""

    values: Mapping[str, Mapping[Instance, list[float]]]
    only_first: int
    only_second: int
    short: int


def _logs(table: Table, first: str, second: str, floors: Mapping[str, float]) -> _Logs:
    logs: defaultdict[str, defaultdict[Instance, list[float]]] = defaultdict(lambda: defaultdict(list))
    only_first = only_second = short = 0
    # In an order that does not depend on that of the runs: neither does the bootstrap then.
    for instance in sorted(table.scores[first].keys() & table.scores[second].keys()):
        a, b = table.scores[first][instance], table.scores[second][instance]
        if a.seconds is None and b.seconds is None:
            continue
        only_first += b.seconds is None
        only_second += a.seconds is None
        if a.par2 is not None and b.par2 is not None:
            log = log_ratio(a.par2, b.par2, floors.get(first, 0.0), floors.get(second, 0.0))
            if log is None:
                short += 1
            else:
                puzzle, _, order = instance
                logs[a.row.orbit or puzzle][puzzle, 0, order].append(log)
    return _Logs(logs, only_first, only_second, short)


def _ratio(table: Table, first: str, second: str, logs: _Logs, p: float | None) -> Ratio:
    failed_first, failed_second = (
        sum(
            score.seconds is None and (score.row.answered or score.row.status in ("failed", WRONG))
            for score in its.values()
        )
        for its in (table.scores[first], table.scores[second])
    )
    found = Ratio(
        None, None, None, len(logs.values), logs.only_first, logs.only_second, failed_first, failed_second,
        max((len({order for *_, order in its}) for its in logs.values.values()), default=0), logs.short, p=p,
    )  # fmt: skip
    if not logs.values:
        return found
    found = replace(found, mean=math.exp(fmean(puzzle_means(logs.values))))
    if len(logs.values) < FEWEST:
        return found
    resampled = resampled_means(logs.values)
    cut = round(len(resampled) * (1 - CONFIDENCE) / 2)
    return replace(
        found,
        low=math.exp(resampled[cut]),
        high=math.exp(resampled[-1 - cut]),
        first_faster=sum(mean > 0 for mean in resampled) / len(resampled),
        second_faster=sum(mean < 0 for mean in resampled) / len(resampled),
    )


def log_ratio(a: float, b: float, floor_a: float, floor_b: float) -> float | None:
    """The logarithm of b / a, in seconds; ``None`` where both runs are too short to compare."""
    least_a, least_b = FLOORS * floor_a, FLOORS * floor_b
    if (a if a > b else b) < (least_a if a > b else least_b):
        return None
    if a < b:
        a = min(max(a, least_a), b)
    else:
        b = min(max(b, least_b), a)
    return math.log(max(b, FLOOR) / max(a, FLOOR))


def is_short(method: str, score: Score, floors: Mapping[str, float]) -> bool:
    """Whether a run answered in less than `FLOORS` times the start-up of its solver."""
    return score.seconds is not None and score.seconds < FLOORS * floors.get(method, 0.0)
