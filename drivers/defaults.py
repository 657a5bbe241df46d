"""The solvers that are taken where none is named, by name: help needs no more of them."""

from __future__ import annotations

FIRST = "yices"
"""The fastest to start: `drivers.solvers.DEFAULT`."""

SECOND = "z3"
"""Of another make, for a second opinion: `drivers.solvers.SECOND`."""
