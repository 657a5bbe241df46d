"""An audit against another encoding, on boards too large for the rules to list all answers.

Puzzles are made for answers (`workbench.audit.makers`), which the rules or the other encoding give, until few
other answers are left, all of which the other encoding gives. The rules check each of them; that there are no
more is the word of the other encoding, which the subject may contradict.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

from drivers.answer import Answer, Sat, Unsat
from drivers.errors import SessionError
from drivers.limits import Limits
from drivers.session import Session
from drivers.solver import Solver
from encoder.encoding import Encoding
from encoder.errors import DecodeError
from encoder.puzzle_script import cells_of, decode
from fillomino.errors import FillominoError, InputError
from fillomino.instance import Filling, Instance
from smtlib.render import preamble
from workbench.audit.course import Course, Stage
from workbench.audit.makers import Maker
from workbench.methods.encodings import best_logic
from workbench.methods.method import Question, Status
from workbench.methods.smt import SmtMethod

FEW = 24
"""Most solutions of a puzzle."""

SIZES = ((5, 5), (4, 7), (6, 6), (8, 8), (10, 10))
"""Heights and widths, where none are chosen."""

PUZZLES = 30
"""So many puzzles of each size."""

SECONDS = 20.0
"""For each question to the other encoding; a puzzle that takes longer is not used."""

_TRIES = 60
_STEPS = 3
_FIXED = 0.3
_ANSWERS = 3
_SPOILT = 1
_LEAST = 0.1
_RARELY = 0.1


class RivalError(FillominoError):
    """The encoding to compare with does not give the solutions of a puzzle, so that it can be no judge."""

    code = "no-judge"


@dataclass
class Rival:
    """Another encoding as the judge: it gives all solutions of a puzzle, each checked by the rules."""

    encoding: Encoding
    solver: Solver
    limits: Limits
    _known: dict[str, tuple[Filling, ...]] = field(default_factory=dict)

    def solutions(self, puzzle: Instance) -> tuple[Filling, ...]:
        """Return all solutions, ascending.

        Raises:
            RivalError: if it does not give them, or one that breaks the rules.
        """
        found, whole = self.some(puzzle)
        if not whole:
            raise RivalError(f"{self.encoding.name} does not give the solutions of the puzzle in time")
        return found

    def some(self, puzzle: Instance) -> tuple[tuple[Filling, ...], bool]:
        """Return solutions, ascending, and whether these are all, and few.

        Raises:
            RivalError: if it gives one that breaks the rules.
        """
        key = puzzle.text()
        if key in self._known:
            return self._known[key], True
        question = Question(limit=FEW + 1, seconds=self.limits.seconds or SECONDS)
        result = SmtMethod(self.encoding, self.solver, altered=True).run("", puzzle, question)
        if result.verdict.status is Status.WRONG or result.why.violations:
            raise self._refused(result.why.error)
        found = tuple(sorted(result.answers.fillings))
        whole = result.verdict.status is Status.UNSOLVABLE or (result.answers.complete and len(found) <= FEW)
        if whole:
            self._known[key] = found
        return found, whole

    def few(self, puzzle: Instance) -> tuple[Filling, ...] | None:
        """Return all solutions if they are few; else ``None``.

        Raises:
            RivalError: if it gives one that breaks the rules.
        """
        found, whole = self.some(puzzle)
        return found if whole else None

    def answers(self, puzzle: Instance, chance: random.Random, most: int) -> Iterator[Filling]:
        """Yield answers of a puzzle, each with some places fixed at random, as far as that can be.

        Raises:
            RivalError: if it gives one that breaks the rules, or its script can't be judged.
        """
        script = self.encoding.script(
            puzzle, best_logic(self.encoding, self.solver), seconds=self.limits.seconds
        )
        of, values = cells_of(script).of, list(puzzle.game.values) or [1, 2, 3, 4, 5]
        limits = self.limits.replace(seconds=self.limits.seconds or SECONDS)
        try:
            with Session(self.solver, limits) as session:
                session.send_script(preamble(script))
                for _ in range(most):
                    places = chance.sample(range(len(of)), int(len(of) * _FIXED))
                    fixed = [of[place].equals(chance.choice(values)) for place in places]
                    answer = _nearly(session, script.values, [term for term in fixed if term != "false"])
                    if not isinstance(answer, Sat):
                        return
                    filling = decode(script, answer.values).filling
                    if broken := puzzle.violations(filling):
                        raise self._refused(broken[0].text)
                    yield filling
        except (DecodeError, SessionError) as error:
            raise self._refused(str(error)) from error

    def _refused(self, why: str | None) -> RivalError:
        return RivalError(f"{self.encoding.name} can't be the judge: {why}")


def _nearly(session: Session, asking: Sequence[str], fixed: list[str]) -> Answer:
    """A model in which terms hold, or half of them, and so on."""
    while True:
        session.command("(push 1)")
        answer = session.check(asserting=fixed, asking=asking)
        if not isinstance(answer, Sat | Unsat):
            return answer
        session.command("(pop 1)")
        if isinstance(answer, Sat) or not fixed:
            return answer
        fixed = fixed[: len(fixed) // 2]


@dataclass(frozen=True)
class AgainstCourse(Course):
    """Puzzles of larger boards, of which a rival gives the solutions."""

    maker: Maker
    rival: Rival
    sizes: Sequence[tuple[int, int]] = SIZES
    inner: Course | None = None
    chosen: bool = False
    """Whether the sizes were chosen, so that a counterexample should be of one of them."""

    @property
    def rules(self) -> Mapping[str, str]:
        """None, as answers can't be listed."""
        return {}

    def stages(self) -> list[Stage]:
        """So many puzzles of each size."""
        return [
            Stage("sampled", f"{h}x{w}", h * w, PUZZLES, partial(self._batches, h, w)) for h, w in self.sizes
        ]

    def _batches(self, height: int, width: int) -> Iterator[Sequence[Instance]]:
        none = True
        for puzzle in islice(self.made(height, width), PUZZLES):
            none = False
            yield [puzzle]
        if none and (height, width) == self.sizes[0]:
            by = self.rival.encoding.name
            raise RivalError(f"no puzzle of {height}x{width} with few solutions could be made by {by}")

    def made(self, height: int, width: int) -> Iterator[Instance]:
        """Yield puzzles with few solutions, always the same; some differ in one sign, or have none.

        Answers to begin with are found in several ways by the rules alone, and by the rival; a way by which
        puzzles were made before is taken more often.
        """
        chance = random.Random(f"{height} {width}")  # noqa: S311
        weights = [1.0] * (self.maker.ways + 1)
        for _ in range(_TRIES):
            start = self.maker.vague(height, width, chance)
            if start is None:
                continue
            [way] = chance.choices(range(len(weights)), weights)
            count = 0
            for answer in self._answers(start, way, chance):
                puzzle = self._finished(start, answer, chance)
                if puzzle is not None:
                    count += 1
                    yield puzzle
                    yield from self._spoilt(puzzle, chance)
            weights[way] = max(_RARELY, (weights[way] + count / _ANSWERS) / 2)

    def _answers(self, start: Instance, way: int, chance: random.Random) -> Iterator[Filling]:
        if way == self.maker.ways:
            yield from self.rival.answers(start, chance, _ANSWERS)
        else:
            found = (self.maker.shaped(start, way, chance) for _ in range(_ANSWERS))
            yield from (answer for answer in found if answer is not None)

    def _spoilt(self, puzzle: Instance, chance: random.Random) -> Iterator[Instance]:
        """Puzzles that differ from one in a sign, with few solutions or none."""
        for _ in range(_SPOILT):
            spoilt = self.maker.spoilt(puzzle, chance)
            if spoilt is not None and self.rival.few(spoilt) is not None:
                yield spoilt

    def _finished(self, start: Instance, answer: Filling, chance: random.Random) -> Instance | None:
        """A puzzle of an answer that has few others; ``None`` if they remain many."""
        share = chance.uniform(_LEAST, 1)
        puzzle = self.maker.told(start, answer, (), share, chance)
        for _ in range(_STEPS):
            if puzzle is None:
                return None
            others, few = self.rival.some(puzzle)
            if few:
                return puzzle
            others = tuple(other for other in others if other != answer)
            puzzle = self.maker.told(puzzle, answer, others, 0, chance)
        return None

    def made_for(self, rule: str) -> Iterator[Instance]:
        """Yield nothing."""
        del rule
        return iter(())

    def broken_alone(self, puzzle: Instance) -> Collection[str]:
        """Nothing, as answers can't be listed."""
        del puzzle
        return ()

    def simpler(self, puzzle: Instance) -> Iterator[Instance]:
        """Yield puzzles with a row, a column or a sign less, as far as the rival gives their solutions."""
        for other in () if self.inner is None else self.inner.simpler(puzzle):
            if self.chosen and self.name_of(other) != self.name_of(puzzle):
                continue
            if self.rival.few(other) is not None:
                yield other

    def name_of(self, puzzle: Instance) -> str:
        """Height and width."""
        return "" if self.inner is None else self.inner.name_of(puzzle)

    def given(self, puzzle: Instance) -> str:
        """What is given, in words."""
        return "" if self.inner is None else self.inner.given(puzzle)

    def plainest(self) -> Iterator[Instance]:
        """Yield nothing."""
        return iter(())

    def some(self) -> Iterator[Instance]:
        """Yield nothing."""
        return iter(())


def sizes_of(boards: Sequence[str]) -> Sequence[tuple[int, int]]:
    """Return heights and widths of boards such as ``8x8``; the usual ones if there are none.

    Raises:
        InputError: for a board that is no rectangle.
    """
    pairs = [name.partition("x") for name in boards]
    for height, _, width in pairs:
        if not (height.isdecimal() and width.isdecimal() and int(height) and int(width)):
            raise InputError(f"{height}{_}{width} is no rectangle such as 8x8", code="unknown-board")
    return tuple((int(height), int(width)) for height, _, width in pairs) or SIZES
