"""``fillomino diff``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from drivers.solvers import find as find_solver
from encoder.annotations import Notes, notes_of
from encoder.encoding import Encoding
from fillomino.board import rectangle
from fillomino.deduction.levels import Level, level_of
from fillomino.errors import InputError, counted, listed
from fillomino.instance import Instance
from fillomino.puzzle import Puzzle
from smtlib.difference import Statement, difference, listing
from smtlib.render import driver
from smtlib.scramble import restored
from workbench import Exit
from workbench.audit.families import scope_text
from workbench.audit.subjects import scope_of, scripts_of
from workbench.audit.sweep import audit
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.options import argument, number, optional
from workbench.cli.output import words
from workbench.foreign.command import is_program
from workbench.methods.encodings import encoded, find_one_shot
from workbench.texts.inputs import SCRIPT, puzzle_of, script_text_of
from workbench.texts.writing import written

_SHOWN, _WIDTH = 12, 120
_EXAMPLE = Puzzle(rectangle(3, 3), {0: 2, 4: 3, 8: 4})


class Diff(Command):
    """Compare two encodings of a puzzle, or two scripts: what one has and the other lacks.

    Of encodings: variables, assertions by family, and size for one puzzle, the one that is named or a small
    example; and whether both accept the same fillings on small boards, as `fillomino audit` decides it. Of
    scripts (*.smt2, about whatever): commands that only one has, up to order and names of bound symbols,
    and whether one is a renaming of the other. An encoding beside a script is written for its puzzle.

    \b
    Examples:
      fillomino diff forest forest-bv
      fillomino diff forest forest~edge-one-way @first
      fillomino diff first.smt2 edited.smt2
      fillomino diff forest-tight edited.smt2

    Exit code 1 if their fillings differ, or a script has what the other lacks; 3 if too many symbols of
    scripts look alike to decide whether one is a renaming of the other.
    """

    one = argument("A", "An encoding, or cmd:PROGRAM; ~FAMILY drops families of ours. Or a script.")
    other = argument("B", "Another, or the same with families dropped. Or a script.")
    puzzle = optional("[PUZZLE]", "The puzzle to encode in both; else a small example.")
    solver = options.solver()
    every = number("N", "Compare fillings on all clue sets up to N cells.", least=0, default=3)
    deduce = options.deduce("none")
    game = options.game
    reading = options.reading

    def run(self) -> int:
        """Print a table of the two and whether their fillings are the same, or what scripts don't share."""
        if any(map(_is_script, (self.one, self.other))):
            why = "two scripts are compared as they stand: leave out {}"
            idle = ["PUZZLE"] if self.puzzle is not None else []
            if idle := [*idle, *self.given("deduce", "every")]:
                raise InputError(why.format(", ".join(idle)), code="option-conflict")
            return _compare_scripts(self.one, self.other)
        if self.puzzle is None:
            given: Instance = _EXAMPLE
            print(f"No puzzle is named, so this example is encoded:\n{given.draw()}", end="")
        else:
            given = puzzle_of(self.puzzle, self.reading).puzzle
        encodings = [_encoding(self.one), _encoding(self.other)]
        typed = zip(encodings, (self.one, self.other), strict=True)
        names = [encoding.name if encoding.spec else argument for encoding, argument in typed]
        self._print_table(names, encodings, given)
        game = given.game.name
        scope = scope_of(self.every, self.every, game=game)
        with words() as show:
            reports = [
                audit(
                    scripts_of(encoding, find_solver(self.solver), scope),
                    scope,
                    lambda done: show(f"{done.board}: {done.puzzles:,}"),
                )
                for encoding in encodings
            ]
        wrong = [name for name, report in zip(names, reports, strict=True) if report.wrong is not None]
        for name in wrong:
            print(f"fillings: those of {name} are not those of the rules; `fillomino audit` shows where")
        if not wrong:
            print(f"fillings: the same, those of the rules, on {scope_text(reports[0])}")
        return Exit.NO if wrong else Exit.DONE

    def _print_table(self, names: list[str], encodings: list[Encoding], puzzle: Instance) -> None:
        """Print logic, variables, assertions by family and size of the puzzle in both encodings."""
        level = level_of(self.deduce)
        scripts, works = zip(*(encoded(e, puzzle, None, level) for e in encodings), strict=True)
        sorts = [Counter(sort for _, sort in script.declarations) for script in scripts]
        families = [Counter(assertion.family for assertion in script.assertions) for script in scripts]
        rows: list[tuple[str, ...]] = [
            ("", *names),
            ("logic", *(script.logic for script in scripts)),
            *((f"variables {sort}", *(str(count[sort]) for count in sorts)) for sort in _keys(sorts)),
            *((f"  {name}", *(str(count[name]) for count in families)) for name in _keys(families)),
            ("assertions", *(str(count.total()) for count in families)),
        ]
        if level is not Level.NONE:
            rows.append(("cells left by deduction", *(str(work.open_cells) for work in works)))
        rows.append(("bytes", *(f"{len(driver(script)):,}" for script in scripts)))
        widths = [max(len(row[column]) for row in rows) for column in range(3)]
        for label, left, right in rows:
            print(f"{label:<{widths[0]}}  {left:>{widths[1]}}  {right:>{widths[2]}}".rstrip())


def _is_script(argument: str) -> bool:
    return argument.endswith(SCRIPT) or Path(argument).is_file()


def _compare_scripts(one: str, other: str) -> int:
    """Print what two scripts do not share; returns the exit code."""
    texts = {}
    for name in (one, other):
        if _is_script(name):
            content, _ = script_text_of(name)
            texts[name] = restored(content, notes_of(content, name).names)
    for name, counterpart in ((one, other), (other, one)):
        if name not in texts:
            puzzle = notes_of(texts[counterpart], counterpart).needed()
            counterpart_script, _ = encoded(_encoding(name), puzzle, None, Level.NONE)
            texts[name] = written(counterpart_script, "commented")
    first, second = (listing(texts[name], name) for name in (one, other))
    differing = difference(first, second)
    sizes = " and ".join(counted(len(script.statements), "command") for script in (first, second))
    if differing.renamed:
        pairs = [f"{old} is {new}" for old, new in differing.renamed.items()]
        more = [f"{len(pairs) - _SHOWN} more"] if len(pairs) > _SHOWN else []
        print(f"{other} is a renaming of {one} ({sizes}): {listed([*pairs[:_SHOWN], *more])}")
        return Exit.DONE
    if not differing:
        print(f"the same, up to order and names of bound symbols ({sizes})")
        return Exit.DONE
    for script, only in ((first, differing.missing), (second, differing.added)):
        if only:
            print(f"only in {script.name}: {len(only)} of {counted(len(script.statements), 'command')}")
            _print_statements(only, script.name, notes_of(texts[script.name], script.name))
    if not differing.decided:
        print("not decided: whether one is a renaming of the other; too many of their symbols look alike")
        return Exit.NO_ANSWER
    return Exit.NO


def _print_statements(statements: tuple[Statement, ...], name: str, notes: Notes) -> None:
    """Print commands that only one script has, the assertions with their families."""
    families = [_family(notes, statement) for statement in statements]
    if any(families):
        counts = Counter(family or "no family" for family in families)
        print("  " + ", ".join(f"{count} of {family}" for family, count in counts.items()))
    for statement, family in zip(statements[:_SHOWN], families, strict=False):
        text = statement.text if len(statement.text) <= _WIDTH else f"{statement.text[:_WIDTH]} …"
        print(f"  {name}:{statement.line}: {text}" + (f"  [{family}]" if family else ""))
    if len(statements) > _SHOWN:
        print(f"  … and {len(statements) - _SHOWN} more")


def _family(notes: Notes, statement: Statement) -> str:
    """The family of an assertion, as far as a comment says so; empty for other commands."""
    family = notes.family_at(statement.line) if statement.head == "assert" else None
    return family.name if family else ""


def _encoding(argument: str) -> Encoding:
    """An encoding, with the families behind ``~`` dropped: ``forest~same-root``."""
    if is_program(argument):  # whose path may have a ~ of its own
        return find_one_shot(argument)
    name, *dropped = argument.split("~")
    return find_one_shot(name, dropped)


def _keys(counts: Iterable[Counter[str]]) -> list[str]:
    """The keys of all counters, in the order in which they come."""
    return list(dict.fromkeys(key for count in counts for key in count))
