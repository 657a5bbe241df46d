"""Which assertions of an encoding a wrong filling breaks."""

from __future__ import annotations

from dataclasses import dataclass

from encoder.script import Assertion, Encoding, Script
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import Violation, violations
from workbench.smt.complete import complete
from workbench.smt.evaluate import evaluate


@dataclass(frozen=True, slots=True)
class Broken:
    """What is wrong with a filling.

    Attributes:
        violations: by the rules.
        script: the encoding of the puzzle.
        assertions: those that are false once the filling is completed to a forest.
        open: those that can't be told, for symbols without a value.
    """

    violations: tuple[Violation, ...]
    script: Script
    assertions: tuple[Assertion, ...]
    open: tuple[Assertion, ...]


def broken(puzzle: Puzzle, filling: Filling, encoding: Encoding) -> Broken:
    """Judge a filling by the rules and by every assertion of an encoding."""
    script = encoding.script(puzzle)
    sorts = dict(script.declarations)
    clued = puzzle.clues if puzzle.basic else ()
    model = complete(puzzle.board, filling, sorts, [a.term for a in script.assertions], clued=clued)
    verdicts = [(assertion, evaluate(assertion.term, model)) for assertion in script.assertions]
    return Broken(
        violations(puzzle, filling),
        script,
        tuple(assertion for assertion, verdict in verdicts if verdict is False),
        tuple(assertion for assertion, verdict in verdicts if verdict is None),
    )
