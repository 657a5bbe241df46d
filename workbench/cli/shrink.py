"""``fillomino shrink``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from drivers.default_solvers import default_name
from encoder.annotations import is_clauses
from encoder.encoding import Encoding
from fillomino import formats
from fillomino.errors import InputError, counted
from fillomino.instance import Instance
from fillomino.puzzle import Puzzle, as_fillomino
from fillomino.render.svg import svg
from smtlib.render import driver
from smtlib.text import Text
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command, print_row
from workbench.cli.layout import beside_puzzle, by_family, indented
from workbench.cli.options import PUZZLE_HELP, argument, path, seconds, text, texts
from workbench.cli.output import warn, working
from workbench.explain.assertions import Broken
from workbench.methods.encodings import chosen_families, name_for
from workbench.shrink.checks import (
    Disagreement,
    PuzzleCheck,
    ScriptCondition,
    SolversOnPuzzles,
    Undecided,
)
from workbench.shrink.choose import AgainstPuzzle, check_of_puzzles, check_of_script, refusing
from workbench.shrink.ddmin import ddmin
from workbench.shrink.puzzles import PuzzleShrinker
from workbench.shrink.texts import TextShrinker, ddsmt_installed
from workbench.texts.inputs import open_one, script_in, source_of
from workbench.texts.outputs import check_apart, write_file

_PRINTED_LINES = 40


class Shrink(Command):
    """Shrink a puzzle or a script on which there is a disagreement, as long as it remains.

    One encoding may disagree with the rules, two encodings (-e twice) or two solvers (-s twice) with each
    other, and a script with the rules. A puzzle loses cells, clues and walls; a script assertions,
    declarations and terms. Ctrl-C prints the smallest so far. What escapes: docs/debugging.md.

    \b
    Conditions on a script, for --keep:
      differ                S and S2 answer sat and unsat (so without --keep)
      crash                 one of the solvers ends without an answer
      fail                  one of them crashes, or refuses the script
      sat, unsat, unknown   S keeps its verdict
      slower:K              S takes K times the CPU time of S2, three times over

    \b
    Examples:
      fillomino shrink @ten -e forest --drop same-root
      fillomino shrink @row -s z3 -s yices
      fillomino shrink row.smt2 -s z3 -s yices --timeout 2
      fillomino shrink row.smt2 -s z3 --keep sat --json

    Exit code 0 if a disagreement was found, 1 if there is none, 3 if it was not decided.
    """

    subject = argument("PUZZLE|FILE.smt2", f"{PUZZLE_HELP} Or an SMT-LIB file.")
    encoding = texts("E", f"The encoding; twice: they are compared.  [{options.ENCODING}]", "-e")
    solver = texts("S", "The solver; twice: they are compared.", "-s", default=lambda: (default_name(),))
    drop = options.drop
    keep = text("CONDITION", "What stays true: differ, crash, fail, sat, unsat, unknown, slower:K.")
    timeout = seconds("Seconds for each question to a solver.", default=5.0, endless=1e6)
    output = path("FILE", "Write the puzzle; as *.svg drawn, as *.smt2 its script.", "-o")
    game = options.game
    as_json = options.as_json
    reading = options.reading
    bound = options.bound
    cells = options.cells

    def run(self) -> int:
        """Shrink the puzzle or script, and print the smallest."""
        check_apart([self.output], [self.subject])
        solvers, source = self.solver, source_of(self.subject)
        reading, script = self.reading.bind(self.bound, self.cells), script_in(source)
        if script is None or is_clauses(script):
            puzzle, (drop, only) = open_one(source, reading).puzzle, self.drop
            game = puzzle.game.name
            encodings = self.encoding or [name_for(game, None, options.ENCODING)]
            check = check_of_puzzles(
                encodings, solvers, self.timeout, drop=drop, only=only, keep=self.keep, game=game
            )
            return self._shrink_puzzle(puzzle, check)
        if self.encoding or any(self.drop):
            message = "a script is shrunk as it stands; leave out --encoding, --drop and --only"
            raise InputError(message, source=source.name, code="option-conflict")
        script = reading.noted(script)
        text_check = check_of_script(script, solvers, self.timeout, self.keep, reading.bound)
        return self._shrink_script(script, text_check)

    def _shrink_puzzle(self, puzzle: Instance, check: PuzzleCheck) -> int:
        """Shrink a puzzle, then its script where solvers disagree; print the smallest, also at Ctrl-C."""
        stopped = False
        with working("shrinking") as show:
            shrinker = PuzzleShrinker(check, show)
            try:
                shrinker.run(puzzle)
            except KeyboardInterrupt:
                stopped = True
        best, disagreement = shrinker.best, shrinker.found
        if best is None or disagreement is None:
            return _nothing(self.subject, check.undecided, stopped=stopped)
        why = None if stopped else refusing(best, disagreement, check)
        if self.as_json:
            from workbench.api.answers import Shrunk

            assertions, whole = () if why is None else why.assertions, not shrinker.elsewhere
            found = Shrunk(best, disagreement, shrinker.tried, assertions, whole=whole, stopped=stopped)
            print(found.to_json())
        else:
            print(_drawn(shrinker, best, disagreement), end="")
            if why is not None:
                print(_refusing(best, why, check.encoding), end="")
        of_script = self.output is not None and self.output.suffix == ".smt2"
        go_on = isinstance(check, SolversOnPuzzles) and not stopped
        if self.output is not None and not (go_on and of_script):
            _write(self.output, best, disagreement, check)
        if isinstance(check, SolversOnPuzzles) and go_on:
            return self._shrink_script_of_puzzle(best, check, write=of_script)
        return _end(stopped=stopped)

    def _shrink_script_of_puzzle(self, puzzle: Instance, check: SolversOnPuzzles, *, write: bool) -> int:
        """Shrink the script of a puzzle on which solvers disagree: whole families first."""
        encoding, logic = check.encoding, check.logic

        def text_of(families: list[str]) -> str:
            return driver(chosen_families(encoding, only=families).script(puzzle, logic))

        whole = encoding.script(puzzle, logic)
        names = list(dict.fromkeys(assertion.family for assertion in whole.assertions))
        try:
            with working(f"looking for families of {encoding.name} that do"):
                few = ddmin(names, lambda some: bool(some) and check.on_scripts(text_of(some)) is not None)
        except KeyboardInterrupt:
            return _end(stopped=True)
        if not self.as_json:
            print(f"Families of {encoding.name} that do: {', '.join(few)}.")
        return self._shrink_script(Text(text_of(few), self.subject), check.on_scripts, few, write=write)

    def _shrink_script(
        self,
        text: Text,
        check: ScriptCondition,
        families: Sequence[str] | None = None,
        *,
        write: bool = True,
    ) -> int:
        """Shrink a script, and print the shortest, also at Ctrl-C; it is written where a file is named."""
        stopped, accepted, name = False, None, text.name
        rules = check if isinstance(check, AgainstPuzzle) else None
        with working("shrinking") as show:
            shrinker = TextShrinker(check, report=show)
            try:
                if rules and rules(text):
                    shrinker.terms = rules.kind == "sat"  # without a model, any term could become false
                shrinker.run(text)
                if rules and shrinker.found is None and not rules.undecided:
                    accepted = rules.accepted()
            except KeyboardInterrupt:
                stopped = True
        if rules and accepted is not None:
            return self._too_weak(rules.given.puzzle, accepted, shrinker.tried)
        if shrinker.found is None:
            return _not_found(name, check, stopped=stopped)
        if shrinker.terms:
            _warn_of_terms()
        output = self.output if write else None
        if self.as_json:
            from msgspec import UNSET

            from workbench.texts.rows import ShrunkScriptRow

            row = ShrunkScriptRow(
                script=name,
                disagreement=shrinker.found.text,
                families=UNSET if families is None else list(families),
                text=shrinker.best,
                bytes=len(text),
                tried=shrinker.tried,
                stopped=stopped,
            )
            print_row(row)
        else:
            sizes = f"{len(text):,} to {len(shrinker.best):,} bytes, {shrinker.tried} scripts tried"
            print(f"{shrinker.found.text}: {sizes}")
            print(_excerpt(shrinker.best, output), end="")
        if output is not None:
            write_file(output, shrinker.best)
        return _end(stopped=stopped)

    def _too_weak(self, puzzle: Instance, disagreement: Disagreement, tried: int) -> int:
        """Print a wrong filling that a script accepts, which no part of the script can show."""
        if self.as_json:
            from workbench.api.answers import Shrunk

            print(Shrunk(puzzle, disagreement, tried).to_json())
            return Exit.DONE
        print(f"{disagreement.text}.")
        print(beside_puzzle(puzzle, disagreement.filling, "accepted", disagreement.violations), end="")
        print(
            "An assertion that would exclude it is missing or was changed, which no part of the script can "
            "show; `fillomino check` compares it with its encoding."
        )
        return Exit.DONE


def _not_found(name: str, check: ScriptCondition, *, stopped: bool) -> int:
    """Say why there is no shorter script; returns the exit code."""
    if stopped or check.undecided:
        return _nothing(name, check.undecided, stopped=stopped)
    why = "the condition to keep does not hold of this script; there is nothing to shrink"
    if isinstance(check, AgainstPuzzle):
        advice = "`fillomino audit` looks at all models"
        why = f"the rules don't contradict the verdict of {check.solver.title}; {advice}"
    warn(f"{name}: {why}", code="nothing-to-shrink")
    return Exit.NO


def _warn_of_terms() -> None:
    """Say why terms are left whole, if they are."""
    if ddsmt_installed():
        return
    if sys.platform == "win32":
        warn(
            "terms were left whole, for ddSMT needs pipes with names, which Windows does not have",
            code="terms-whole",
        )
    else:
        warn(
            "terms were left whole, for ddSMT is not installed: pip install 'fillomino-smt[shrink]'",
            code="terms-whole",
        )


def _excerpt(text: str, output: Path | None) -> str:
    """A script as it is printed: whole into a pipe; its assertions first where a person reads a long one."""
    lines = text.splitlines(keepends=True)
    if len(lines) <= _PRINTED_LINES or not (output or sys.stdout.isatty()):
        return text
    asserted = [line for line in lines if line.startswith("(assert ")]
    shown = asserted[:_PRINTED_LINES]
    rest = f"; {len(shown)} of {counted(len(asserted), 'assertion')}, of {counted(len(lines), 'command')}"
    return "".join([*shown, f"{rest}{'' if output else '; -o FILE.smt2 writes them all'}\n"])


def _drawn(shrinker: PuzzleShrinker, puzzle: Instance, disagreement: Disagreement) -> str:
    """The smallest puzzle and the disagreement about it."""
    sizes = puzzle.size_text.replace(", ", " with ")
    other = "There is no disagreement on the whole puzzle, but on a part of it.\n"
    heading = f"{disagreement.text} on {sizes} ({counted(shrinker.tried, 'puzzle')} tried).\n"
    title = "refused" if disagreement.refused else "accepted"
    shown = beside_puzzle(puzzle, disagreement.filling, title, disagreement.violations)
    return f"{other if shrinker.elsewhere else ''}{heading}{shown}"


def _refusing(puzzle: Instance, why: Broken, encoding: Encoding) -> str:
    """The assertions that refuse a right filling, none of which can be left out."""
    if why.unsayable:
        return f"{encoding.name} cannot represent one of its numbers.\n"
    if not why.assertions:
        return ""
    families = encoding.families or why.script.families
    listed = indented(by_family(puzzle.places, families, why.assertions))
    return f"Together these refuse it; none of them can be left out:\n{listed}"


def _write(path: Path, puzzle: Instance, disagreement: Disagreement, check: PuzzleCheck) -> None:
    """Write the puzzle; a picture with the filling as *.svg, its script as *.smt2."""
    if path.suffix == ".smt2":
        write_file(path, driver(check.encoding.script(puzzle)))
        return
    if path.suffix == ".svg":
        write_file(path, svg(as_fillomino(puzzle, "--output FILE.svg"), disagreement.filling))
        return
    if not isinstance(puzzle, Puzzle):
        write_file(path, puzzle.text())
        return
    bare = not (puzzle.walls or puzzle.checkered or puzzle.basic or puzzle.largest_region)
    write_file(path, formats.write(puzzle, "plain" if bare and puzzle.board.grid else "json"))


def _nothing(name: str, undecided: Undecided, *, stopped: bool) -> int:
    if stopped:
        warn(f"{name}: interrupted before a disagreement was found", code="unfinished")
        return Exit.INTERRUPTED
    if undecided:
        few = f"{counted(undecided.number, 'question')} had no answer"
        first = ": " if undecided.number == 1 else "; the first of them: "
        warn(f"{name}: no disagreement was found; {few}{first}{undecided.reason}", code="not-decided")
        return Exit.NO_ANSWER
    warn(
        f"{name}: there is no disagreement to shrink; `fillomino audit` looks for one on small boards",
        code="nothing-to-shrink",
    )
    return Exit.NO


def _end(*, stopped: bool) -> int:
    if stopped:
        warn("interrupted; what is printed is the smallest so far", code="unfinished")
        return Exit.INTERRUPTED
    return Exit.DONE
