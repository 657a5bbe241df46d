"""Completion: clauses are added until no model is left, in one incremental session with an SMT solver."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from time import monotonic

from drivers.answer import Sat, Unsat
from drivers.limits import Limits
from drivers.session import Session
from drivers.solver import tuned
from drivers.solvers import DEFAULT
from encoder.encodings.table import find
from fillomino.graph import bits, components
from fillomino.puzzle import Filling
from fillomino.rules import violations
from smtlib.terms import conjunction, disjunction
from workbench.certificates.counters import Counter, counters
from workbench.certificates.rules import Rules
from workbench.certificates.tokens import OTHER, Clause
from workbench.choose.logics import best_logic
from workbench.methods.ending import reason_of

WORD = 256
"""Variables in one bit-vector of the answer."""

COUNTED_AFTER = 150
"""After so many models cells are counted, too: most puzzles need fewer, and some take longer then."""


class IncompleteError(Exception):
    """No certificate can be made, for this reason."""


class MoreNamesError(Exception):
    """Models are left that only a named number excludes.

    Attributes:
        numbers: the numbers to be named.
    """

    def __init__(self, numbers: set[int]) -> None:
        super().__init__()
        self.numbers = numbers


class Completion:
    """Clauses about an open puzzle, and the session that they are asserted in.

    Attributes:
        clauses: each clause as far as it is open, with the whole clause.
        counters: the counters of these clauses.
    """

    def __init__(self, rules: Rules, claimed: Iterable[Filling]) -> None:
        self.clauses: dict[Clause, Clause] = {}
        self.counters: list[Counter] = []
        self._rules, self._claimed = rules, list(claimed)
        self._new: list[Clause] = []
        self._add(rules.base())
        for filling in self._claimed:
            self._add([rules.tokens.another(filling, rules.puzzle.clues)])
            self._add(rules.near_filling(filling))

    def complete(self, limits: Limits) -> None:
        """Add clauses until there is no model.

        Raises:
            IncompleteError: if the solver gives no answer, or a solution that the claim denies.
            MoreNamesError: if numbers have to be named.
            SessionError: if the solver fails.
        """
        until = None if limits.seconds is None else monotonic() + limits.seconds
        logic = best_logic(find("cuts"), DEFAULT)
        pairs = [(x, t) for t, cells in self._rules.admits.items() for x in self._open(cells)]
        words = [pairs[i : i + WORD] for i in range(0, len(pairs), WORD)]
        names = [f"held_{i}" for i in range(len(words))]
        with Session(tuned(DEFAULT, logic), limits) as session:
            session.send_script("\n".join(self._opening(logic, words, names)))
            for asked in count():
                if asked == COUNTED_AFTER:
                    self._count(session)
                new, self._new = self._new, []
                answer = session.check(
                    asserting=[conjunction([_term(clause) for clause in new])] if new else [],
                    asking=names,
                    seconds=None if until is None else max(0.001, until - monotonic()),
                )
                if isinstance(answer, Unsat):
                    return
                if not isinstance(answer, Sat):
                    raise IncompleteError(f"no answer to what is left: {reason_of(answer)}")
                held = dict(self._rules.fixed)
                for its, name in zip(words, names, strict=True):
                    value = answer.values[name]
                    for i, (x, t) in enumerate(reversed(its)):
                        held[t] |= (int(value) >> i & 1) << x
                self._learn(held)

    def _count(self, session: Session) -> None:
        """Add counters, and declare their variables."""
        self.counters = counters(self._rules)
        declared = [f"(declare-fun v{n} () Bool)" for its in self.counters for n in its.variables]
        if declared:
            session.send_script("\n".join(declared))
        for counter in self.counters:
            self._add(counter.clauses(self._rules))

    def _open(self, cells: int) -> Iterable[int]:
        return [x for x in bits(cells) if x not in self._rules.known]

    def _opening(self, logic: str, words: list[list[tuple[int, int]]], names: list[str]) -> Iterable[str]:
        tokens = self._rules.tokens
        yield "(set-option :produce-models true)"
        yield f"(set-logic {logic})"
        for its in words:
            yield from (f"(declare-fun v{tokens.literal(x, t)} () Bool)" for x, t in its)
        if self._rules.puzzle.checkered:
            yield from (f"(declare-fun v{tokens.colour(x)} () Bool)" for x in range(tokens.size))
        for its, name in zip(words, names, strict=True):
            digits = " ".join(f"(ite v{tokens.literal(x, t)} #b1 #b0)" for x, t in its)
            value = f"(concat {digits})" if len(its) > 1 else digits
            yield f"(define-fun {name} () (_ BitVec {len(its)}) {value})"

    def _add(self, clauses: Iterable[Clause]) -> bool:
        new = False
        for clause in clauses:
            left = self._rules.left(clause)
            if left is not None and left not in self.clauses:
                self.clauses[left] = clause
                self._new.append(left)
                new = True
        return new

    def _learn(self, held: dict[int, int]) -> None:
        """Add the clauses that a model breaks.

        Raises:
            IncompleteError: if it breaks none, being a solution.
            MoreNamesError: if numbers have to be named.
        """
        rules = self._rules
        if self._add(rules.broken(held)):
            return
        numbers = [0] * rules.tokens.size
        sizes = set()
        for token, cells in held.items():
            for part in components(rules.near, cells):
                for x in bits(part):
                    numbers[x] = token or part.bit_count()
                if token == OTHER:
                    sizes.add(part.bit_count())
        if tuple(numbers) not in self._claimed and not violations(rules.puzzle, tuple(numbers)):
            raise IncompleteError("there is a solution that the verdict denies")
        if not sizes - set(rules.tokens.named):
            sizes |= {rules.tokens.least}
        raise MoreNamesError(sizes)


def _term(clause: Clause) -> str:
    return disjunction([f"v{n}" if n > 0 else f"(not v{-n})" for n in clause])
