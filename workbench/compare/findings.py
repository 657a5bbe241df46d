"""Runs that can't be right: fillings that break rules, and contradictions.

Every filling was checked against the rules. So where two runs of a puzzle contradict each other, the one that
claims "there is none" or "there is no other" is wrong. Of two runs of a script a ``:status`` or a model that
was evaluated decides; else both are contradicted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from workbench.compare.row import WRONG, Row
from workbench.methods.method import contradicting, status_refuted


@dataclass(frozen=True, slots=True)
class Finding:
    """A run that can't count as answered, and a sentence that says why.

    Attributes:
        row: the run.
        text: the sentence.
        contradicted: whether others contradict it and nothing tells who is right; else it is wrong.
    """

    row: Row
    text: str
    contradicted: bool = False


def findings(rows: Sequence[Row]) -> list[Finding]:
    """Return every run that is wrong or contradicted, puzzle by puzzle."""
    by_puzzle: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_puzzle[row.subject.puzzle_hash].append(row)
    return [finding for group in by_puzzle.values() for finding in _in_one_puzzle(group)]


def _in_one_puzzle(rows: Sequence[Row]) -> list[Finding]:
    # The source of each filling: a method, or the puzzle's own file.
    fillings = {row.subject.known: "the puzzle's file" for row in rows if row.subject.known}
    for row in rows:
        if row.answer.filling and row.verdict.status != WRONG:
            fillings.setdefault(row.answer.filling, row.method)
    several = next((row.method for row in rows if row.verdict.unique is False), None)
    wrong = _disagreements(rows)
    for row in rows:
        start = f"{row.method} on {row.subject.puzzle}"
        if row.verdict.status == WRONG:
            wrong.append(Finding(row, f"{start}: {row.answer.error or ', '.join(row.answer.violations)}"))
        elif row.verdict.status == "unsolvable" and (fillings or several):
            who = next(iter(fillings.values()), several)
            wrong.append(Finding(row, f"{start}: reports no solution, but one is known from {who}"))
        elif row.verdict.unique:
            others = [who for filling, who in fillings.items() if filling != row.answer.filling]
            if others or several:
                who = others[0] if others else several
                wrong.append(Finding(row, f"{start}: reports no other filling, but {who} has another"))
    return wrong


def contradicted_by_status(row: Row) -> list[int]:
    """Return the checks, from 0, at which a run answers sat against ``:status``, and its model is not known.

    None for a run that is wrong for another reason.
    """
    if row.subject.file is None or row.verdict.status != WRONG or row.answer.violations or _models_false(row):
        return []
    return [
        number
        for number in contradicting(row.checks.expected, row.checks.verdicts)
        if row.checks.verdicts[number] == "sat" and _model_of(row, number) is None
    ]


def refuted_statuses(rows: Sequence[Row]) -> dict[int, Row]:
    """Return the checks of a script whose ``:status`` is wrong, each with a run whose model shows it."""
    found: dict[int, Row] = {}
    for row in rows:
        for number in contradicting(row.checks.expected, row.checks.verdicts):
            if row.checks.verdicts[number] == "sat" and _model_of(row, number):
                found.setdefault(number, row)
    return found


def with_statuses_judged(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the runs of a script that were wrong by its ``:status`` alone, where a model refutes that."""
    refuted = refuted_statuses(rows)
    for row in rows if refuted else ():
        expected, verdicts = row.checks.expected, row.checks.verdicts
        alone = row.verdict.status == WRONG and not row.answer.violations and not _models_false(row)
        against = contradicting(expected, verdicts)
        if alone and against and refuted.keys() >= set(against):
            status = "unknown" if "unknown" in verdicts else STATUS_OF.get(str(verdicts[-1]), "unknown")
            error = status_refuted(against[0], len(expected))
            yield row.changed(status=status, error=error, decided_by="solver")


def status_lines(rows: Sequence[Row]) -> list[str]:
    """Return a sentence on each script whose ``:status`` is wrong."""
    by_script: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.subject.file is not None:
            by_script[row.subject.puzzle_hash].append(row)
    lines = []
    for group in by_script.values():
        for number, row in refuted_statuses(group).items():
            which = f" check {number + 1}:" if len(row.checks.expected) > 1 else ""
            lines.append(
                f"{row.subject.file}:{which} unsat, but a model of {row.method} makes every assertion true"
            )
    return lines


class Dispute(NamedTuple):
    """Runs that answer a check of a script in opposite ways.

    Attributes:
        number: of the check, from 0.
        sat: runs that answer sat, without those whose model is known to be false.
        unsat: runs that answer unsat.
        refuted: runs that answer sat, and whose model makes an assertion false.
        confirmed: a run whose model makes every assertion true, if there is one.
    """

    number: int
    sat: list[Row]
    unsat: list[Row]
    refuted: list[Row]
    confirmed: Row | None

    @property
    def is_open(self) -> bool:
        """Return whether nothing that is known tells who is right."""
        return self.confirmed is None and bool(self.sat)


def disputes(rows: Sequence[Row]) -> list[Dispute]:
    """Return the disputes in the runs of one script; runs that are known to be wrong take no part."""
    by_check: defaultdict[int, defaultdict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row.subject.file is not None and row.verdict.status != WRONG:
            for number, verdict in enumerate(row.checks.verdicts):
                by_check[number][str(verdict)].append(row)
    found = []
    for number, by_verdict in sorted(by_check.items()):
        sat, unsat = by_verdict["sat"], by_verdict["unsat"]
        if sat and unsat:
            models = [(row, _model_of(row, number)) for row in sat]
            confirmed = next((row for row, model in models if model), None)
            refuted = [row for row, model in models if model is False]
            kept = [row for row, model in models if model is not False]
            found.append(Dispute(number, kept, unsat, refuted, confirmed))
    return found


STATUS_OF = {"sat": "solved", "unsat": "unsolvable"}
"""The status of a run by the last verdict on its script."""


def _model_of(row: Row, number: int) -> bool | None:
    models = row.checks.models
    return models[number] if number < len(models) else None


def _models_false(row: Row) -> bool:
    return False in row.checks.models


def _disagreements(rows: Sequence[Row]) -> list[Finding]:
    """Return the runs of a script that others contradict: wrong where a model decides, else contradicted."""
    found: dict[str, Finding] = {}
    for dispute in disputes(rows):
        several = len(dispute.unsat[0].checks.verdicts) > 1
        which = f"check {dispute.number + 1}: " if several else ""
        start = f"{dispute.unsat[0].subject.file}: {which}"
        for row in dispute.refuted:
            text = f"{start}{row.method} answers sat, but its model makes an assertion false"
            found.setdefault(row.key, Finding(row, text))
        if dispute.confirmed is not None:
            who = dispute.confirmed.method
            for row in dispute.unsat:
                text = f"{start}{row.method} answers unsat, but a model of {who} makes every assertion true"
                found.setdefault(row.key, Finding(row, text))
        elif dispute.sat:
            text = f"{start}{_sides(dispute)}"
            for row in (*dispute.sat, *dispute.unsat):
                found.setdefault(row.key, Finding(row, text, contradicted=True))
    return list(found.values())


def _sides(dispute: Dispute) -> str:
    """Who says what, and which side has the majority, which decides nothing."""
    sides = {
        verdict: list(dict.fromkeys(row.method for row in side))
        for verdict, side in (("sat", dispute.sat), ("unsat", dispute.unsat))
    }
    said = "; ".join(f"{verdict}: {', '.join(methods)}" for verdict, methods in sides.items())
    most, least = sorted(sides, key=lambda verdict: -len(sides[verdict]))
    if len(sides[most]) == len(sides[least]):
        return f"{said}; nothing tells who is right"
    whole = len(sides[most]) + len(sides[least])
    return f"{said}; nothing tells who is right (a majority, {len(sides[most])} of {whole}, says {most})"
