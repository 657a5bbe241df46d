"""The machine of a run: its names and versions, and a core for this process alone."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from drivers.system import PINS, cores, lock, pin
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
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True)
    return done.stdout.strip()


def our_version() -> dict[str, str]:
    """Return the version of this program, and its commit where that is known."""
    return {"fillomino-smt": f"{__version__} {commit() or ''}".strip()}


@functools.cache
def take_core() -> int | None:
    """Pin this process and its children to a core that no other comparison on this machine has taken.

    A lock on a file marks the core as taken, and ends with this process.

    Returns:
        The core, or ``None`` if all are taken, or this system pins no process.
    """
    if sys.platform == "win32":
        return None
    if not PINS:
        return None
    folder = Path(tempfile.gettempdir(), f"fillomino-cores-{os.getuid()}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        for core in cores():
            file = os.open(folder / str(core), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                lock(file)
            except OSError:
                os.close(file)
                continue
            pin(core)
            return core
    except OSError:
        return None
    return None
