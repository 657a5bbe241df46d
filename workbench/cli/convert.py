"""``fillomino convert``."""

from __future__ import annotations

from pathlib import Path

import click

from fillomino import formats
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.report import complain


@click.command(cls=Command)
@options.puzzles
@click.option("--to", required=True, metavar="FORMAT", help="The format to write; see above.")
@options.output
@options.checkered
@options.basic
@options.largest_region
@options.from_
def command(
    *,
    puzzles: tuple[str, ...],
    to: str,
    output: Path | None,
    checkered: bool,
    basic: bool,
    max_region: int | None,
    from_: str | None,
) -> None:
    """Write puzzles in another format.

    \b
    Formats:
      {formats}

    \b
    Examples:
      fillomino convert examples/first.txt --to url
      fillomino convert '3x3:4b2e' --to plain
      fillomino convert examples --to janko -o janko/

    Puzzles that the format can't hold are named, and the others written; the exit code is then 2.
    """
    from fillomino.errors import InputError
    from workbench.inputs import Variants, open_one, sources
    from workbench.methods.result import Exit, worst
    from workbench.outputs import check_apart, places_for, write_out

    target = formats.find(to)
    ending = target.suffixes[0] if target.suffixes else ""
    found, variants = sources(puzzles), Variants(checkered, basic, max_region)
    places = places_for(output, [source.name for source in found], ending)
    check_apart(places, (source.path for source in found))
    codes: list[int] = []
    for source, place in zip(found, places, strict=True):
        try:
            document = open_one(source, from_, variants).document
            text = formats.write(document.puzzle, target.name, document.answer)
        except InputError as error:
            error.source = error.source or source.name
            complain(str(error))
            codes.append(Exit.BAD_INPUT)
            continue
        write_out(text, place)
    raise click.exceptions.Exit(worst(codes))


def _line(known: formats.Format) -> str:
    """Return the line of a format in the list of formats."""
    return f"{known.name:<9}  {known.idea}{'' if known.write else ' (read only)'}"


command.help = (command.help or "").format(formats="\n      ".join(map(_line, formats.known())))
