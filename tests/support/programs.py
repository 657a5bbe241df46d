"""Programs for tests: shell scripts, and a file that is not a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers.lookup import HIDE


def shell_script(path: Path, body: str) -> Path:
    """Write a shell script that can be run."""
    return _executable(path, f"#!/bin/sh\n{body}\n".encode())


def broken_program(folder: Path) -> Path:
    """Write a file that is executable, but in no format that the kernel knows."""
    return _executable(folder / "broken", b"\x7fELF nonsense")


def _executable(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    path.chmod(0o755)
    return path


def hide(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let programs be found no more, as if they were not installed; nothing else is hidden."""
    monkeypatch.setenv(HIDE, ",".join(names))
