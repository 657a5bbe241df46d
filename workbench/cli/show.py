"""``fillomino show``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fillomino import formats
from fillomino.deduction.reach_map import reach_map
from fillomino.errors import InputError
from fillomino.formats import Format
from fillomino.puzzle import Document, Filling, Puzzle, as_fillomino
from fillomino.render.box_drawing import text as drawn
from fillomino.render.reach import reach_svg, reach_text
from fillomino.render.sheet import Printed, sheet
from fillomino.render.svg import svg
from games import formats as games
from games.game import Rectangle
from games.registry import is_known
from workbench import Exit
from workbench.cli import options
from workbench.cli.command import Command
from workbench.cli.options import arguments, flag, number, text
from workbench.cli.output import coloured, tell_error, warn, worst
from workbench.methods.request import Request, Solving, Subject
from workbench.texts.inputs import Opened, filling_of, open_one, sources
from workbench.texts.outputs import check_apart, places_for, write_out

if TYPE_CHECKING:
    from workbench.texts.inputs import Source

SVG = "svg"
HTML = "html"
"""A sheet to print."""

_PICTURES = {".png", ".pdf", ".jpg", ".jpeg"}


class Show(Command):
    """Draw puzzles as text, pictures or a sheet to print, or write them in a format.

    A file in which every cell holds a number is drawn as a filling. With --reach each known group has
    a letter, and each open cell the letters of the groups that can grow to it.

    As html, all puzzles go into one page that browsers print well, with their solutions behind.

    Formats are listed in docs/smtlib.md, and wherever one is not known. Puzzles that a format
    can't hold are named, and the others written; the exit code is then 2.

    \b
    Examples:
      fillomino show @first --filling first.answer -o first.svg
      fillomino show @first --to url
      fillomino show puzzles/ -o sheet.html --columns 2
    """

    puzzles = arguments("PUZZLE...", options.PUZZLES_HELP)
    filling = text("FILLING", "A filling of the puzzle, to draw or write with it.")
    to = text("FORMAT", "Write in this format, as svg or as html.  [that of -o FILE's ending]")
    columns = number("N", "Of a sheet (html): puzzles side by side.", least=1, most=12, default=2)
    output = options.output
    reach = flag("Draw which known groups can reach each open cell.")
    game = options.game
    reading = options.reading

    def run(self) -> int:
        """Draw or write each puzzle; one that a format can't hold does not stop the others."""
        named = sources(self.puzzles)
        if not named:
            raise InputError("name a puzzle to show, such as @first", code="missing-option")
        if self.filling is not None and len(named) > 1:
            raise InputError(f"--filling is of one puzzle, and these are {len(named)}", code="bad-option")
        target = _target(self.to, self.output)
        if target == HTML:
            return self._print_sheet(named)
        if self.reach and target not in (None, SVG):
            raise InputError("--reach is drawn, as text or as svg: leave out --to", code="option-conflict")
        places = places_for(self.output, [source.name for source in named], _ending(target))
        check_apart(places, [self.filling, *(source.path for source in named)])
        codes: list[int] = []
        for source, place in zip(named, places, strict=True):
            try:
                opened = open_one(source, self.reading)
                if isinstance(opened.puzzle, Puzzle):
                    document = opened.fillomino("show")
                    numbers = _numbers(document, self.filling, target)
                    shown = _text(document, numbers, target, reach=self.reach)
                else:
                    shown = self._instance(opened, target)
            except InputError as error:
                error.source = error.source or source.name
                tell_error(error)
                codes.append(Exit.BAD_INPUT)
                continue
            heading = f"{source.name}:\n" if target is None and place is None and len(named) > 1 else ""
            write_out(heading + shown, place)
        return worst(codes)

    def _instance(self, opened: Opened, target: Format | str | None) -> str:
        """A puzzle of another game: drawn, or as text of a format."""
        puzzle = opened.puzzle
        filling = opened.answer if self.filling is None else filling_of(self.filling, puzzle.places)
        if self.reach or target == SVG or not isinstance(puzzle, Rectangle):
            as_fillomino(puzzle, "--reach" if self.reach else "--to svg", opened.name)
        elif target is not None:
            return games.write(puzzle, target if isinstance(target, str) else target.name, filling)
        return puzzle.draw(filling, colour=coloured())

    def _print_sheet(self, named: Sequence[Source]) -> int:
        """Write all puzzles on one sheet; one that can't be read or solved does not stop the others."""
        self.refuse(["filling", "reach"], "a sheet has the solutions that are found: leave out {}")
        check_apart([self.output], [source.path for source in named])
        printed, codes = list[Printed](), list[int]()
        with Solving(Request(unique=True)) as solving:
            for source in named:
                try:
                    opened = open_one(source, self.reading)
                except InputError as error:
                    tell_error(error)
                    codes.append(Exit.BAD_INPUT)
                    continue
                puzzle = opened.fillomino("a sheet").puzzle
                result = solving.solve(Subject(source.name, puzzle, opened.seconds))
                solution = result.answers.fillings[0] if result.answers.fillings else None
                if result.verdict.unique is not True:
                    found = (
                        "has several solutions"
                        if result.verdict.unique is False
                        else result.verdict.status.value
                    )
                    warn(f"{source.name}: {found}", code="not-unique")
                    codes.append(Exit.NO)
                printed.append(Printed(puzzle.info.get("title", ""), puzzle, solution))
        title = "Fillomino" if len(printed) != 1 else printed[0].title or "Fillomino"
        if printed:
            write_out(sheet(printed, title, self.columns), self.output)
        return worst(codes)


def _target(to: str | None, output: Path | None) -> Format | str | None:
    """What to write: a format, ``svg``, or ``None`` for a drawing in text.

    Raises:
        InputError: if there is no such format, or none for the ending of the file.
    """
    for drawing in (SVG, HTML):
        if to == drawing or (to is None and output is not None and output.suffix == f".{drawing}"):
            return drawing
    if to is None and output is not None and output.suffix in _PICTURES:
        message = (
            f"{output.suffix[1:]} is not written: write {output.stem}.svg and convert it "
            f"(rsvg-convert {output.stem}.svg -o {output.name}), or print a sheet (-o {output.stem}.html)"
        )
        raise InputError(message, source=str(output), code="not-expressible")
    if to is not None:
        return formats.find(to)
    if output is None:
        return None
    for known in formats.known():
        if known.write and output.suffix in known.suffixes:
            return known
    if is_known(output.suffix[1:]):  # a game
        return formats.find("plain")
    raise InputError(
        "give --to FORMAT, or a file with the ending of one, such as .svg",
        source=str(output),
        code="missing-option",
    )


def _ending(target: Format | str | None) -> str:
    if target is None or isinstance(target, str):
        return ".svg"
    return target.suffixes[0] if target.suffixes else ""


def _numbers(document: Document, filling: str | None, target: Format | str | None) -> Filling | None:
    """The numbers to draw or to write: those of the filling, else the answer that a format can hold."""
    puzzle = document.puzzle
    if filling is not None:
        return filling_of(filling, puzzle.board)
    if target is not None and target != SVG:
        return document.answer
    return None if puzzle.empty_cells else tuple(puzzle.clues[cell] for cell in range(puzzle.board.size))


def _text(document: Document, numbers: Filling | None, target: Format | str | None, *, reach: bool) -> str:
    puzzle = document.puzzle
    if target is not None and not isinstance(target, str):
        return formats.write(puzzle, target.name, numbers)
    if reach:
        known = {cell: number for cell, number in enumerate(numbers or ()) if number} or puzzle.clues
        puzzle = puzzle.replace(clues=known, unknown=puzzle.unknown - known.keys())
        found = reach_map(puzzle)
        return reach_svg(puzzle, found) if target else reach_text(puzzle, found)
    return svg(puzzle, numbers) if target else drawn(puzzle, numbers, colour=coloured())
