"""A fuzzer: random puzzles, solved, counted and deduced; brute force judges the answers.

It shares the board alone with the code under test. See ``scripts/fuzz.py SEED SECONDS``, which runs this for
long, and ``tests/test_fuzz.py``.
"""

from __future__ import annotations

import random
import signal
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from types import ModuleType

from drivers import Limits, fake, find, installed, run
from drivers.errors import SolverNotFoundError
from encoder.encodings.registry import ENCODINGS, METHODS
from encoder.errors import EncodingError
from fillomino import formats, laboratories
from fillomino.board import Board, from_links, rectangle
from fillomino.boards import from_spec
from fillomino.counting.methods import METHODS as COUNTING
from fillomino.counting.methods import count
from fillomino.counting.task import of_puzzle
from fillomino.deduction.engine import Level, deduce
from fillomino.deduction.reason import reasoner
from fillomino.errors import FillominoError, PuzzleError
from fillomino.puzzle import Filling, Puzzle
from smtlib.errors import SexprError
from smtlib.render import driver
from tests.support.brute import by_placing, keeps
from tests.support.hostile import HOSTILE, hidden
from workbench.methods.encodings import best_logic
from workbench.methods.method import EVERY, Question, Result, Status, Stopped
from workbench.methods.registry import ALONE, named
from workbench.methods.smt import SmtMethod

SPECS = (
    *("1x4", "1x6", "2x2", "2x3", "3x2", "cylinder:1x5", "moebius:2x3", "box:1x2x3", "two-sided:1x3"),
    "ragged:3,2,1",
)
LIES = (
    "sat\n",
    "sat\n((n_0 1))\n",
    "unknown\n",
    '(error "no")\nsat\n',
    "",
    "sat\nunsat\n",
    "\x00",
    "(",
    "unsat\n(",
)
SECONDS = 30.0


class WrongError(AssertionError):
    """A finding; its text repeats it."""


def _is_rectangle(board: Board) -> bool:
    """Return whether it is one without holes, which every encoding takes."""
    return board.grid is not None and board == rectangle(board.grid.height, board.grid.width)


@lru_cache
def _checker() -> ModuleType:
    return import_module("labs.certificates.fillomino_check")


def solutions(puzzle: Puzzle) -> set[Filling]:
    """Return all solutions of a puzzle, by brute force."""
    return {filling for filling in by_placing(puzzle.board) if keeps(puzzle, filling)}


def _board(chance: random.Random) -> Board:
    if chance.random() < 0.7:
        return from_spec(chance.choice(SPECS))
    size = chance.randint(2, 6)  # any graph, perhaps one that hangs apart
    pairs = [(x, y) for y in range(size) for x in range(y)]
    return from_links([f"c{x}" for x in range(size)], chance.sample(pairs, chance.randint(1, len(pairs))))


@dataclass
class Fuzzer:
    """Random checks from a seed; ``done`` counts them by kind."""

    seed: int
    solvers: tuple[str, ...] = ("yices", "z3", "cvc5", "bitwuzla")
    done: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)
        self._installed = [solver for name in self.solvers if (solver := installed(find(name))) is not None]

    def step(self) -> None:
        """Check one random puzzle in one random way.

        Raises:
            WrongError: for a finding.
        """
        puzzle = self.puzzle()
        kinds: tuple[Callable[[Puzzle, set[Filling]], str], ...] = (
            self.solve, self.solve, self.enumerate, self.lie, self.kill, self.alone, self.count, self.deduce,
            self.formats, self.certify, self.paradigm, self.hostile,
        )  # fmt: skip
        kind = self._chance.choice(kinds)
        try:
            self.done[kind(puzzle, solutions(puzzle))] += 1
        except Exception as error:
            if isinstance(error, EncodingError) and not _is_rectangle(puzzle.board):
                self.done["boards refused by an encoding"] += 1
                return
            text = formats.write(puzzle, "adjacency")
            raise WrongError(f"{kind.__name__} of seed {self.seed} on\n{text}{error!r}") from error

    def puzzle(self) -> Puzzle:
        """A random puzzle on a small board: clues of a solution, or any numbers; variants now and then."""
        chance = self._chance
        board = _board(chance)
        true = chance.choice(by_placing(board)) if chance.random() < 0.7 else None
        cells = chance.sample(range(board.size), chance.randint(0, board.size - 1))
        clues = {x: true[x] if true else chance.randint(1, min(4, board.size)) for x in cells}
        links = sorted(board.links())
        walls = chance.sample(links, min(len(links), chance.choice((0, 0, 1, 2))))
        plain = Puzzle(board, clues, frozenset(walls))
        with suppress(PuzzleError):
            return plain.replace(
                largest_region=chance.choice((None, None, None, chance.randint(1, board.size))),
                checkered=chance.random() < 0.15,
                basic=chance.random() < 0.15,
            )
        return plain

    def solve(self, puzzle: Puzzle, known: set[Filling]) -> str:
        """One solution through a solver, and whether it is the only one."""
        method = self._method()
        if method is None:
            return "passed over"
        question = Question(
            unique=self._chance.random() < 0.5, seconds=SECONDS, scramble=self._chance.choice((0, 0, 7))
        )
        self._judge(method.run("p", puzzle, question), known, question)
        return "solver runs"

    def enumerate(self, puzzle: Puzzle, known: set[Filling]) -> str:
        """All solutions through a solver."""
        method = self._method()
        if method is None or len(known) > 12:
            return "passed over"
        question = Question(limit=EVERY, seconds=SECONDS)
        self._judge(method.run("p", puzzle, question), known, question)
        return "enumerations"

    def lie(self, puzzle: Puzzle, known: set[Filling]) -> str:
        """A solver that lies, crashes or babbles: nothing that it makes up is believed."""
        chance = self._chance
        text = chance.choice(LIES)
        liar = fake.scripted(
            text, exit_code=chance.choice((0, 0, 1)), crash_signal=chance.choice((0, 0, 0, 11))
        )
        method = SmtMethod(chance.choice(ENCODINGS), liar, level=Level.NONE)
        result = method.run("p", puzzle, Question(seconds=SECONDS))
        if result.verdict.status is Status.SOLVED and result.answers.fillings[0] not in known:
            raise WrongError(f"believed {text!r} of {method.name}")
        if result.verdict.status is Status.UNSOLVABLE and known:
            raise WrongError(f"believed that there is none, of {text!r} by {method.name}")
        return "lying solvers"

    def hostile(self, puzzle: Puzzle, _: set[Filling]) -> str:
        """A script with an option that would write a file, anywhere before its end: it reaches no solver."""
        method = self._method()
        if method is None:
            return "passed over"
        lines = driver(method.encoding.script(puzzle)).splitlines()
        text = hidden(self._chance.choice(HOSTILE), self._chance)
        lines.insert(self._chance.randrange(len(lines)), text)  # what follows (exit) is not sent
        try:
            run("\n".join(lines), method.solver, Limits(seconds=SECONDS))
        except SexprError:
            return "hostile scripts"
        raise WrongError(f"a solver was given\n{text}")

    def kill(self, puzzle: Puzzle, known: set[Filling]) -> str:
        """Ctrl-C at any moment: what was found by then is right."""
        method = self._method()
        if method is None:
            return "passed over"
        question = Question(limit=EVERY, seconds=SECONDS)
        with (
            warnings.catch_warnings(),
            suppress(KeyboardInterrupt),
            _interrupted(self._chance.uniform(0, 0.05)),
        ):
            # A file that was opened at this moment is closed when nothing refers to it.
            warnings.simplefilter("ignore", ResourceWarning)
            try:
                self._judge(method.run("p", puzzle, question), known, question)
            except Stopped as stopped:
                if not set(stopped.result.answers.fillings) <= known:
                    raise WrongError(f"a wrong filling of {method.name}, interrupted") from None
        return "interruptions"

    def alone(self, puzzle: Puzzle, known: set[Filling]) -> str:
        """Without a solver: by backtracking or by deduction."""
        method = named(self._chance.choice(ALONE))
        question = Question(unique=True, seconds=SECONDS)
        self._judge(method.run("p", puzzle, question), known, question)
        return "runs without a solver"

    def count(self, puzzle: Puzzle, known: set[Filling]) -> str:
        """The number of solutions."""
        plain = puzzle.replace(checkered=False, basic=False)
        right = len(known) if plain == puzzle else len(solutions(plain))
        method = self._chance.choice([one.name for one in COUNTING])
        found = count(of_puzzle(plain, deduce(plain, self._chance.choice(list(Level)))), method)
        if found != right:
            raise WrongError(f"{method} counts {found}, not {right}")
        return "counts"

    def deduce(self, puzzle: Puzzle, known: set[Filling]) -> str:
        """Candidates: every number of every solution is among them."""
        level = self._chance.choice([*Level, None])
        if level is None:
            reasoning = reasoner(puzzle)
            reasoning.run()
            left = reasoning.candidates()
        else:
            left = deduce(puzzle, level)
        for filling in known:
            if not left.consistent or any(
                not mask >> n & 1 for mask, n in zip(left.masks, filling, strict=True)
            ):
                raise WrongError(f"deduction at {level} rules out {filling}")
        return "deductions"

    def formats(self, puzzle: Puzzle, _: set[Filling]) -> str:
        """What is written is read."""

        def told(its: Puzzle) -> tuple[object, ...]:
            return its.clues, len(its.walls), its.largest_region, its.checkered, its.basic

        for form in formats.known():
            try:
                text = formats.write(puzzle, form.name)
            except FillominoError:  # which this format can't hold
                continue
            if told(formats.read(text, format=form.name).puzzle) != told(puzzle):
                raise WrongError(f"{form.name} reads another puzzle")
        return "puzzles in every format"

    def certify(self, puzzle: Puzzle, known: set[Filling]) -> str:
        """A certificate of all solutions, or that there are none, for the checker of its own."""
        if len(known) > 12 or not laboratories.is_here("certificates"):
            return "passed over"
        claimed = laboratories.part("certificates", "produce:certificate", "fuzzing")(puzzle, sorted(known))
        with TemporaryDirectory() as folder, redirect_stdout(StringIO()) as out:
            files = claimed.write(Path(folder), "a")
            code = _checker().main([path for path in files if not path.endswith(".smt2")])
        if code != 0 or not out.getvalue().splitlines()[-1].startswith("VERIFIED"):
            raise WrongError(f"the checker refuses a certificate: {out.getvalue()[-300:]}")
        return "certificates"

    def paradigm(self, puzzle: Puzzle, known: set[Filling]) -> str:
        """One solution, or all, without SMT-LIB."""
        if not (names := laboratories.names("methods")):
            return "passed over"
        method = named(self._chance.choice(names), deduce=self._chance.choice(("none", "ahead")))
        try:
            method.facts()
        except SolverNotFoundError:
            return "passed over"
        every = self._chance.random() < 0.5 and len(known) <= 12
        question = Question(limit=EVERY, seconds=SECONDS) if every else Question(unique=True, seconds=SECONDS)
        result = method.run("p", puzzle, question)
        self._judge(result, known, question)
        return "runs of other paradigms"

    def _method(self) -> SmtMethod | None:
        """A random encoding with a random solver and level, if they go together."""
        encoding, solver = self._chance.choice(METHODS), self._chance.choice(self._installed)
        try:
            best_logic(encoding, solver)
        except EncodingError:
            return None
        return SmtMethod(encoding, solver, level=self._chance.choice(list(Level)))

    def _judge(self, result: Result, known: set[Filling], question: Question) -> None:
        """Check a result: a solution is one, none is missing, and nothing is claimed that does not hold."""
        found = set(result.answers.fillings)
        who, status = f"{result.by.encoding} {result.by.solver}", result.verdict.status.value
        what = f"{who}: {status}, {result.why.error}, {sorted(found)}"
        wrong = (
            not found <= known
            or len(found) < len(result.answers.fillings)
            or (result.verdict.status is Status.SOLVED) != bool(found)
            or (result.verdict.status is Status.UNSOLVABLE and known)
            or result.verdict.status in (Status.FAILED, Status.WRONG)
            or (result.verdict.unique is not None and found and result.verdict.unique != (len(known) == 1))
            or (result.answers.complete and found != known)
            or (
                question.limit == EVERY
                and not result.answers.complete
                and result.why.ended is not Status.TIMEOUT
            )
        )
        if wrong:
            raise WrongError(what)


@contextmanager
def _interrupted(seconds: float) -> Iterator[None]:
    """Send this process SIGINT within the block, unless it is left before."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = Timer(seconds, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        yield
    finally:
        try:
            signal.signal(signal.SIGINT, lambda *_: None)  # one that comes late ends nothing
            timer.cancel()
            timer.join()
        finally:
            signal.signal(signal.SIGINT, before)
