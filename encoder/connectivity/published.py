"""The published encodings of connectedness, by their names."""

from __future__ import annotations

from encoder.connectivity.dual import DUAL
from encoder.connectivity.parents import DISTANCE, ELIMINATION, HYBRID, LEAF
from encoder.connectivity.regions import Connectivity
from encoder.connectivity.steps import BFS, SEEDED, SQUARING, TIME_STEP

PUBLISHED: dict[str, Connectivity] = {
    part.name: part for part in (DISTANCE, TIME_STEP, SEEDED, LEAF, HYBRID, DUAL, ELIMINATION, BFS, SQUARING)
}
