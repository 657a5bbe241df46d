"""The story in docs/debugging.md: each block of commands prints just what the block after it shows."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from tests.test_readme import EXIT_CODE, ROOT, folder

PAGE = ROOT / "docs" / "debugging.md"
TOLD = re.compile(r"^```sh\n([^`]*)^```\n\n```text\n([^`]*)^```$", re.MULTILINE)

__all__ = ["folder"]  # the fixture


def test_the_story(folder: Path) -> None:
    blocks = TOLD.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) == 6
    for commands, output in blocks:
        said = ""
        for line in commands.splitlines():
            wanted = EXIT_CODE.search(line)
            done = subprocess.run(
                ["/bin/sh", "-c", line],
                cwd=folder,
                env={**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)},
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
            assert done.returncode == (int(wanted[1]) if wanted else 0), (line, done.stderr)
            said += done.stdout
        assert said == output
