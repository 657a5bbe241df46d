"""``fillomino explain``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from fillomino.words import counted
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.options import PUZZLE_HELP
from workbench.cli.report import coloured, words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from drivers.solver import Solver
    from encoder.annotations import Notes
    from encoder.encoding import Encoding
    from fillomino.board import Board
    from fillomino.puzzle import Filling
    from fillomino.puzzle import Puzzle as PuzzleValue
    from fillomino.rules import Violation
    from smtlib.file import File
    from workbench.explain.clues import Contradiction
    from workbench.explain.differences import Differences
    from workbench.explain.script_core import Core
    from workbench.texts.inputs import Reading


@click.command(cls=Command)
@click.argument("puzzle", metavar="PUZZLE", help=f"{PUZZLE_HELP} Or an SMT-LIB file that holds one.")
@click.argument(
    "filling", required=False, metavar="[FILLING]", help="A filling that may be wrong: what does it break?"
)
@options.encoding("cuts")
@options.solver(options.FIRST)
@click.option("--svg", type=options.PATH, metavar="FILE", help="Write a picture, too.")
@options.timeout
@options.reading
@click.pass_context
def command(
    context: click.Context,
    *,
    puzzle: str,
    filling: str | None,
    encoding: str,
    solver: str,
    svg: Path | None,
    timeout: float | None,
    reading: Reading,
) -> None:
    """Explain why a puzzle has no solution or several, or why a filling is wrong.

    Without a solution: a minimal conflict of clues, and the rules that show it; with --encoding, its
    assertions. With several: two of them, and where they differ. Of a FILLING: the rules and assertions
    that it breaks. Of a program (--encoding ans:PROGRAM): what it accepts wrongly or misses. Of any unsat
    script: a minimal core of its assertions, named or not. A script of a puzzle is first compared with its
    encoding, and then held against the rules.

    \b
    Examples:
      fillomino explain @none --svg none.svg
      fillomino explain @none --encoding forest-tight --solver z3
      fillomino explain @first first.answer
      fillomino explain benchmark.smt2 --solver z3

    Exit code 0 if the puzzle has one filling, the FILLING is right, or the script has a model; 1 if not; 3
    if the solver does not answer in time; 4 if the rules, or another solver, contradict what it finds.
    """
    from drivers.limits import Limits
    from drivers.solvers import find as find_solver
    from fillomino import formats
    from workbench.choose.encodings import find_encoding, find_one_shot
    from workbench.foreign.command import is_answering, with_timeout
    from workbench.texts.inputs import puzzle_of, text_of
    from workbench.texts.outputs import check_apart

    content, text = _content_of_script(puzzle), None
    if content is not None:
        from workbench.texts.script_file import holds_puzzle

        if reading[1].bound is None and not holds_puzzle(*content):
            idle = [("FILLING", filling), ("--svg", svg), ("--encoding", encoding != "cuts")]
            idle_names = [name for name, given in idle if given]
            own = bool(options.typed_options(context, ("solver",)))
            raise click.exceptions.Exit(_core(*content, solver, timeout, idle_names, own=own))
        text = _text_of_script(*content, reading[1].bound)
    if text is None:
        opened = puzzle_of(puzzle, *reading)
        check_apart([svg], [opened.path, filling])
        given = opened.document.puzzle
    else:
        check_apart([svg], [puzzle, filling])
        given = text.notes.needed()
        encoding = text.encoding if encoding == "cuts" and filling is not None else encoding
    if is_answering(encoding):
        raise click.exceptions.Exit(_answered(given, encoding, timeout, svg))
    if filling is not None:
        typed, name = text_of(filling)
        numbers = formats.read_filling(typed, given.board, source=name)
        chosen = with_timeout(find_one_shot(options.ENCODING if encoding == "cuts" else encoding), timeout)
        if text is not None:
            text.compare(numbers)
        raise click.exceptions.Exit(_wrong(given, numbers, chosen, find_solver(solver), svg))
    chosen = with_timeout(find_encoding(encoding), timeout)
    if text is not None:
        text.compare()
    if content is not None or not chosen.lazy:
        code = _script_against_rules(given, content, chosen, solver, timeout, svg)
        if code is not None:
            raise click.exceptions.Exit(code)
    with words() as progress:
        from workbench.explain.clues import contradiction

        progress("looking for a contradiction")
        found = contradiction(given, find_solver(solver), Limits(seconds=timeout), progress)
        progress("")
        if found is not None:
            raise click.exceptions.Exit(_none(given, found, chosen, solver, timeout, svg))
        raise click.exceptions.Exit(_several(given, solver, timeout, svg))


@dataclass(frozen=True, slots=True)
class _Text:
    """An SMT-LIB file in place of a puzzle."""

    name: str
    file: File
    notes: Notes
    differing: Differences | None

    @property
    def encoding(self) -> str:
        """The name of its encoding, whole."""
        return "forest" if self.differing is None else self.differing.whole

    def compare(self, filling: Filling | None = None) -> None:
        """Print how it differs from its encoding."""
        from encoder.script import cells_of
        from workbench.explain.differences import lines_of

        if self.differing:
            its = self.differing.script
            model = None if filling is None else cells_of(its).complete(filling)
            for line in lines_of(self.differing, self.name, model):
                click.echo(line)


def _content_of_script(argument: str) -> tuple[str, str] | None:
    """The text and the name of an SMT-LIB file; ``None`` if the argument is none."""
    from pathlib import Path

    from encoder.annotations import is_clauses, is_script
    from workbench.texts.inputs import text_of

    if not Path(argument).is_file():
        return None
    with Path(argument).open("rb") as file:
        beginning = file.read(4096).decode("utf-8", "replace").removeprefix("\ufeff")
    if not is_script(beginning) or is_clauses(beginning):
        return None
    return text_of(argument)


def _text_of_script(content: str, name: str, puzzle: PuzzleValue | None) -> _Text:
    """An SMT-LIB file, its comments, and its differences from its encoding."""
    from dataclasses import replace

    from encoder.annotations import notes_of
    from smtlib.file import file_of
    from smtlib.scramble import restored
    from workbench.explain.differences import differences_of_text

    notes = notes_of(content, name)
    notes = notes if puzzle is None else replace(notes, puzzle=puzzle)
    file = file_of(restored(content, notes.names) if notes.names else content, name)
    return _Text(name, file, notes, differences_of_text(content, file, notes, None, None))


def _core(content: str, name: str, solver: str, timeout: float | None, idle: list[str], *, own: bool) -> int:
    """Print a minimal core of a script without a puzzle; returns the exit code.

    Where no solver is named (`own`), another is asked if the usual one does not take the script.
    """
    from drivers.answer import Failure, Sat, Unsat
    from drivers.errors import SessionError
    from drivers.limits import Limits
    from drivers.solvers import SECOND
    from drivers.solvers import find as find_solver
    from fillomino.errors import InputError
    from workbench.explain.script_core import core_of_script, reason
    from workbench.methods.exits import Exit
    from workbench.texts.script_file import read_script_file

    if idle:
        message = f"this script holds no puzzle: leave out {', '.join(idle)}"
        raise InputError(message, source=name, code="option-conflict")
    chosen, limits = find_solver(solver), Limits(seconds=timeout)
    with words() as progress:
        try:
            core = core_of_script(content, name, chosen, limits, progress)
            refused = reason(core.answer) if isinstance(core.answer, Failure) else ""
        except SessionError as error:  # the verdict, but no core
            refused = error.message
        if refused and not own:
            click.echo(f"{refused}; {SECOND.title} is asked instead.")
            chosen = SECOND
            core = core_of_script(content, name, chosen, limits, progress)
        elif refused:
            click.echo(f"failed: {refused}")
            return Exit.SOLVER_FAILED
    [stated] = read_script_file(content, name).expected[:1] or [None]
    answered = {Sat: "sat", Unsat: "unsat"}.get(type(core.answer))
    if stated and answered and stated != answered:
        click.echo(f"WRONG: {chosen.title} answers {answered}, but the script's :status is {stated}")
    match core.answer:
        case Unsat():
            return _core_lines(core, name, chosen)
        case Sat():
            click.echo(f"sat: the script has a model ({chosen.title}, {core.seconds:.3f} s)")
            return Exit.NO if stated == "unsat" else Exit.DONE
        case Failure(text=why):
            click.echo(f"failed: {why}")
            return Exit.SOLVER_FAILED
    click.echo(f"not decided: {reason(core.answer)} ({chosen.title})")
    return Exit.NO_ANSWER


def _core_lines(core: Core, name: str, solver: Solver) -> int:
    """Print a core; returns the exit code."""
    from drivers.answer import Sat, Unsat
    from workbench.explain.script_core import reason
    from workbench.methods.exits import Exit

    number = len(core.claims)
    spared = "none can be left out" if not core.undecided else "perhaps some can be left out"
    verb = f"contradict each other; {spared}" if number > 1 else "is enough for that"
    click.echo(f"unsat: {number} of {counted(core.of, 'assertion')} {verb}:")
    for claim in core.claims:
        about = ", ".join(filter(None, [claim.name, claim.family and f"family {claim.family}"]))
        term = claim.term if len(claim.term) <= 100 else f"{claim.term[:100]} …"
        click.echo(f"  {name}:{claim.line}:{claim.column}: {term}" + (f"  [{about}]" if about else ""))
    if core.fixed:
        click.echo(f"Besides these {counted(core.fixed, 'assertion')} whose names are used elsewhere.")
    if core.undecided:
        click.echo(f"{counted(core.undecided, 'question')} without one of them had no answer.")
    costs = f"{core.seconds:.3f} s for the verdict, {core.core_seconds:.3f} s with a core (CPU time)"
    click.echo(f"{solver.title}: {costs}")
    if isinstance(core.confirmed, Sat):
        second = "" if core.second is None else core.second.title
        click.echo(f"CONTRADICTED: {second} finds a model of these assertions.")
        return Exit.SOLVER_FAILED
    if core.second is not None:
        confirmed = isinstance(core.confirmed, Unsat)
        word = "confirms it" if confirmed else f"does not confirm it: {reason(core.confirmed)}"
        click.echo(f"{core.second.title} {word}.")
    return Exit.NO


def _script_against_rules(
    given: PuzzleValue,
    content: tuple[str, str] | None,
    encoding: Encoding,
    solver: str,
    timeout: float | None,
    svg: Path | None,
) -> int | None:
    """Ask the script itself, and print what is wrong with it; ``None`` if nothing is, as far as is known."""
    from drivers.limits import Limits
    from drivers.solvers import find as find_solver
    from encoder.reader import read_puzzle_script
    from smtlib.render import driver
    from workbench.choose.logics import best_logic
    from workbench.explain.script_core import core_of_script
    from workbench.methods.contradicted import known_solution
    from workbench.methods.question import Question
    from workbench.methods.result import Status
    from workbench.methods.scripts import PuzzleScriptMethod

    chosen = find_solver(solver)
    if content is None:
        script = encoding.script(given, best_logic(encoding, chosen))
        name = encoding.name
    else:
        script = read_puzzle_script(*content, given)
        name = content[1]
        if script.asks == "unique":
            return None
    result = PuzzleScriptMethod(script, chosen).run(name, Question(seconds=timeout))
    if result.status is not Status.WRONG:
        return None
    if result.broken is not None:
        click.echo(f"{name} accepts this filling, which breaks the rules:")
        _show_filling(given, result.broken, result.violations, svg)
        return result.exit_code()
    missed = known_solution(given)
    if missed is None:
        return None
    click.echo(f"{name} has no model; it misses this solution:")
    _show_filling(given, missed, (), svg)
    with words() as progress:
        body = driver(script) if content is None else content[0]
        core = core_of_script(body, name, chosen, Limits(seconds=timeout), progress)
    return _core_lines(core, name, chosen)


def _show_filling(
    given: PuzzleValue, filling: Filling, broken: Sequence[Violation], svg: Path | None
) -> None:
    """Print a filling and the rules that it breaks; draw it, too, if a picture is wanted."""
    from fillomino.render.svg import svg as drawn
    from fillomino.render.text import text
    from workbench.cli.layout import indented
    from workbench.texts.outputs import write_file

    click.echo(indented(text(given, filling, colour=coloured())), nl=False)
    for violation in broken:
        click.echo(f"  {violation.text}")
    if svg is not None:
        cells = {cell for violation in broken for cell in violation.cells}
        write_file(svg, drawn(given, filling, marked=frozenset(cells)))


def _none(
    given: PuzzleValue,
    found: Contradiction,
    encoding: Encoding,
    solver: str,
    timeout: float | None,
    svg: Path | None,
) -> int:
    from dataclasses import replace

    from drivers.errors import SessionError, SessionTimeoutError
    from drivers.limits import Limits
    from drivers.solvers import find as find_solver
    from fillomino.render.svg import svg as drawn
    from fillomino.render.text import text
    from workbench.certificates.checking import is_certified
    from workbench.choose.logics import best_logic
    from workbench.cli.layout import by_family, indented
    from workbench.explain.nearby import core_around
    from workbench.foreign.faults import blamed
    from workbench.methods.exits import Exit
    from workbench.texts.outputs import write_file

    board = given.board
    # Where the other clues stand matters in a basic puzzle, so all of them are drawn.
    few = replace(given, clues=given.clues if given.basic else found.clues, unknown=frozenset())
    clues = ", ".join(f"{board.names[cell]} = {number}" for cell, number in found.clues.items())
    if len(found.clues) > 1:
        click.echo(
            f"There is no solution. These {len(found.clues)} clues can't stand together; none can be spared:"
        )
    else:
        alone = ", for this clue alone:" if not given.basic else ", whatever the other clues are:"
        click.echo("There is no solution" + (alone if clues else ", even without clues:"))
    click.echo((f"  {clues}\n" if clues else "") + indented(text(few, colour=coloured())), nl=False)
    if encoding.lazy:
        click.echo("for these rules, of which none can be spared either, leave no way out:")
        click.echo(indented(_rules(board, found)), nl=False)
    else:
        chosen = find_solver(solver)
        script = encoding.script(few, best_logic(encoding, chosen))
        cells = {cell for rule in found.rules for cell in rule.cells} | set(found.clues)
        try:
            assertions = core_around(script, cells, chosen, Limits(seconds=timeout))
        except SessionTimeoutError:
            raise
        except SessionError as error:
            raise blamed([script], error) from error
        if assertions:
            click.echo(f"for these assertions of {encoding.name}, of which none can be spared either:")
            click.echo(indented(by_family(board, script.families, assertions, None)), nl=False)
        else:
            click.echo(
                f"The assertions of {encoding.name} do not show it: with these clues they have a model. "
                "It is too weak; `fillomino audit` finds its smallest mistake."
            )
    click.echo(_deduced(board, found), nl=False)
    if found.deduced and is_certified(few, ()):  # quick, for no solver is asked
        click.echo("The checker of certificates accepts a proof of that (fillomino solve --certificate).")
    if svg is not None:
        write_file(svg, drawn(given, marked=frozenset(found.clues)))
    return Exit.NO


def _deduced(board: Board, found: Contradiction) -> str:
    """The steps of deduction to the contradiction; empty if it finds none."""
    from workbench.deduce.steps import sentence

    if found.steps:
        clues = "all clues" if found.from_all else "these clues"
        lines = [f"Deduction finds that from {clues}, too, without a guess:\n"]
        lines += [
            f"  {number}. {sentence(step, board)}\n" for number, step in enumerate(found.steps, start=1)
        ]
        return "".join(lines)
    return "Deduction alone finds that, too, without a guess.\n" if found.deduced else ""


def _rules(board: Board, found: Contradiction) -> str:
    """The rules of a contradiction, those that every puzzle has in one line."""
    one_number = [
        board.names[cell] for rule in found.rules if rule.family == "one-value" for cell in rule.cells
    ]
    lines = [rule.text for rule in found.rules if rule.family != "one-value"]
    if one_number:
        lines.append(f"{', '.join(one_number)} hold{'' if len(one_number) > 1 else 's'} one number each")
    return "".join(f"{line}\n" for line in lines)


def _several(given: PuzzleValue, solver: str, timeout: float | None, svg: Path | None) -> int:
    from fillomino.render.svg import svg as drawn
    from fillomino.render.text import text
    from workbench.cli.layout import beside, indented
    from workbench.cli.report import complain
    from workbench.methods.exits import Exit
    from workbench.methods.question import Question
    from workbench.methods.table import smt
    from workbench.texts.outputs import write_file

    question = Question(limit=2, unique=True, seconds=timeout)
    result = smt("cuts", solver, deduce="ahead").run("puzzle", given, question)
    if result.error is not None or not result.fillings:
        complain(result.error or "the solver finds no solution any more")
        return result.exit_code(unique_wanted=True)
    names = given.board.names
    if len(result.fillings) == 1:
        click.echo("There is exactly one filling:")
        click.echo(indented(text(given, result.fillings[0], colour=coloured())), nl=False)
        if svg is not None:
            write_file(svg, drawn(given, result.fillings[0]))
        return Exit.DONE
    one, other = result.fillings[:2]
    differ = [cell for cell in range(given.board.size) if one[cell] != other[cell]]
    click.echo("There are several solutions. Two of them, and what both have in common:")
    common = tuple(0 if cell in set(differ) else number for cell, number in enumerate(one))
    drawings = [("one", text(given, one)), ("another", text(given, other)), ("common", text(given, common))]
    click.echo(indented(beside(drawings)), nl=False)
    listed = ", ".join(f"{names[cell]} ({one[cell]} or {other[cell]})" for cell in differ)
    click.echo(f"They differ in {len(differ)} cells: {listed}")
    if svg is not None:
        write_file(svg, drawn(given, one, marked=frozenset(differ)))
    return Exit.NO


def _answered(given: PuzzleValue, program: str, timeout: float | None, svg: Path | None) -> int:
    """Print what is wrong with the solutions that a program prints; returns the exit code."""
    from workbench.explain.answered import difference
    from workbench.methods.answering import answering
    from workbench.methods.exits import Exit

    method = answering(program)
    found = difference(method, given, timeout)
    if found is None:
        click.echo(f"{method.name} prints exactly the solutions.")
        return Exit.DONE
    does = (
        "gives this twice" if found.twice else "accepts this" if found.violations else "misses this solution"
    )
    click.echo(f"{method.name} {does}:")
    _show_filling(given, found.filling, found.violations, svg)
    return Exit.NO


def _wrong(given: PuzzleValue, numbers: Filling, encoding: Encoding, solver: Solver, svg: Path | None) -> int:
    from fillomino.render.svg import svg as drawn
    from fillomino.render.text import text
    from workbench.cli.layout import by_family, indented
    from workbench.explain.broken import broken
    from workbench.methods.exits import Exit
    from workbench.texts.outputs import write_file

    found = broken(given, numbers, encoding, solver)
    click.echo(indented(text(given, numbers, colour=coloured())), nl=False)
    if svg is not None:
        cells = {cell for each in found.violations for cell in each.cells}
        write_file(svg, drawn(given, numbers, marked=frozenset(cells)))
    if not found.violations:
        click.echo("The filling keeps every rule.")
    else:
        click.echo("Broken rules:")
        for each in found.violations:
            click.echo(f"  {each.text}")
    if found.unsayable:
        click.echo(f"{encoding.name} has no words for one of its numbers, which the clues rule out.")
    elif found.assertions:
        count = len(found.assertions)
        click.echo(f"It can't stand with these {counted(count, 'assertion')} of {encoding.name}:")
        click.echo(indented(by_family(given.board, found.script.families, found.assertions)), nl=False)
    elif found.violations:
        click.echo(f"No assertion of {encoding.name} is false of it: the encoding is wrong.")
    else:
        click.echo(
            f"It satisfies all {counted(len(found.script.assertions), 'assertion')} of {encoding.name}."
        )
    return Exit.NO if found.violations or found.assertions else Exit.DONE
