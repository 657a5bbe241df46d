"""``fillomino encodings``."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from workbench.cli.options import Json


def command(
    names: Annotated[list[str] | None, typer.Argument(metavar="[ENCODING...]", help="Only these.")] = None,
    as_json: Json = False,
) -> None:
    """List the encodings: logic, symbols, and each family with its formula in words and its source."""
    from textwrap import fill

    from encoder.encodings.table import METHODS, of_packages
    from workbench.encodings import find_encoding, with_families

    found = map(find_encoding, names or of_packages())
    chosen = [*(() if names else METHODS), *map(with_families, found)]
    if as_json:
        for encoding in chosen:
            families = [
                {"name": f.name, "title": f.title, "formula": f.formula, "source": f.source}
                for f in encoding.families
            ]
            row = {
                "name": encoding.name,
                "title": encoding.title,
                "idea": encoding.idea,
                "logics": list(encoding.logics),
                "source": encoding.source,
                "families": families,
            }
            typer.echo(json.dumps(row))
        return
    parts = []
    for encoding in chosen:
        lines = [
            f"{encoding.name}: {encoding.title}",
            f"  logic {encoding.logics[0]}" + "".join(f", or {logic}" for logic in encoding.logics[1:]),
            f"  from {encoding.source}",
            fill(encoding.idea, 100, initial_indent="  ", subsequent_indent="  "),
            "",
        ]
        for family in encoding.families:
            lines += [f"  {family.name:<15} {family.title}  ({family.source})", f"{'':<18}{family.formula}"]
        parts.append("\n".join(lines))
    typer.echo("\n\n".join(parts))
