"""A proof: facts, what follows from cases, and a contradiction; a CNF and its steps are made of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from workbench.certificates.log import Log
from workbench.certificates.tokens import Clause

Key: TypeAlias = tuple[int, int]
"""The place of a fact: its log, and four times the event by which it is known, or a little more."""


class UnexplainedError(Exception):
    """A fact has no reason that can be written as a clause."""


@dataclass(eq=False)
class Fact:
    """A literal that holds, in all or in one case.

    Attributes:
        literal: the literal.
        cell: its cell.
        number: its number; `OTHER` for those not named.
        holds: whether the cell holds it.
        log: where it was found.
        index: by which event, or before which one it is sure.
        key: its place in order; it stands on facts before it.
        clause: the clause that gives it, if the literals of `because` hold.
        because: those facts.
        lemma: the lemma that it is instead, where it stands on cases.
    """

    literal: int
    cell: int
    number: int
    holds: bool
    log: Log
    index: int
    key: Key
    clause: Clause = ()
    because: list[Fact] = field(default_factory=list)
    lemma: Lemma | None = None
    assumed: bool = False

    @property
    def main(self) -> bool:
        """True iff it holds in all cases."""
        return self.log.main


@dataclass(eq=False)
class Conflict:
    """A clause whose literals are all false, and the facts that make them so."""

    clause: Clause
    because: list[Fact]


@dataclass(eq=False)
class Lemma:
    """A clause that follows by unit propagation: its steps, in order, derive a conflict from its negation.

    Attributes:
        clause: the clause.
        steps: facts, lemmas and at the end a conflict; what they stand on comes before.
    """

    clause: Clause
    steps: list[Fact | Lemma | Conflict]


Item: TypeAlias = Fact | Lemma
"""Reasons of a step of its own: facts that hold in all cases, and lemmas."""


class ProofError(Exception):
    """A step does not follow: an error of this program, never of a puzzle."""


@dataclass
class Proof:
    """A CNF and the steps to a contradiction.

    Attributes:
        clauses: the clauses of the CNF, each with its number less one.
        steps: lemmas, each with its hints: a clause of the CNF, or ``~i`` for step i.
    """

    clauses: dict[Clause, int] = field(default_factory=dict)
    steps: list[tuple[Clause, list[int]]] = field(default_factory=list)
    _listed: list[Clause] = field(default_factory=list)

    def add(self, clause: Clause) -> int:
        """The hint of a clause of the CNF."""
        hint = self.clauses.setdefault(clause, len(self.clauses))
        if hint == len(self._listed):
            self._listed.append(clause)
        return hint

    def literals(self, hint: int) -> Clause:
        """The literals of a hint."""
        return self.steps[~hint][0] if hint < 0 else self._listed[hint]

    def step(self, lemma: Clause, hints: list[int]) -> int:
        """Add a step, with those of the hints that it needs, in the order given; return its hint.

        Raises:
            ProofError: if it does not follow by unit propagation.
        """
        true = {-literal for literal in lemma}
        used = []
        for hint in hints:
            left = []
            for literal in self.literals(hint):
                if literal in true:
                    break
                if -literal not in true:
                    left.append(literal)
            else:
                used.append(hint)
                if not left:
                    self.steps.append((lemma, used))
                    return ~(len(self.steps) - 1)
                if len(left) > 1:
                    raise ProofError(f"{self.literals(hint)} is not unit in the step to {lemma}")
                true.add(left[0])
        raise ProofError(f"the step to {lemma} does not end in a conflict")

    def cnf_lines(self) -> Iterator[str]:
        """The clauses, a line each."""
        for clause in self.clauses:
            yield " ".join(map(str, (*clause, 0)))

    def lrat_lines(self) -> Iterator[str]:
        """The steps, a line each."""
        first = len(self.clauses) + 1
        for number, (lemma, hints) in enumerate(self.steps):
            names = [first + ~hint if hint < 0 else hint + 1 for hint in hints]
            yield " ".join(map(str, (first + number, *lemma, 0, *names, 0)))


class Assembly:
    """Facts and lemmas, as they are put into a proof: each once, after what it stands on."""

    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        self._hints: dict[Item, int] = {}

    def add(self, goals: list[Item]) -> None:
        """Add goals, each with a step of its own, and all that they stand on."""
        order = self._ordered(goals)
        own = self._own(order, goals)
        for item in order:
            if item in own and item not in self._hints:
                lemma = item if isinstance(item, Lemma) else item.lemma
                clause = item.clause if isinstance(item, Lemma) else (item.literal,)
                steps: list[Fact | Lemma | Conflict] = [item] if lemma is None else lemma.steps
                chain = self._chain(steps, own, item)
                self._hints[item] = self.proof.step(clause, chain)

    def hint(self, item: Item) -> int:
        """The hint of a goal."""
        return self._hints[item]

    def _ordered(self, goals: list[Item]) -> list[Item]:
        """All that goals stand on, in order."""
        order: list[Item] = []
        done: set[Item] = set(self._hints)
        todo: list[tuple[Item, bool]] = [(goal, False) for goal in reversed(goals)]
        while todo:
            item, ready = todo.pop()
            if ready:
                order.append(item)
            elif item not in done:
                done.add(item)
                todo.append((item, True))
                todo += [(below, False) for below in _below(item) if below not in done]
        return order

    def _own(self, order: list[Item], goals: list[Item]) -> set[Item]:
        """Those with a step of their own: lemmas, goals, and facts that several steps need."""
        own: set[Item] = set(goals)
        needed: dict[Item, Item | None] = {}
        for item in reversed(order):
            if item not in own and (isinstance(item, Lemma) or item.lemma or needed.get(item) is None):
                own.add(item)
            by = item if item in own else needed[item]
            for below in _below(item):
                needed[below] = by if needed.get(below, by) is by else None
        return own | set(self._hints)

    def _chain(self, steps: list[Fact | Lemma | Conflict], own: set[Item], its: Item) -> list[int]:
        """The hints of the steps of an item, those of facts without a step of their own among them."""
        hints: list[int] = []
        done: set[Fact | Lemma | Conflict] = set()
        todo: list[tuple[Fact | Lemma | Conflict, bool]] = [(step, False) for step in reversed(steps)]
        while todo:
            step, ready = todo.pop()
            if not ready:
                if step in done or (isinstance(step, Fact) and step.assumed):
                    continue
                done.add(step)
                if isinstance(step, Lemma) or (step in own and step is not its):
                    hints.append(self._hints[step])
                else:
                    todo.append((step, True))
                    todo += [(fact, False) for fact in reversed(step.because)]
            elif not isinstance(step, Lemma):
                hints.append(self.proof.add(step.clause))
        return hints


def _below(item: Item) -> list[Item]:
    """The facts and lemmas that one stands on directly, or by what it finds in its case."""
    if isinstance(item, Fact) and item.lemma is None:
        return list(item.because)
    lemma = item if isinstance(item, Lemma) else item.lemma
    found: dict[Item, None] = {}
    done: set[Fact | Lemma | Conflict] = set()
    todo: list[Fact | Lemma | Conflict] = list(lemma.steps) if lemma is not None else []
    while todo:
        step = todo.pop()
        if step in done:
            continue
        done.add(step)
        if isinstance(step, Lemma) or (isinstance(step, Fact) and step.main):
            found[step] = None
        else:
            todo += step.because
    return list(found)
