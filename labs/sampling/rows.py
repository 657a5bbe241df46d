"""The rows that ``fillomino sample --json`` prints."""

from __future__ import annotations

from typing import Annotated

from workbench.texts.rows import ListRow, key


class SampleRow(ListRow, kw_only=True):
    """A solution that was drawn."""

    exact: Annotated[bool, key("whether each solution is exactly as likely")]
    seed: Annotated[int, key("seed of the draw")]


KINDS = {"sample": (SampleRow,)}
"""The kinds of rows of each command."""
