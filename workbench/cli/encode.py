"""``fillomino encode``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import click

from encoder.annotations import scrambled as scrambled_text
from encoder.select import family_names
from fillomino.deduction.levels import level_of
from fillomino.errors import InputError, NoSolutionError, counted
from smtlib.script import comment
from workbench import Exit, worst
from workbench.choose.encodings import find_one_shot
from workbench.cli import options
from workbench.cli.app import Command
from workbench.cli.report import complain, exit_of
from workbench.foreign.command import ProgramError, RefusedError
from workbench.methods.deduced import encoded
from workbench.texts.inputs import Reading, open_one, sources
from workbench.texts.outputs import check_apart, file_word, places_for, write_out
from workbench.texts.writing import (
    BENCHMARK,
    DIMACS,
    UNIQUE,
    asking,
    check_question,
    pieces,
    with_status,
    written,
)

_SHOWN = 5
"""Names of files that were passed over, at most."""


@click.command(cls=Command)
@options.puzzles
@options.encoding(options.ENCODING)
@click.option(
    "--flavour", "-f", default="driver", metavar="F", help="driver, benchmark, core, commented or dimacs."
)
@options.logic
@options.deduce("none")
@options.seconds(
    "--status", endless=math.inf, help="Establish a benchmark's :status, with SEC for each solver."
)
@click.option(
    "--scramble",
    "scrambled",
    type=click.IntRange(min=0),
    metavar="SEED",
    help="Write another order and other names.",
)
@click.option("--ask", default="numbers", metavar="ASK", help="The question of the file.")
@click.option("--author", default="", metavar="NAME", help="The author of a benchmark, for its header.")
@click.option(
    "--license",
    "license_",
    default="",
    metavar="URL",
    help="A benchmark's license.  [that of the puzzle, if any]",
)
@options.output
@options.drop
@options.reading
def command(
    *,
    puzzles: tuple[str, ...],
    encoding: str,
    flavour: str,
    logic: str | None,
    deduce: str,
    status: float | None,
    scrambled: int | None,
    ask: str,
    author: str,
    license_: str,
    output: Path | None,
    drop: list[str],
    only: list[str],
    reading: Reading,
) -> None:
    """Write puzzles as SMT-LIB files for any solver.

    The file needs nothing beside it: comments hold the puzzle, the encoding's name and the families, so
    that `decode`, `check`, `audit` and `solve` take it alone, also once it was edited. Nothing is
    deduced first, unless --deduce asks for it. Flavours, questions and headers of benchmarks:
    docs/smtlib.md.

    \b
    Examples:
      fillomino encode @first -o first.smt2
      fillomino encode @row -e forest -f commented --drop same-root
      fillomino encode @ -f benchmark --author "A. Author" --status 60 -o benchmarks/
    """
    check_question(ask, flavour)
    if status is not None and ((flavour != BENCHMARK and ask != UNIQUE) or flavour == DIMACS):
        raise InputError(
            "--status goes with --flavour benchmark or --ask unique, and with no clauses", code="option-needs"
        )
    if scrambled is not None and flavour in ("commented", DIMACS):
        raise InputError(
            f"--scramble goes with the flavours driver, benchmark and core, not with {flavour}",
            code="option-needs",
        )
    chosen = find_one_shot(encoding, family_names(drop or ()), family_names(only or ()))
    level = level_of(deduce)
    if (author or license_) and flavour != BENCHMARK:
        raise InputError("--author and --license go with --flavour benchmark only", code="option-needs")
    if flavour == BENCHMARK:
        from workbench.benchmarks.header import for_the_library, logic_for

        logic = logic_for(chosen, logic)
    if status is not None:
        from workbench.methods.established import established
    named = sources(puzzles)
    if output is None and len(named) > 1:
        raise InputError(
            f"{len(named)} puzzles need a place to go: give a directory with -o DIR", code="missing-option"
        )
    ending = f"{file_word(chosen.name)}.{'cnf' if flavour == DIMACS else 'smt2'}"
    places = places_for(output, [source.name for source in named], f".{ending}")
    check_apart(places, (source.path for source in named))
    codes, settled, unread = [Exit.DONE], 0, 0
    lacking: set[str] = set()
    if level and not chosen.deduces:
        complain(f"{chosen.name} makes no use of deduction, so there is none")
    for source, place in zip(named, places, strict=True):
        try:
            puzzle = open_one(source, *reading).document.puzzle
        except InputError as error:
            complain(str(error))
            codes.append(Exit.BAD_INPUT)
            unread += 1
            continue
        try:
            script, work = encoded(chosen, puzzle, logic, level)
        except (ProgramError, RefusedError) as error:
            complain(str(error))
            codes.append(exit_of(error))
            continue
        filling, known = None, None
        if status is not None:
            filling, known = established(puzzle, chosen, script.logic, level, status, another=ask == UNIQUE)
            if known is None:
                complain(f"{source.name}: its status could not be established within {status:g} s")
        try:
            script = with_status(asking(script, ask, filling), known)
        except NoSolutionError as error:
            complain(f"{source.name}: {error}")
            codes.append(Exit.NO)
            continue
        if flavour == BENCHMARK:
            script, missing = for_the_library(script, chosen, author, license_)
            lacking.update(missing)
        if scrambled:  # which leaves other comments out
            head = comment(work.note) if flavour != BENCHMARK else ""
            write_out(head + scrambled_text(written(script, flavour), scrambled), place)
        else:
            write_out(pieces(script, flavour), place)
        settled += work.decided
    if lacking:
        complain(f"the header has no {' and no '.join(sorted(lacking))}, which the SMT-LIB library asks for")
    if places[0] != output:
        read = {Path(source.path) for source in named if source.path}
        others = [path for name in puzzles for path in _files(Path(name)) if path not in read]
        complain(closing_line(len(named) - len(codes) + 1, settled if level else None, unread, others))
    elif settled:
        complain("deduction has left nothing open: the file holds its result alone")
    raise click.exceptions.Exit(worst(codes))


def _files(path: Path) -> list[Path]:
    return sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else []


def closing_line(files: int, settled: int | None, unread: int, others: Sequence[Path]) -> str:
    """A line on many puzzles: files written, settled by deduction, and passed over.

    Args:
        files: the number of files written.
        settled: the number of them in which deduction left nothing open; ``None`` without deduction.
        unread: the number of puzzles that could not be read.
        others: files of the directories that are named as no puzzle is.
    """
    parts = [f"{counted(files, 'file')} written"]
    if settled is not None:
        parts.append(f"{settled} settled by deduction")
    if unread:
        parts.append(f"{unread} passed over as unreadable")
    if others:
        names = ", ".join(path.name for path in others[:_SHOWN]) + (", …" if len(others) > _SHOWN else "")
        parts.append(f"{len(others)} passed over as no puzzle files ({names})")
    return ", ".join(parts)
