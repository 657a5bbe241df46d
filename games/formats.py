"""The formats of games: their own text, puzz.link URLs, and janko.at's files; read and written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from fillomino import janko, pzpr
from fillomino.address import puzzle_in
from fillomino.errors import InputError, shown
from fillomino.instance import Filling
from fillomino.pzpr import BASE_36, HEXADECIMAL, UP_TO_4, Codec
from fillomino.tokens import read_rows
from games import rectangle_text, registry, solved
from games.game import Game, Rectangle


class Url(NamedTuple):
    """A game as a puzz.link URL: its names there, first the one to write, and the codec of its signs."""

    genres: tuple[str, ...]
    codec: Codec


URLS: Mapping[str, Url] = {
    "hitori": Url(("hitori",), BASE_36),
    "nurikabe": Url(("nurikabe",), HEXADECIMAL),
    "slitherlink": Url(("slither", "slitherlink"), UP_TO_4),
    "hashi": Url(("hashi", "hashikake", "bridges"), HEXADECIMAL),
}
"""The games that puzz.link has."""

NAMES = ("plain", "url", "janko")
"""The names of the formats that can be written."""

_GAMES = {genre: name for name, url in URLS.items() for genre in url.genres}
_IN_URL = re.compile(r"\s*([a-z][a-z0-9]*)(?:_[a-z]+)?(?:/|\.html\?)")


def game_of(content: str) -> str | None:
    """Return the name of the game that a text is a puzzle of; ``None`` for Fillomino and anything else."""
    head = rectangle_text.HEAD.match(content)
    if head is not None:
        return head[1] if registry.is_known(head[1]) else None
    if janko.START.match(content) or janko.PAGE.match(content):
        genre = janko.GENRE.search(content)
        return genre[1].lower() if genre is not None and genre[1].lower() in registry.NAMES else None
    if "/" not in content or len(content.split()) != 1:
        return None
    try:
        inner = _IN_URL.match(puzzle_in(content))
    except InputError:
        return None
    return _GAMES.get(inner[1]) if inner is not None else None


def recognises(content: str) -> bool:
    """Return whether a text is a puzzle of a game other than Fillomino."""
    return game_of(content) is not None


def read(content: str, source: str = "<text>", game: Game | None = None) -> tuple[Rectangle, Filling | None]:
    """Return the puzzle that a text holds, and its answer if the text has one.

    Args:
        content: the text.
        source: where it is from, for messages.
        game: the game that it is to be of; by default the one that it names.

    Raises:
        InputError: with source, line and column, for a text that is not of its form.
    """
    try:
        return _read(content, game)
    except InputError as error:
        error.source = error.source or source
        raise


def _read(content: str, game: Game | None) -> tuple[Rectangle, Filling | None]:
    name = game_of(content)
    if name is None or rectangle_text.HEAD.match(content):
        return rectangle_text.read(content, game), None
    found = registry.find(name)
    if game is not None and found.name != game.name:
        raise InputError(
            f"a puzzle of {found.title}, not of {game.title}", line=1, column=1, code="other-game"
        )
    if janko.START.match(content) or janko.PAGE.match(content):
        return _read_janko(content, found)
    return _read_url(content, found), None


def _read_janko(content: str, game: Game) -> tuple[Rectangle, Filling | None]:
    file = janko.parse(content, [game.name])
    signs, tokens = file.cells("problem", lambda token: "." if token.text == "-" else token.text)
    puzzle = rectangle_text.checked(game, file.height, file.width, signs, tokens, file.info)
    if "solution" not in file.sections:
        return puzzle, None
    return puzzle, solved.read(puzzle, file.cells("solution", lambda token: token.text)[0])


def _read_url(content: str, game: Game) -> Rectangle:
    genres, codec = URLS[game.name]
    url = pzpr.head(puzzle_in(content), genres)
    if url.flags:
        raise url.flags[0].error(f"unknown flag {shown(url.flags[0].text)}; there is none", code="bad-input")
    count = url.height * url.width
    if url.in_rows:
        end = url.url.at(len(url.url.text))
        marks = {"-": pzpr.UNKNOWN}
        signs, tokens = read_rows(
            url.rows(), url.height, url.width, lambda token: marks.get(token.text, token.text), end=end
        )
    else:
        signs, tokens, start = pzpr.read_signs(url.body, count, codec)
        rest = url.body.text[start:]
        if rest:
            raise pzpr.at(url.body, start, f"the board is complete, but {shown(rest)} follows; remove it")
    return rectangle_text.checked(game, url.height, url.width, signs, tokens)


def write(puzzle: Rectangle, name: str, answer: Filling | None = None) -> str:
    """Return a puzzle as text of a format, with the answer where the format has a place for one.

    Raises:
        InputError: for an unknown format, or a puzzle that it can't hold.
    """
    game = puzzle.game
    if name == "plain":
        return puzzle.text()
    if name == "url" and game.name in URLS:
        return _write_url(puzzle, *URLS[game.name])
    if name == "janko" and game.name in registry.NAMES:
        return _write_janko(puzzle, answer)
    able = [
        "plain",
        *(["url"] if game.name in URLS else []),
        *(["janko"] if game.name in registry.NAMES else []),
    ]
    raise InputError(
        f"{game.title} can't be written as {shown(name)}; write it as {' or '.join(able)}",
        code="not-expressible" if name in NAMES else "unknown-format",
    )


def _write_url(puzzle: Rectangle, genres: tuple[str, ...], codec: Codec) -> str:
    too_large = [number for number in puzzle.numbers.values() if number > codec.largest]
    if too_large:
        raise InputError(
            f"a URL can't hold {too_large[0]}, but numbers up to {codec.largest:,}; write it as plain",
            code="not-expressible",
        )
    body = codec.write(puzzle.signs)
    end = "" if body[-1].isalnum() else "/"
    return f"https://puzz.link/p?{genres[0]}/{puzzle.width}/{puzzle.height}/{body}{end}\n"


def _write_janko(puzzle: Rectangle, answer: Filling | None) -> str:
    sections = {"problem": ["-" if sign == "." else sign for sign in puzzle.signs]}
    if answer is not None:
        sections["solution"] = solved.write(puzzle, answer)
    rows = {
        name: [signs[start : start + puzzle.width] for start in puzzle.cells[:: puzzle.width]]
        for name, signs in sections.items()
    }
    return janko.write(puzzle.game.name, puzzle.height, puzzle.width, puzzle.info, rows)
