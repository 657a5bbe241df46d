"""Scripts in another order and under other names, their cells named anew with them."""

from __future__ import annotations

from collections.abc import Mapping

from encoder.puzzle_script import CellNumber, Cells, Choice, PuzzleScript
from smtlib.renaming import restored
from smtlib.render import body
from smtlib.scramble import scramble
from smtlib.text import Text


def scrambled(
    script: PuzzleScript, seed: int, mutation: str | None = None
) -> tuple[PuzzleScript, Mapping[str, str]]:
    """Return a script whose commands are scrambled (`smtlib.scramble`), and the new name of each symbol.

    The seed 0 leaves it as it is; the mutation ``orders`` or ``names`` changes that alone.
    """
    if seed == 0:
        return script, {}
    done = scramble(Text(body(script)), seed, names=mutation != "orders", order=mutation != "names")
    cells, new = script.cells, {old: name for name, old in done.names.items()}
    return script.replace(
        declarations=(),
        definitions=tuple(done.text.splitlines()),
        assertions=(),
        values=tuple(restored(term, new) for term in script.values),
        cells=cells and Cells(tuple(_renamed(terms, new) for terms in cells.of), cells.fixed),
    ), new


def _renamed(terms: CellNumber, new: Mapping[str, str]) -> CellNumber:
    if not isinstance(terms, Choice):
        return terms.replace(term=restored(terms.term, new))
    return Choice(
        {number: restored(term, new) for number, term in terms.holds.items()},
        restored(terms.big, new),
        {index: restored(term, new) for index, term in terms.bits.items()},
    )
