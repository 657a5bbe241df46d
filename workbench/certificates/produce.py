"""Produce certificates: by what deduction found alone, or with a SAT solver that writes a proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import process_time

from drivers.errors import SessionError
from drivers.limits import Limits
from drivers.refute import RefuteError
from fillomino.deduction.state import ContradictionError, State
from fillomino.graph import bits, neighbour_function
from fillomino.puzzle import Filling, Puzzle
from workbench.certificates.certificate import Certificate, Claim
from workbench.certificates.completion import Completion, IncompleteError, MoreNamesError
from workbench.certificates.counters import Counter
from workbench.certificates.facts import Facts
from workbench.certificates.flood import Flood
from workbench.certificates.log import Deduced, Log, deduced
from workbench.certificates.proof import Assembly, Conflict, Lemma, Proof, UnexplainedError
from workbench.certificates.refuted import start, steps_of
from workbench.certificates.rules import Rules
from workbench.certificates.tokens import OTHER, Tokens

NAMED = 9
"""Numbers up to this that a cell may hold are named, where a solver is asked; it names more if need be."""

DEDUCTION_SECONDS = 5.0
"""Deduction stops after so many seconds of CPU."""

SECONDS = 8.0
"""Completing, refuting and reading a proof each may take so many seconds of CPU, if no limit is set."""

BY_THE_CLOCK = 120.0
"""Seconds by the clock behind that, for a solver that sleeps: late, for the machine may be busy."""


class NoCertificateError(Exception):
    """There is no certificate, for this reason; the verdict stands."""


def solution_certificate(puzzle: Puzzle, filling: Filling) -> Certificate:
    """Return the certificate that a filling is a solution."""
    tokens = Tokens(puzzle.board.size, tuple(sorted(set(filling))))
    return Certificate(puzzle, Claim.FILLING, (filling,), tokens, Proof())


def certificate(puzzle: Puzzle, fillings: Sequence[Filling], limits: Limits | None = None) -> Certificate:
    """Return the certificate that these are all solutions of a puzzle.

    Args:
        puzzle: the puzzle.
        fillings: its solutions: one for the claim that it is the only one, none for that there is none.
        limits: of each solver that is asked where deduction leaves something open; else `SECONDS`.

    Raises:
        NoCertificateError: if none can be made.
    """
    claim = Claim.EXACTLY if len(fillings) > 1 else Claim.UNIQUE if fillings else Claim.UNSOLVABLE
    claimed = tuple(fillings)
    board = puzzle.board
    largest = min(board.size, puzzle.largest_region or board.size)
    flood = Flood(
        neighbour_function(board, puzzle.walls),
        largest,
        {
            number: sum(1 << x for x, its in puzzle.clues.items() if its == number)
            for number in puzzle.clues.values()
        }
        if puzzle.basic
        else None,
    )
    try:
        found = deduced(puzzle, process_time() + DEDUCTION_SECONDS)
        decided = _decided(puzzle, found, flood, claimed)
    except ContradictionError:
        decided = _at_once(puzzle, largest)
    if decided is not None:
        return Certificate(puzzle, claim, claimed, *decided)
    if not found.consistent and found.counted is None:
        raise NoCertificateError("what deduction found could not be explained")
    try:
        completed = _completed(puzzle, found, flood, claimed, limits or Limits())
    except UnexplainedError as error:
        raise NoCertificateError("what deduction found could not be explained") from error
    return Certificate(puzzle, claim, claimed, *completed)


def _decided(
    puzzle: Puzzle, found: Deduced, flood: Flood, claimed: Sequence[Filling]
) -> tuple[Tokens, Proof] | None:
    """The proof by deduction alone; ``None`` if it leaves something open, or can't be explained."""
    last = found.counted or found.last
    masks = last.state.candidates()
    if found.consistent and (len(claimed) != 1 or any(mask & (mask - 1) or not mask for mask in masks)):
        return None
    tokens = Tokens(puzzle.board.size, tuple(sorted(found.numbers.union(*claimed))))
    facts, proof = Facts(tokens, last, flood, counted=found.counted is not None), Proof()
    try:
        Assembly(proof).add([_goal(puzzle, facts, last, found.consistent, claimed)])
    except UnexplainedError:
        return None
    return tokens, proof


def _goal(puzzle: Puzzle, facts: Facts, last: Log, consistent: bool, claimed: Sequence[Filling]) -> Lemma:
    """The empty clause, from what deduction found."""
    if not consistent:
        if claimed:
            raise NoCertificateError("deduction finds a contradiction where there is a solution")
        end = facts.conflict(last)
        facts.explain()
        return end if isinstance(end, Lemma) else Lemma((), [end])
    [filling] = claimed
    clause = facts.tokens.another(filling, puzzle.clues)
    cells = [facts.tokens.meaning(-literal)[0] for literal in clause]
    held = [facts.holds(x, filling[x], last, len(last.events)) for x in cells]
    facts.explain()
    return Lemma((), [Conflict(clause, held)])


def _at_once(puzzle: Puzzle, largest: int) -> tuple[Tokens, Proof]:
    """The proof for clues that contradict the rules by themselves: too large, or equal at a wall."""
    tokens, proof = Tokens(puzzle.board.size, tuple(sorted(set(puzzle.clues.values())))), Proof()
    for cell, number in puzzle.clues.items():
        if number > largest:
            literal = tokens.literal(cell, number)
            proof.step((), [proof.add((literal,)), proof.add((-literal,))])
            return tokens, proof
    for x, y in puzzle.walls:
        if puzzle.clues.get(x, 0) == puzzle.clues.get(y, -1):
            both = [tokens.literal(z, puzzle.clues[z]) for z in (x, y)]
            proof.step((), [*(proof.add((n,)) for n in both), proof.add((-both[0], -both[1]))])
            return tokens, proof
    raise NoCertificateError("what deduction found could not be explained")


def _completed(
    puzzle: Puzzle, found: Deduced, flood: Flood, claimed: Sequence[Filling], limits: Limits
) -> tuple[Tokens, Proof, tuple[Counter, ...]]:
    """The proof by a SAT solver, of the clauses that a session with an SMT solver finds to be needed."""
    if limits.seconds is None and limits.cpu_seconds is None:
        limits = replace(limits, seconds=BY_THE_CLOCK, cpu_seconds=SECONDS)
    last, numbers = found.last, found.numbers.union(*claimed)
    patience = limits.seconds if limits.cpu_seconds is None else limits.cpu_seconds
    try:
        solver, logic = start()
        masks = last.state.candidates()
        open_masks = 0
        for mask in masks:
            open_masks |= mask
        top = max(NAMED, puzzle.largest_region or 0)
        numbers |= set(bits(open_masks & (2 << top) - 1))
        while True:
            tokens = Tokens(puzzle.board.size, tuple(sorted(numbers)))
            facts = Facts(tokens, last, flood)
            rules = _rules(puzzle, tokens, flood, last.state)
            completion = Completion(rules, claimed)
            try:
                completion.complete(solver, logic, limits)
                break
            except MoreNamesError as error:
                numbers |= error.numbers
        clauses = completion.clauses
        steps = steps_of(list(clauses), limits, process_time() + (patience or SECONDS))
    except (SessionError, RefuteError, IncompleteError) as error:
        raise NoCertificateError(str(error)) from error
    left, whole = list(clauses), list(clauses.values())
    used = sorted({hint for step in steps for hint in step.hints if hint >= 0})
    lemmas = {place: _reduced(facts, last, left[place], whole[place]) for place in used}
    facts.explain()
    proof = Proof()
    assembly = Assembly(proof)
    assembly.add([lemma for lemma in lemmas.values() if lemma is not None])
    hints = {}
    for place, lemma in lemmas.items():
        hints[place] = proof.add(whole[place]) if lemma is None else assembly.hint(lemma)
    made: list[int] = []
    for step in steps:
        made.append(proof.step(step.lemma, [made[~h] if h < 0 else hints[h] for h in step.hints]))
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


def _reduced(facts: Facts, last: Log, left: tuple[int, ...], whole: tuple[int, ...]) -> Lemma | None:
    """The lemma that is left of a clause by what is known; ``None`` if that is all of it."""
    if left == whole:
        return None
    kept, tokens, end = set(left), facts.tokens, len(last.events)
    because = []
    for literal in whole:
        if literal not in kept:
            cell, token = tokens.meaning(abs(literal))
            because.append((facts.lacks if literal > 0 else facts.holds)(cell, token, last, end))
    return Lemma(left, [Conflict(whole, because)])
