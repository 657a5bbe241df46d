"""Make certificates: from deduction alone, or with a SAT solver that writes a proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import process_time

from drivers.errors import SessionError
from drivers.limits import Limits
from drivers.refute import RefuteError
from fillomino.deduction.state import ContradictionError, State
from fillomino.graph import bits
from fillomino.puzzle import Filling, Puzzle
from workbench.certificates.certificate import Certificate, Claim
from workbench.certificates.completion import Completion, IncompleteError, MoreNamesError
from workbench.certificates.counters import Counter
from workbench.certificates.facts import Facts, UnexplainedError
from workbench.certificates.flood import Flood
from workbench.certificates.log import Deduction, deduce_with_log
from workbench.certificates.proof import Proof, refutation
from workbench.certificates.rules import Rules
from workbench.certificates.tokens import OTHER, Tokens
from workbench.certificates.trimming import RupError

NAMED = 9
"""Where a solver is needed, numbers up to this are named from the beginning; others when models need them."""

DEDUCTION_SECONDS = 5.0
"""CPU time of deduction."""

SECONDS = 8.0
"""CPU time of completion, of the SAT solver and of reading its proof, each; unless a limit is given."""

BY_THE_CLOCK = 120.0
"""Wall-clock limit on top of that, for a solver that sleeps; generous, as the machine may be busy."""


UNEXPLAINED = "what deduction found could not be explained"


class NoCertificateError(Exception):
    """No certificate can be made, for this reason; the verdict stands."""


def solution_certificate(puzzle: Puzzle, filling: Filling) -> Certificate:
    """Return the certificate that a filling is a solution."""
    tokens = Tokens(puzzle.board.size, tuple(sorted(set(filling))))
    return Certificate(puzzle, Claim.FILLING, (filling,), tokens, Proof())


def certificate(puzzle: Puzzle, fillings: Sequence[Filling], limits: Limits | None = None) -> Certificate:
    """Return the certificate that these are all solutions of a puzzle.

    Args:
        puzzle: the puzzle.
        fillings: its solutions: one for the claim that it is the only one, none for that there is none.
        limits: of each solver, where deduction leaves cells open; by default `SECONDS`.

    Raises:
        NoCertificateError: if none can be made.
    """
    claim = Claim.EXACTLY if len(fillings) > 1 else Claim.UNIQUE if fillings else Claim.UNSOLVABLE
    claimed, flood = tuple(fillings), Flood.of(puzzle)
    try:
        deduction = deduce_with_log(puzzle, process_time() + DEDUCTION_SECONDS)
    except ContradictionError:
        return Certificate(puzzle, claim, claimed, *_from_clues(puzzle, flood.size))
    decided = _decided(puzzle, deduction, flood, claimed)
    if decided is not None:
        return Certificate(puzzle, claim, claimed, *decided)
    if not deduction.consistent and deduction.counted is None:
        raise NoCertificateError(UNEXPLAINED)
    completed = _completed(puzzle, deduction, flood, claimed, limits or Limits())
    return Certificate(puzzle, claim, claimed, *completed)


def _decided(
    puzzle: Puzzle, deduction: Deduction, flood: Flood, claimed: Sequence[Filling]
) -> tuple[Tokens, Proof] | None:
    """The proof by deduction alone; ``None`` if it leaves something open, or can't be explained."""
    last = deduction.counted or deduction.last
    masks = last.state.candidates()
    if deduction.consistent and (len(claimed) != 1 or any(mask & (mask - 1) or not mask for mask in masks)):
        return None
    tokens = Tokens(puzzle.board.size, tuple(sorted(deduction.numbers.union(*claimed))))
    facts = Facts(tokens, last, flood, counted=deduction.counted is not None)
    try:
        if deduction.consistent:
            facts.refute(tokens.another(claimed[0], puzzle.clues))
        elif claimed:
            raise NoCertificateError("deduction finds a contradiction where there is a solution")
        else:
            facts.contradict()
    except UnexplainedError:
        return None
    return tokens, Proof.of(list(facts.clauses), facts.lemmas)


def _from_clues(puzzle: Puzzle, largest: int) -> tuple[Tokens, Proof]:
    """The proof for clues that contradict the rules by themselves: too large, or equal at a wall."""
    tokens = Tokens(puzzle.board.size, tuple(sorted(set(puzzle.clues.values()))))
    clues = {cell: tokens.literal(cell, number) for cell, number in puzzle.clues.items()}
    for cell, number in puzzle.clues.items():
        if number > largest:
            return tokens, Proof.of([(clues[cell],), (-clues[cell],)], [])
    for x, y in puzzle.walls:
        if puzzle.clues.get(x, 0) == puzzle.clues.get(y, -1):
            return tokens, Proof.of([(clues[x],), (clues[y],), (-clues[x], -clues[y])], [])
    raise NoCertificateError(UNEXPLAINED)


def _completed(
    puzzle: Puzzle, deduction: Deduction, flood: Flood, claimed: Sequence[Filling], limits: Limits
) -> tuple[Tokens, Proof, tuple[Counter, ...]]:
    """The proof by a SAT solver, of the clauses that a session with an SMT solver finds to be needed."""
    if limits.seconds is None and limits.cpu_seconds is None:
        limits = replace(limits, seconds=BY_THE_CLOCK, cpu_seconds=SECONDS)
    last, numbers = deduction.last, deduction.numbers.union(*claimed)
    patience = (limits.seconds if limits.cpu_seconds is None else limits.cpu_seconds) or SECONDS
    open_masks = 0
    for mask in last.state.candidates():
        open_masks |= mask
    top = max(NAMED, puzzle.largest_region or 0)
    numbers |= set(bits(open_masks & (2 << top) - 1))
    try:
        while True:
            tokens = Tokens(puzzle.board.size, tuple(sorted(numbers)))
            completion = Completion(_rules(puzzle, tokens, flood, last.state), claimed)
            try:
                completion.complete(limits)
                break
            except MoreNamesError as error:
                numbers |= error.numbers
        proof = refutation(list(completion.clauses), limits, process_time() + patience)
        facts = Facts(tokens, last, flood)
        for clause in proof.clauses:
            facts.refute(completion.clauses[clause], but=clause)
        lemmas = [*facts.lemmas, *(step.lemma for step in proof.steps)]
        proof = Proof.of(list(facts.clauses), lemmas, process_time() + patience)
    except UnexplainedError as error:
        raise NoCertificateError(UNEXPLAINED) from error
    except (SessionError, RefuteError, IncompleteError, RupError) as error:
        raise NoCertificateError(str(error)) from error
    counted = any(abs(n) > tokens.variables for clause in proof.clauses for n in clause)
    return tokens, proof, tuple(completion.counters) if counted else ()


def _rules(puzzle: Puzzle, tokens: Tokens, flood: Flood, state: State) -> Rules:
    named = sum(1 << number for number in tokens.named)
    admits, known = dict.fromkeys(tokens.all, 0), {}
    for cell, mask in enumerate(state.candidates()):
        held = [*bits(mask & named), *[OTHER] * bool(mask & ~named)]
        for token in held:
            admits[token] |= 1 << cell
        if len(held) == 1:
            known[cell] = held[0]
    return Rules(puzzle, tokens, flood.near, known, admits)
