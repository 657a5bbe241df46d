"""Build the source distribution and the wheel, install each into an empty environment, and try it there.

Both are left in dist. Printed are the size of each, and the commands tried. What is needed comes from the
package index that pip uses.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
PUZZLE = "https://puzz.link/p?fillomino/5/5/g3h4i2g13g5g35h4i1g"
COMMANDS = (
    ("--version",),
    ("solve", "@first", "--encoding", "forest", "--solver", "z3", "--unique"),
    ("solve", PUZZLE, "--encoding", "forest", "--solver", "yices", "--unique"),
    ("encode", PUZZLE, "--encoding", "forest", "-o", "first.smt2"),
    ("solve", "first.smt2", "--solver", "z3"),
    ("page", PUZZLE, "--encoding", "forest", "-o", "first.html"),
)
"""The smoke test: arguments of `fillomino`, run in one empty folder."""


def main() -> None:
    """Build, install and try both."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    with TemporaryDirectory() as folder:
        here = Path(folder)
        builder = environment(here / "builder", "build")
        run(builder, "-m", "build", "--outdir", str(ROOT / "dist"), str(ROOT), within=here)
        version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
        for name in (f"fillomino_smt-{version}.tar.gz", f"fillomino_smt-{version}-py3-none-any.whl"):
            path = ROOT / "dist" / name
            print(f"{name}: {path.stat().st_size / 1024:.0f} KiB", flush=True)
            python = environment(here / path.suffix, str(path))
            empty = here / f"empty{path.suffix}"
            empty.mkdir()
            for arguments in COMMANDS:
                run(python.parent / "fillomino", *arguments, within=empty)
                print(f"  fillomino {' '.join(arguments)}: done", flush=True)


def environment(folder: Path, package: str) -> Path:
    """Return the Python of a new environment that holds one package and what that needs."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", package)
    run(python, *pip, within=folder)
    return python


def run(program: Path, *arguments: str, within: Path) -> None:
    """Run a program; what fails is printed whole, and ends the script."""
    done = subprocess.run(
        [program, *arguments], cwd=within, capture_output=True, text=True, check=False, timeout=900
    )
    if done.returncode:
        sys.exit(f"{' '.join(arguments)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
