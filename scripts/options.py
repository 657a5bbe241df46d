"""Print the commands of `fillomino` with the number of their options, and the sum."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from workbench.cli.app import COMMANDS, app, loaded  # noqa: E402


def options_of(command: click.Command) -> list[str]:
    """Return the options of a command, without --help: each by its longest name."""
    return [max(one.opts, key=len) for one in command.params if isinstance(one, click.Option)]


def main() -> None:
    """Print the list."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    found = {"": options_of(app)} | {name: options_of(loaded(name)) for name in COMMANDS}
    for name, options in found.items():
        print(f"{name:<12} {len(options):3}  {' '.join(options)}")
    print(f"{len(COMMANDS)} commands, {sum(map(len, found.values()))} options")


if __name__ == "__main__":
    main()
