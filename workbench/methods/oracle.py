"""The oracle of a method: a process for each question, a session, or the lazy method."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

from drivers.answer import Sat
from drivers.models import Oracle
from drivers.solver import Solver, tuned
from encoder.cells import Cells, Value
from encoder.script import Decoded, block, decode
from fillomino.clock import interrupted_at
from fillomino.deduction.engine import Candidates
from fillomino.puzzle import Filling, Puzzle
from workbench.deduced import Deduced, noted
from workbench.foreign.command import with_timeout
from workbench.logics import best_logic, check_taken, opening
from workbench.methods.decided import DecidedOracle, decided
from workbench.methods.question import Question
from workbench.methods.result import PROGRAM, SCRAMBLE, Stopwatch
from workbench.outputs import file_stem, file_word

if TYPE_CHECKING:
    from drivers.answer import Run
    from drivers.limits import Limits
    from drivers.oracle import Runner
    from encoder.script import PuzzleScript
    from workbench.methods.keep import Keep
    from workbench.methods.smt import SmtMethod


def oracle_of(
    method: SmtMethod,
    solver: Solver,
    name: str,
    puzzle: Puzzle,
    candidates: Candidates,
    work: Deduced,
    question: Question,
    watch: Stopwatch,
    until: float | None,
) -> tuple[Oracle[Any], Callable[[Filling], None], Callable[[Sat], Decoded]]:
    """Encode a puzzle; returns an oracle about it, and how a filling is excluded, and a model decoded.

    Args:
        method: the encoding, its level and logic, and whether a session suits it.
        solver: its solver, as it is installed here.
        name: the name of the puzzle, for files.
        puzzle: the puzzle.
        candidates: those that deduction has left.
        work: what deduction did, for the head of scripts.
        question: limits, order, evidence.
        watch: counts the phases.
        until: when our own CPU time is up, by `time.process_time`.

    Raises:
        OutOfTimeError: if our CPU time is up before it is encoded.
    """
    encoding, keep, limits = method.encoding, question.keep, question.limits
    label = f"{file_stem(name)}.{file_word(encoding.name)}.{file_word(solver.name)}"
    logic = method.logic or best_logic(encoding, solver)
    if encoding.lazy:
        if decided(candidates):
            known = DecidedOracle(puzzle, candidates, keep, label)
            return known, known.block, _numbers(puzzle)
        from workbench.methods.cuts import CutsOracle

        cuts = CutsOracle(
            puzzle, candidates, solver, logic, limits, keep, label, watch=question.watch, notes=work.note
        )
        return cuts, cuts.block, _numbers(puzzle)
    from drivers.oracle import IncrementalOracle, OneShotOracle
    from drivers.runner import run  # no process is needed where deduction decides

    with interrupted_at(until):
        original = noted(with_timeout(encoding, question.seconds).script(puzzle, logic, candidates), work)
        check_taken(original, solver)
        solver = tuned(solver, original.logic)
    if original.given:
        watch.own[PROGRAM] += original.cpu_seconds
    script, new = original, None
    if question.scramble:
        from workbench.methods.scrambled import ScrambledOracle, scrambled

        with watch.phase(SCRAMBLE):
            script, new = scrambled(original, question.scramble)
    if question.scripts is not None:
        question.scripts(original, script)
    oracle: Oracle[str]
    if method.in_session(solver, question):
        replay = keep.session(label, solver) if keep is not None else None
        oracle = IncrementalOracle(script, solver, limits, opening(encoding, solver), replay)
    else:
        by: Runner = run
        if question.runexec:
            from drivers.runexec import run_by_runexec as by
        if keep is not None:
            by = _kept(by, keep, label, original, new or {})
        oracle = OneShotOracle(script, solver, limits, by)
    if new is not None:
        oracle = ScrambledOracle(oracle, new)
    if original.source is not None:
        from workbench.foreign.faults import BlamingOracle

        oracle = BlamingOracle(oracle, original)
    return (
        oracle,
        lambda filling: oracle.block(block(original, filling)),
        lambda model: decode(original, model.values),
    )


def _numbers(puzzle: Puzzle) -> Callable[[Sat], Decoded]:
    """The decoding of an answer that gives a number for each cell."""
    cells = Cells(tuple(Value(f"n_{label}") for label in puzzle.board.labels))
    return lambda model: Decoded(cells.decode(puzzle.board.names, model.values))


def _kept(by: Runner, keep: Keep, label: str, script: PuzzleScript, new: Mapping[str, str]) -> Runner:
    """A runner that leaves each text in a file, which holds its puzzle in comments."""
    from encoder.annotations import trailer

    names = {name: old for old, name in new.items()}
    asked = count()

    def run(text: str, solver: Solver, limits: Limits) -> Run:
        notes = trailer(script, names, another=next(asked) > 0)
        return keep.run(label, text, solver, limits, by, notes)

    return run
