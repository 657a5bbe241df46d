"""``fillomino audit``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from msgspec import UNSET

from drivers.errors import SessionTimeoutError
from drivers.solver import Solver
from drivers.solvers import SECOND
from drivers.solvers import find as find_solver
from drivers.system import core_count
from encoder.puzzle_script import PuzzleScript
from fillomino import formats
from fillomino.errors import InputError, counted
from fillomino.puzzle import Puzzle
from smtlib.literals import write_literal
from smtlib.scopes import shown_check
from workbench import Exit
from workbench.audit.families import Row, row_text, scope_text, skipped_text, table, tested_text
from workbench.audit.games import GameCourse
from workbench.audit.judging import LARGE_SECONDS, Scripts
from workbench.audit.listed import Completed
from workbench.audit.one_script import Audited, audited
from workbench.audit.side_by_side import judging
from workbench.audit.subjects import SubjectName, against, scope_of
from workbench.audit.sweep import SLOW_SECONDS, Counterexample, Done, Report, Scope, Subject, audit
from workbench.cli import options
from workbench.cli.command import Command, print_row
from workbench.cli.layout import beside_puzzle, by_family, indented, model_text
from workbench.cli.options import arguments, flag, number, path, text, texts
from workbench.cli.output import warn, working, worst
from workbench.foreign.puzzles import FILLOMINO
from workbench.foreign.spec import ProgramError, is_program
from workbench.methods.by_script import read_to_solve
from workbench.methods.encodings import find_encoding, name_for
from workbench.methods.method import shape
from workbench.methods.registry import brought, lists_solutions
from workbench.texts.inputs import script_at
from workbench.texts.outputs import write_file
from workbench.texts.rows import (
    AuditedAssertionRow,
    AuditedFamilyRow,
    AuditedScriptRow,
    AuditRow,
    CounterexampleRow,
)
from workbench.texts.writing import written

_OF_BOARDS = ("every", "sampled", "board", "deduce")
_OF_SCRIPTS = ("drop", "families", "logic", "keep")
_OF_SOLVERS = ("solver", "second")


class Audit(Command):
    """Decide on small boards if an encoding accepts exactly what the rules accept.

    Stages come in the order of what they find per second: clue sets of tiny boards; boards of up to
    9 cells without clues, of which all solutions are compared; boards of up to 36 cells with a
    number in every cell; samples; then every clue set of boards of up to 5 cells. What is decided
    wrongly is shown on a smallest board, with the filling, the model, and the assertions that were
    left out and fail on it. A second solver, our own evaluation and the rules confirm it. Puzzles
    that an encoding refuses are counted and left out; if a program refuses the first three with
    walls, of a variant, …, the others are presumed refused. `--every 6` takes minutes; Ctrl-C
    reports how far it came.

    \b
    Examples:
      fillomino audit forest --drop same-root
      fillomino audit forest --families --every 3 --sampled 6
      fillomino audit 'mine=cmd:awk -f mine.awk' --board 2x3

    \b
    What can be audited:
      an encoding   its families can be left out: `fillomino encodings NAME` lists them
      a lazy method such as cuts or hitori-cuts, with the clauses that it generates
      cmd:PROGRAM   a program that reads a puzzle and prints a script
      ans:PROGRAM   a program that reads a puzzle and prints its solutions, or none
      a paradigm    a method of `solve --by` that lists solutions without SMT-LIB
      FILE.smt2     a script, edited or not: does it accept exactly the solutions of its puzzle?

    Exit code 1 if solutions are refused or anything else is accepted, 3 if a solver does not
    answer in time.
    """

    names = arguments(
        "NAME|FILE...",
        "An encoding, cmd:PROGRAM, ans:PROGRAM, a paradigm, or a script; by default forest-tight.",
    )
    drop = options.drop
    solver = options.solver()
    second = text("S", "Solver that checks the counterexample; by default another one.")
    every = number("N", "All clue sets of boards of up to N cells.", least=0)
    sampled = number(
        "N",
        "Empty boards and samples of up to N cells; from 9 on also full boards of up to 36.",
        least=0,
    )
    board = texts("SPEC", "Only this board, such as 2x3, torus:3x3 or 8x8; can be repeated.")
    game = options.game
    against = text("E", "Compare with the solutions of this encoding, on boards of 5x5 to 10x10.")
    jobs = number(
        "N",
        "Processes side by side.  [cores, if a program is started for each puzzle; else 1]",
        "-j",
        least=1,
    )
    families = flag("Drop each family in turn: what is it for, or is it redundant?")
    logic = options.logic
    deduce = options.deduce("none")
    timeout = options.seconds(
        "Seconds for each question; one that takes longer ends the audit. Else 10 on boards of more than 9 "
        "cells, whose puzzle is then left out, and no limit on smaller ones."
    )
    keep = path("DIR", "Leave the puzzle, the filling, its model and both scripts of it.")
    as_json = options.as_json
    reading = options.reading
    bound = options.bound
    cells = options.cells

    def run(self) -> int:
        """Audit each subject, scripts first, and print what each came to."""
        drop, only = self.drop
        if self.families and (drop or only):
            message = "--families drops each family in turn; leave out --drop and --only"
            raise InputError(message, code="option-conflict")
        scripts = [text for name in self.names if (text := script_at(name)) is not None]
        others = [name for name in self.names if script_at(name) is None] if scripts else list(self.names)
        if scripts and not others:
            why = "a script is audited on its own puzzle; leave out {}"
            self.refuse((*_OF_BOARDS, *_OF_SCRIPTS), why)
        game = self._game_of([*others, *([self.against] if self.against else [])])
        boards = self.board if self.against is None else ()
        scope = scope_of(self.every, self.sampled, boards, self.deduce, self.timeout, game)
        if self.against is not None:
            why = "--against takes boards of its own, one after the other; leave out {}"
            self.refuse(("every", "sampled", "families"), why)
            scope = against(self.against, scope, self.solver, self.board, game)
        checker = find_solver(self.second) if self.second else None
        reading = self.reading.bind(self.bound, self.cells)
        codes = [
            self._audit_script(read_to_solve(reading.noted(text), reading.bound), checker or SECOND)
            for text in scripts
        ]
        if not scope.course.stages() and (others or not scripts):
            message = "there is no board to audit on; give --every or --sampled a number above 0"
            raise InputError(message, code="missing-option")
        if others and all(map(lists_solutions, others)):
            why = "a subject that lists its solutions has no families and takes no solver; leave out {}"
            self.refuse((*_OF_SCRIPTS, *_OF_SOLVERS), why)
        if not self.names:
            others = [name_for(game, None, options.ENCODING)]
        for name in sorted(others, key=lists_solutions, reverse=True):
            named = SubjectName(name, self.solver, self.second, drop, only, self.logic, game)
            named = replace(named, deduce=self.deduce, timeout=self.timeout)
            subject = named.find(scope)
            if self.families and isinstance(subject, Completed):
                message = f"{subject.name} needs all of its families; leave out --families"
                raise InputError(message, code="option-conflict")
            if self.families and isinstance(subject, Scripts):
                codes.append(self._audit_families(subject, scope))
            else:
                codes.append(self._audit(named, subject, scope))
        return worst([Exit.DONE, *codes])

    def _game_of(self, names: Sequence[str]) -> str:
        """The name of the game whose puzzles are judged: the one that is named, else that of the encodings.

        Raises:
            InputError: if they are of several, or of another than the one that is named.
        """
        given = self.game
        known = [name for name in names if not lists_solutions(name) and not is_program(name)]
        of = {name: find_encoding(name).game for name in known}
        for name in names:
            of |= {name: FILLOMINO} if brought(name) is not None else {}
        wrong = [name for name, game in of.items() if game != (given or next(iter(of.values())))]
        if wrong:
            game = given or next(iter(of.values()))
            raise InputError(f"{wrong[0]} is of {of[wrong[0]]}, not of {game}", code="other-game")
        return given or next(iter(of.values()), FILLOMINO)

    def _audit(self, named: SubjectName, subject: Subject, scope: Scope) -> int:
        """Audit a subject, and print the result; where it does not end, what it came to."""
        seen: dict[tuple[str, str], Done] = {}
        advise = _adviser(subject)
        try:
            # Processes are started before the thread that shows progress.
            with (
                judging(named, subject, self._jobs(subject)) as judges,
                working(f"auditing {subject.name}") as show,
            ):
                report = audit(subject, scope, _shown(show, scope, seen), judging=judges, slow=advise)
        except (KeyboardInterrupt, SessionTimeoutError, ProgramError):
            warn(
                f"{subject.name}: no counterexample so far; {_so_far(list(seen.values()))}", code="unfinished"
            )
            raise
        example = None if report.wrong is None else subject.explain(report.wrong)
        if example is not None and self.keep is not None and isinstance(subject, Scripts):
            _keep(self.keep, example, subject)
        if self.as_json:
            print_row(_row(subject.name, example, report, scope))
        elif example is not None:
            print(_text(subject, example, report, scope), end="")
        else:
            print(f"{subject.name}: no counterexample; {scope_text(report)}")
            for line in (*tested_text(report), *scope.course.untested):
                print(f"  {line}")
            _print_skipped(subject, report)
        return Exit.DONE if example is None else Exit.NO

    def _jobs(self, subject: Subject) -> int:
        """How many processes judge: by default several where a program is started for each puzzle."""
        if self.jobs is not None:
            return self.jobs
        return core_count() if subject.unserved and self.against is None else 1

    def _audit_families(self, subject: Scripts, scope: Scope) -> int:
        """Print what each family is for."""
        with working(f"auditing {subject.name}") as show:
            found = table(subject, scope, progress=_shown(show, scope, {}))
        if self.as_json:
            for row in found.rows:
                print_row(_family_row(subject.name, row, scope))
        else:
            if found.found is not None:
                print(_text(subject, found.found, found.report, scope))
            where = "" if found.found is None else " where the encoding, which is wrong, is right"
            print(f"{subject.name}: what each family is for, shown by what goes wrong without it{where}")
            for row in found.rows:
                print(f"  {row.family.name:<15} {row_text(row)}")
            reports = found.report, *(row.report for row in found.rows)
            _print_skipped(subject, max(reports, key=lambda report: report.puzzles))
        return Exit.DONE if found.found is None else Exit.NO

    def _audit_script(self, script: PuzzleScript, second: Solver) -> int:
        """Audit a script on its puzzle, and print the result."""
        with working(f"auditing {script.encoding}") as show:
            result = audited(script, find_solver(self.solver), second, self.timeout, show)
        name = script.source.name if script.source is not None else script.encoding
        if self.as_json:
            print_row(_script_row(name, script, result))
        elif result.right:
            solutions = counted(result.solutions, "solution")
            print(f"{name}: right: it accepts exactly the {solutions} of its puzzle")
        elif result.counterexample is None:
            print(f"{name}: not decided: {result.why}")
        elif result.counterexample.unreadable:
            print(f"{name}: wrong: {result.counterexample.unreadable}")
        else:
            print(_script_text(name, script, result.counterexample, result.why), end="")
        return Exit.DONE if result.right else Exit.NO_ANSWER if result.right is None else Exit.NO


def _print_skipped(subject: Subject, report: Report) -> None:
    if report.undecided:
        puzzles = counted(report.undecided, "puzzle of a large board", "puzzles of large boards")
        print(f"Not decided in {LARGE_SECONDS:g} s a question: {puzzles}.")
    if skipped := skipped_text(report, subject.name):
        print(f"Left out: {skipped}.")


SLOW = 20
"""After so many slow scripts of a program it is advised to serve."""


def _adviser(subject: Subject) -> Callable[[int], None]:
    """Return what counts slow scripts of a program, and advises once to let it serve."""
    count = 0

    def noted(slow: int) -> None:
        nonlocal count
        before, count = count, count + slow
        if before < SLOW <= count:
            warn(
                f"{subject.name} takes more than {SLOW_SECONDS:g} s of CPU time for a script; as cmd:--serve "
                "PROGRAM it is started once (docs/own-encoding.md, Many puzzles from one process)",
                code="slow",
            )

    return noted


def _shown(
    show: Callable[[str], None], scope: Scope, seen: dict[tuple[str, str], Done]
) -> Callable[[Done], None]:
    """A callback that shows the progress of an audit, and records it."""
    most: Counter[tuple[str, str]] = Counter()
    for stage in scope.course.stages():
        most[stage.kind, stage.name] += stage.puzzles
    places = {key: place for place, key in enumerate(most, 1)}

    def progress(done: Done) -> None:
        seen[done.kind, done.board] = done
        if done.kind == "made":
            show(f"puzzles made for the rule {done.board}: {done.puzzles:,}")
            return
        key = done.kind, done.board
        if key in most:
            count = f"{done.puzzles:,} of up to {most[key]:,} puzzles"
            show(f"stage {places[key]} of {len(most)}, {done.kind} {done.board}: {count}")

    return progress


def _so_far(seen: Sequence[Done]) -> str:
    """The scope of an audit that was stopped; of its last stage it may have done a part only."""
    if not seen:
        return "nothing was decided"
    *whole, last = seen
    before = f"{scope_text(Report(None, tuple(whole)))}, and " if whole else ""
    return f"{before}{last.puzzles:,} of {last.board}"


def _text(subject: Subject, example: Counterexample, report: Report, scope: Scope) -> str:
    """A counterexample in words and pictures."""
    board = example.puzzle.places
    families = subject.families or (() if example.script is None else example.script.families)
    where = scope.course.name_of(example.puzzle)
    others = counted(report.puzzles, "other")
    lines = [f"{example.by or subject.name} {example.does} on {where}, after {others}.\n"]
    lines.append(beside_puzzle(example.puzzle, example.filling, example.kind, example.violations))
    if example.unreadable:
        lines.append(f"Its model gives no filling: {example.unreadable}\n")
    if example.model:
        patterns = () if example.script is None else example.script.meaning
        lines += ["Its model:\n", indented(model_text(example.model, patterns))]
    if example.why:
        lines.append(f"{example.why}\n")
    if example.assertions:
        lines.append(indented(by_family(board, families, example.assertions)))
    lines.append(f"Checked by {', '.join(example.checked_by)}.\n")
    return "".join(lines)


def _row(
    name: str, example: Counterexample | None, report: Report, scope: Scope
) -> AuditRow | CounterexampleRow:
    if example is None:
        row = AuditRow(
            encoding=name,
            right=True,
            puzzles=report.puzzles,
            not_encoded=dict(report.skipped),
            tested={rule: count for rule, count in report.tested.items() if count},
            not_tested=[rule for rule, count in report.tested.items() if not count],
        )
        if isinstance(scope.course, GameCourse):
            row.game = scope.course.game.name
        if report.undecided:
            row.not_decided = report.undecided
        return row
    return _counterexample(name, example, report, scope)


def _counterexample(name: str, example: Counterexample, report: Report, scope: Scope) -> CounterexampleRow:
    puzzle, names = example.puzzle, example.puzzle.places.names
    filling = None if example.filling is None else dict(zip(names, example.filling, strict=True))
    row = CounterexampleRow(
        encoding=name,
        right=False,
        puzzles=report.puzzles,
        not_encoded=dict(report.skipped),
        board=scope.course.name_of(puzzle),
        kind=example.kind,
        filling=filling,
        blocked=filling if example.kind == "not-blocked" else None,
        violations=[violation.text for violation in example.violations],
        assertions=[
            AuditedAssertionRow(family=a.family, cells=[names[cell] for cell in a.about], term=a.term)
            for a in example.assertions
        ],
        model={
            symbol: value if isinstance(value, bool | int) else value.value
            for symbol, value in example.model.items()
        },
        checked_by=list(example.checked_by),
    )
    if isinstance(puzzle, Puzzle):
        row.clues = {names[cell]: number for cell, number in sorted(puzzle.clues.items())}
        row.walls = [[names[x], names[y]] for x, y in sorted(puzzle.walls)]
        row.largest_region = puzzle.largest_region
        row.checkered, row.basic = puzzle.checkered, puzzle.basic
    else:
        row.game, row.puzzle = puzzle.game.name, puzzle.text()
    return row


def _family_row(name: str, row: Row, scope: Scope) -> AuditedFamilyRow:
    found = UNSET if row.found is None else _counterexample(row.name, row.found, row.report, scope)
    return AuditedFamilyRow(
        encoding=name,
        family=row.family.name,
        redundant=row.found is None and not row.to_blame and not row.excused,
        implied=row.implied,
        occurs=row.occurs,
        counterexample=found,
    )


def _keep(directory: Path, example: Counterexample, subject: Scripts) -> None:
    """Leave a counterexample as files that `check` and any solver can read."""
    puzzle, board = example.puzzle, example.puzzle.places
    if isinstance(puzzle, Puzzle):
        plain = board.grid is not None and not puzzle.walls and puzzle.largest_region is None
        name = "plain" if plain else "json" if board.grid is None else "pzprv3"
        write_file(directory / "puzzle.txt", formats.write(puzzle, name))
    else:
        write_file(directory / "puzzle.txt", puzzle.text())
    if example.filling is not None:
        write_file(directory / "filling.txt", formats.write_filling(board, example.filling))
    if example.model:
        pairs = "\n ".join(f"({symbol} {write_literal(value)})" for symbol, value in example.model.items())
        write_file(directory / "model.out", f"sat\n({pairs})\n")
    if example.script is not None:
        whole = subject.whole.script(puzzle, example.script.logic)
        write_file(directory / "audited.smt2", written(example.script, "driver"))
        write_file(directory / "whole.smt2", written(whole, "driver"))


def _script_row(name: str, script: PuzzleScript, result: Audited) -> AuditedScriptRow:
    row = AuditedScriptRow(
        script=name,
        right=result.right,
        filling=None,
        violations=[],
        against=[],
        solutions=result.solutions if result.right else None,
        error=result.why or None,
    )
    if (example := result.counterexample) is not None:
        lines = _lines(script)
        if example.filling is not None:
            row.filling = shape(script.puzzle.places, example.filling)
        row.violations = [violation.text for violation in example.violations]
        row.against = [
            AuditedAssertionRow(family=a.family, line=lines[id(a)], term=a.term) for a in example.refusing
        ]
        row.error = result.why or example.unreadable or None
    return row


def _script_text(name: str, script: PuzzleScript, example: Counterexample, why: str) -> str:
    """A filling that a script decides wrongly."""
    does = "accepts this, which is not a solution" if example.violations else "refuses this solution"
    lines = [
        f"{name} {does}:\n",
        beside_puzzle(example.puzzle, example.filling, example.kind, example.violations),
    ]
    if why:
        lines.append(f"  {why}\n")
    if example.refusing:
        lines.append("Together these assertions refuse it; none of them can be left out:\n")
        listed = by_family(script.puzzle.places, script.families, example.refusing, None, _lines(script))
        lines.append(indented(listed))
    return "".join(lines)


def _lines(script: PuzzleScript) -> dict[int, int]:
    """The line of each assertion in the file of a script, by its `id`."""
    asserted = () if script.source is None else shown_check(script.source).assertions
    return {id(own): written.line for own, written in zip(script.assertions, asserted, strict=True)}
