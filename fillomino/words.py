"""Parts of messages: counts, lists and quotations."""

from __future__ import annotations

from collections.abc import Sequence


def counted(count: int, thing: str, things: str = "") -> str:
    """A count in words: ``1 cell``, ``1,200 cells``; `things` where the plural is not made by an s."""
    return f"{count:,} {thing if count == 1 else things or f'{thing}s'}"


def listed(things: Sequence[str], word: str = "and") -> str:
    """Things in a sentence: ``a``, ``a and b``, ``a, b and c``; `word` comes before the last."""
    return f" {word} ".join([*([", ".join(things[:-1])] if things[1:] else []), *things[-1:]])


def shown(text: str, most: int = 24) -> str:
    """A piece of foreign text: quoted, in one line, cut when it has more than `most` characters."""
    return ascii(text if len(text) <= most else text[: most - 4] + "...")
