"""Each family of an encoding dropped in turn: what goes wrong without it, or that it is redundant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from drivers.answer import Unsat
from drivers.backend import run
from drivers.solver import Solver
from encoder.encoding import Encoding
from encoder.errors import EncodingError
from encoder.select import select
from fillomino.errors import counted, listed
from fillomino.instance import Instance
from smtlib.render import driver
from smtlib.script import Family
from workbench.audit.course import Course, StageKind
from workbench.audit.judging import DisagreementError, Scripts
from workbench.audit.sweep import PROBES, Counterexample, Done, Judged, Report, Scope, Subject, audit
from workbench.methods.encodings import best_logic, with_families


@dataclass(frozen=True, slots=True)
class Row:
    """Result of dropping a family.

    Attributes:
        name: the encoding without it.
        family: the family.
        found: the smallest counterexample; ``None`` if none was found.
        report: what was looked at.
        implied: whether the family follows from the others on every board without clues, so that even the
            models are the same without it.
        occurs: whether it has assertions at all on the boards that were looked at.
        to_blame: whether the whole encoding is wrong and the rest is right: this family excludes solutions.
        excused: how many puzzles the rest decides wrongly that the whole encoding decides wrongly, too, so
            that they say nothing about the family.
    """

    name: str
    family: Family
    found: Counterexample | None
    report: Report
    course: Course
    implied: bool = False
    occurs: bool = True
    to_blame: bool = False
    excused: int = 0


MOST_EXCUSED = 200
"""After so many puzzles that the whole encoding decides wrongly, too, a family is not judged any longer."""


@dataclass
class _WhereRight(Subject):
    """An encoding without a family, judged only by puzzles that the whole encoding decides rightly.

    Attributes:
        rest: the encoding without the family.
        whole: the whole encoding, which is wrong somewhere.
        wrong: for puzzles whether the whole encoding decides them wrongly, as far as that is known.
        excused: how many puzzles were left out because it does.
    """

    rest: Scripts
    whole: Scripts
    wrong: dict[Instance, bool]
    excused: int = field(default=0, init=False)

    @property
    def name(self) -> str:
        """See `Subject`."""
        return self.rest.name

    @property
    def portion(self) -> int | None:
        """See `Subject`."""
        return self.rest.portion

    def close(self) -> None:
        """See `Subject`."""
        self.rest.close()
        self.whole.close()

    def judge(self, puzzles: Sequence[Instance]) -> Judged:
        """See `Subject`."""
        left = list(puzzles)
        while self.excused < MOST_EXCUSED:
            judged = self.rest.judge(left)
            if judged.wrong is None or not self._excuses(judged.wrong.puzzle):
                return judged
            self.excused += 1
            left = [puzzle for puzzle in left if puzzle is not judged.wrong.puzzle]
        return Judged(0)

    def _excuses(self, puzzle: Instance) -> bool:
        """Whether the whole encoding decides a puzzle wrongly."""
        if puzzle not in self.wrong:
            self.wrong[puzzle] = self.whole.judge([puzzle]).wrong is not None
        return self.wrong[puzzle]

    def rules_broken(self, wrong: Counterexample) -> frozenset[str]:
        """See `Subject`."""
        return self.rest.rules_broken(wrong)

    def without_clues(self, wrong: Counterexample) -> Counterexample:
        """See `Subject`."""
        bare = self.rest.without_clues(wrong)
        return wrong if self._excuses(bare.puzzle) else bare


@dataclass(frozen=True, slots=True)
class Table:
    """What each family of an encoding is for, and a counterexample to the whole, if there is one."""

    found: Counterexample | None
    report: Report
    rows: tuple[Row, ...]


def table(whole: Scripts, scope: Scope, *, progress: Callable[[Done], None] = lambda _: None) -> Table:
    """Audit an encoding, then what is left of it without each of its families; a program is asked for them.

    Of an encoding that is wrong, only puzzles that it decides rightly show what a family is for.

    Raises:
        DisagreementError: if the second solver does not agree.
        SessionError: as `audit`.
    """
    encoding = with_families(whole.whole)
    whole = replace(whole, encoding=encoding, whole=encoding)
    first = audit(whole, scope, progress)
    counterexample = None if first.wrong is None else whole.explain(first.wrong)
    known: dict[Instance, bool] | None = None if counterexample is None else {}
    rows = (_row(whole, family, scope, known, progress) for family in whole.families)
    return Table(counterexample, first, tuple(rows))


def _row(
    whole: Scripts,
    family: Family,
    scope: Scope,
    wrong: dict[Instance, bool] | None,
    progress: Callable[[Done], None],
) -> Row:
    """What a family is for; `wrong` is for an encoding that is wrong itself, see `_WhereRight`."""
    rest = replace(whole, encoding=select(whole.encoding, [family.name]))
    excused = 0

    def audited(rest: Scripts) -> Report:
        nonlocal excused
        if wrong is None:
            return audit(rest, scope, progress)
        subject = _WhereRight(rest, whole, wrong)
        report = audit(subject, scope, progress)
        excused = max(excused, subject.excused)
        return report

    report = audited(rest)
    if report.wrong is not None:
        return Row(rest.name, family, rest.explain(report.wrong), report, scope.course)
    if audited(replace(rest, solver=rest.second, second=rest.solver)).wrong is not None:
        raise DisagreementError(f"{rest.second.title} finds a counterexample without {family.name}")
    if wrong is not None:
        return Row(rest.name, family, None, report, scope.course, to_blame=not excused, excused=excused)
    implied = _implied(whole.encoding, family, whole.solver, scope)
    occurs = _occurs(whole.encoding, family, scope)
    return Row(rest.name, family, None, report, scope.course, implied, occurs)


def row_text(row: Row, scope: str | None = None) -> str:
    """A row in one line; `scope` are words for what was looked at, if not all of it."""
    example = row.found
    if example is None:
        where = f" on {scope_text(row.report)}" if scope is None else scope
        if row.excused:
            return f"not decided{where}: where it goes wrong without it, the encoding does, too"
        if row.to_blame:
            return f"excludes solutions: without it the encoding is right{where}"
        if not row.occurs:
            return f"has no assertion yet{where}"
        why = "the others imply it" if row.implied else "it excludes models, but no solution"
        return f"redundant{where}: {why}"
    numbers = "no number" if example.filling is None else " ".join(map(str, example.filling))
    given = row.course.given(example.puzzle)
    board = row.course.name_of(example.puzzle)
    where = f"{board} with {given}" if given else board
    return f"{'refuses' if example.kind == 'refused' else 'accepts'} {numbers} on {where}"


def scope_text(report: Report) -> str:
    """The scope of an audit, in words: first what was decided whole, then what was only sampled."""
    parts = []
    kinds: dict[StageKind, str] = {
        "every": "all {puzzles} of {boards} of up to {cells}",
        "empty": "{boards} of up to {cells} without clues",
        "full": "{puzzles} of up to {cells} with a number in every cell",
        "sampled": "{puzzles} sampled on boards of up to {cells}",
        "game": "{puzzles} on {boards} of up to {cells}",
        "made": "{puzzles} made for rules that no other had tested",
    }
    for kind, text in kinds.items():
        stages = [done for done in report.done if done.kind == kind and done.puzzles]
        if stages:
            puzzles = counted(sum(done.puzzles for done in stages), "puzzle")
            boards, cells = counted(len(stages), "board"), counted(max(done.cells for done in stages), "cell")
            parts.append(text.format(puzzles=puzzles, boards=boards, cells=cells))
    return listed(parts) or "nothing"


def tested_text(report: Report) -> list[str]:
    """Return lines on the rules that an audit has tested, and those that it has not."""
    tested = [f"{rule} {count:,}" for rule, count in report.tested.items() if count]
    untested = [rule for rule, count in report.tested.items() if not count]
    if not report.tested:
        return []
    return [
        f"rules tested, by answers that break that rule alone: {', '.join(tested) or 'none'}",
        f"not tested: {', '.join(untested) or 'none'}",
    ]


def skipped_text(report: Report, name: str) -> str:
    """The puzzles that an audit had to skip, in words; empty if none."""
    parts = [counted(count, f"{kind} puzzle") for kind, count in report.skipped.items()]
    if not parts:
        return ""
    presumed = sum(report.presumed.values())
    how = (
        f" ({presumed:,} of them presumed: the first {PROBES} of their kind were refused)" if presumed else ""
    )
    return f"{listed(parts)} that {name} does not encode{how}"


def _occurs(whole: Encoding, family: Family, scope: Scope) -> bool:
    """Return whether a family has assertions in some sampled puzzle of the boards."""
    for puzzle in scope.course.some():
        with suppress(EncodingError):
            if any(assertion.family == family.name for assertion in whole.script(puzzle).assertions):
                return True
    return False


def _implied(whole: Encoding, family: Family, solver: Solver, scope: Scope) -> bool:
    """Return whether the other families imply a family on small boards with no clue, or the fewest."""
    logic = best_logic(whole, solver)
    for puzzle in scope.course.plainest():
        try:
            script = whole.script(puzzle, logic)
        except EncodingError:
            continue
        dropped = [a.term for a in script.assertions if a.family == family.name]
        if not dropped:
            continue
        rest = select(whole, [family.name]).script(puzzle, logic)
        broken = f"(not (and true {' '.join(dropped)}))"
        if not isinstance(run(driver(rest, [broken]), solver).answer, Unsat):
            return False
    return True
