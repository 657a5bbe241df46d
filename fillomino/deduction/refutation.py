"""Short proofs of contradictions: only the steps that the contradiction depends on."""

from __future__ import annotations

from dataclasses import replace
from time import process_time

from fillomino.deduction.premises import Premises
from fillomino.deduction.reason import reasoner
from fillomino.deduction.rules import single_candidate, table
from fillomino.deduction.state import ContradictionError
from fillomino.deduction.steps import Kind, Step
from fillomino.graph import bits
from fillomino.puzzle import Puzzle


def refutation(
    puzzle: Puzzle, level: int | None = None, *, seconds: float | None = None
) -> tuple[Step, ...] | None:
    """Steps from the puzzle to a contradiction.

    Each step is dropped, the last one first, if every later step can still be taken without it; so no single
    one of those that are kept can be dropped. Their reasons are those that hold without the dropped steps.

    Args:
        puzzle: the puzzle.
        level: that of the hardest rule to use; ``None`` for all rules.
        seconds: CPU seconds; once they are over, no more steps are dropped.

    Returns:
        ``None`` if the rules, or the time, do not lead to a contradiction. Empty if the clues contradict
        the board at once: a number is larger than any region may be.
    """
    until = None if seconds is None else process_time() + seconds
    reasoning = reasoner(puzzle, level)
    if not reasoning.consistent:
        return ()
    before, steps = [reasoning.premises.copy()], []
    for step in reasoning.steps(until):
        steps.append(step)
        before.append(reasoning.premises.copy())
    if not steps or steps[-1].kind is not Kind.STOP:
        return None
    kept: list[Step] = []
    for premises, step in zip(reversed(before[:-1]), reversed(steps), strict=True):
        spared = (
            _replay(premises.copy(), kept) if kept and (until is None or process_time() < until) else None
        )
        kept = [step, *kept] if spared is None else spared
    return tuple(kept)


def _replay(premises: Premises, steps: list[Step]) -> list[Step] | None:
    """The same steps seen from a premises that may know less; ``None`` if one can't be seen from there."""
    seen = []
    for step in steps:
        again = _again(premises, step)
        if again is None:
            return None
        seen.append(again)
        if again.kind is Kind.STOP:
            return seen
        premises.apply(again)
    return None


def _again(premises: Premises, step: Step) -> Step | None:
    """A step as its rule sees it on this premises: the same numbers in the same cells, or an end."""
    if step.rule == single_candidate.NAME:
        wanted = [] if step.kind is Kind.STOP else [step.number]
        return step if all(premises.state.numbers(x) == wanted for x in bits(step.cells)) else None
    seen = [other for item in _items(step) for other in table.find(step.rule).find(premises, item)]
    for other in seen:
        if other.kind is step.kind is Kind.STOP:
            return other
        if other.kind is step.kind and other.number == step.number and not step.cells & ~other.cells:
            return replace(other, cells=step.cells)
    return step if step.kind is Kind.STOP and _conflict(premises.copy(), seen) else None


def _items(step: Step) -> list[int]:
    """Return what the rule was asked about when it found a step."""
    about = table.find(step.rule).about
    if about == "board":
        return [0]
    if about == "number":
        return [step.number]
    return list(bits(step.because if about == "cell" else step.cells))


def _conflict(premises: Premises, steps: list[Step]) -> bool:
    """Return whether steps that are seen at once contradict each other."""
    try:
        for step in steps:
            premises.apply(step)
    except ContradictionError:
        return True
    return False
