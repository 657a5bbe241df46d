"""The lazy method: ask, judge the answer, add the clauses that it breaks, ask again.

Clauses are generated from counterexamples: of connectivity the solver has only what its own wrong answers
required. `LazyLoop` is a session that ends with a right answer, and `Lazy` the back end of such sessions for
scripts with fills that they leave open (`encoder.parts.lazy_fills`); `workbench.fillomino.cut_loop` has those
for Fillomino. What a loop takes for right is judged by the rules, like any model: a clause that is missing
makes no wrong answer. One that is too strong would lose solutions; that is what audits are for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar

from drivers.answer import Answer, Failure, Sat, Timeout, Unknown, Unsat
from drivers.backend import Backend, ByTerms, remaining, seconds_left
from drivers.counters import sum_statistics
from drivers.errors import SessionError, SessionTimeoutError
from drivers.limits import Limits, Usage, together
from drivers.session import Session
from drivers.solver import Solver
from encoder.errors import EncodingError
from encoder.parts.packed import digits_of, word_definition, words_of
from encoder.puzzle_script import Decoded, Fillings, PuzzleScript, cells_of, key_of
from fillomino.clock import OutOfTimeError
from fillomino.record import Record
from smtlib.render import body, driver
from smtlib.script import Assertion, conjunction
from workbench.methods.keep import Keep
from workbench.methods.method import Round, Watch, unwatched
from workbench.texts.outputs import write_file

if TYPE_CHECKING:
    from pathlib import Path

    from drivers.pool import SessionPool

V = TypeVar("V")


STALLED = 200
"""So many answers in a row that break clauses, and a script without open fills is asked instead. Of 600
published puzzles of games, up to 45x30, one takes more, for both its answers; the others at most 143."""


class StalledError(Exception):
    """Cuts came to no answer; a script that says all at once may."""


class LazyLoop(ABC, Generic[V]):
    """One session in which answers are judged, and clauses asserted, until an answer is right.

    Attributes:
        base: what is asserted from the beginning; its values are bit-vectors.
        learned: the terms asserted since, in their order.
        asked: how often the solver was asked.
        session: the session, from the first question on.
        pool: where its process comes from, and goes to; ``None`` for one of its own.
    """

    pool: SessionPool | None = None

    def __init__(
        self,
        base: PuzzleScript,
        solver: Solver,
        logic: str,
        limits: Limits,
        *,
        options: Sequence[str] = (),
        replay: Path | None = None,
        watch: Watch = unwatched,
        asked: int = 0,
    ) -> None:
        """Lay out the base; the session begins with the first question.

        The limits are those of each exchange. The options are sent before all other commands, and every
        command is written to the file `replay`. Rounds, of which `watch` is told, count on from those that
        were asked before.
        """
        self.base = base
        self.learned: list[str] = []
        self.asked = asked
        self.session: Session | None = None
        self._solver, self._limits, self._replay, self._watch = solver, limits, replay, watch
        self._head = [*options, "(set-option :produce-models true)", f"(set-logic {logic})"]

    @abstractmethod
    def judge(self, words: Sequence[int]) -> tuple[V, Sequence[str]]:
        """Judge an answer, by the values of the base; returns the verdict, and the clauses that it breaks."""

    @abstractmethod
    def held(self) -> Mapping[int, int]:
        """For each value the cells that hold it in the last answer."""

    def kept(self, verdict: V, steps: int) -> list[str]:
        """Literals that keep the last answer farther than some steps from what is wrong in it; here none."""
        del verdict, steps
        return []

    def opening(self) -> str:
        """The text that a session begins with: options, logic, and the base."""
        return "\n".join([*self._head, body(self.base)])

    @property
    def asked_session(self) -> Session:
        """The session of the last question.

        Raises:
            SessionError: if nothing was asked.
        """
        if self.session is None:
            raise SessionError("no question was asked")
        return self.session

    def _check(
        self, assuming: Sequence[str], asserting: Sequence[str], until: float | None
    ) -> Sat | Unsat | Unknown | Timeout:
        """Ask for a model; the first time the session begins, with all that is to be said in one exchange.

        Raises:
            SessionError: if the solver does not start, does not take the base, or gives no verdict.
        """
        session, script = self.session, ""
        if session is None:
            session, script = self._process(), self.opening()
        try:
            asking, seconds = self.base.values, seconds_left(until)
            answer = session.check(
                assuming, script=script, asserting=asserting, asking=asking, seconds=seconds
            )
        except BaseException as error:
            if not script:
                raise
            self._release(session)
            # A process that has waited for this may have been ended meanwhile, by whomever.
            ended = isinstance(error, SessionError) and not isinstance(error, SessionTimeoutError)
            if not (ended and session.renewed):
                raise
            return self._check(assuming, asserting, until)
        self.session = session
        return answer

    def _process(self) -> Session:
        """A session in which nothing was said."""
        if self.pool is not None:
            return self.pool.take(self._solver, self._limits)
        return Session(self._solver, self._limits, replay=self._replay)

    def _release(self, session: Session) -> Usage:
        """End a session; returns what its solver used."""
        return session.close() if self.pool is None else self.pool.give(session)

    def decide(
        self,
        more: Sequence[str] = (),
        assumed: Sequence[str] = (),
        until: float | None = None,
        *,
        repair: bool = False,
        most: int | None = None,
    ) -> V | Unsat | Unknown | Timeout:
        """Look for an answer that no clause is known against.

        Args:
            more: terms to assert first.
            assumed: literals to assume for this question only.
            until: when to stop, by `time.monotonic`.
            repair: whether to ask for the neighbourhood of what is wrong before the whole board.
            most: the most answers that may break clauses; ``None`` for any number.

        Returns:
            The verdict on such an answer; or why there is none.

        Raises:
            StalledError: after so many answers that break clauses.
            SessionError: if the solver fails.
        """
        pending: Sequence[str] = list(more)
        self.learned += pending
        kept: list[str] = []
        verdict: V | None = None
        steps, wrong = 1, 0
        while True:
            self.asked += 1
            started = monotonic()
            answer = self._check([*assumed, *kept], [conjunction(pending)] if pending else [], until)
            if isinstance(answer, Unsat) and verdict is not None and kept:  # none near the last one only
                steps, pending = 2 * steps, []
                kept = self.kept(verdict, steps)
                continue
            if not isinstance(answer, Sat):
                return answer
            words, seconds = self._read_words(answer), monotonic() - started
            told, (verdict, pending) = pending, self.judge(words)
            self._watch(Round(self.asked, self.held(), tuple(pending), seconds))
            if not pending:
                return verdict
            wrong += 1
            if wrong == most:
                raise StalledError
            if pending == told:
                raise SessionError("the solver's answer breaks clauses that it was told")
            self.learned += pending
            if repair:
                steps = 1
                kept = self.kept(verdict, steps)

    def _read_words(self, answer: Sat) -> list[int]:
        """The values of the base in an answer, which are bit-vectors.

        Raises:
            SessionError: if the solver gave others.
        """
        values = [answer.values[name] for name in self.base.values]
        words = [word for word in values if isinstance(word, int) and not isinstance(word, bool)]
        if len(words) != len(values):
            raise SessionError(f"the solver gave {values!r} for bit-vectors")
        return words

    def close(self) -> list[Usage]:
        """End the session; returns what its solver used."""
        session, self.session = self.session, None
        return [] if session is None else [self._release(session)]


class FillLoop(LazyLoop[dict[str, bool]]):
    """A session that completes the fills of a script; its verdict has the values of the cells' terms.

    Attributes:
        clauses: the generated clauses, in their order, each with its family and cells.
    """

    def __init__(
        self,
        script: PuzzleScript,
        solver: Solver,
        limits: Limits,
        *,
        replay: Path | None = None,
        watch: Watch = unwatched,
    ) -> None:
        """Lay out the script, whose cells are read from Boolean terms."""
        self.script, self.clauses = script, list[Assertion]()
        self._packing = _packing(cells_of(script).values, tuple(fill.member for fill in script.fills))
        self._held: tuple[int, ...] = ()
        base = script.replace(
            definitions=script.definitions + self._packing.definitions, values=self._packing.names
        )
        super().__init__(base, solver, script.logic, limits, replay=replay, watch=watch)

    def judge(self, words: Sequence[int]) -> tuple[dict[str, bool], Sequence[str]]:
        """See `LazyLoop`."""
        packing = self._packing
        digits = digits_of(packing.words, words)
        digits = f"{digits}{digits.translate(_OPPOSITE)}0"
        held = [
            (fill, int("".join(picked(digits)), 2) << first | fill.always)
            for fill, (picked, first) in zip(self.script.fills, packing.fills, strict=True)
        ]
        self._held = tuple(cells for _, cells in held)
        found = [cut for fill, cells in held for cut in fill.cuts(cells)]
        self.clauses += found
        if found:
            return {}, list(dict.fromkeys(cut.term for cut in found))
        return dict(zip(packing.keys, map("1".__eq__, packing.cells(digits)), strict=True)), ()

    def held(self) -> Mapping[int, int]:
        """For each fill, by its place in the script, the cells in it."""
        return dict(enumerate(self._held))


_OPPOSITE = str.maketrans("01", "10")


class _Packing(Record):
    """How a script's terms are read from a few bit-vectors.

    An answer becomes a string: a digit for each term, then those of their negations, and a 0 for constants.

    Attributes:
        names: the bit-vectors.
        definitions: the commands that define them.
        words: for each of them the terms of its bits, the highest first.
        keys: the keys of the cells' terms among values.
        cells: picks the digits of the cells' terms.
        fills: for each fill the function that picks the digits of its nodes, from the last one that is not
            false by its term to the first; and that first node.
    """

    names: tuple[str, ...]
    definitions: tuple[str, ...]
    words: tuple[Sequence[str], ...]
    keys: tuple[str, ...]
    cells: Callable[[str], Sequence[str]]
    fills: tuple[tuple[Callable[[str], Sequence[str]], int], ...]


@lru_cache(maxsize=16)
def _packing(cells: tuple[str, ...], fills: tuple[tuple[str, ...], ...]) -> _Packing:
    """Pack the terms of cells, and those of the nodes of fills; boards of one size often have the same."""
    asked = dict.fromkeys(chain(cells, *fills))
    positive = dict.fromkeys(term[5:-1] if term.startswith("(not ") else term for term in asked)
    terms = [term for term in positive if term not in ("true", "false")]
    places = {term: place for place, term in enumerate(terms)}
    places |= {f"(not {term})": place for place, term in enumerate(terms, len(terms))}
    constant = 2 * len(terms)
    picked = []
    for member in fills:
        nodes = [x for x, term in enumerate(member) if term != "false"] or [0]
        between = range(nodes[-1], nodes[0] - 1, -1)
        picked.append((_picked([constant, *(places.get(member[x], constant) for x in between)]), nodes[0]))
    words = words_of(terms)
    return _Packing(
        names=tuple(words),
        definitions=tuple(word_definition(*item) for item in words.items()),
        words=tuple(words.values()),
        keys=tuple(map(key_of, cells)),
        cells=_picked([places[term] for term in cells]),
        fills=tuple(picked),
    )


def _picked(places: Sequence[int]) -> Callable[[str], Sequence[str]]:
    """Return the function that takes a string to its characters at some places."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda text: [text[place] for place in places]


class Lazy(ByTerms[Decoded]):
    """A back end whose every model satisfies a script, and the fills that it leaves open.

    Where cuts are too many, another back end answers from then on, which is given what was found before.
    """

    def __init__(
        self,
        script: PuzzleScript,
        solver: Solver,
        limits: Limits,
        spent: float = 0.0,
        keep: Keep | None = None,
        label: str = "",
        watch: Watch = unwatched,
        instead: Callable[[float], Backend[Decoded]] | None = None,
    ) -> None:
        """Ask nothing yet.

        Args:
            script: what is asserted from the beginning.
            solver: the solver; it must hold a session.
            limits: how much it may use.
            spent: seconds of the clock that are spent already.
            keep: where to leave what the session comes to, if anywhere.
            label: the name of its files.
            watch: told of each round.
            instead: makes the back end to ask after `STALLED` wrong answers, from the seconds that are spent
                by then; raises `EncodingError` if there is none.
        """
        super().__init__(Fillings(script), limits, spent)
        self._instead = instead
        self._other: Backend[Decoded] | None = None
        self._found: list[Decoded] = []
        self._used: list[Usage] = []
        self._keep, self._label = keep, label
        replay = keep.session(label, solver) if keep is not None else None
        self._loop = FillLoop(script, solver, limits, replay=replay, watch=watch)
        self._blocked: list[str] = []
        self._pending: list[str] = []

    def use(self, pool: SessionPool) -> None:
        """Take the process from a pool, and give it back; to be said before the first question."""
        self._loop.pool = pool

    def _ask(self, seconds: float | None) -> Answer:
        """Look for another model within so many seconds."""
        if self._other is not None:
            answer = self._other.ask()
            self.asked = self._loop.asked + self._other.asked
            return answer
        pending, self._pending = self._pending, []
        until = None if seconds is None else monotonic() + seconds
        try:
            most = STALLED if self._instead else None
            verdict = self._loop.decide(pending, until=until, most=most)
        except StalledError:
            return self._go_on(until)
        except SessionTimeoutError as error:
            return error.timeout(seconds)
        except SessionError as error:
            return Failure(str(error))
        finally:
            self.asked = self._loop.asked + (0 if self._other is None else self._other.asked)
        return Sat(verdict) if isinstance(verdict, dict) else verdict

    def _go_on(self, until: float | None) -> Answer:
        """Ask the other back end from now on, or go on with cuts where there is none."""
        left, limit = seconds_left(until), self.limits.seconds
        instead, self._instead = self._instead, None
        if instead is None:
            return self._ask(left)
        try:
            other = instead(0.0 if left is None or limit is None else limit - left)
        except EncodingError:
            return self._ask(left)
        except OutOfTimeError:
            return Timeout(limit or 0.0)
        self._end()
        other.counting, other.limits = self.counting, remaining(self.limits, self._used, limit)
        for model in self._found:
            other.block(model)
        self._other = other
        return other.ask()

    def read(self, answer: Sat) -> Decoded:
        """See `Backend`."""
        return super().read(answer) if self._other is None else self._other.read(answer)

    def block(self, model: Decoded) -> None:
        """See `Backend`."""
        if self._other is not None:
            self._other.block(model)
        else:
            self._found.append(model)
            super().block(model)

    def _assert(self, term: str) -> None:
        self._blocked.append(term)
        self._pending.append(term)

    def _end(self) -> None:
        """End the session."""
        if self.counting and self._loop.session is not None:
            self.statistics = self._loop.session.statistics()
        self._used += self._loop.close()

    def _close(self) -> Usage:
        """End what is asked, leave the file that the session ended with, and return what its solvers used."""
        if self._other is not None:
            self._used.append(self._other.close())
            self.statistics = sum_statistics((self.statistics, self._other.statistics))
            return together(self._used)
        self._end()
        if self._keep is not None:
            write_file(self._keep.path(self._label, ".smt2"), self.final_script())
        return together(self._used)

    def final_script(self) -> str:
        """All that was asserted, as a script of its own: evidence that any solver can check alone."""
        script = self._loop.script
        whole = script.replace(assertions=[*script.assertions, *self._loop.clauses], fills=())
        return driver(whole, self._blocked)
