"""The question about a puzzle: how many solutions, whether it is the only one, within which limits."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from drivers.limits import Limits, wall_behind
from fillomino.deduction.levels import Level

if TYPE_CHECKING:
    from encoder.script import Decoded
    from workbench.methods.events import Round, Written
    from workbench.methods.keep import Keep


SMT = "smt"
"""The name of the methods by an encoding and a solver."""

ENCODING = "cuts"
"""The encoding of the fast way."""

LEVEL = Level.AHEAD
"""How much it deduces first."""


EVERY = sys.maxsize
"""A limit that no puzzle reaches: all solutions."""


Watch: TypeAlias = "Callable[[Written | Round | Decoded], None]"
"""Called for the script, each round, and each model before the rules judge it; it must not take long."""


def unwatched(_: Written | Round | Decoded) -> None:
    """Ignore it."""


class Question(NamedTuple):
    """A question about a puzzle; a method without a use for some part of it ignores that.

    Attributes:
        limit: how many solutions to look for; `EVERY` for all.
        unique: whether to prove or refute that the solution is the only one.
        by_counting: whether that is done by counting all solutions, not by asking for another.
        seconds: for a puzzle, all questions to a solver together; ``None`` is no limit.
        cpu_seconds: the same of the solver's CPU time; then `seconds` are for one that sleeps.
        memory_mib: memory of each process; ``None`` is no limit.
        seed: the random seed; 0 leaves the method's own.
        scramble: the seed of the order and names of scripts; 0 leaves them as they are.
        mutation: what alone that changes, ``orders`` or ``names``; else both. ``seeds``: none of it.
        counting: whether to ask solvers for their statistics.
        runexec: whether solvers are run and measured by BenchExec's runexec.
        keep: where to leave the evidence, if anywhere.
        watch: called with script, rounds and models as they come.
    """

    limit: int = 1
    unique: bool = False
    by_counting: bool = False
    seconds: float | None = None
    cpu_seconds: float | None = None
    memory_mib: int | None = None
    seed: int = 0
    scramble: int = 0
    mutation: str | None = None
    counting: bool = False
    runexec: bool = False
    keep: Keep | None = None
    watch: Watch = unwatched

    @property
    def wanted(self) -> int:
        """The number of solutions to look for: two are enough to refute uniqueness."""
        return max(self.limit, 2 if self.unique and not self.by_counting else 1)

    @property
    def limits(self) -> Limits:
        """Time and memory as drivers take them."""
        return Limits(seconds=self.seconds, cpu_seconds=self.cpu_seconds, memory_mib=self.memory_mib)

    def within(self, cpu_seconds: float | None) -> Question:
        """The same with a limit of CPU time, and one by the clock behind it."""
        if cpu_seconds is None:
            return self._replace(cpu_seconds=None, seconds=None)
        return self._replace(cpu_seconds=cpu_seconds, seconds=wall_behind(cpu_seconds))

    @property
    def own_seconds(self) -> float | None:
        """CPU seconds for a method that is no solver."""
        return self.seconds if self.cpu_seconds is None else self.cpu_seconds
