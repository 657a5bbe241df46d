"""Completion: add clauses in one session with an SMT solver until there is no model."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, count
from time import monotonic

from drivers.answer import Sat, Unsat
from drivers.backend import seconds_left
from drivers.limits import Limits
from drivers.session import Session
from drivers.solver import tuned
from drivers.solvers import DEFAULT
from encoder.encodings.table import find
from encoder.lazy.base import WORD, word_definition
from fillomino.graph import bits, components
from fillomino.puzzle import Filling
from fillomino.rules import violations
from smtlib.script import conjunction, disjunction
from workbench.certificates.rules import Counter, Rules, counters
from workbench.certificates.tokens import OTHER, Clause
from workbench.choose.encodings import best_logic
from workbench.methods.attempt import reason_of

COUNTED_AFTER = 150
"""Number of models after which counters are added: most puzzles need fewer, and counters slow some down."""


class IncompleteError(Exception):
    """The clauses could not be completed, for this reason."""


class MoreNamesError(Exception):
    """Models remain that only clauses about further named numbers exclude.

    Attributes:
        numbers: the numbers to name.
    """

    def __init__(self, numbers: set[int]) -> None:
        super().__init__()
        self.numbers = numbers


class Completion:
    """Clauses about an open puzzle, and the session that they are asserted in.

    Attributes:
        clauses: from each clause, without the literals that are known to be false, to the whole clause.
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
        words = {f"held_{i // WORD}": pairs[i : i + WORD] for i in range(0, len(pairs), WORD)}
        with Session(tuned(DEFAULT, logic), limits) as session:
            session.send_script("\n".join(self._opening(logic, words)))
            for asked in count():
                if asked == COUNTED_AFTER:
                    self._count(session)
                new, self._new = self._new, []
                answer = session.check(
                    asserting=[conjunction([_term(clause) for clause in new])] if new else [],
                    asking=list(words),
                    seconds=seconds_left(until),
                )
                if isinstance(answer, Unsat):
                    return
                if not isinstance(answer, Sat):
                    raise IncompleteError(f"the solver did not refute the clauses: {reason_of(answer)}")
                held = dict(self._rules.fixed)
                for name, word in words.items():
                    value = answer.values[name]
                    for i, (x, t) in enumerate(reversed(word)):
                        held[t] |= (int(value) >> i & 1) << x
                self._learn(held)

    def _count(self, session: Session) -> None:
        """Add counters, and declare their variables."""
        self.counters = counters(self._rules)
        variables = [n for counter in self.counters for n in counter.variables]
        if variables:
            session.send_script("\n".join(f"(declare-fun v{n} () Bool)" for n in variables))
        for counter in self.counters:
            self._add(counter.clauses(self._rules))

    def _open(self, cells: int) -> Iterable[int]:
        return [x for x in bits(cells) if x not in self._rules.known]

    def _opening(self, logic: str, words: Mapping[str, list[tuple[int, int]]]) -> Iterable[str]:
        tokens = self._rules.tokens
        yield "(set-option :produce-models true)"
        yield f"(set-logic {logic})"
        symbols = {name: [f"v{tokens.literal(x, t)}" for x, t in word] for name, word in words.items()}
        names = chain(*symbols.values())
        if self._rules.puzzle.checkered:
            names = chain(names, (f"v{tokens.colour(x)}" for x in range(tokens.size)))
        yield from (f"(declare-fun {name} () Bool)" for name in names)
        yield from (word_definition(name, word) for name, word in symbols.items())

    def _add(self, clauses: Iterable[Clause]) -> bool:
        new = False
        for clause in clauses:
            reduced = self._rules.reduced(clause)
            if reduced is not None and reduced not in self.clauses:
                self.clauses[reduced] = clause
                self._new.append(reduced)
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
            raise IncompleteError("the puzzle has a solution that the claim excludes")
        if not sizes - set(rules.tokens.named):
            sizes |= {rules.tokens.least}
        raise MoreNamesError(sizes)


def _term(clause: Clause) -> str:
    return disjunction([f"v{n}" if n > 0 else f"(not v{-n})" for n in clause])
