"""The course of an audit in another game than Fillomino: puzzles that are derived from its rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from fillomino.errors import InputError
from fillomino.instance import Instance
from games import samples
from games.game import Game, Rectangle, rectangle
from workbench.audit.course import Course, Stage

BATCH = 250
"""Most puzzles of a batch."""

CELLS = 6
"""By default rectangles of up to so many cells."""


MADE_ON = ((3, 3), (2, 4), (3, 4))
"""Heights and widths where a rule may be tested that smaller boards do not test: that bridges cross."""


@dataclass(frozen=True)
class GameCourse(Course):
    """What an audit goes through in a game: rectangles, all puzzles of a size, or those that tell much.

    Attributes:
        game: the game.
        sizes: heights and widths, smallest first.
        chosen: whether they were chosen, so that a counterexample should be of one of them.
    """

    game: Game
    sizes: tuple[tuple[int, int], ...]
    chosen: bool = False

    @cached_property
    def rules(self) -> Mapping[str, str]:
        """The rules of the game; if it does not list them, those that answers of some puzzles break."""
        return samples.rules_of(self.game)

    def stages(self) -> list[Stage]:
        """The puzzles of each size."""
        found = []
        for height, width in self.sizes:
            its = samples.puzzles(self.game, height, width)
            found.append(Stage("game", f"{height}x{width}", height * width, len(its), partial(_batches, its)))
        return [stage for stage in found if stage.puzzles]

    def made_for(self, rule: str) -> Iterator[Instance]:
        """Yield puzzles of each size; where sizes were not chosen, else of a larger one that has some."""
        found = [puzzle for size in self.sizes for puzzle in samples.breaking(self.game, *size, rule)]
        if not found and not self.chosen:
            made = (samples.breaking(self.game, *size, rule) for size in MADE_ON)
            found = next(filter(None, made), [])
        yield from found

    def broken_alone(self, puzzle: Instance) -> Collection[str]:
        """The rules that some answer breaks alone, if answers can be listed; else some nearly right one."""
        return samples.broken_alone(rectangle(puzzle))

    def simpler(self, puzzle: Instance) -> Iterator[Instance]:
        """Yield puzzles with a row, a column or a sign less; where sizes were chosen, a sign."""
        own = rectangle(puzzle)
        for other in samples.simpler(own):
            if not self.chosen or (other.height, other.width) == (own.height, own.width):
                yield other

    def name_of(self, puzzle: Instance) -> str:
        """Height and width."""
        own = rectangle(puzzle)
        return f"{own.height}x{own.width}"

    def given(self, puzzle: Instance) -> str:
        """The signs, row by row."""
        return " / ".join(" ".join(line.split()) for line in puzzle.text().splitlines()[1:])

    def plainest(self) -> Iterator[Instance]:
        """Yield the puzzles with the fewest clues of each size."""
        for height, width in self.sizes:
            yield from samples.puzzles(self.game, height, width)[:1]

    def some(self) -> Iterator[Instance]:
        """Yield all puzzles."""
        for height, width in self.sizes:
            yield from samples.puzzles(self.game, height, width)


def course_of(game: Game, most: int, boards: Sequence[str]) -> GameCourse:
    """Return the course of a game: rectangles of up to so many cells, or those of these names (``2x3``).

    Raises:
        InputError: for a board that is no rectangle.
    """
    if not boards:
        return GameCourse(game, tuple(samples.sizes(most)))
    sizes = []
    for name in boards:
        height, x, width = name.partition("x")
        if not (x and height.isdecimal() and width.isdecimal() and int(height) and int(width)):
            raise InputError(
                f"{game.title} is played on rectangles such as 2x3, not on {name!r}", code="unknown-board"
            )
        sizes.append((int(height), int(width)))
    return GameCourse(game, tuple(sorted(sizes, key=lambda size: size[0] * size[1])), chosen=True)


def _batches(puzzles: Sequence[Rectangle]) -> Iterator[Sequence[Instance]]:
    for start in range(0, len(puzzles), BATCH):
        yield puzzles[start : start + BATCH]
