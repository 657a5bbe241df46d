"""Boards of any shape, as text: each cell and its neighbours.

::

    cells:              first line, optional
    A: B D              a cell and all its neighbours; each link is listed from both sides
    A = 3               a clue
    A = ?               a number is there, but not given
    A | B               a wall: these neighbours lie in different regions
    * <= 3              no region is larger
    * checkered         regions take two colours, neighbours differ
    * basic             every region holds a clue
    # …                 a comment

One statement a line, in any order; the cells come in the order of their lines. A name
is made of any printable characters but white space and ``: = | # , ? *``.
"""

from __future__ import annotations

import re

from fillomino.board import MAX_CELLS, Board, from_links
from fillomino.errors import InputError, PuzzleError
from fillomino.formats.format import EVERYTHING, Format
from fillomino.formats.scan import Token, located, number, split_lines
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.words import shown

NAME = re.compile(r"[^\s:=|#,?*]+")
_PIECE = re.compile(r"[^\s:=|#,?*]+|[:=|#,?*]")
_START = re.compile(
    r"(?:\s*#[^\n]*\n)*\s*(?:(?![{\[])[^\s:=|#,?*]+[^\S\n]*[:=|]|\*[^\S\n]*(?:<=|checkered\b|basic\b))"
)
_VARIANT = re.compile(r"\s*\*\s*(?P<name>checkered|basic)\s*")
_LIMIT = re.compile(r"\s*\*\s*<=\s*(?P<number>\S+)\s*")


class _Statements:
    """The statements of the lines, before the names in them are looked up."""

    def __init__(self) -> None:
        self.cells: dict[str, tuple[Token, list[Token]]] = {}
        self.clues: dict[str, tuple[Token, Token]] = {}
        self.walls: list[tuple[Token, Token]] = []
        self.limit: Token | None = None
        self.variants: dict[str, Token] = {}


def recognises(text: str) -> bool:
    """Return whether the first line that is no comment begins as a statement does (``cells:`` among them)."""
    return _START.match(text) is not None


def read(text: str) -> Document:
    """Return the puzzle of the statements.

    Raises:
        InputError: for a line that is no statement, a link listed from one side only, an unknown
            cell, or anything stated twice.
    """
    statements = _Statements()
    first = True
    for line_number, line in enumerate(split_lines(text), 1):
        pieces = [Token(match[0], line_number, match.start() + 1) for match in _PIECE.finditer(line)]
        if pieces and pieces[0].text != "#":
            if not (first and [piece.text for piece in pieces] == ["cells", ":"]):
                _statement(line, pieces, statements)
            first = False
    board = _board(statements)
    index = {name: cell for cell, name in enumerate(board.names)}

    def cell_of(token: Token) -> int:
        if token.text not in index:
            raise _no_cell(token)
        return index[token.text]

    clues, unknown, walls = {}, set(), set()
    for name, value in statements.clues.values():
        cell = cell_of(name)
        if value.text == "?":
            unknown.add(cell)
            continue
        clues[cell] = number(value, "a clue", least=1)
        if clues[cell] > board.size:
            raise value.error(
                f"the clue {value.text} is larger than the board, which has {board.size} cells",
                code="clue-range",
            )
    for x, y in statements.walls:
        pair = (min(cell_of(x), cell_of(y)), max(cell_of(x), cell_of(y)))
        if pair[1] not in board.neighbours[pair[0]]:
            raise x.error(
                f"{shown(x.text)} and {shown(y.text)} are not neighbours, so no wall can part them",
                code="wall-between",
            )
        if pair in walls:
            raise x.error(
                f"the wall between {shown(x.text)} and {shown(y.text)} is given a second time",
                code="duplicate",
            )
        walls.add(pair)
    limit = None if statements.limit is None else number(statements.limit, "the largest region", least=1)
    puzzle = Puzzle(
        board,
        clues,
        frozenset(walls),
        frozenset(unknown),
        limit,
        checkered="checkered" in statements.variants,
        basic="basic" in statements.variants,
    )
    return Document(puzzle)


def write(puzzle: Puzzle, _answer: Filling | None = None) -> str:
    """The statements, cells first; the format has no place for an answer, info, or where cells lie.

    Raises:
        InputError: for a name that can't be written so.
    """
    board, names = puzzle.board, puzzle.board.names
    for name in names:
        if not NAME.fullmatch(name):
            raise InputError(
                f"the cell name {shown(name)} can't stand in the adjacency format; write it as json",
                code="not-expressible",
            )
    lines = ["cells:"]
    for name, around in zip(names, board.neighbours, strict=True):
        lines.append(f"{name}: {' '.join(names[cell] for cell in around)}".rstrip())
    lines += [
        f"{names[cell]} = {puzzle.clues.get(cell, '?')}" for cell in sorted({*puzzle.clues, *puzzle.unknown})
    ]
    lines += [f"{names[x]} | {names[y]}" for x, y in sorted(puzzle.walls)]
    if puzzle.largest_region is not None:
        lines.append(f"* <= {puzzle.largest_region}")
    lines += [f"* {name}" for name in ("checkered", "basic") if getattr(puzzle, name)]
    return "\n".join(lines) + "\n"


def _no_cell(token: Token) -> InputError:
    return token.error(
        f"there is no cell {shown(token.text)}; a line of its own, name and ':', would make it one",
        code="unknown-cell",
    )


def _statement(line: str, pieces: list[Token], statements: _Statements) -> None:
    first = pieces[0]
    if first.text == "*":
        variant = _VARIANT.fullmatch(line)
        if variant is not None:
            if variant["name"] in statements.variants:
                raise first.error(f"{variant['name']} is stated a second time; remove one", code="duplicate")
            statements.variants[variant["name"]] = first
            return
        match = _LIMIT.fullmatch(line)
        if match is None:
            raise first.error(
                "this line should read '* <= N', the size of the largest region allowed, "
                "'* checkered' or '* basic'",
                code="largest-region",
            )
        if statements.limit is not None:
            raise first.error("the largest region is given a second time; remove one", code="duplicate")
        statements.limit = Token(match["number"], first.line, match.start("number") + 1)
        return
    if not NAME.fullmatch(first.text):
        raise first.error(f"a line should begin with the name of a cell, but here is {shown(first.text)}")
    sign = pieces[1] if len(pieces) > 1 else None
    if sign is None or sign.text not in (":", "=", "|"):
        wrong = sign or Token("", first.line, first.column + len(first.text))
        raise wrong.error(
            f"':' '=' or '|' should follow the name {shown(first.text)}, as in 'A: B D' or 'A = 3'"
        )
    rest = pieces[2:]
    for token in rest:
        if not NAME.fullmatch(token.text) and not (token.text == "?" and sign.text == "="):
            raise token.error(f"{shown(token.text)} should not stand here; names are parted by blanks")
    if sign.text == ":":
        if first.text in statements.cells:
            raise first.error(
                f"the cell {shown(first.text)} has a line already; remove one", code="duplicate"
            )
        statements.cells[first.text] = (first, rest)
        return
    if len(rest) != 1:
        wrong = rest[1] if rest else Token("", sign.line, sign.column + 1)
        what = "number or '?'" if sign.text == "=" else "name"
        raise wrong.error(f"one {what} should follow {sign.text!r}, but there are {len(rest)}")
    if sign.text == "|":
        statements.walls.append((first, rest[0]))
    elif first.text in statements.clues:
        raise first.error(f"the cell {shown(first.text)} has a clue already; remove one", code="duplicate")
    else:
        statements.clues[first.text] = (first, rest[0])


def _board(statements: _Statements) -> Board:
    if not statements.cells:
        raise InputError(
            "no cell is given; write a line 'A: B D' for each", line=1, column=1, code="nothing-to-read"
        )
    if len(statements.cells) > MAX_CELLS:
        extra, _ = list(statements.cells.values())[MAX_CELLS]
        raise extra.error(f"the board is larger than the {MAX_CELLS:,} cells allowed", code="board-too-large")
    index = {name: cell for cell, name in enumerate(statements.cells)}
    lists = {name: {token.text for token in around} for name, (_, around) in statements.cells.items()}
    links = []
    for name, (token_of_name, around) in statements.cells.items():
        if not name.isprintable():
            raise token_of_name.error(
                f"the cell name {shown(name)} has a character that can't be printed", code="cell-name"
            )
        seen = set()
        for token in around:
            if token.text not in index:
                raise _no_cell(token)
            if token.text == name:
                raise token.error(
                    f"the cell {shown(name)} is linked to itself; remove it from its own line",
                    code="self-link",
                )
            if token.text in seen:
                raise token.error(
                    f"{shown(token.text)} stands twice among the neighbours of {shown(name)}", code="bad-link"
                )
            if name not in lists[token.text]:
                other = statements.cells[token.text][0].line
                message = (
                    f"{shown(name)} lists {shown(token.text)}, but line {other} does not list {shown(name)}"
                )
                raise token.error(f"{message}; a link is listed from both sides", code="bad-link")
            seen.add(token.text)
            links.append((index[name], index[token.text]))
    try:
        return from_links(list(statements.cells), links)
    except PuzzleError as error:
        raise located(error) from None


FORMAT = Format(
    name="adjacency",
    title="adjacency text",
    idea='any board: "A: B D" for a cell and its neighbours, "A = 3" for a clue',
    suffixes=(".cells",),
    example="cells:\nA: B C\nB: A C\nC: A B\nA = 3\n",
    holds=EVERYTHING,
    recognises=recognises,
    read=read,
    write=write,
)
