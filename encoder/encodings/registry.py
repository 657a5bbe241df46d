"""The table of encodings by game, and the lazy method beside them. Each is imported when it is asked for.

Laboratories bring more for Fillomino (`fillomino.laboratories`).

An installed package adds its own by an entry point of the group `GROUP`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from encoder.errors import EncodingError
from fillomino import plugins

if TYPE_CHECKING:
    from encoder.encoding import Encoding

    ENCODINGS: tuple[Encoding, ...]
    """Those whose script is complete: a solver's one answer decides the puzzle."""

    METHODS: tuple[Encoding, ...]
    """All that `solve` can use; the script of a lazy one is only the beginning of an incremental session."""

GROUP = "fillomino.encodings"
"""The group of entry points by which packages add encodings: a name, and the module and constant of it."""

# Where each is defined. To import them all takes longer than to solve a small puzzle with one.
_HOMES: dict[str, tuple[str, str]] = {
    "forest": ("encoder.encodings.forest", "FOREST"),
    "forest-tight": ("encoder.encodings.forest_tight", "FOREST_TIGHT"),
    "forest-bv": ("encoder.encodings.forest_bv", "FOREST_BV"),
    "flow": ("encoder.encodings.flow", "FLOW"),
    "warshall": ("encoder.encodings.warshall", "WARSHALL"),
    "layers": ("encoder.encodings.layers", "LAYERS"),
    "placements": ("encoder.encodings.placements", "PLACEMENTS"),
    "cuts": ("encoder.encodings.cuts", "CUTS"),
}

# The same of other games, by the name of the game. The first of each, a lazy method, solves by default; the
# next is what commands take that need a script.
_OF_GAMES: dict[str, dict[str, tuple[str, str]]] = {
    "hitori": {
        "hitori-cuts": ("encoder.games.hitori", "CUTS"),
        "hitori-rings": ("encoder.games.hitori", "RINGS"),
        "hitori-elimination": ("encoder.games.hitori", "ELIMINATION"),
        "hitori-fill": ("encoder.games.hitori", "FILL"),
        "hitori-tree": ("encoder.games.hitori", "TREE"),
    },
    "nurikabe": {
        "nurikabe-cuts": ("encoder.games.nurikabe", "CUTS"),
        "nurikabe-rings": ("encoder.games.nurikabe", "RINGS"),
        "nurikabe-fill": ("encoder.games.nurikabe", "FILL"),
        "nurikabe-exact": ("encoder.games.nurikabe", "EXACT"),
        "nurikabe-seeded": ("encoder.games.nurikabe", "SEEDED"),
        "nurikabe-tree": ("encoder.games.nurikabe", "TREE"),
    },
    "slitherlink": {
        "slitherlink-cuts": ("encoder.games.slitherlink", "CUTS"),
        "slitherlink-inside": ("encoder.games.slitherlink", "INSIDE"),
        "slitherlink-elimination": ("encoder.games.slitherlink", "ELIMINATION"),
        "slitherlink-fill": ("encoder.games.slitherlink", "FILL"),
        "slitherlink-lines": ("encoder.games.slitherlink", "LINES"),
    },
    "hashi": {
        "hashi-cuts": ("encoder.games.hashi", "CUTS"),
        "hashi-fill": ("encoder.games.hashi", "FILL"),
        "hashi-elimination": ("encoder.games.hashi", "ELIMINATION"),
        "hashi-tree": ("encoder.games.hashi", "TREE"),
    },
    "fobidoshi": {
        "fobidoshi-cuts": ("encoder.games.fobidoshi", "CUTS"),
        "fobidoshi-fill": ("encoder.games.fobidoshi", "FILL"),
        "fobidoshi-elimination": ("encoder.games.fobidoshi", "ELIMINATION"),
        "fobidoshi-tree": ("encoder.games.fobidoshi", "TREE"),
    },
}

_REGISTERED: set[str] = set()
"""The names that `register` gave, for this process."""


def find(name: str) -> Encoding:
    """The encoding or lazy method of a name.

    Raises:
        EncodingError: if there is none; the message lists them.
        MissingLaboratoryError: if it is of a laboratory that is not here.
    """
    home = _HOMES.get(name) or next((own[name] for own in _OF_GAMES.values() if name in own), None)
    if home is None:
        from fillomino import laboratories

        brought: Encoding | None = laboratories.find("encodings", name)
        return brought or _of_a_package(name)
    module, constant = home
    encoding: Encoding = getattr(import_module(module), constant)
    return encoding


def names_of(game: str) -> list[str]:
    """The names of our encodings of a game, the default first, lazy methods among them."""
    if game == "fillomino":
        from fillomino import laboratories

        return [*_HOMES, *laboratories.names("encodings")]
    return list(_OF_GAMES.get(game, ()))


def encodings_of(game: str) -> tuple[Encoding, ...]:
    """Our encodings of a game whose script is complete, the default first; none for an unknown game."""
    return tuple(encoding for encoding in map(find, names_of(game)) if not encoding.lazy)


def register(name: str, module: str, constant: str, game: str = "fillomino") -> None:
    """Give a name to an encoding of a game, for this process alone."""
    homes = _HOMES if game == "fillomino" else _OF_GAMES.setdefault(game, {})
    homes[name] = (module, constant)
    _REGISTERED.add(name)


def is_ours(encoding: Encoding) -> bool:
    """Whether an encoding is one of this program as it stands: none that a caller registered, no variant."""
    return encoding.name in _ours() and encoding.name not in _REGISTERED and find(encoding.name) is encoding


def of_packages() -> list[str]:
    """The names of encodings that installed packages add."""
    return sorted(set(plugins.names(GROUP)).difference(_ours()))


def _ours() -> list[str]:
    """The names of all encodings of ours that are here."""
    return [*names_of("fillomino"), *(name for own in _OF_GAMES.values() for name in own)]


def _of_a_package(name: str) -> Encoding:
    from encoder.encoding import Encoding

    for point in plugins.points(GROUP):
        if point.name != name:
            continue
        try:
            encoding = point.load()
            if callable(encoding):  # a function that makes the record
                encoding = encoding()
        except (ImportError, AttributeError) as error:
            raise EncodingError(
                f"{name}, which is {point.value}, can't be imported: {error}", code="bad-plugin"
            ) from error
        except Exception as error:
            from encoder.encoding import EncodingFaultError
            from fillomino.faults import fault

            raise EncodingFaultError(*fault(error, f"{name}, which is {point.value},")) from error
        if not isinstance(encoding, Encoding):
            raise EncodingError(f"{name}, which is {point.value}, is not an Encoding", code="bad-plugin")
        return encoding
    known = ", ".join([*_ours(), *of_packages()])
    raise EncodingError(f"unknown encoding {name!r}; the encodings are {known}", code="unknown-encoding")


def one_shot(encoding: Encoding) -> Encoding:
    """Return an encoding whose script is complete.

    Raises:
        EncodingError: if it is lazy.
    """
    if encoding.lazy:
        name = encoding.name
        raise EncodingError(
            f"{name} is an incremental session with a solver, not a file; "
            f"`fillomino solve --encoding {name} --keep DIR` leaves the file that it ends with",
            code="needs-session",
        )
    return encoding


def __getattr__(name: str) -> tuple[Encoding, ...]:
    if name not in ("ENCODINGS", "METHODS"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    methods = tuple(map(find, names_of("fillomino")))
    return methods if name == "METHODS" else tuple(method for method in methods if not method.lazy)
