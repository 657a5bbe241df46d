"""Names of methods, and what is taken where none is named."""

from __future__ import annotations

from fillomino.deduction.engine import Level

SMT = "smt"
"""The name of the methods by an encoding and a solver."""

ENCODING = "cuts"
"""The encoding of the fast way."""

LEVEL = Level.AHEAD
"""How much it deduces first."""
