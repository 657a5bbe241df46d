"""The short table on the terminal."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from fillomino.words import counted
from workbench.compare.row import DISTURBED_SECONDS, DISTURBED_TIMES, Row
from workbench.compare.stability import lines as stability_lines
from workbench.compare.stability import rule, stabilities
from workbench.compare.stability import sentences as stability_sentences
from workbench.compare.statistics import (
    CONFIDENCE,
    FEWEST,
    FLOORS,
    TIMES,
    Ratio,
    Summary,
    Table,
    compare_pairs,
    counters,
    floors_of,
    labels,
    ratio,
    summaries,
    tabulate,
    time_of,
    virtual_best,
)
from workbench.compare.truth import findings

_RED, _BOLD, _OFF = "\x1b[31;1m", "\x1b[1m", "\x1b[0m"
_SHOWN = 10  # wrong runs that are listed one by one
PAIRS = 6
"""So many verdicts are printed; the report has all."""


def text(
    rows: Sequence[Row],
    time: str = "cpu",
    *,
    colour: bool = False,
    floors: Mapping[str, float] | None = None,
) -> str:
    """Return the table as text: errors first; then each method, the virtual best, and verdicts on pairs.

    Args:
        rows: the runs.
        time: a name in `TIMES`; with ``,statistics`` medians of what solvers counted, too.
        colour: whether to colour it for a terminal.
        floors: see `statistics.ratio`; by default those that the runs hold.
    """
    if not rows:
        return "no runs\n"
    time, counting = time_of(time)
    table = tabulate(rows, time)
    floors = floors_of(table) if floors is None else floors
    found = summaries(table)
    lines = [_red(line, colour) for line in warnings(rows, found)]
    puzzles = len({row.puzzle_hash for row in rows})
    subject = "script" if any(row.file for row in rows) else "puzzle"
    limits = sorted({row.seconds_limit for row in rows if row.seconds_limit is not None})
    limit = f", limit {' or '.join(f'{value:g}' for value in limits)} s" if limits else ", no limit"
    lines.append(
        f"{counted(len(rows), 'run')} on {counted(puzzles, subject)}{limit}; times are {TIMES[time]}"
    )
    lines.append("")
    lines += _aligned(_lines(table, found, floors), colour)
    if counting:
        lines += _more(counters(found), colour, 0) or ["", "No solver gave statistics."]
    sentences, notes = verdicts(table, floors)
    lines += _after_empty_line([*sentences, *notes])
    lines += _more(stability_lines(stabilities(table), short=True), colour)
    lines += additions(table)
    lines += _measured(rows, floors)
    return "\n".join(lines) + "\n"


def _more(lines: Sequence[Mapping[str, str | float | None]], colour: bool, digits: int = 3) -> list[str]:
    """A further table, after an empty line; nothing if it has no lines."""
    cells = [{name: _cell(cell, digits) for name, cell in line.items()} for line in lines]
    return _after_empty_line(_aligned(cells, colour)) if cells else []


def _cell(cell: str | float | None, digits: int) -> str:
    if isinstance(cell, str | None):
        return cell or "-"
    return f"{cell:.{digits}g}" if digits and cell < 100 else f"{cell:.0f}"


def _after_empty_line(lines: Sequence[str]) -> list[str]:
    return ["", *lines] if lines else []


def _measured(rows: Sequence[Row], floors: Mapping[str, float]) -> list[str]:
    """The limits of the figures: floors, disturbed runs, and runs without a peak of memory."""
    lines = []
    if floors:
        each = ", ".join(f"{method} {seconds(floor)} s" for method, floor in floors.items())
        lines.append(f"A trivial script takes, in CPU time: {each}.")
    disturbed = sum(row.disturbed for row in rows)
    if disturbed:
        lines.append(
            f"Disturbed: {counted(disturbed, 'run')} of {len(rows)}, by the clock over "
            f"{DISTURBED_TIMES:g} times the CPU time + {DISTURBED_SECONDS:g} s; "
            "`compare --redo-disturbed` repeats them."
        )
    unknown = sum(row.memory_mib is None and row.asked > 0 for row in rows)
    if unknown:
        lines.append(f"The peak of memory is not known for {counted(unknown, 'run')} of {len(rows)}.")
    return _after_empty_line(lines)


def warnings(rows: Sequence[Row], found: Sequence[Summary]) -> list[str]:
    """Return what must not be overlooked: wrong answers, failed solvers, work of deduction, other texts."""
    wrong = findings(rows)
    lines = []
    if wrong:
        lines.append(f"WRONG: {len(wrong)} of {len(rows)} runs")
        lines += [f"  {finding.text}" for finding in wrong[:_SHOWN]]
        lines += [f"  and {len(wrong) - _SHOWN} more"] if len(wrong) > _SHOWN else []
    for summary in found:
        failed = summary.statuses.get("failed", 0)
        if failed:
            lines.append(f"FAILED: {summary.method}, {failed} of {summary.runs} runs; {_why(rows, summary)}")
    deduced = [summary for summary in found if summary.by_deduction]
    if deduced:
        most = max(deduced, key=lambda summary: summary.by_deduction)
        lines.append(
            f"DEDUCED: deduction decided {most.by_deduction} of {counted(most.runs, 'run')} of {most.method} "
            f"{'' if len(deduced) == 1 else '(and others) '}before any solver had work to do: "
            "such times are no solver's"
        )
    lines += _other_texts(rows)
    return [*lines, ""] if lines else []


def _other_texts(rows: Sequence[Row]) -> list[str]:
    """The line on runs of one encoding, puzzle and order whose texts are not the same; none if all are."""
    texts: defaultdict[tuple[object, ...], set[str]] = defaultdict(set)
    methods: defaultdict[tuple[object, ...], dict[str, None]] = defaultdict(dict)
    names = labels(rows)
    for row in rows:
        its = (row.puzzle_hash, row.encoding, row.logic, row.deduce, row.variant)
        if row.text is not None:
            texts[its].add(row.text)
            methods[its][names[row.key]] = None
    differing = [its for its, found in texts.items() if len(found) > 1]
    if not differing:
        return []
    puzzles = counted(len({its[0] for its in differing}), "puzzle")
    whose = ", ".join(dict.fromkeys(name for its in differing for name in methods[its]))
    return [f"TEXTS: on {puzzles} other versions of our code wrote another text of one encoding: {whose}"]


def _why(rows: Sequence[Row], summary: Summary) -> str:
    errors = [row for row in rows if row.status == "failed" and summary.method.startswith(row.method)]
    shown = " ".join((errors[0].error or "").split())
    return f"the first on {errors[0].puzzle}: {shown[:200]}"


def _lines(table: Table, found: Sequence[Summary], floors: Mapping[str, float]) -> list[dict[str, str]]:
    """The table: a line for each method, by the names of the columns, and one for the virtual best."""
    lines = [_line(summary, table, found[0], floors) for summary in found]
    if len(found) > 1:
        best = Table({"virtual best": virtual_best(table)}, table.time)
        [summary] = summaries(best)
        shown = dict(list(_line(summary, best, summary, floors).items())[:5])
        lines.append(dict.fromkeys(lines[0], "") | shown)
    # What backtracking assumed, and what deduction decided, has columns only where there is any.
    kept = [n for n in lines[0] if n not in _EMPTY or any(line[n] not in ("", _EMPTY[n]) for line in lines)]
    return [{name: line[name] for name in kept} for line in lines]


_EMPTY = {"no guess": "-", "guesses": "-", "depth": "-", "by deduction": "0"}


def _line(summary: Summary, table: Table, first: Summary, floors: Mapping[str, float]) -> dict[str, str]:
    compared = ratio(table, first.method, summary.method, floors) if summary is not first else None
    mean, interval = ratio_cells(compared)
    limit = max(score.row.seconds_limit or 0.0 for score in table.scores[summary.method].values())
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


def additions(table: Table) -> list[str]:
    """The options that each method's solver gets, after an empty line; none if there are none.

    Arguments that suit its logic and the first commands of a session are our driver's. So is the logic, which
    is named where that of another solver is different. Of a program known by its command alone that command
    is shown, and its version.
    """
    logics: defaultdict[str | None, set[str | None]] = defaultdict(set)
    for its in table.scores.values():
        for score in its.values():
            logics[score.row.encoding].add(score.row.logic)
    methods: defaultdict[str, list[str]] = defaultdict(list)
    for method, its in table.scores.items():
        for score in its.values():
            arguments, opening = score.row.arguments, score.row.opening
            parts = [str(score.row.logic)] if len(logics[score.row.encoding]) > 1 else []
            parts += [" ".join(arguments)] if arguments and score.row.solver is not None else []
            parts += [score.row.version] if " (file " in score.row.version else []
            parts += [f"{' '.join(opening)} at the start of its session"] if opening else []
            if parts and method not in methods[", ".join(parts)]:
                methods[", ".join(parts)].append(method)
    shown = [f"{' and '.join(its)}: {what}" for what, its in methods.items()]
    return ["", f"Options, with those that our driver adds: {'; '.join(shown)}."] if shown else []


def ratio_cells(compared: Ratio | None) -> list[str]:
    """A ratio and its interval."""
    if compared is None:
        return ["1", ""]
    if compared.mean is None:
        return ["-", ""]
    if compared.low is None or compared.high is None:
        return [figure(compared.mean), "too few"]
    return [figure(compared.mean), f"{figure(compared.low)} to {figure(compared.high)}"]


def verdicts(table: Table, floors: Mapping[str, float] | None = None) -> tuple[list[str], list[str]]:
    """Sentences on the pairs of methods, those that one came for first; and notes on how they were found.

    Without mutants both are empty for a single method.
    """
    stable = stabilities(table)
    pairs = compare_pairs(table, floors, PAIRS)
    if not pairs:
        return stability_sentences(stable), [rule(stable)] if stable else []
    decidable = any(pair.ratio.low is not None for pair in pairs)
    lines = [sentence(*pair) for pair in pairs if pair.ratio.low is not None or pair.ratio.failed]
    most = max(pair.ratio.puzzles for pair in pairs)
    notes = [_rule(len(table.scores))] if decidable else []
    hidden = math.comb(len(table.scores), 2) - len(pairs)
    if hidden:
        notes.append(f"Not shown: {counted(hidden, 'more pair')}; the table of pairs in the report has all.")
    short = max(pair.ratio.short for pair in pairs)
    if short:
        notes.append(
            f"Excluded as too short: up to {counted(short, 'run')} per method (< {FLOORS}x solver start-up)."
        )
    written = any(score.row.encoding is not None for its in table.scores.values() for score in its.values())
    if decidable and written and max(pair.ratio.orders for pair in pairs) == 1:
        notes.append("All scripts were in one order: a verdict may be chance of that order (--scramble K).")
    lines = lines or [f"Too few puzzles for a verdict: {most} of at least {FEWEST}."]
    return [*stability_sentences(stable), *lines], [*([rule(stable)] if stable else []), *notes]


def _rule(methods: int) -> str:
    """When a method is called faster."""
    corrected = ""
    if methods > 2:
        corrected = " (Holm's correction for pairs of one encoding, of one solver, and others)"
    return (
        f"Faster: the interval excludes 1, Wilcoxon's p is below {1 - CONFIDENCE:.2g}{corrected}, "
        "no run of either failed, and the faster one answered no fewer."
    )


def sentence(first: str, second: str, its: Ratio) -> str:
    """The verdict on a pair, with the figures that it rests on."""
    failed = [
        f"{m} {counted(n, 'time')}" for m, n in ((first, its.failed_first), (second, its.failed_second)) if n
    ]
    if failed:
        return f"{first} and {second} are not compared: {' and '.join(failed)} failed or answered wrongly."
    if its.mean is None or its.low is None or its.high is None:
        return f"{first} and {second} are not compared: {its.undecided}."
    p = "" if its.p is None else f"; p = {its.p:.2g}"
    interval = f"(95 %: {figure(its.low)} to {figure(its.high)}{p})"
    longer = f"takes {figure(its.mean)} times as long"
    if its.faster == "first":
        return f"{first} is faster than {second}, which {longer} {interval}."
    if its.faster == "second":
        return f"{second} is faster than {first}: it {longer} {interval}."
    return f"Not decided: {second} {longer} as {first} {interval}; {its.undecided}."


def percent(share: float) -> str:
    """A share in percent, to a tenth; never 100 for less than all."""
    return f"{math.floor(round(share * 1000, 6)) / 10:g} %"


def figure(value: float) -> str:
    """Three digits that count."""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def seconds(value: float | None) -> str:
    """A time, to the millisecond or to four digits that count."""
    if value is None:
        return "-"
    return f"{value:.3f}" if value < 10 else f"{value:.4g}"


def _aligned(table: Sequence[Mapping[str, str]], colour: bool) -> list[str]:
    rows = [list(table[0]), *(list(line.values()) for line in table)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for index, (name, *cells) in enumerate(rows):
        numbers = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        line = "  ".join([name.ljust(widths[0]), *numbers]).rstrip()
        lines.append(f"{_BOLD}{line}{_OFF}" if colour and index == 0 else line)
    return lines


def _red(line: str, colour: bool) -> str:
    return f"{_RED}{line}{_OFF}" if colour and line else line
