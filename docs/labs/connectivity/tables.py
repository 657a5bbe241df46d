"""The table of the page on encodings of connectedness."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from encoder.encodings.registry import find
from fillomino.laboratories import OURS
from scripts.harness import sources

TABLES: Mapping[str, Callable[[], str]] = {
    "encodings of connectedness": lambda: sources(map(find, OURS["connectivity"].encodings))
}
