"""``fillomino encode``."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from encoder.annotations import scrambled
from encoder.encoding import Encoding
from fillomino.deduction.levels import Level, level_of
from fillomino.errors import InputError, NoSolutionError, counted
from fillomino.instance import Instance
from fillomino.puzzle import FILLOMINO, as_fillomino
from smtlib.script import comment
from smtlib.text import Text
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.options import number, text
from workbench.cli.output import exit_of, tell, tell_error, warn, worst
from workbench.foreign.spec import ProgramError, RefusedError
from workbench.methods.encodings import find_one_shot, name_for
from workbench.texts.inputs import open_one, sources
from workbench.texts.outputs import check_apart, file_word, places_for, write_out
from workbench.texts.writing import (
    BENCHMARK,
    DIMACS,
    UNIQUE,
    check_question,
    compose,
    pieces,
    written,
)

if TYPE_CHECKING:
    from pathlib import Path

_TACTIC = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")

_SHOWN = 5
"""Names of files that were passed over, at most."""


class Encode(Command):
    """Write puzzles as SMT-LIB files for any solver.

    The file needs nothing beside it: comments hold the puzzle, the encoding's name and the families, so
    that `decode`, `check`, `audit` and `solve` take it alone, also once it was edited. Nothing is
    deduced first, unless --deduce asks for it. Flavours, questions and headers of benchmarks:
    docs/smtlib.md.

    \b
    Examples:
      fillomino encode @first -o first.smt2
      fillomino encode @row -e forest -f commented --drop same-root
      fillomino encode @ -f benchmark --author "A. Author" --status 60 -o benchmarks/
    """

    puzzles = options.puzzles
    encoding = options.encoding(options.ENCODING)
    flavour = text("F", "driver, benchmark, core, commented or dimacs.", "-f", default="driver")
    logic = options.logic
    deduce = options.deduce("none")
    status = options.seconds("Establish a benchmark's :status, with SEC for each solver.", endless=math.inf)
    scramble = number("SEED", "Write another order and other names.", least=0)
    ask = text("ASK", "The question of the file.", default="numbers")
    tactic = text("NAME", "Let Z3 take this tactic: with smt, two thirds of its time.  [its own choice]")
    author = text("NAME", "The author of a benchmark, for its header.", default="")
    license = text("URL", "A benchmark's license.  [that of the puzzle, if any]", default="")
    output = options.output
    drop = options.drop
    game = options.game
    reading = options.reading

    def run(self) -> int:
        """Write a file for each puzzle; one that can't be read or encoded does not stop the others."""
        self._check()
        self._of_games: dict[str, Encoding] = {}
        level, usual = level_of(self.deduce), self._encoding(FILLOMINO.name)
        named = sources(self.puzzles)
        if self.output is None and len(named) > 1:
            message = f"{len(named)} puzzles need a place to go: give a directory with -o DIR"
            raise InputError(message, code="missing-option")
        ending = f".{file_word(usual.name)}.{'cnf' if self.flavour == DIMACS else 'smt2'}"
        places = places_for(self.output, [source.name for source in named], ending)
        check_apart(places, (source.path for source in named))
        codes, settled, unread = [Exit.DONE], 0, 0
        self._lacking: set[str] = set()
        if level and not usual.deduces:
            warn(f"{usual.name} makes no use of deduction, so there is none", code="no-effect")
        for source, place in zip(named, places, strict=True):
            try:
                puzzle = open_one(source, self.reading).puzzle
                if level:
                    as_fillomino(puzzle, "--deduce", source.name)
            except InputError as error:
                tell_error(error)
                codes.append(Exit.BAD_INPUT)
                unread += 1
                continue
            try:
                settled += self._write(puzzle, source.name, level, place)
            except (ProgramError, RefusedError) as error:
                tell_error(error)
                codes.append(exit_of(error))
            except NoSolutionError as error:
                tell_error(error, f"{source.name}: ")
                codes.append(Exit.NO)
        if lacking := " and no ".join(sorted(self._lacking)):
            warn(f"the header has no {lacking}, which the SMT-LIB library asks for", code="incomplete-header")
        if places[0] != self.output:
            others = _others(self.puzzles, [source.path for source in named if source.path])
            tell(closing_line(len(named) - len(codes) + 1, settled if level else None, unread, others))
        elif settled:
            warn("deduction has left nothing open: the file holds its result alone", code="nothing-open")
        return worst(codes)

    def _check(self) -> None:
        """Refuse options that don't go together.

        Raises:
            InputError: if there are some.
        """
        check_question(self.ask, self.flavour)
        takes_status = self.flavour == BENCHMARK or (self.ask == UNIQUE and self.flavour != DIMACS)
        wrong = None
        if self.status is not None and not takes_status:
            wrong = "--status goes with --flavour benchmark or --ask unique, and with no clauses"
        elif self.scramble is not None and self.flavour in ("commented", DIMACS):
            flavours = "the flavours driver, benchmark and core"
            wrong = f"--scramble goes with {flavours}, not with {self.flavour}"
        elif (self.author or self.license) and self.flavour != BENCHMARK:
            wrong = "--author and --license go with --flavour benchmark only"
        elif self.tactic is not None and self.flavour in (BENCHMARK, DIMACS):
            wrong = f"--tactic goes with the flavours driver, core and commented, not with {self.flavour}"
        if wrong is not None:
            raise InputError(wrong, code="option-needs")
        if self.tactic is not None and not _TACTIC.fullmatch(self.tactic):
            raise InputError(
                f"--tactic is the name of a tactic of Z3, not {self.tactic!r}", code="bad-option"
            )

    def _encoding(self, game: str) -> Encoding:
        """The encoding of a game's puzzles."""
        if game not in self._of_games:
            name = name_for(game, self.encoding, options.ENCODING)
            self._of_games[game] = find_one_shot(name, *self.drop, game=game)
        return self._of_games[game]

    def _write(self, puzzle: Instance, name: str, level: Level, place: Path | None) -> bool:
        """Write the file of a puzzle; return whether deduction left nothing open."""
        encoding = self._encoding(puzzle.game.name)
        composed = compose(
            puzzle,
            encoding,
            level,
            self.flavour,
            logic=self.logic,
            ask=self.ask,
            author=self.author,
            license_=self.license,
            seconds=self.status,
        )
        script, work = composed.script, composed.work
        if self.status is not None and composed.status is None:
            warn(f"{name}: its status could not be established within {self.status:g} s", code="no-status")
        self._lacking.update(composed.lacking)
        first = f"(set-option :tactic.default_tactic {self.tactic})\n" if self.tactic else ""
        if self.scramble:  # which leaves other comments out
            head = comment(work.note) if work and self.flavour != BENCHMARK else ""
            write_out(
                first + head + scrambled(Text(written(script, self.flavour), name), self.scramble), place
            )
        else:
            write_out(chain([first], pieces(script, self.flavour)), place)
        return work is not None and work.decided


def _others(folders: Sequence[str], read: Sequence[str]) -> list[Path]:
    """The files of some folders that were not read."""
    from pathlib import Path

    files = (sorted(Path(name).rglob("*")) for name in folders if Path(name).is_dir())
    return [path for path in chain.from_iterable(files) if path.is_file() and str(path) not in read]


def closing_line(files: int, settled: int | None, unread: int, others: Sequence[Path]) -> str:
    """A line on many puzzles: files written, settled by deduction, and passed over.

    Args:
        files: the number of files written.
        settled: the number of them in which deduction left nothing open; ``None`` without deduction.
        unread: the number of puzzles that could not be read.
        others: files of the directories that are named as no puzzle is.
    """
    parts = [f"{counted(files, 'file')} written"]
    if settled is not None:
        parts.append(f"{settled} settled by deduction")
    if unread:
        parts.append(f"{unread} passed over as unreadable")
    if others:
        names = ", ".join(path.name for path in others[:_SHOWN]) + (", …" if len(others) > _SHOWN else "")
        parts.append(f"{len(others)} passed over as no puzzle files ({names})")
    return ", ".join(parts)
