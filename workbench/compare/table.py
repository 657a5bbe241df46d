"""The table on the terminal, and the verdicts on pairs of methods."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from fillomino.errors import counted
from workbench.compare import stability
from workbench.compare.findings import findings, status_lines
from workbench.compare.row import DISTURBED_SECONDS, DISTURBED_TIMES, Row
from workbench.compare.sums import (
    CONFIDENCE,
    FEWEST,
    FLOORS,
    TIMES,
    Ratio,
    Summary,
    Table,
    counters,
    labels,
    summaries,
    tabulate,
    time_named,
    virtual_best,
)

_RED, _BOLD, _OFF = "\x1b[31;1m", "\x1b[1m", "\x1b[0m"
_SHOWN = 10
"""The greatest number of wrong runs that are listed."""
_PAIRS = 6
"""The greatest number of verdicts that are printed; the report has all."""
_EMPTY = {"no guess": "-", "guesses": "-", "depth": "-", "by deduction": "0"}
"""Columns that are shown only where some method has another cell than this."""


def text(rows: Sequence[Row], time: str = "cpu", *, statistics: bool = False, colour: bool = False) -> str:
    """Return the table as text: errors first; then each method, the virtual best, and verdicts on pairs.

    The time is a name in `TIMES`; with `statistics` come medians of what solvers counted.
    """
    if not rows:
        return "no runs\n"
    table = tabulate(rows, time_named(time))
    summed = summaries(table)
    puzzles = len({row.subject.puzzle_hash for row in rows})
    subject = "script" if any(row.subject.file for row in rows) else "puzzle"
    limits = sorted({row.terms.seconds_limit for row in rows if row.terms.seconds_limit is not None})
    limit = f", limit {' or '.join(f'{value:g}' for value in limits)} s" if limits else ", no limit"
    runs = f"{counted(len(rows), 'run')} on {counted(puzzles, subject)}{limit}; times are {TIMES[time]}"
    sections = [
        [f"{_RED}{line}{_OFF}" if colour else line for line in warnings(rows, summed)],
        [runs],
        _aligned(table_lines(table, summed), colour),
    ]
    if statistics:
        sections.append(_aligned(counters(summed), colour) or ["No solver gave statistics."])
    sentences, notes = verdicts(table)
    sections.append([*sentences, *notes])
    sections.append(_aligned(stability.lines(stability.stabilities(table), short=True), colour))
    sections += [_options(table), _limits_of_figures(rows, table.floors)]
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def _limits_of_figures(rows: Sequence[Row], floors: Mapping[str, float]) -> list[str]:
    """Return lines on what limits the figures: floors, disturbed runs, runs without a peak of memory."""
    lines = []
    if floors:
        listed = ", ".join(f"{method} {seconds(floor)} s" for method, floor in floors.items())
        lines.append(f"A trivial script takes, in CPU time: {listed}.")
    if disturbed := sum(row.disturbed for row in rows):
        lines.append(
            f"Disturbed: {counted(disturbed, 'run')} of {len(rows)}, by the clock over "
            f"{DISTURBED_TIMES:g} times the CPU time + {DISTURBED_SECONDS:g} s; "
            "`compare --redo-disturbed` repeats them."
        )
    if unknown := sum(row.cost.usage.memory_mib is None and row.cost.asked > 0 for row in rows):
        lines.append(f"The peak of memory is not known for {counted(unknown, 'run')} of {len(rows)}.")
    return lines


def warnings(rows: Sequence[Row], summed: Sequence[Summary]) -> list[str]:
    """Return lines on wrong answers, failed solvers, runs decided by deduction, and differing scripts."""
    found = findings(rows)
    lines = []
    for title, contradicted in (("WRONG", False), ("CONTRADICTED", True)):
        those = [finding for finding in found if finding.contradicted is contradicted]
        if those:
            texts = list(dict.fromkeys(finding.text for finding in those))
            lines.append(f"{title}: {len(those)} of {len(rows)} runs")
            lines += [f"  {text}" for text in texts[:_SHOWN]]
            lines += [f"  and {len(texts) - _SHOWN} more"] if len(texts) > _SHOWN else []
    if stated := status_lines(rows):
        lines.append(f"STATUS: wrong at {counted(len(stated), 'check')} of scripts [wrong-status]")
        lines += [f"  {line}" for line in stated[:_SHOWN]]
        lines += [f"  and {len(stated) - _SHOWN} more"] if len(stated) > _SHOWN else []
    for summary in summed:
        if failed := summary.statuses.get("failed"):
            first = next(
                row
                for row in rows
                if row.verdict.status == "failed" and summary.method.startswith(row.method)
            )
            why = f"the first on {first.subject.puzzle}: {' '.join((first.answer.error or '').split())[:200]}"
            lines.append(f"FAILED: {summary.method}, {failed} of {summary.runs} runs; {why}")
    deduced = [summary for summary in summed if summary.by_deduction]
    if deduced:
        most = max(deduced, key=lambda summary: summary.by_deduction)
        lines.append(
            f"DEDUCED: deduction decided {most.by_deduction} of {counted(most.runs, 'run')} of {most.method} "
            f"{'' if len(deduced) == 1 else '(and others) '}before any solver had work to do: "
            "these are not times of a solver"
        )
    return [*lines, *_other_texts(rows)]


def _other_texts(rows: Sequence[Row]) -> list[str]:
    """Return a line on runs of one encoding, puzzle and order whose scripts differ; none if none do."""
    names = labels(rows)
    written: defaultdict[tuple[object, ...], list[tuple[str, str]]] = defaultdict(list)
    for row in rows:
        if row.given.text is not None:
            given = (
                row.subject.puzzle_hash,
                row.facts.encoding,
                row.facts.logic,
                row.facts.deduce,
                row.variant,
            )
            written[given].append((row.given.text, names[row.key]))
    differing = [given for given, texts in written.items() if len({text for text, _ in texts}) > 1]
    if not differing:
        return []
    puzzles = counted(len({given[0] for given in differing}), "puzzle")
    whose = ", ".join(dict.fromkeys(name for given in differing for _, name in written[given]))
    return [f"TEXTS: on {puzzles}, versions of our code wrote different scripts for one encoding: {whose}"]


def table_lines(table: Table, summed: Sequence[Summary]) -> list[dict[str, str]]:
    """Return the table: a line for each method, by the names of the columns, and one for the virtual best."""
    lines = [_line(summary, table, summed[0]) for summary in summed]
    if len(summed) > 1:
        best = Table({"virtual best": virtual_best(table)})
        [summary] = summaries(best)
        shown = dict(list(_line(summary, best, summary).items())[:5])
        lines.append(dict.fromkeys(lines[0], "") | shown)
    kept = [n for n in lines[0] if n not in _EMPTY or any(line[n] not in ("", _EMPTY[n]) for line in lines)]
    return [{name: line[name] for name in kept} for line in lines]


def _line(summary: Summary, table: Table, first: Summary) -> dict[str, str]:
    compared = (pair for pair in table.pairs if (pair.first, pair.second) == (first.method, summary.method))
    mean, interval = _ratio_cells(next(compared, None))
    limit = max(score.row.terms.seconds_limit or 0.0 for score in table.scores[summary.method].values())
    unanswered = summary.median is not None and summary.median > limit > 0
    no_median = "timeout" if "timeout" in summary.statuses else "none"
    searched = summary.nodes is not None
    return {
        "method": summary.method,
        "answered": f"{summary.answered}/{summary.runs}",
        "timeout": str(summary.statuses.get("timeout", 0)),
        "PAR-2": seconds(summary.par2),
        "median": no_median if unanswered else seconds(summary.median),
        "times the first": mean,
        "95 %": interval,
        "wins": str(summary.wins),
        "peak MiB": "-" if summary.memory_mib is None else f"{summary.memory_mib:.0f}",
        "no guess": str(summary.unguessed) if searched else "-",
        "guesses": figure(summary.nodes or 0) if searched else "-",
        "depth": str(summary.depth) if searched else "-",
        "by deduction": str(summary.by_deduction),
    }


def _options(table: Table) -> list[str]:
    """Return a line on the logics in which an encoding is given to solvers, and one on solvers' options.

    Logics are named where two solvers get one encoding in different ones. For a solver known by its command
    alone, the command and its version are shown.
    """
    logics: defaultdict[str | None, set[str | None]] = defaultdict(set)
    for row in (score.row for scores in table.scores.values() for score in scores.values()):
        logics[row.facts.encoding].add(row.facts.logic)
    in_logic: defaultdict[str, dict[str, None]] = defaultdict(dict)
    with_options: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for method, scores in table.scores.items():
        for row in (score.row for score in scores.values()):
            if (
                row.facts.encoding is not None
                and row.facts.logic is not None
                and len(logics[row.facts.encoding]) > 1
            ):
                in_logic[row.facts.logic][method] = None
            parts = (
                [" ".join(row.facts.arguments)]
                if row.facts.arguments and row.facts.solver is not None
                else []
            )
            parts += [row.facts.version] if " (file " in row.facts.version else []
            parts += (
                [f"{' '.join(row.given.opening)} at the start of its session"] if row.given.opening else []
            )
            if parts:
                with_options[", ".join(parts)][method] = None
    lines = {"Logics": in_logic, "Options, with those that our driver adds": with_options}
    return [f"{title}: {_by_methods(methods)}." for title, methods in lines.items() if methods]


def _by_methods(methods: Mapping[str, Iterable[str]]) -> str:
    return "; ".join(f"{' and '.join(names)}: {what}" for what, names in methods.items())


def _ratio_cells(compared: Ratio | None) -> tuple[str, str]:
    """Return a ratio and its interval; ``None`` is the first method itself."""
    if compared is None:
        return "1", ""
    if compared.mean is None:
        return "-", ""
    if compared.low is None or compared.high is None:
        return figure(compared.mean), "too few"
    return figure(compared.mean), f"{figure(compared.low)} to {figure(compared.high)}"


def verdicts(table: Table) -> tuple[list[str], list[str]]:
    """Return sentences on stability and on pairs of methods, and notes on how they were found.

    Without mutants both are empty for a single method.
    """
    stable = stability.stabilities(table)
    sentences = stability.sentences(stable)
    notes = [stability.rule(stable)] if stable else []
    if not table.pairs:
        return sentences, notes
    hidden, pairs = len(table.pairs[_PAIRS:]), table.pairs[:_PAIRS]
    decidable = any(pair.low is not None for pair in pairs)
    on_pairs = [
        sentence(pair)
        for place, pair in enumerate(pairs)
        if place == 0 or pair.low is not None or pair.failed_first or pair.failed_second
    ]
    if decidable:
        notes.append(_rule(len(table.scores)))
    if hidden:
        notes.append(f"Not shown: {counted(hidden, 'more pair')}; the table of pairs in the report has all.")
    short = max(len(pair.too_short) for pair in pairs)
    if short:
        notes.append(
            f"Excluded as too short: up to {counted(short, 'run')} per method (< {FLOORS}x solver start-up)."
        )
    encoded = any(
        score.row.facts.encoding is not None for scores in table.scores.values() for score in scores.values()
    )
    if decidable and encoded and max(pair.orders for pair in pairs) == 1:
        notes.append("All scripts were in one order, on which a verdict may depend (--scramble K).")
    return [*sentences, *on_pairs], notes


def _rule(methods: int) -> str:
    """Return the rule by which a method is called faster."""
    correction = " (Holm's correction for pairs of one encoding, of one solver, and others)"
    corrected = correction if methods > 2 else ""
    return (
        f"Faster: the interval excludes 1, Wilcoxon's p is below {1 - CONFIDENCE:.2g}{corrected}, "
        "no run of either failed, and the faster one answered no fewer."
    )


def sentence(pair: Ratio) -> str:
    """Return the verdict on a pair, with the figures that it rests on."""
    first, second = pair.first, pair.second
    failed = [
        f"{method} {counted(count, 'time')}"
        for method, count in ((first, pair.failed_first), (second, pair.failed_second))
        if count
    ]
    if failed:
        why = "failed, answered wrongly or was contradicted"
        return f"{first} and {second} are not compared: {' and '.join(failed)} {why}."
    if pair.mean is None or pair.low is None or pair.high is None:
        short = f" ({counted(len(pair.too_short), 'run')} of each too short)" if pair.too_short else ""
        few = f"{counted(pair.puzzles, 'puzzle')} of at least {FEWEST} can be compared{short}"
        return f"Not decided between {first} and {second}: {few}."
    p = "" if pair.p is None else f"; p = {pair.p:.2g}"
    interval = f"(95 %: {figure(pair.low)} to {figure(pair.high)}{p})"
    longer = f"takes {figure(pair.mean)} times as long"
    if pair.faster == "first":
        return f"{first} is faster than {second}, which {longer} {interval}."
    if pair.faster == "second":
        return f"{second} is faster than {first}: it {longer} {interval}."
    return f"Not decided: {second} {longer} as {first} {interval}; {pair.undecided}."


def percent(share: float) -> str:
    """Return a share in percent, rounded down to a tenth."""
    return f"{math.floor(round(share * 1000, 6)) / 10:g} %"


def figure(value: float) -> str:
    """Return a number with three significant digits."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def seconds(value: float | None) -> str:
    """Return a time to the millisecond, or with four significant digits."""
    if value is None:
        return "-"
    return f"{value:.3f}" if value < 10 else f"{value:.4g}"


def _aligned(lines: Sequence[Mapping[str, str | float | None]], colour: bool) -> list[str]:
    """Return a table in aligned columns, the first to the left, under the names of the columns."""
    if not lines:
        return []
    cells = [list(lines[0]), *([_cell(cell) for cell in line.values()] for line in lines)]
    first, *others = [max(map(len, column)) for column in zip(*cells, strict=True)]
    aligned = []
    for name, *numbers in cells:
        right = [cell.rjust(width) for cell, width in zip(numbers, others, strict=True)]
        aligned.append("  ".join([name.ljust(first), *right]).rstrip())
    if colour:
        aligned[0] = f"{_BOLD}{aligned[0]}{_OFF}"
    return aligned


def _cell(cell: str | float | None) -> str:
    if isinstance(cell, str | None):
        return "-" if cell is None else cell
    return f"{cell:.0f}"
