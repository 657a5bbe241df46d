"""``fillomino sample``."""

from __future__ import annotations

import json
from random import Random, SystemRandom
from typing import TYPE_CHECKING

import click

from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.options import PUZZLE_HELP, one_way_to_print
from workbench.cli.report import coloured, complain, portion

if TYPE_CHECKING:
    from workbench.rows import SampleRow


@click.command(cls=Command)
@click.argument("puzzle", required=False, metavar="[PUZZLE]", help=PUZZLE_HELP)
@options.size
@options.board
@options.max_region
@click.option("--count", "-n", type=click.IntRange(min=1), default=1, metavar="N", help="How many.")
@click.option("--seed", type=int, metavar="S", help="Draw the same again; else a new seed, which is printed.")
@click.option("--method", "-m", default="auto", metavar="M", help="auto, exact or windows; see above.")
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=8,
    metavar="R",
    help="Windows over each cell between two solutions.",
)
@options.mib("--memory", default=1024, help="For the table of exact.")
@options.deduce("full")
@options.as_json
@options.plain
@options.from_
def command(
    *,
    puzzle: str | None,
    size: str | None,
    board: str | None,
    max_region: int | None,
    count: int,
    seed: int | None,
    method: str,
    rounds: int,
    memory: int,
    deduce: str,
    as_json: bool,
    plain: bool,
    from_: str | None,
) -> None:
    """Draw solutions of a puzzle or of a board without clues at random, each as likely as any other.

    \b
    Methods:
      exact    from a table of all states: uniform and independent; for boards up to about 5x5,
               or larger with a small --max-region
      windows  from a filling whose small windows are drawn anew many times: close to uniform,
               for boards of any size; regions beyond 10 cells hardly change
      auto     exact if the table has at most about a million states, else windows

    \b
    Examples:
      fillomino sample --size 4x4 --seed 1
      fillomino sample --size 6x6 --max-region 3 --count 3 --seed 1 --json
      fillomino sample --size 8x8 --method windows --rounds 2 --seed 1
    """
    from functools import partial

    from fillomino import formats
    from fillomino.counting.sampling import sample
    from fillomino.render.text import text
    from workbench.methods.result import shape
    from workbench.tasks import board_of, one_task

    one_way_to_print(as_json=as_json, plain=plain)
    # A fair die that can be thrown again is wanted here, not a secret.
    chance = SystemRandom().randrange(1 << 32) if seed is None else seed
    its, task = one_task(puzzle, board_of(size, board), max_region, deduce, from_)
    cells = task.board
    draw = partial(sample, task, Random(chance), count, method=method, memory=memory << 20)  # noqa: S311
    with portion("windows") as watch:
        drawn = draw(rounds=rounds, watch=watch)
    for filling in drawn.fillings:
        if as_json:
            row: SampleRow = {"filling": shape(cells, filling), "exact": drawn.exact, "seed": chance}
            click.echo(json.dumps(row))
        elif plain:
            click.echo(formats.write_filling(cells, filling), nl=False)
        else:
            click.echo(text(its, filling, colour=coloured()), nl=False)
    if not as_json:
        how = f"exactly uniform among {drawn.among}" if drawn.exact else "by windows, nearly uniform"
        complain(f"{len(drawn.fillings)} drawn, {how}, seed {chance}")
