"""The check that a person asks to shrink by, from names; and the conditions on scripts."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from drivers.answer import Sat, Timeout, Unsat
from drivers.backend import run
from drivers.limits import Limits
from drivers.solver import Solver
from drivers.solvers import find as find_solver
from encoder.annotations import notes_of, puzzle_in
from encoder.puzzle_script import PuzzleScript
from encoder.select import falsified, family_names
from fillomino.errors import InputError
from fillomino.instance import Instance
from smtlib.errors import EvaluationError, SexprError
from smtlib.render import get_value
from smtlib.scopes import asserting_check
from smtlib.sexpr import quote_symbol, write
from smtlib.text import Text
from smtlib.truth import refuted
from workbench.explain.assertions import Broken, broken
from workbench.fillomino.contradicted import known_solution
from workbench.methods.by_script import by_script, read_to_solve
from workbench.methods.encodings import chosen_families, find_one_shot, with_families
from workbench.methods.method import Question
from workbench.shrink.checks import (
    MODELS,
    VERDICTS,
    AgainstRules,
    Disagreement,
    PuzzleCheck,
    ScriptCondition,
    Solvers,
    SolversOnPuzzles,
    TwoEncodings,
    accepted_wrongly,
)
from workbench.texts.script_file import check_asks

CONDITIONS = ("differ", "crash", "fail", "sat", "unsat", "unknown", "slower:K")
"""Two solvers give other verdicts; one crashes, or fails in any way; the first one keeps its verdict, or
takes K times as long as the second."""

_SLOWER = re.compile(r"slower:([0-9]+(?:\.[0-9]+)?)")
_REPEATED = 3
_SHORTEST_SECONDS = 0.02  # of CPU time: what a solver takes to start, and less can't be told apart


def condition(name: str, solvers: Sequence[Solver], limits: Limits) -> ScriptCondition:
    """Return the check that a name stands for.

    Raises:
        InputError: if it stands for none, or for one of another number of solvers.
    """
    slower = _SLOWER.fullmatch(name)
    if slower is None and name not in CONDITIONS[:-1]:
        raise InputError(f"--keep takes {', '.join(CONDITIONS)}, not {name!r}", code="bad-option")
    if (slower is not None or name == "differ") and len(solvers) < 2:
        raise InputError(f"--keep {name} compares two solvers; name both with --solver", code="bad-option")
    if slower is not None:
        return Slower(tuple(solvers[:2]), limits, float(slower[1]))
    return Solvers(tuple(solvers[:1] if name in VERDICTS else solvers), limits, name)


@dataclass(slots=True)
class Slower(ScriptCondition):
    """The first solver takes so many times the CPU time of the second, which answers; also measured again."""

    factor: float

    def disagreements(self, text: str) -> Iterator[Disagreement]:
        """Yield the least ratio that was measured, if it is large enough."""
        slow, quick = self.solvers
        least = math.inf
        for _ in range(_REPEATED):
            quickly = run(text, quick, self.limits)
            if not isinstance(quickly.answer, Sat | Unsat):
                self.undecided.add(quickly.answer)
                return
            slowly = run(text, slow, self.limits)
            if not isinstance(slowly.answer, Sat | Unsat | Timeout):
                return
            quick_seconds = max(quickly.usage.cpu_seconds, _SHORTEST_SECONDS)
            least = min(least, slowly.usage.cpu_seconds / quick_seconds)
            if least < self.factor:
                return
        yield Disagreement(f"{slow.title} takes {least:.1f} times the CPU time of {quick.title}")


@dataclass(slots=True)
class AgainstPuzzle(ScriptCondition):
    """A script that has no model, although the rules give a solution; or a model in which it is false.

    These are two kinds: ``unsat`` and ``sat``.

    Attributes:
        given: the whole script.
    """

    given: PuzzleScript

    @property
    def solver(self) -> Solver:
        """Who decides."""
        return self.solvers[0]

    def disagreements(self, text: str) -> Iterator[Disagreement]:
        """Yield the disagreement about a text of which parts may be left out."""
        match run(text, self.solver, self.limits).answer:
            case Unsat():
                if self.kind != "sat" and (solution := known_solution(self.given.puzzle)) is not None:
                    sentence = f"{self.solver.title} answers unsat, but the rules give a solution"
                    yield Disagreement(sentence, solution, kind="unsat")
            case Sat():
                if self.kind != "unsat" and (false := self._false(text)):
                    sentence = f"{self.solver.title} answers sat, but in its model an assertion is false"
                    yield Disagreement(f"{sentence}: {false}", kind="sat")
            case answer:
                self.undecided.add(answer)

    def _false(self, text: str) -> str:
        """An assertion that is false in the solver's model, by our evaluation; empty if none is."""
        try:
            check = asserting_check(Text(text))
            asked = [f"(set-option :produce-models true)\n(set-logic {check.logic or 'ALL'})"]
            asked += [*map(write, check.declarations)]
            asked += [f"(assert {write(asserted.term)})" for asserted in check.assertions]
            asked += ["(check-sat)", get_value([*map(quote_symbol, check.readable)]), ""]
            answer = run("\n".join(asked), self.solver, self.limits).answer
            false = refuted(check, answer.values) if isinstance(answer, Sat) else None
        except (SexprError, EvaluationError):
            return ""
        return "" if false is None else write(false.term)

    def accepted(self) -> Disagreement | None:
        """Return a wrong filling that the whole script accepts, if one of a few models is one."""
        question = Question(limit=MODELS, seconds=self.limits.seconds)
        method = by_script(self.given, self.solver)
        name = method.encoding.name
        return accepted_wrongly(method.run(name, self.given.puzzle, question), name)


def check_of_puzzles(
    encodings: Sequence[str],
    solvers: Sequence[str],
    timeout: float,
    *,
    drop: Sequence[str] = (),
    only: Sequence[str] = (),
    keep: str | None = None,
    game: str = "",
) -> PuzzleCheck:
    """Return the check of puzzles: by one encoding or two, and one solver or several, that are compared.

    Of the first encoding families can be left out. What stays is ``crash`` or ``differ``, by default. The
    game is that of the puzzle, for programs.

    Raises:
        InputError: for two comparisons at once, or a condition on scripts.
        EncodingError: for an unknown encoding or family.
        UnknownSolverError: for an unknown solver.
    """
    if keep not in (None, "crash", "differ"):
        raise InputError(
            f"--keep {keep} is about a script; `fillomino encode` writes that of a puzzle", code="bad-option"
        )
    crash = keep == "crash"
    if len(encodings) > 2:
        raise InputError("two encodings can be compared; name no more with --encoding")
    if len(encodings) == 2 and (len(solvers) > 1 or crash):
        raise InputError("compare two encodings by one solver, or solvers on one encoding")
    records, limits = [find_solver(name) for name in solvers], Limits(seconds=timeout)
    whole, *other = [find_one_shot(name, game=game) for name in encodings]
    part = chosen_families(whole, family_names(drop), family_names(only))
    if len(records) > 1 or crash:
        return SolversOnPuzzles(part, Solvers(tuple(records), limits, keep or "differ"))
    if other:
        return TwoEncodings(part, records[0], limits, other[0])
    excluded = falsified(with_families(whole), part) if drop or only else None
    return AgainstRules(part, records[0], limits, excluded)


def check_of_script(
    text: Text, solvers: Sequence[str], timeout: float, keep: str | None, puzzle: Instance | None
) -> ScriptCondition:
    """Return the check of a script: of a condition that stays true, else of solvers, else against the rules.

    The puzzle is that of the script if its comments hold none.

    Raises:
        InputError: for a script without a question; for a condition that does not exist or needs more
            solvers; for a script without a puzzle where only the rules could contradict it.
    """
    records, limits = [find_solver(solver) for solver in solvers], Limits(seconds=timeout)
    if keep not in ("crash", "fail"):
        check_asks(text)
    if keep is not None or len(records) > 1:
        return condition(keep or "differ", records, limits)
    notes = notes_of(text)
    if puzzle is None and notes.puzzle is None:
        if notes.unknown_game is not None:
            puzzle_in(text)  # which tells of it
        raise InputError(
            "no comment here holds the puzzle; name two solvers with --solver, or --keep CONDITION, or the "
            "puzzle with --puzzle PUZZLE",
            source=text.name,
            code="missing-option",
        )
    return AgainstPuzzle(tuple(records), limits, read_to_solve(text, puzzle))


def refusing(puzzle: Instance, disagreement: Disagreement, check: PuzzleCheck) -> Broken | None:
    """Judge a solution that an encoding refuses: the assertions that do; ``None`` if it is not about one.

    Raises:
        InputError: if the solver can't hold a session.
        SessionError: if the solver does not answer.
    """
    if not (isinstance(check, AgainstRules) and disagreement.refused) or disagreement.filling is None:
        return None
    return broken(puzzle, disagreement.filling, check.encoding, check.solver, check.limits)
