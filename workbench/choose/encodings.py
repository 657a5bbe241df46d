"""The one place where encodings are found by what a person types: our names, those of packages, programs.

A person's command line alone may start programs. Names that come from a file or a page are looked up in
`encoder.encodings.table`, which starts none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from encoder.encodings import table
from encoder.errors import EncodingError

if TYPE_CHECKING:
    from encoder.encoding import Encoding


def find_encoding(name: str) -> Encoding:
    """Return an encoding or lazy method.

    Args:
        name: a name of ours, one that an installed package adds, or ``cmd:PROGRAM ARG…`` for a program that
            encodes (see `workbench.foreign`).

    Raises:
        EncodingError: for an unknown name; the message lists those there are.
        InputError: for a program with unknown options.
        ProgramError: for a program that does not exist, or fails when it is asked for its families.
    """
    from workbench.foreign.command import is_program

    if is_program(name):
        from workbench.foreign.program import foreign

        return foreign(name)
    return table.find(name)


def find_one_shot(name: str, drop: Sequence[str] = (), only: Sequence[str] = ()) -> Encoding:
    """Return an encoding whose script is complete, see `find_encoding`, with families left out.

    Raises:
        EncodingError: also if it is lazy, and for a family that it does not have.
    """
    return chosen_families(table.one_shot(find_encoding(name)), drop, only)


def chosen_families(encoding: Encoding, drop: Sequence[str] = (), only: Sequence[str] = ()) -> Encoding:
    """Return an encoding with families left out; a program is first asked which it has.

    Raises:
        EncodingError: for a family that it does not have, and for families left out of a lazy method.
        ProgramError: if it is a program's, and fails.
    """
    from encoder.select import select

    if not (drop or only):
        return encoding
    if encoding.lazy:
        raise EncodingError(
            f"{encoding.name} is an incremental session that needs all of its families; "
            "choose an encoding to drop families of with --encoding",
            code="needs-session",
        )
    return select(with_families(encoding), drop, only)


def with_families(encoding: Encoding) -> Encoding:
    """Return an encoding that lists logics and families: a program's is asked for them, others list them.

    Raises:
        ProgramError: if the program fails.
    """
    if not encoding.spec:
        return encoding
    from workbench.foreign.program import surveyed

    return surveyed(encoding)
