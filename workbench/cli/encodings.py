"""``fillomino encodings``."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from encoder.encoding import Encoding
from encoder.encodings.registry import METHODS, names_of, of_packages
from fillomino.puzzle import FILLOMINO
from games.registry import known
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row
from workbench.methods.encodings import find_encoding, with_families

SIZE = ", up to a factor: N cells, numbers up to K, R cells within reach of one (at most N and 2K²)"
"""The meaning of the letters in the size of a script."""


class Encodings(Command):
    """List the encodings by game; of those named, logic, symbols, and each family with its formula.

    The first of a game is what `solve` takes by default, and the next what commands take that need a script;
    for Fillomino that depends on the command.

    Where a command takes an encoding, it also takes one that another program writes, in any language:
    cmd:PROGRAM ARG…, or NAME=cmd:PROGRAM ARG… to name it. How it is written: docs/own-encoding.md.

    \b
    Examples:
      fillomino encodings
      fillomino encodings forest cuts
      fillomino encodings 'mine=cmd:awk -f examples/foreign/distances.awk'
    """

    names = options.arguments("[ENCODING...]", "Only these.")
    as_json = options.as_json

    def run(self) -> int:
        """Print the list, or the encodings that are named."""
        chosen = [with_families(find_encoding(name)) for name in self.names or of_packages()]
        if not self.names:
            others = (find_encoding(name) for game in known() for name in names_of(game.name))
            chosen = [*METHODS, *others, *chosen]
        if self.as_json:
            for encoding in chosen:
                _print_row(encoding)
        elif self.names:
            print("\n\n".join(map(_text, chosen)))
        else:
            _print_list(chosen)
        return Exit.DONE


def _print_list(encodings: Sequence[Encoding]) -> None:
    """Print a line for each encoding, below the title of its game."""
    titles = {FILLOMINO.name: FILLOMINO.title} | {game.name: game.title for game in known()}
    width = max(len(encoding.name) for encoding in encodings)
    for number, game in enumerate(dict.fromkeys(encoding.game for encoding in encodings)):
        print(f"{chr(10) if number else ''}{titles.get(game, game)}:")
        for encoding in encodings:
            if encoding.game == game:
                print(f"  {encoding.name:<{width}}  {encoding.title}")


def _text(encoding: Encoding) -> str:
    lines = [
        f"{encoding.name}: {encoding.title}",
        f"  logic {', or '.join(encoding.logics)}",
        f"  from {encoding.source}",
        *([f"  size {encoding.size}{SIZE}"] if encoding.size else []),
        *([f"  good for {encoding.good_for}"] if encoding.good_for else []),
        fill(encoding.idea, 100, initial_indent="  ", subsequent_indent="  "),
        "",
    ]
    for family in encoding.families:
        lines += [f"  {family.name:<15} {family.title}  ({family.source})", f"{'':<18}{family.formula}"]
    return "\n".join(lines)


def _print_row(encoding: Encoding) -> None:
    from workbench.texts.rows import EncodingRow, FamilyRow

    families = [
        FamilyRow(name=family.name, title=family.title, formula=family.formula, source=family.source)
        for family in encoding.families
    ]
    print_row(
        EncodingRow(
            name=encoding.name,
            game=encoding.game,
            title=encoding.title,
            idea=encoding.idea,
            logics=list(encoding.logics),
            source=encoding.source,
            size=encoding.size,
            good_for=encoding.good_for,
            families=families,
        )
    )
