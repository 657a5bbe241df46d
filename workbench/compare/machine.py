"""The machine of a run: its names and versions, of our own code."""

from __future__ import annotations

import functools
import subprocess
from pathlib import Path

from workbench import __version__

ROOT = Path(__file__).resolve().parents[2]


@functools.cache
def commit() -> str | None:
    """Return the commit of our code, with ``+`` if files were changed since; ``None`` outside of git."""
    if not (ROOT / ".git").exists():
        return None
    try:
        head = _git("rev-parse", "--short=12", "HEAD")
        changed = _git("status", "--porcelain", "--untracked-files=no")
    except (OSError, subprocess.SubprocessError):
        return None
    return head + ("+" if changed else "")


def _git(*words: str) -> str:
    """Return what git prints about our code; unlike `git describe --dirty`, without writing the index."""
    command = ["git", "--no-optional-locks", "-C", str(ROOT), *words]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=20, check=True)
    return done.stdout.strip()


def our_version() -> dict[str, str]:
    """Return the version of this program, and its commit where that is known."""
    return {"fillomino-smt": f"{__version__} {commit() or ''}".strip()}
