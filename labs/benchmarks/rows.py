"""The rows of ``fillomino benchmarks``: its manifest."""

from __future__ import annotations

from labs.benchmarks.manifest import ManifestRow

KINDS = {"benchmarks": (ManifestRow,)}
"""The kinds of rows of each command."""
