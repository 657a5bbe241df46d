"""The subject of an audit: whatever claims to accept exactly the solutions of every puzzle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from encoder.script import PuzzleScript
from fillomino.errors import FillominoError
from fillomino.puzzle import Filling, Puzzle
from fillomino.rules import Violation
from smtlib.literals import SortedValue
from smtlib.script import Assertion, Family
from workbench.texts.rows import Kind


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A puzzle that is decided wrongly, as first found or confirmed (`Subject.explain`).

    Attributes:
        puzzle: the puzzle.
        kind: ``refused`` (a solution), ``accepted`` (anything else), ``not-blocked`` (given twice).
        filling: that filling; ``None`` if the wrong model is not one, or is not read yet.
        unreadable: why it is not one.
        violations: the rules that an accepted filling breaks.
        script: the script of the puzzle, if there is one.
        values: the wrong model of the script as the solver gave it, by terms and symbols.
        model: the same for all constants, with their sorts.
        failing: the assertions of the whole encoding that were left out and are false in that model.
        refusing: a minimal core of the assertions that refuse a solution.
        checked_by: the judges that agree, beside the solver that found it.
    """

    puzzle: Puzzle
    kind: Kind
    filling: Filling | None
    unreadable: str = ""
    violations: tuple[Violation, ...] = ()
    script: PuzzleScript | None = None
    values: Mapping[str, object] = field(default_factory=dict)
    model: Mapping[str, SortedValue] = field(default_factory=dict)
    failing: tuple[Assertion, ...] = ()
    refusing: tuple[Assertion, ...] = ()
    checked_by: tuple[str, ...] = ()

    @property
    def does(self) -> str:
        """What the subject does wrong, as the rest of a sentence that begins with its name."""
        return {
            "refused": "refuses a right filling",
            "accepted": "accepts a wrong filling",
            "not-blocked": "gives a filling twice",
        }[self.kind]

    @property
    def assertions(self) -> tuple[Assertion, ...]:
        """The assertions that fail on an accepted filling, or refuse a solution."""
        return self.failing or self.refusing

    @property
    def why(self) -> str:
        """The heading of these assertions, or the reason why there are none; empty without a script."""
        if self.failing:
            return "Dropped assertions that fail on it:"
        if self.refusing:
            return "Together these refuse it:"
        if self.script is None or self.kind == "not-blocked":
            return ""
        if self.kind == "accepted":
            return "The filling satisfies every assertion of the encoding, which is too weak."
        return "The encoding cannot represent one of its numbers."


class Judged(NamedTuple):
    """The judgement on some puzzles.

    Attributes:
        right: how many are decided rightly; up to the wrong one, if there is one.
        left_out: the puzzles that the subject does not take, each with the reason.
        wrong: the first that is decided wrongly, if any.
    """

    right: int
    left_out: Sequence[tuple[Puzzle, FillominoError]] = ()
    wrong: Counterexample | None = None


class Subject(Protocol):
    """Something to audit. `Scripts` and `Listed` are the two kinds."""

    @property
    def name(self) -> str:
        """The name in messages."""

    @property
    def portion(self) -> int | None:
        """The most puzzles to judge at once; ``None`` for as many as there are."""

    @property
    def families(self) -> tuple[Family, ...]:
        """The families of its assertions; none for a subject that writes no scripts."""

    def judge(self, puzzles: Sequence[Puzzle]) -> Judged:
        """Judge puzzles of one board.

        Raises:
            SessionError: if a solver fails, or does not answer in time.
            ProgramError: if a program fails.
        """

    def without_clues(self, wrong: Counterexample) -> Counterexample:
        """Return the same fault on the board without clues, if that can be told and it is there."""

    def explain(self, wrong: Counterexample) -> Counterexample:
        """Judge a wrong decision anew by all that can judge it, and say what makes it wrong.

        Raises:
            DisagreementError: if another solver, our own evaluation or the rules judge otherwise.
        """
