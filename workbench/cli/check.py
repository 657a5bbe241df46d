"""``fillomino check``."""

from __future__ import annotations

from pathlib import Path

import click

from fillomino import formats
from fillomino.errors import InputError
from fillomino.formats.registry import decode_bytes
from fillomino.puzzle import Puzzle
from fillomino.rules import violations
from workbench import Exit
from workbench.certificates.produce import run_checker
from workbench.cli import options
from workbench.cli.app import Command
from workbench.cli.options import typed_options
from workbench.texts.inputs import Reading, open_one, script_in, source_of, text_of


@click.command(cls=Command)
@click.pass_context
@click.argument("subject", metavar="PUZZLE|FILE.smt2", help=f"{options.PUZZLE_HELP} Or an SMT-LIB script.")
@click.argument(
    "filling",
    required=False,
    metavar="[FILLING]",
    help="A number for each cell, or -; or a certificate (.cnf).",
)
@click.option(
    "--model", "answer", metavar="ANSWER", help="For a script: a solver's values; they override FILLING."
)
@click.option("--encoding", "-e", metavar="E", help="For a script: the encoding to compare it with.")
@options.solver(options.SECOND)
@options.timeout
@options.as_json
@options.reading
def command(
    context: click.Context,
    *,
    subject: str,
    filling: str | None,
    answer: str | None,
    encoding: str | None,
    solver: str,
    timeout: float | None,
    as_json: bool,
    reading: Reading,
) -> None:
    """Check a filling by the rules, a certificate, or the assertions of a script.

    A FILLING is rows of numbers, a puzzle file with its answer, a line of `solve --json`, or lines
    "name = number". A certificate is checked by checker/fillomino_check.py, which imports nothing of
    this program.

    A script is compared with its encoding, family by family; with a FILLING or --model each assertion is
    evaluated, and a solver (-s) decides those that remain unknown. Exit code 1 if anything is wrong.

    \b
    Examples:
      fillomino check @first first.answer
      fillomino check @first certificates/first.cnf
      fillomino check first.smt2 first.answer
    """
    source = source_of(subject)
    script = script_in(source)
    if script is None and (answer is not None or (source.path or "").endswith(".smt2")):
        script = decode_bytes(source.read()).removeprefix("\ufeff")
    if script is not None:
        from workbench.cli.check_script import check_script

        given = (filling, answer, encoding, solver, timeout, reading)
        raise click.exceptions.Exit(check_script(script, source.name, *given, as_json=as_json))
    idle = typed_options(context, ("answer", "encoding", "solver", "timeout"))
    if idle:
        raise InputError(f"{', '.join(idle)}: only for a script", source=subject, code="option-conflict")
    if filling is None:
        raise InputError(
            "name the FILLING to check, or a certificate (.cnf)", source=subject, code="missing-option"
        )
    opened = open_one(source, *reading)
    check = _certificate if filling.endswith(".cnf") else _filling
    code = check(opened.document.puzzle, opened.name, filling, as_json=as_json)
    raise click.exceptions.Exit(code)


def _filling(puzzle: Puzzle, name: str, filling: str, *, as_json: bool) -> int:
    """Check a filling by the rules; return the exit code."""
    content, source = text_of(filling)
    names = puzzle.board.names
    broken = violations(puzzle, formats.read_filling(content, puzzle.board, source=source))
    if as_json:
        from workbench.texts.rows import CheckRow, ViolationRow

        rows = [
            ViolationRow(
                name=violation.name,
                cells=[names[cell] for cell in violation.cells],
                numbers=list(violation.numbers),
                text=violation.text,
            )
            for violation in broken
        ]
        click.echo(CheckRow(puzzle=name, filling=source, violations=rows).to_line())
    else:
        lines = [f"{violation.name}: {violation.text}" for violation in broken]
        click.echo("\n".join(lines or ["the filling keeps every rule"]))
    return Exit.NO if broken else Exit.DONE


def _certificate(puzzle: Puzzle, name: str, cnf: str, *, as_json: bool) -> int:
    """Check a certificate; return the exit code, which is the checker's own."""
    code, output = run_checker(puzzle, Path(cnf))
    if as_json:
        from workbench.texts.rows import CertificateRow

        verdict, _, text = output.rstrip("\n").rpartition("\n")[2].partition(": ")
        click.echo(CertificateRow(puzzle=name, certificate=cnf, verdict=verdict, text=text).to_line())
    else:
        click.echo(output, nl=False)
    return code
