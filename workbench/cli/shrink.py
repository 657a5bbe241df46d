"""``fillomino shrink``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from drivers.solvers import DEFAULT
from fillomino.words import counted
from workbench.cli.options import PUZZLE_HELP, Drop, From, Only, seconds
from workbench.cli.report import coloured, complain, words

if TYPE_CHECKING:
    from drivers.limits import Limits
    from drivers.solver import Solver
    from encoder.encoding import Encoding
    from fillomino.puzzle import Puzzle as PuzzleValue
    from workbench.shrink.checks import Check, Disagreement, Solvers, Undecided
    from workbench.shrink.conditions import Keeps, Slower
    from workbench.shrink.puzzles import PuzzleShrinker
    from workbench.shrink.text_checks import TextAgainstRules


def command(
    subject: Annotated[
        str, typer.Argument(metavar="PUZZLE|FILE.smt2", help=f"{PUZZLE_HELP} Or an SMT-LIB file.")
    ],
    encodings: Annotated[
        list[str] | None,
        typer.Option(
            "--encoding", "-e", metavar="E", help="The encoding; twice: they are compared.  [forest]"
        ),
    ] = None,
    solvers: Annotated[
        list[str] | None,
        typer.Option(
            "--solver", "-s", metavar="S", help=f"The solver; twice: they are compared.  [{DEFAULT.name}]"
        ),
    ] = None,
    drop: Drop = None,
    only: Only = None,
    keep: Annotated[
        str | None,
        typer.Option(
            metavar="CONDITION", help="What stays true: differ, crash, fail, sat, unsat, unknown, slower:K."
        ),
    ] = None,
    timeout: Annotated[
        float, seconds("Seconds for each question to a solver.", "--timeout", endless=1e6)
    ] = 5.0,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write the puzzle; as *.svg drawn, as *.smt2 its script."
        ),
    ] = None,
    from_: From = None,
) -> None:
    """Shrink a puzzle or a script on which there is a disagreement, as long as it remains.

    \b
    What may disagree:
      an encoding and the rules    PUZZLE [-e E] [--drop FAMILY]: it accepts a wrong filling, or
                                   refuses a right one; the puzzle loses cells, then clues, walls,
                                   rules
      two encodings                PUZZLE -e E -e E2: one accepts a filling that the other refuses
      two solvers                  PUZZLE [-e E] -s S -s S2: sat and unsat; the puzzle, then the
                                   families of the encoding, the assertions, and their terms
      a condition on a script      FILE.smt2 -s S [-s S2] --keep CONDITION, for any script:
                                   differ     S and S2 answer sat and unsat (so without --keep)
                                   crash      one of them ends without an answer
                                   fail       one of them crashes, or refuses it
                                   sat, unsat, unknown   S keeps its verdict
                                   slower:K   S takes K times the CPU time of S2, three times over
      a script and the rules       FILE.smt2 [-s S]: it has no model, although the rules give a
                                   solution of the puzzle in its comments; assertions are left out,
                                   terms stay.
                                   Or one is false in the solver's own model. Or it accepts a wrong
                                   filling, which is shown: what is missing can't be made smaller
      a solver that crashes        PUZZLE --keep crash with one solver or more

    \b
    Examples:
      fillomino shrink examples/ten.janko -e forest --drop same-root
      fillomino shrink examples/ten.janko -e forest-tight --drop region-size -o small.txt
      fillomino shrink examples/row.txt -e forest -s z3 -s yices
      fillomino encode examples/row.txt -o row.smt2
      fillomino shrink row.smt2 -s z3 -s yices --timeout 2
      fillomino shrink row.smt2 -s z3 --keep sat

    Up to nine cells all solutions are known, so no difference from the rules escapes. Of a larger puzzle
    200 models are looked at, within --timeout, and six of each smaller one that is tried; with --drop or
    --only as many more, in which what is left out is false. Where it has no more models, nothing escapes
    either. Where there is no disagreement on the puzzle, its parts of up to six cells are tried without
    clues. A solver that gives no answer in time, fails or refuses a script does not disagree. Ctrl-C
    prints the smallest so far.

    Exit code 0 if a disagreement was found, 1 if there is none, 3 if it was not decided.
    """
    from drivers.limits import Limits
    from drivers.solvers import find as find_solver
    from encoder.annotations import is_script, notes_of
    from encoder.select import falsified, family_names
    from fillomino.errors import InputError
    from workbench.encodings import chosen_families, find_one_shot, with_families
    from workbench.inputs import puzzle_of, text_of
    from workbench.outputs import check_apart
    from workbench.shrink.checks import AgainstRules, Solvers, TwoEncodings
    from workbench.shrink.conditions import condition
    from workbench.shrink.text_checks import TextAgainstRules
    from workbench.texts import read_text

    found = [find_solver(name) for name in solvers or [DEFAULT.name]]
    limits = Limits(seconds=timeout)
    crash = keep == "crash"
    named = [find_one_shot(name).limited(timeout) for name in encodings or ["forest"]]
    if len(named) > 2:
        raise InputError("two encodings can be compared; name no more with --encoding")
    if len(named) == 2 and (len(found) > 1 or crash):
        raise InputError("compare two encodings by one solver, or solvers on one encoding")
    check_apart([output], [subject])
    content, name = text_of(subject) if subject == "-" or Path(subject).suffix == ".smt2" else ("", subject)
    if is_script(content):
        if keep is None and len(found) < 2:
            if notes_of(content, name).puzzle is None:
                wanted = (
                    "name two solvers with --solver, or --keep CONDITION: no comment here holds the puzzle"
                )
                raise InputError(wanted, source=name)
            rules = TextAgainstRules(read_text(content, name), found[0], limits)
            raise typer.Exit(_script(content, name, rules, output))
        raise typer.Exit(_script(content, name, condition(keep or "differ", found, limits), output))
    if keep not in (None, "crash", "differ"):
        raise InputError(f"--keep {keep} is about a script; `fillomino encode` writes that of a puzzle")
    puzzle = puzzle_of(subject, from_).document.puzzle
    one = chosen_families(named[0], family_names(drop or ()), family_names(only or ()))
    if len(found) > 1 or crash:
        check = Solvers(tuple(found), limits, crash, encoding=one)
        raise typer.Exit(_puzzle_and_script(puzzle, subject, check, output))
    excluded = falsified(with_families(named[0]), one) if drop or only else None
    against: Check = (
        TwoEncodings(one, named[1], found[0], limits)
        if len(named) == 2
        else AgainstRules(one, found[0], limits, excluded)
    )
    raise typer.Exit(_puzzle(puzzle, subject, against, one, found[0], limits, output))


def _puzzle(
    puzzle: PuzzleValue,
    name: str,
    check: Check,
    encoding: Encoding,
    solver: Solver,
    limits: Limits,
    output: Path | None,
) -> int:
    """Shrink a puzzle, and print the smallest, also at Ctrl-C."""
    from workbench.methods.result import Exit
    from workbench.shrink.puzzles import PuzzleShrinker

    stopped = False
    with words() as show:
        shrinker = PuzzleShrinker(check, show)
        try:
            shrinker.run(puzzle)
        except KeyboardInterrupt:
            stopped = True
    if shrinker.best is None or shrinker.found is None:
        return _nothing(name, check.undecided, stopped=stopped)
    typer.echo(_drawn(shrinker, shrinker.best, shrinker.found), nl=False)
    if shrinker.found.refused and shrinker.found.filling is not None and not stopped:
        typer.echo(_refusing(shrinker.best, shrinker.found, encoding, solver, limits), nl=False)
    if output is not None:
        _write(output, shrinker.best, shrinker.found, encoding)
    return _end(stopped=stopped) or Exit.DONE


def _puzzle_and_script(puzzle: PuzzleValue, name: str, check: Solvers, output: Path | None) -> int:
    """Shrink a puzzle on which solvers disagree, then its script."""
    from smtlib.render import driver
    from workbench.encodings import chosen_families
    from workbench.shrink.ddmin import ddmin
    from workbench.shrink.puzzles import PuzzleShrinker

    encoding = check.encoding
    assert encoding is not None  # noqa: S101
    stopped = False
    with words() as show:
        shrinker = PuzzleShrinker(check, show)
        try:
            shrinker.run(puzzle)
        except KeyboardInterrupt:
            stopped = True
    if shrinker.best is None or shrinker.found is None:
        return _nothing(name, check.undecided, stopped=stopped)
    best = shrinker.best
    typer.echo(_drawn(shrinker, best, shrinker.found), nl=False)
    if output is not None and (stopped or output.suffix != ".smt2"):
        _write(output, best, shrinker.found, encoding)
        output = None
    if stopped:
        return _end(stopped=True)

    def script(families: list[str]) -> str:
        return driver(chosen_families(encoding, only=families).script(best, check.logic))

    names = list(dict.fromkeys(a.family for a in encoding.script(best, check.logic).assertions))
    text = driver(encoding.script(best, check.logic))
    try:
        few = ddmin(names, lambda some: bool(some) and check.text(script(some)) is not None)
        text = script(few)
        typer.echo(f"Families of {encoding.name} that do: {', '.join(few)}.")
    except KeyboardInterrupt:
        stopped = True
    return _end(stopped=True) if stopped else _script(text, name, check, output)


def _script(
    text: str, name: str, check: Solvers | Keeps | Slower | TextAgainstRules, output: Path | None
) -> int:
    """Shrink a script, and print the shortest, also at Ctrl-C."""
    from workbench.methods.result import Exit
    from workbench.outputs import write_file
    from workbench.shrink.checks import Solvers
    from workbench.shrink.text_checks import TextAgainstRules
    from workbench.shrink.texts import TextShrinker

    stopped, accepted = False, None
    rules = check if isinstance(check, TextAgainstRules) else None
    with words() as show:
        shrinker = TextShrinker(check.text, report=show)
        try:
            if rules and rules.text(text):
                shrinker.terms = rules.wanted == "sat"  # without a model, any term could become false
            shrinker.run(text, name)
            if rules and shrinker.found is None and not rules.undecided:
                accepted = rules.accepted()
        except KeyboardInterrupt:
            stopped = True
    if rules and accepted is not None:
        return _too_weak(rules.given.puzzle, accepted)
    if shrinker.found is None and rules and not (stopped or rules.undecided):
        advice = "`fillomino audit` looks at all models"
        complain(f"{name}: the rules don't contradict the verdict of {rules.solver.title}; {advice}")
        return Exit.NO
    undecided = stopped or check.undecided
    if shrinker.found is None and not undecided and not isinstance(check, Solvers | TextAgainstRules):
        complain(f"{name}: the condition of --keep does not hold of this script; there is nothing to shrink")
        return Exit.NO
    if shrinker.found is None:
        return _nothing(name, check.undecided, stopped=stopped)
    sizes = f"{len(text):,} to {len(shrinker.best):,} bytes, {shrinker.tried} scripts tried"
    typer.echo(f"{shrinker.found.text}: {sizes}")
    typer.echo(shrinker.best, nl=False)
    if output is not None:
        write_file(output, shrinker.best)
    return _end(stopped=stopped) or Exit.DONE


def _too_weak(puzzle: PuzzleValue, found: Disagreement) -> int:
    """Print a wrong filling that a script accepts, which no part of the script can show."""
    from fillomino.render.text import text
    from workbench.cli.layout import beside, indented
    from workbench.methods.result import Exit

    drawings = [("puzzle", text(puzzle)), ("accepted", text(puzzle, found.filling))]
    broken = "".join(f"  {each.text}\n" for each in found.violations)
    typer.echo(f"{found.text}.\n{indented(beside(drawings))}Broken rules:\n{broken}", nl=False)
    typer.echo(
        "An assertion that would exclude it is missing or was changed, which no part of the script can show; "
        "`fillomino evaluate` compares it with its encoding."
    )
    return Exit.DONE


def _drawn(shrinker: PuzzleShrinker, puzzle: PuzzleValue, found: Disagreement) -> str:
    """The smallest puzzle and the disagreement about it."""
    from fillomino.render.text import text
    from workbench.cli.layout import beside, indented

    drawings = [("puzzle", text(puzzle, colour=coloured()))]
    if found.filling is not None:
        title = "refused" if found.refused else "accepted"
        drawings.append((title, text(puzzle, found.filling, colour=coloured())))
    cells, clues = counted(puzzle.board.size, "cell"), counted(len(puzzle.clues), "clue")
    other = "There is no disagreement on the whole puzzle, but on a part of it.\n"
    lines = [other] if shrinker.elsewhere else []
    lines.append(f"{found.text} on {cells} with {clues} ({counted(shrinker.tried, 'puzzle')} tried).\n")
    lines.append(indented(beside(drawings)))
    if puzzle.largest_region is not None:
        lines.append(f"The largest region allowed is {puzzle.largest_region}.\n")
    if puzzle.checkered or puzzle.basic:
        lines.append(f"The puzzle is {'checkered' if puzzle.checkered else 'basic'}.\n")
    if found.violations:
        lines += ["Broken rules:\n", *(f"  {each.text}\n" for each in found.violations)]
    return "".join(lines)


def _refusing(
    puzzle: PuzzleValue, found: Disagreement, encoding: Encoding, solver: Solver, limits: Limits
) -> str:
    """The assertions that refuse a right filling, none of which can be spared."""
    from workbench.audit.batch import same
    from workbench.audit.counterexample import core_of
    from workbench.cli.layout import by_family, indented
    from workbench.logics import best_logic

    script = encoding.script(puzzle, best_logic(encoding, solver))
    equal = same(encoding, script, found.filling or ())
    if equal is None:
        return "The encoding rules out one of its numbers in advance.\n"
    core = core_of(script, [equal], solver, limits)
    listed = indented(by_family(puzzle.board, encoding.families, core))
    return f"Together these refuse it; none of them can be spared:\n{listed}" if core else ""


def _write(path: Path, puzzle: PuzzleValue, found: Disagreement, encoding: Encoding) -> None:
    """Write the puzzle; a picture with the filling as *.svg, its script as *.smt2."""
    from fillomino import formats
    from fillomino.render.svg import svg
    from smtlib.render import driver
    from workbench.outputs import write_file

    if path.suffix == ".smt2":
        write_file(path, driver(encoding.script(puzzle)))
        return
    if path.suffix == ".svg":
        write_file(path, svg(puzzle, found.filling))
        return
    bare = not (puzzle.walls or puzzle.checkered or puzzle.basic or puzzle.largest_region)
    write_file(path, formats.write(puzzle, "plain" if bare and puzzle.board.grid else "json"))


def _nothing(name: str, undecided: Undecided, *, stopped: bool) -> int:
    from workbench.methods.result import Exit

    if stopped:
        complain(f"{name}: interrupted before a disagreement was found")
        return Exit.INTERRUPTED
    if undecided:
        few = f"{counted(undecided.number, 'question')} had no answer"
        first = ": " if undecided.number == 1 else "; the first of them: "
        complain(f"{name}: no disagreement was found; {few}{first}{undecided.reason}")
        return Exit.NO_ANSWER
    complain(f"{name}: there is no disagreement to shrink; `fillomino audit` looks for one on small boards")
    return Exit.NO


def _end(*, stopped: bool) -> int:
    from workbench.methods.result import Exit

    if stopped:
        complain("interrupted; what is printed is the smallest so far")
        return Exit.INTERRUPTED
    return Exit.DONE
