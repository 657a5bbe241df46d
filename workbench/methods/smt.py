"""Solving by a solver, straight down: deduce, encode, ask, decode, check, block, and ask again.

`solve` is that; `SmtMethod` is the method by an encoding and a solver, which asks by fresh processes or in a
session. Paradigms and programs that answer bring other back ends to `solve`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from time import process_time
from typing import TYPE_CHECKING, TypeAlias

import drivers.solvers
from drivers.answer import Answer, Failure, Run, Sat, Timeout, Unknown, Unsat
from drivers.backend import Backend, InSession, OneShot, known_version
from drivers.backend import run as run_once
from drivers.errors import SessionTimeoutError, UnknownSolverError, WrongModelError
from drivers.limits import Limits
from drivers.solver import (
    COMMAND_LINE,
    Solver,
    arguments_for,
    holds_sessions,
    installed,
    is_ours,
    require,
    tuned,
)
from encoder.encoding import Encoding
from encoder.errors import DecodeError
from encoder.puzzle_script import Decoded, Fillings, PuzzleScript, decode
from fillomino.clock import PROGRAM, SCRAMBLE, OutOfTimeError, Stopwatch, interrupted_at
from fillomino.deduction.levels import Level, level_of
from fillomino.errors import Error, InputError, counted
from fillomino.instance import Filling, Instance, Violation
from fillomino.puzzle import FILLOMINO, as_fillomino
from fillomino.record import Record
from workbench.fillomino.deduced import ENCODING, LEVEL, Begun, begin, decided, decided_result, late_result
from workbench.foreign.spec import ProgramError, RefusedError
from workbench.methods.encodings import (
    best_logic,
    check_taken,
    chosen_families,
    find_encoding,
    name_for,
    noted,
    with_families,
)
from workbench.methods.method import (
    DECIDED,
    TOO_WEAK,
    Answers,
    By,
    Cost,
    Facts,
    Question,
    Result,
    Status,
    Stopped,
    Verdict,
    Why,
    Written,
    after,
    times_of,
    without_solution,
)

if TYPE_CHECKING:
    from workbench.fillomino.cut_loop import Cuts
    from workbench.methods.keep import Keep
    from workbench.methods.lazy import Lazy


_STATUSES = {Unsat: Status.UNSOLVABLE, Unknown: Status.UNKNOWN, Timeout: Status.TIMEOUT}


def status_of(answer: Answer) -> Status:
    """Return the status where nothing was found, from the solver's last answer."""
    return _STATUSES.get(type(answer), Status.FAILED)


def reason_of(answer: Answer) -> str | None:
    """Return why the last answer leaves something open, in a sentence; ``None`` if it does not."""
    match answer:
        case Unknown(reason=reason):
            return f"the solver does not know: {reason}"
        case Timeout(seconds=seconds, cpu=cpu):
            return f"no answer within {seconds:g} s{' of CPU time' if cpu else ''}"
        case Failure(text=text):
            return text
        case Sat() | Unsat():
            return None


def in_words(answer: Answer) -> str:
    """Return an answer in words, whatever it is: a verdict, or why there is none."""
    if isinstance(answer, Sat | Unsat):
        return f"the solver answers {'sat' if isinstance(answer, Sat) else 'unsat'}"
    return reason_of(answer) or ""


def read_model(
    script: PuzzleScript, values: Mapping[str, object]
) -> tuple[Filling | None, str, tuple[Violation, ...]]:
    """Return the filling of a model, or ``None`` and why it is not one; and the rules that it breaks."""
    try:
        filling = decode(script, values).filling
    except DecodeError as error:
        return None, str(error), ()
    return filling, "", script.puzzle.violations_of_model(filling)


def first_of(broken: Sequence[Violation]) -> str:
    """Return the first of the rules that are broken, and how many more are."""
    return broken[0].text + (f" (and {len(broken) - 1} more)" if len(broken) > 1 else "")


def left_open(answer: Answer, fillings: int) -> str | None:
    """Return why there may be more fillings than were found, in a sentence; ``None`` if there are not."""
    reason = reason_of(answer)
    if reason is None or not fillings:
        return reason
    if isinstance(answer, Timeout):
        cpu = " of CPU time" if answer.cpu else ""
        return f"after {counted(fillings, 'filling')} the {answer.seconds:g} s{cpu} were used up"
    return after(fillings, reason)


class Attempt(Record):
    """One puzzle on its way to a solver.

    Attributes:
        nothing: the result that has come to nothing yet, with the names of puzzle, encoding and solver.
        puzzle: the puzzle.
        question: limits, order, evidence.
        solver: the solver's record, with its seed.
        level: how much to deduce before encoding; ``None`` where not even the candidates are needed.
        lazy: whether the solver is asked only about what deduction leaves open.
        altered: whether a wrong filling is no surprise.
    """

    nothing: Result
    puzzle: Instance
    question: Question
    solver: Solver
    level: Level | None = None
    lazy: bool = False
    altered: bool = False

    def failed(self, status: Status, error: Error | str) -> Result:
        """The result that has come to nothing for a reason."""
        why = Why(str(error), ended=status).of(error)
        return self.nothing.replace(verdict=Verdict(status), why=why)


class Asking(Record):
    """What is asked about a puzzle.

    Attributes:
        backend: who is asked.
        script: the script as the solver is given it, for what is said of it; ``None`` where there is none.
        opening: the commands that our driver sends a session before all others.
    """

    backend: Backend[Decoded]
    script: PuzzleScript | None = None
    opening: tuple[str, ...] = ()

    @property
    def encoding(self) -> str:
        """The encoding of the script; empty without one."""
        return "" if self.script is None else self.script.encoding


Encode: TypeAlias = Callable[[Attempt, Begun], Asking]
"""Encodes a puzzle after deduction; raises `OutOfTimeError` if our CPU time is up before."""


class _Findings:
    """The answers so far.

    Attributes:
        fillings: the checked fillings.
        last: the last answer.
        wrong: why its model is not one, if it is not; with its filling, and the rules that this breaks.
        code: the name of that.
        stopped: whether Ctrl-C ended it.
    """

    def __init__(self) -> None:
        self.fillings: list[Filling] = []
        self.last: Answer = Sat()
        self.wrong: str | None = None
        self.code: str | None = None
        self.filling: Filling | None = None
        self.broken: tuple[Violation, ...] = ()
        self.stopped = False


def solve(attempt: Attempt, encode: Encode, begun: Begun | None = None) -> Result:
    """Answer a question about a puzzle by a solver; each filling is checked by the rules.

    What was deduced already (`begun`) is not deduced again.

    Raises:
        Stopped: at Ctrl-C, with what was found by then.
    """
    puzzle, question = attempt.puzzle, attempt.question
    watch = Stopwatch() if begun is None else begun.watch
    try:
        begun = begun or begin(puzzle, attempt.level, question, watch)
        if attempt.lazy and decided(begun.candidates):
            return decided_result(attempt.nothing, puzzle, question, begun)
        with watch.phase("encode"):
            asking = encode(attempt, begun)
    except OutOfTimeError as late:
        return late_result(attempt.failed(Status.TIMEOUT, ""), question, watch, late)
    except RefusedError as refused:
        return attempt.failed(Status.UNKNOWN, refused)
    except ProgramError as failed:
        return attempt.failed(Status.TIMEOUT if failed.timed_out else Status.FAILED, failed)
    asking.backend.counting = question.counting
    found = _Findings()
    with asking.backend:
        try:
            _ask(attempt, asking, watch, found)
        except KeyboardInterrupt:
            found.stopped, found.last = True, Unknown("interrupted")
    result = _result(attempt, asking, begun, found)
    if found.stopped:
        raise Stopped(result)
    try:
        return _held_against_rules(puzzle, result, begun)
    except KeyboardInterrupt:
        raise Stopped(result) from None


def _ask(attempt: Attempt, asking: Asking, watch: Stopwatch, found: _Findings) -> None:
    """Ask for fillings until there are enough, or no more; one that breaks the rules ends it."""
    puzzle, question, backend = attempt.puzzle, attempt.question, asking.backend
    while len(found.fillings) < question.wanted:
        with watch.phase("solve"):
            answer = backend.ask()
        if not isinstance(answer, Sat):
            if isinstance(answer, Failure):
                from workbench.foreign.faults import with_fault

                answer = with_fault(answer, asking.script)
            found.last = answer
            return
        with watch.phase("check"):
            try:
                decoded = backend.read(answer)
            except DecodeError as error:
                found.wrong, found.code = str(error), error.code
                return
            question.watch(decoded)
            filling = decoded.filling
            found.broken = puzzle.violations_of_model(filling)
        if found.broken:
            accepts = asking.encoding if attempt.altered else ""
            whose = f"the model that {accepts} accepts" if accepts else "the solver's model"
            found.wrong, found.filling = f"{whose} breaks the rules: {first_of(found.broken)}", filling
            found.code = TOO_WEAK if accepts else WrongModelError.code
            return
        if filling in found.fillings:
            found.wrong, found.code = (
                "the solver gave a solution again that was blocked",
                WrongModelError.code,
            )
            return
        found.fillings.append(filling)
        if len(found.fillings) < question.wanted:
            backend.block(decoded)


def _result(attempt: Attempt, asking: Asking, begun: Begun, found: _Findings) -> Result:
    """The result of what was found."""
    question, work, watch = attempt.question, begun.work, begun.watch
    backend, error = asking.backend, found.wrong
    last, fillings = (Failure(error), []) if error else (found.last, found.fillings)
    complete, total = isinstance(last, Unsat), None
    counting = question.unique and question.by_counting and not found.stopped
    if counting and error is None and (fillings or complete):
        from workbench.fillomino.counting import counted_to_prove

        with watch.phase("check"):
            total, error = counted_to_prove(attempt.puzzle, len(fillings))
        complete = total == len(fillings)
        if error is not None and not fillings:
            last = Unknown(error)
    if found.stopped:
        error = after(len(fillings), "interrupted")
    elif error is None:
        error = left_open(last, len(fillings))
    altered = bool(found.broken) and attempt.altered
    status = Status.SOLVED if fillings else Status.WRONG if altered else status_of(last)
    fault = found.last.fault if isinstance(found.last, Failure) else None
    decided_by = "deduction" if work.decided or not backend.asked else "solver"
    unique = False if max(len(fillings), total or 0) > 1 else True if fillings and complete else None
    return attempt.nothing.replace(
        verdict=Verdict(status, unique, decided_by if status in DECIDED else None),
        by=attempt.nothing.by.replace(deduced=work, opening=asking.opening),
        answers=Answers(tuple(fillings[: question.limit]), complete and len(fillings) <= question.limit),
        why=Why(error, found.code, status_of(last), found.broken, found.filling).of(fault),
        cost=Cost(backend.usage, backend.asked, work.open_cells, statistics=backend.statistics),
        times=times_of(watch, backend.usage),
    )


def _held_against_rules(puzzle: Instance, result: Result, begun: Begun) -> Result:
    """The result, unless a solver claims that there is no solution, or no other, and the rules give one.

    This is no part of the measured time.
    """
    if result.verdict.decided_by != "solver" or not (
        result.verdict.status is Status.UNSOLVABLE or result.answers.complete
    ):
        return result
    from workbench.fillomino.contradicted import (
        ANOTHER,
        CONTRADICTED,
        ContradictedError,
        another_solution,
        known_solution,
    )

    if result.answers.fillings:
        deduced = begun.candidates.filling() if begun.candidates.masks else None
        known, error = another_solution(puzzle, result.answers.fillings, deduced), ANOTHER
    else:
        known, error = known_solution(puzzle), CONTRADICTED
    if known is None:
        return result
    wrong = result.with_error(error, ContradictedError.code)
    return wrong.replace(verdict=Verdict(Status.WRONG), answers=Answers())


class SmtMethod(Record):
    """An encoding and a solver. Another machine takes its own encoding and solver of these names.

    A solver of the command line is taken along as it is.

    Attributes:
        encoding: the encoding of the puzzle.
        solver: the solver's record.
        logic: the logic, if not the one that suits encoding and solver.
        level: how much to deduce before encoding, where the encoding makes use of it.
        label: what the solver is called in tables, if not by its name.
        arguments: added to its command line.
        version: what the solver calls itself, for the results; not needed to run.
        altered: whether families were left out of the encoding, or it is a program's, so that a wrong
            filling is no surprise.
    """

    encoding: Encoding
    solver: Solver
    logic: str | None = None
    level: Level = Level.NONE
    label: str = ""
    arguments: tuple[str, ...] = ()
    version: str | None = None
    altered: bool = False

    def __reduce__(self) -> tuple[Callable[..., SmtMethod], tuple[object, ...]]:
        """Travel by the encoding's name: its functions need not be such as can be sent."""
        rest = (self.logic, self.level, self.label, self.arguments, self.version, self.altered)
        name = self.encoding.spec or self.encoding.name
        return _of_this_machine, (name, self.encoding.game, self.solver, *rest)

    @property
    def name(self) -> str:
        """``forest z3``; with the logic where one was asked for."""
        logic = f":{self.logic}" if self.logic else ""
        return f"{self.encoding.name}{logic} {self.label or self.solver.name}"

    def facts(self) -> Facts:
        """See `Method`."""
        self.encoding.check_logic(self.logic)
        _, logic = self.start
        return solver_facts(self.solver, logic, self.label, self.arguments).replace(
            encoding=self.encoding.name,
            deduce=(self.deduced or Level.NONE).name.lower(),
            orders=not self.encoding.lazy,
        )

    @property
    def start(self) -> tuple[Solver, str]:
        """The solver as it is started, with all its arguments, and the logic it is given.

        It is the logic of scripts, or of those for small puzzles where each sets its own.
        """
        encoding, solver = self.encoding, ready(self.solver, self.arguments)
        with suppress(ProgramError):  # one that fails on those may be fine on others
            encoding = with_families(encoding)
        logic = self.logic or best_logic(encoding, solver) or "ALL"
        return tuned(solver, logic), logic

    def run(self, name: str, puzzle: Instance, question: Question, begun: Begun | None = None) -> Result:
        """See `Method`; what was deduced already can be given."""
        self.encoding.check_logic(self.logic)
        if self.encoding.lazy:
            solver = ready(self.solver, self.arguments, question.seed)
            try:  # one that holds no session is refused, whatever the puzzle
                best_logic(self.encoding, solver, question.limits.seconds)
            except SessionTimeoutError as error:
                return self.without_solution(name, Status.TIMEOUT, error.message)
        return solve(self.attempt(name, puzzle, question), self.asking, begun)

    def attempt(self, name: str, puzzle: Instance, question: Question) -> Attempt:
        """A puzzle on its way to the solver."""
        solver, encoding = ready(self.solver, self.arguments, question.seed), self.encoding
        nothing = self.without_solution(name, Status.UNKNOWN, "")
        lazy = encoding.lazy and encoding.deduces
        return Attempt(nothing, puzzle, question, solver, self.deduced, lazy, self.altered)

    def without_solution(self, name: str, status: Status, error: str) -> Result:
        """See `Method`."""
        return without_solution(name, status, error, By(self.encoding.name, self.solver.name, self.version))

    @property
    def deduced(self) -> Level | None:
        """The level of deduction: none for an encoding that makes no use of it."""
        return self.level if self.encoding.deduces else None

    def asking(self, attempt: Attempt, begun: Begun) -> Asking:
        """Encode, and ask by processes, in a session, or by the lazy method."""
        encoding, question = self.encoding, attempt.question
        solver, limits, keep = attempt.solver, question.limits, question.keep
        label = keep.label(attempt.nothing.puzzle, encoding.name, solver.name) if keep is not None else ""
        logic = self.logic or best_logic(encoding, solver, limits.seconds)
        if encoding.lazy and encoding.game == FILLOMINO.name:
            from workbench.fillomino.cut_loop import Cuts

            given = (
                as_fillomino(attempt.puzzle, encoding.name),
                begun.candidates,
                solver,
                logic,
                limits,
                keep,
                label,
            )
            notes, spent, one = begun.work.note, begun.spent, question.wanted == 1
            cuts = Cuts(*given, watch=question.watch, log=question.log, notes=notes, spent=spent, one=one)
            if question.waiting:
                _let_wait(cuts, solver)
            return Asking(cuts)
        with interrupted_at(begun.until):
            candidates = begun.candidates if encoding.deduces else None
            written = encoding.script(attempt.puzzle, logic, candidates, question.seconds)
            original = noted(written, begun.work)
            check_taken(original, solver)
        if encoding.lazy:
            from workbench.methods.lazy import Lazy

            instead = partial(self._with_script, attempt, begun) if question.any_encoding else None
            backend = Lazy(original, solver, limits, begun.spent, keep, label, question.watch, instead)
            if question.waiting:
                _let_wait(backend, solver)
            return Asking(backend, original)
        begun.watch.own[PROGRAM] += original.cpu_seconds
        script, names = _as_sent(original, question, begun)
        question.watch(Written(original, script))
        solver = tuned(solver, script.logic)
        if self.in_session(solver, question):
            opening = self.opening(solver, question)
            replay = keep.session(label, solver) if keep is not None else None
            return Asking(
                InSession(script, Fillings(script), solver, limits, begun.spent, opening, replay),
                script,
                opening,
            )
        run: Callable[[str, Solver, Limits], Run] = run_once
        if question.runexec:
            from fillomino.laboratories import part

            run = part("benchexec", "runexec:run_by_runexec", "--measure runexec")
        if keep is None:
            return Asking(OneShot(script, Fillings(script), solver, limits, begun.spent, run), script)
        return Asking(Kept(script, solver, limits, begun.spent, run, keep, label, original, names), script)

    def _with_script(self, attempt: Attempt, begun: Begun, spent: float) -> Backend[Decoded]:
        """Who is asked where cuts are too many: the game's first encoding with a script of its own.

        Raises:
            EncodingError: if there is none that the solver takes.
            OutOfTimeError: if our CPU time is up before it is written.
        """
        name = name_for(self.encoding.game, None, ENCODING)
        method = self.replace(encoding=find_encoding(name), logic=None)
        begun = begun.replace(started=process_time() - spent)
        return method.asking(attempt, begun).backend

    def opening(self, solver: Solver, question: Question) -> tuple[str, ...]:
        """Return the commands that open a session about a script; none where there is no session."""
        pushes = self.encoding.push_first and solver.push_first and self.in_session(solver, question)
        return ("(push 1)",) if pushes else ()

    def in_session(self, solver: Solver, question: Question) -> bool:
        """Return whether a question is asked in an incremental session about a script."""
        several = not self.encoding.lazy and question.wanted >= self.encoding.incremental_from
        return several and not question.runexec and holds_sessions(require(solver))


def _as_sent(
    original: PuzzleScript, question: Question, begun: Begun
) -> tuple[PuzzleScript, Mapping[str, str]]:
    """Return the script that the solver is sent, and new names of its symbols where it is scrambled."""
    if not question.scramble:
        return original, {}
    from workbench.methods.scrambled import scrambled

    with begun.watch.phase(SCRAMBLE):
        return scrambled(original, question.scramble, question.mutation)


def _let_wait(backend: Cuts | Lazy, solver: Solver) -> None:
    """Let a back end be answered by a process that waits for it, and for the next after it."""
    if solver.resets:
        from drivers.pool import WAITING

        backend.use(WAITING)


class Kept(OneShot[Decoded]):
    """A back end whose scripts and the solver's outputs are kept; each file holds its puzzle in comments."""

    def __init__(
        self,
        script: PuzzleScript,
        solver: Solver,
        limits: Limits,
        spent: float,
        run: Callable[[str, Solver, Limits], Run],
        keep: Keep,
        label: str,
        original: PuzzleScript,
        names: Mapping[str, str],
    ) -> None:
        """Keep nothing yet; `names` are those in a scrambled script by those in the original."""
        super().__init__(script, Fillings(script), solver, limits, spent, run)
        self._given_to, self._keep, self._label = solver, keep, label
        self._original, self._old = original, {name: old for old, name in names.items()}

    def run(self, text: str, limits: Limits) -> Run:
        """Run the solver; the script is written before, as the run may never end.

        The comments that only the file has stand at its end: a solver's errors have its lines.
        """
        from encoder.annotations import trailer

        notes = trailer(self._original, self._old, another=self.asked > 1)
        smt2 = self._keep.script(self._label, text + notes, self._given_to, limits)
        done = super().run(text, limits)
        self._keep.output(smt2, done)
        return done


def smt(
    encoding: str | Encoding | None = None,
    solver: str | Solver | None = None,
    *,
    logic: str | None = None,
    deduce: str | None = None,
    drop: Sequence[str] = (),
    only: Sequence[str] = (),
    label: str = "",
    arguments: tuple[str, ...] = (),
    game: str = FILLOMINO.name,
) -> SmtMethod:
    """The method by an encoding and a solver.

    Args:
        encoding: its name, or itself; by default `cuts`, of another game than Fillomino its first; where it
            has to be a script, for what else is asked for or the solver holds no session, its first of these.
        solver: its name, or its record; by default that of `drivers.solvers.default_solver`.
        logic: the logic, if not the one that suits both.
        deduce: the name of the level of deduction. By default all of it where neither encoding nor solver
            is named, for that is the fast way; else none, for the work of what is named is asked for.
        drop: names of families to leave out of the encoding.
        only: names of families to keep; all if empty.
        label: what to call the solver in tables, if not by its name.
        arguments: to add to the solver's command line.
        game: the game of the puzzles.

    Raises:
        InputError: for a level that there is not.
        EncodingError: for an encoding or family that there is not, or families left out of a lazy method.
        UnknownSolverError: for a solver that there is not.
    """
    fast = encoding is None and solver is None and not (drop or only)
    solver = drivers.solvers.default_solver() if solver is None else solver
    record = drivers.solvers.find(solver) if isinstance(solver, str) else solver
    if encoding is None:
        lazy = not (drop or only or logic) and (installed(record) or record).session_arguments is not None
        encoding = name_for(game, None, ENCODING, lazy=lazy)
    whole = find_encoding(encoding, game) if isinstance(encoding, str) else encoding
    rest = chosen_families(whole, drop, only)
    level = level_of(deduce) if deduce else LEVEL if fast else Level.NONE
    altered = rest is not whole or bool(whole.spec)
    return SmtMethod(rest, record, logic, level, label, arguments, altered=altered)


def _of_this_machine(encoding: str, game: str, solver: Solver, *rest: object) -> SmtMethod:
    if solver.origin != COMMAND_LINE:
        with suppress(UnknownSolverError):
            solver = drivers.solvers.find(solver.name)
    return SmtMethod(find_encoding(encoding, game), solver, *rest)  # type: ignore[arg-type]


def ready(solver: Solver, arguments: tuple[str, ...] = (), seed: int = 0) -> Solver:
    """Return a solver with more arguments and a seed; 0 leaves its own.

    Raises:
        InputError: for arguments of a solver of ours.
        SolverNotFoundError: if there are arguments, and it is not installed.
    """
    solver = solver.replace(seed=seed) if seed else solver
    if not arguments:
        return solver
    found = require(solver)
    if is_ours(found):
        import shlex

        raise InputError(
            f"{found.title} takes no arguments, so not {shlex.join(arguments)} either", code="bad-option"
        )
    session = found.session_arguments
    return found.replace(
        arguments=(*found.arguments, *arguments),
        session_arguments=None if session is None else (*session, *arguments),
    )


def command_of(solver: Solver) -> tuple[str, ...]:
    """Return the command of a solver of which only that is known: what its runs are known by."""
    return () if solver.version_arguments else (solver.executable, *solver.arguments)


def solver_facts(solver: Solver, logic: str, label: str, arguments: tuple[str, ...]) -> Facts:
    """Return the facts of a method that are those of its solver.

    Raises:
        SolverNotFoundError: if it is not installed.
    """
    return Facts(
        logic=logic or None,
        solver=label or solver.name,
        program=solver.name,
        arguments=(*command_of(solver), *arguments_for(ready(solver, arguments), logic), *arguments),
        version=version_of(solver, arguments),
    )


def version_of(solver: Solver, arguments: tuple[str, ...] = ()) -> str:
    """Return what a solver calls itself, with digests of the files that its command names.

    Raises:
        SolverNotFoundError: if it is not installed.
    """
    return known_version(solver) + digests((*command_of(solver)[1:], *arguments))


def digests(words: Iterable[str]) -> str:
    """The files among the words of a command, each with a digest, in parentheses; empty if there is none."""
    from pathlib import Path

    files = [path for path in map(Path, words) if path.is_file()]
    if not files:
        return ""
    import hashlib

    named = [f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()[:8]}" for path in files]
    return f" (with {', '.join(named)})"
