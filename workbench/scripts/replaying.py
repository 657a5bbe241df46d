"""A script stepped through several solvers, and how that ends."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from drivers.replay import END, Step
from fillomino.errors import counted

if TYPE_CHECKING:
    from workbench.texts.rows import ReplayedRow, ReplayRow

_WIDTH = 100


class Ending(StrEnum):
    """How a replay ends."""

    SAME = "same"
    """All commands were taken, with the same verdicts."""
    DIFFERS = "differs"
    """The replies to the last step can't all be right."""
    REFUSED = "refused"
    """No solver takes the last step."""
    CONTRADICTED = "contradicted"
    """A verdict is not the script's ``:status``."""


class ReplayReport(NamedTuple):
    """A script that was stepped through solvers; it prints as `fillomino replay --all` does.

    Attributes:
        solvers: the solvers, as they are shown.
        steps: a step for each command, up to the one that ended it.
    """

    solvers: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def ending(self) -> Ending:
        """How it ended."""
        last = self.steps[-1]
        if last.differs:
            return Ending.DIFFERS
        if is_refused(last):
            return Ending.REFUSED
        return Ending.CONTRADICTED if any(step.stated for step in self.steps) else Ending.SAME

    @property
    def commands(self) -> int:
        """The number of commands that were given."""
        return sum(step.command != END for step in self.steps)

    @property
    def summary(self) -> str:
        """The ending in a sentence."""
        if self.ending is Ending.DIFFERS:
            return f"After {counted(self.commands, 'command')} the solvers differ."
        if self.ending is Ending.REFUSED:
            return f"Command {self.commands} is refused."
        if self.ending is Ending.CONTRADICTED:
            verdicts = counted(sum(bool(step.stated) for step in self.steps), "verdict")
            return f"{verdicts} against the script's :status."
        same = " with the same verdicts" if len(self.solvers) > 1 else ""
        return f"{counted(self.commands, 'command')}{same} ({', '.join(self.solvers)})"

    @property
    def row(self) -> ReplayRow:
        """The ending for machines."""
        from workbench.texts.rows import ReplayRow

        return ReplayRow(solvers=list(self.solvers), commands=self.commands, ending=self.ending.value)

    def to_json(self) -> str:
        """The lines that ``fillomino replay --all --json`` prints."""
        rows = [*(row_of(step, self.solvers) for step in self.steps), self.row]
        return "\n".join(row.to_line() for row in rows)

    def __str__(self) -> str:
        return "\n".join([*(in_words(step, self.solvers) for step in self.steps), self.summary])


def is_refused(step: Step) -> bool:
    """Whether a step is an error of the first solver, and so of all unless they differ."""
    return step.replies[0].startswith("error: ")


def in_words(step: Step, solvers: tuple[str, ...]) -> str:
    """A step on several lines: the command, and each solver's reply with its time."""
    lines = [f"line {step.line}: {_short(step.command)}"]
    for title, reply, seconds, alone in zip(solvers, step.replies, step.seconds, step.alone, strict=True):
        how = f"({seconds:.3f} s{', asked alone' if alone else ''})" if reply else "not asked"
        lines.append(f"  {title}: {' '.join(filter(None, [_short(reply), how]))}")
    if step.stated:
        lines.append(f"  WRONG: the script's :status is {step.stated}")
    return "\n".join(lines)


def row_of(step: Step, solvers: tuple[str, ...]) -> ReplayedRow:
    """A step for machines."""
    from workbench.texts.rows import ReplayedRow, ReplyRow

    replies = [
        ReplyRow(solver=title, reply=reply or None, seconds=round(seconds, 6), alone=alone)
        for title, reply, seconds, alone in zip(solvers, step.replies, step.seconds, step.alone, strict=True)
    ]
    return ReplayedRow(
        line=step.line,
        command=step.command,
        asks=step.asks,
        replies=replies,
        differs=step.differs,
        stated=step.stated or None,
    )


def _short(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[:_WIDTH]} …"
