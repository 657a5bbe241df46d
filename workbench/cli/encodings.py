"""``fillomino encodings``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from workbench.cli import options
from workbench.cli.command import Command

if TYPE_CHECKING:
    from workbench.rows import EncodingRow, FamilyRow

SIZE = ", up to a factor: N cells, numbers up to K, R cells within reach of one (at most N and 2K²)"
"""The meaning of the letters in the size of a script."""


@click.command(cls=Command)
@click.argument("names", nargs=-1, metavar="[ENCODING...]", help="Only these.")
@options.as_json
def command(
    *,
    names: tuple[str, ...],
    as_json: bool,
) -> None:
    """List the encodings: logic, symbols, and each family with its formula in words and its source.

    Where a command takes an encoding, it also takes one that another program writes:
    cmd:PROGRAM ARG..., or NAME=cmd:PROGRAM ARG... to name it. PROGRAM is started for each puzzle,
    reads it from standard input ("HEIGHT WIDTH" and the rows; a line of JSON for other boards,
    walls and variants), and prints SMT-LIB that declares and asserts. Comments name the rest:

    \b
      ; cell r1c1 = n_0         a term of sort Int or BitVec whose value is the number; without
                                such lines the cells are n_0, n_1, ... (row * width + column)
      ; cell r1c2 = 3 if x_1_3  or a Boolean for each number
      ; family NAME: title      the family of the assertions that follow
      ; logic QF_LIA            where no set-logic gives it
      ; refuses REASON          instead of a script: such puzzles are not encoded

    \b
    Examples:
      fillomino encodings forest cuts
      fillomino encodings 'mine=cmd:awk -f examples/foreign/distances.awk'
      fillomino audit 'mine=cmd:awk -f examples/foreign/distances.awk' --every 3 --sampled 4
      fillomino audit 'cmd:--serve python examples/foreign/with_z3.py' --every 3 --sampled 4

    \b
    Options stand before PROGRAM:
      --serve                     start it once: it reads line after line of JSON, and ends each
                                  script with the line "; end", flushed. To start Python with z3
                                  or pySMT takes 50 to 90 times as long as a small script does.
      --puzzle-format plain|json  always this; with plain, other boards are left out
      --limit SECONDS             for each script, 60 if not given; or --timeout, if that is shorter
    """
    from textwrap import fill

    from encoder.encodings.table import METHODS, of_packages
    from workbench.encodings import find_encoding, with_families

    found = map(find_encoding, names or of_packages())
    chosen = [*(() if names else METHODS), *map(with_families, found)]
    if as_json:
        for encoding in chosen:
            families: list[FamilyRow] = [
                {"name": f.name, "title": f.title, "formula": f.formula, "source": f.source}
                for f in encoding.families
            ]
            row: EncodingRow = {
                "name": encoding.name,
                "title": encoding.title,
                "idea": encoding.idea,
                "logics": list(encoding.logics),
                "source": encoding.source,
                "size": encoding.size,
                "good_for": encoding.good_for,
                "families": families,
            }
            click.echo(json.dumps(row))
        return
    parts = []
    for encoding in chosen:
        lines = [
            f"{encoding.name}: {encoding.title}",
            f"  logic {encoding.logics[0]}" + "".join(f", or {logic}" for logic in encoding.logics[1:]),
            f"  from {encoding.source}",
            *([f"  size {encoding.size}{SIZE}"] if encoding.size else []),
            *([f"  good for {encoding.good_for}"] if encoding.good_for else []),
            fill(encoding.idea, 100, initial_indent="  ", subsequent_indent="  "),
            "",
        ]
        for family in encoding.families:
            lines += [f"  {family.name:<15} {family.title}  ({family.source})", f"{'':<18}{family.formula}"]
        parts.append("\n".join(lines))
    click.echo("\n\n".join(parts))
