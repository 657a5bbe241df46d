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
    * one-sided         a link may be listed from one side only; regions cross it all the same
    # …                 a comment

One statement a line, in any order; the cells come in the order of their lines. A name
is made of any printable characters but white space and ``: = | # , ? *``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from fillomino.board import MAX_CELLS, Board, from_links
from fillomino.errors import InputError, shown
from fillomino.formats.registry import EVERYTHING, Format
from fillomino.puzzle import Document, Filling, Puzzle
from fillomino.tokens import Token, behind, number, split_lines

NAME = re.compile(r"[^\s:=|#,?*]+")
_PIECE = re.compile(rf"{NAME.pattern}|[:=|#,?*]")
_START = re.compile(
    r"(?:\s*#[^\n]*\n)*\s*(?:(?![{\[])[^\s:=|#,?*]+[^\S\n]*[:=|]|\*[^\S\n]*(?:<=|checkered\b|basic\b|one-sided\b))"
)
_RULE = re.compile(r"\s*\*\s*(?:<=\s*(?P<limit>\S+)|(?P<variant>checkered|basic|one-sided))\s*")


@dataclass
class _Statements:
    """The statements of the lines, before the names in them are looked up."""

    cells: dict[str, tuple[Token, list[Token]]] = field(default_factory=dict)
    clues: dict[str, tuple[Token, Token]] = field(default_factory=dict)
    walls: list[tuple[Token, Token]] = field(default_factory=list)
    rules: dict[str, Token] = field(default_factory=dict)


def read(text: str) -> Document:
    """Return the puzzle of the statements.

    Raises:
        InputError: for a line that is not a statement, a link listed from one side only without
            ``* one-sided``, an unknown cell, or anything stated twice.
    """
    statements = _Statements()
    lines = [
        (line, [Token(match[0], line_number, match.start() + 1) for match in _PIECE.finditer(line)])
        for line_number, line in enumerate(split_lines(text), 1)
    ]
    lines = [(line, pieces) for line, pieces in lines if pieces and pieces[0].text != "#"]
    if lines and [piece.text for piece in lines[0][1]] == ["cells", ":"]:
        del lines[0]
    for line, pieces in lines:
        _statement(line, pieces, statements)
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
            message = f"the clue {value.text} is larger than the board, which has {board.size} cells"
            raise value.error(message, code="clue-range")
    for x, y in statements.walls:
        pair = (min(cell_of(x), cell_of(y)), max(cell_of(x), cell_of(y)))
        if pair[1] not in board.neighbours[pair[0]]:
            message = f"a wall lies between neighbours; {shown(x.text)} and {shown(y.text)} are not"
            raise x.error(message, code="wall-between")
        if pair in walls:
            raise x.repeated(f"the wall between {shown(x.text)} and {shown(y.text)}")
        walls.add(pair)
    rules = statements.rules
    puzzle = Puzzle(
        board,
        clues,
        frozenset(walls),
        frozenset(unknown),
        number(rules["limit"], "the largest region", least=1) if "limit" in rules else None,
        checkered="checkered" in rules,
        basic="basic" in rules,
    )
    return Document(puzzle)


def write(puzzle: Puzzle, _answer: Filling | None = None) -> str:
    """The statements, cells first; the format can't hold an answer, info or positions.

    Raises:
        InputError: for a name that the format can't hold.
    """
    board, names = puzzle.board, puzzle.board.names
    for name in names:
        if not NAME.fullmatch(name):
            raise InputError(
                f"the adjacency format can't hold the cell name {shown(name)}; write the puzzle as json",
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
    name = shown(token.text)
    return token.error(f"unknown cell {name}; a line 'NAME: NEIGHBOURS' would define it", code="unknown-cell")


def _statement(line: str, pieces: list[Token], statements: _Statements) -> None:
    first, *rest = pieces
    if first.text == "*":
        _rule(line, first, statements)
        return
    if not NAME.fullmatch(first.text):
        raise first.error(f"expected the name of a cell, not {shown(first.text)}")
    sign = rest.pop(0) if rest else behind(pieces)
    if sign.text not in (":", "=", "|"):
        raise sign.error(
            f"':' '=' or '|' should follow the name {shown(first.text)}, as in 'A: B D' or 'A = 3'"
        )
    for token in rest:
        if not NAME.fullmatch(token.text) and not (token.text == "?" and sign.text == "="):
            raise token.error(f"unexpected {shown(token.text)}; names are separated by blanks")
    if sign.text == ":":
        if first.text in statements.cells:
            raise first.repeated(f"the cell {shown(first.text)}")
        statements.cells[first.text] = (first, rest)
        return
    if len(rest) != 1:
        what = "number or '?'" if sign.text == "=" else "name"
        message = f"one {what} should follow {sign.text!r}, not {len(rest)}"
        raise (rest[1] if rest else behind([sign])).error(message)
    if sign.text == "|":
        statements.walls.append((first, rest[0]))
        return
    if first.text in statements.clues:
        raise first.repeated(f"the clue of {shown(first.text)}")
    statements.clues[first.text] = (first, rest[0])


def _rule(line: str, star: Token, statements: _Statements) -> None:
    match = _RULE.fullmatch(line)
    if match is None:
        raise star.error(
            "expected '* <= N', the size of the largest region allowed, '* checkered', '* basic' "
            "or '* one-sided'",
            code="largest-region",
        )
    rule = match["variant"] or "limit"
    if rule in statements.rules:
        raise star.repeated("the largest region" if rule == "limit" else f"the rule {rule!r}")
    column = match.start("limit") + 1 if rule == "limit" else star.column
    statements.rules[rule] = Token(match["limit"] or rule, star.line, column)


def _board(statements: _Statements) -> Board:
    cells = statements.cells
    if not cells:
        raise Token("", 1, 1).error("no cell; write a line 'A: B D' for each", code="nothing-to-read")
    if len(cells) > MAX_CELLS:
        extra, _ = list(cells.values())[MAX_CELLS]
        raise extra.error(f"the board is larger than the {MAX_CELLS:,} cells allowed", code="board-too-large")
    index = {name: cell for cell, name in enumerate(cells)}
    lists = {name: {token.text for token in around} for name, (_, around) in cells.items()}
    links = []
    for name, (token_of_name, around) in cells.items():
        if not name.isprintable():
            message = f"the cell name {shown(name)} has a character that can't be printed"
            raise token_of_name.error(message, code="cell-name")
        seen = set()
        for token in around:
            if token.text not in index:
                raise _no_cell(token)
            if token.text == name:
                message = f"the cell {shown(name)} is linked to itself; remove it from its own line"
                raise token.error(message, code="self-link")
            if token.text in seen:
                message = f"{shown(token.text)} is listed twice as a neighbour of {shown(name)}"
                raise token.error(message, code="bad-link")
            if name not in lists[token.text] and "one-sided" not in statements.rules:
                one, other, line = shown(name), shown(token.text), cells[token.text][0].line
                message = f"{one} lists {other}, but line {line} does not list {one}"
                advice = "list a link from both sides, or state '* one-sided'"
                raise token.error(f"{message}; {advice}", code="bad-link")
            seen.add(token.text)
            links.append((index[name], index[token.text]))
    return from_links(list(cells), links)


FORMAT = Format(
    name="adjacency",
    title="adjacency text",
    idea='any board: "A: B D" for a cell and its neighbours, "A = 3" for a clue',
    suffixes=(".cells",),
    example="cells:\nA: B C\nB: A C\nC: A B\nA = 3\n",
    holds=EVERYTHING,
    recognises=_START.match,
    read=read,
    write=write,
)
