"""Notes: what a comparison or a report makes of its runs otherwise than asked."""

from __future__ import annotations


class Note(str):
    """A sentence, with the code of the warning that it is.

    Attributes:
        code: the code, as the page of codes has it.
    """

    __slots__ = ("code",)

    code: str

    def __new__(cls, text: str, *, code: str) -> Note:
        """Make a note of a sentence."""
        note = super().__new__(cls, text)
        note.code = code
        return note

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, str]]:
        """Return what a copy is made of."""
        return (str(self),), {"code": self.code}
