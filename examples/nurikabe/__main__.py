"""Solve, encode, decode and check Nurikabe: ``python examples/nurikabe solve PUZZLE``."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])  # so that this folder is a package

from nurikabe.command import main  # noqa: E402

sys.exit(main())
