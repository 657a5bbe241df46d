"""``fillomino encodings``."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

import click

from encoder.encoding import Encoding
from encoder.encodings.table import METHODS, of_packages
from workbench.choose.encodings import find_encoding, with_families
from workbench.cli import options
from workbench.cli.app import Command

if TYPE_CHECKING:
    from workbench.texts.rows import EncodingRow

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
    """List the encodings, one a line; of those named, logic, symbols, and each family with its formula.

    Where a command takes an encoding, it also takes one that another program writes, in any language:
    cmd:PROGRAM ARG…, or NAME=cmd:PROGRAM ARG… to name it. How it is written: docs/own-encoding.md.

    \b
    Examples:
      fillomino encodings
      fillomino encodings forest cuts
      fillomino encodings 'mine=cmd:awk -f examples/foreign/distances.awk'
    """
    found = [with_families(find_encoding(name)) for name in names or of_packages()]
    chosen = found if names else [*METHODS, *found]
    if as_json:
        for encoding in chosen:
            click.echo(_row(encoding).to_line())
        return
    if not names:
        width = max(len(encoding.name) for encoding in chosen)
        for encoding in chosen:
            click.echo(f"{encoding.name:<{width}}  {encoding.title}")
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


def _row(encoding: Encoding) -> EncodingRow:
    from workbench.texts.rows import EncodingRow, FamilyRow

    return EncodingRow(
        name=encoding.name,
        title=encoding.title,
        idea=encoding.idea,
        logics=list(encoding.logics),
        source=encoding.source,
        size=encoding.size,
        good_for=encoding.good_for,
        families=[
            FamilyRow(name=family.name, title=family.title, formula=family.formula, source=family.source)
            for family in encoding.families
        ],
    )
