"""Words for people."""

from __future__ import annotations


def counted(count: int, thing: str, things: str = "") -> str:
    """A count in words: ``1 cell``, ``1,200 cells``; `things` where the plural is not made by an s."""
    return f"{count:,} {thing if count == 1 else things or f'{thing}s'}"
