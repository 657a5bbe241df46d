"""Runs that can't be right: fillings that break rules, and runs that contradict each other.

Every filling was checked against the rules. So where two runs contradict each other, the one that claims
"there is none" or "there is no other" is wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.compare.row import WRONG, Row


@dataclass(frozen=True, slots=True)
class Finding:
    """A wrong run, and a sentence that says why."""

    row: Row
    text: str


def findings(rows: Sequence[Row]) -> list[Finding]:
    """Return every wrong run, puzzle by puzzle."""
    by_puzzle: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_puzzle[row.puzzle_hash].append(row)
    return [finding for group in by_puzzle.values() for finding in _in_one_puzzle(group)]


def _in_one_puzzle(rows: Sequence[Row]) -> list[Finding]:
    # The source of each filling: a method, or the puzzle's own file.
    fillings = {row.known: "the puzzle's file" for row in rows if row.known}
    for row in rows:
        if row.filling and row.status != WRONG:
            fillings.setdefault(row.filling, row.method)
    several = next((row.method for row in rows if row.unique is False), None)
    wrong = _disagreements(rows)
    for row in rows:
        start = f"{row.method} on {row.puzzle}"
        if row.status == WRONG:
            wrong.append(Finding(row, f"{start}: {row.error or ', '.join(row.violations)}"))
        elif row.status == "unsolvable" and (fillings or several):
            who = next(iter(fillings.values()), several)
            wrong.append(Finding(row, f"{start}: reports no solution, but one is known from {who}"))
        elif row.unique:
            others = [who for filling, who in fillings.items() if filling != row.filling]
            if others or several:
                who = others[0] if others else several
                wrong.append(Finding(row, f"{start}: reports no other filling, but {who} has another"))
    return wrong


def _disagreements(rows: Sequence[Row]) -> list[Finding]:
    """Return the runs of a script whose verdict contradicts the first run that has one."""
    first: dict[int, tuple[str, str]] = {}
    disagreements = []
    for row in rows:
        if row.file is None or row.status == WRONG:
            continue
        verdicts = (row.verdict,) if isinstance(row.verdict, str) else row.verdict or ()
        for number, verdict in enumerate(verdicts):
            if verdict not in ("sat", "unsat"):
                continue
            method, before = first.setdefault(number, (row.method, verdict))
            if before != verdict:
                which = f" to check {number + 1}" if len(verdicts) > 1 else ""
                text = f"{method} answers {before}{which}, {row.method} {verdict}"
                disagreements.append(Finding(row, f"{row.file}: {text}"))
                break
    return disagreements
