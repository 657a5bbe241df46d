"""The laboratories: what each folder of `labs/` brings, by the names that people type. It imports none.

A laboratory whose folder is deleted brings nothing: lists leave its names out, and whoever types one is told
which laboratory is missing. Packages of others bring the same by entry points (`fillomino.plugins`).
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

from fillomino.errors import InputError
from fillomino.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias


class MissingLaboratoryError(InputError):
    """A name of a laboratory that is not part of this installation."""

    code = "no-laboratory"

    def __init__(self, thing: str, laboratory: str) -> None:
        self.laboratory = laboratory
        super().__init__(
            f"{thing} needs the laboratory {laboratory} (labs/{laboratory}/), which is not installed here"
        )


class Line(Record):
    """A command in the list of commands.

    Attributes:
        home: its class, ``module:name``.
        job: the heading under which it stands.
        line: what it does.
    """

    home: str
    job: str
    line: str


Homes: TypeAlias = Mapping[str, str]
"""By name, where a thing is defined: ``module:name``, the module within the folder of the laboratory."""

_NOTHING: Mapping[str, Any] = {}


class Laboratory(Record):
    """What a laboratory brings.

    Attributes:
        commands: commands of its own.
        methods: methods of ``--by`` and ``--method``, each a `workbench.methods.registry.Named`.
        encodings: encodings of Fillomino, each an `encoder.encoding.Encoding`.
        connectivity: methods of fills and partitions, each an `encoder.parts.rooted_regions.Connectivity`.
        options: options that it adds to commands of others, by command and attribute, each a
            `workbench.cli.command.Added`.
    """

    commands: Mapping[str, Line] = _NOTHING
    methods: Homes = _NOTHING
    encodings: Homes = _NOTHING
    connectivity: Homes = _NOTHING
    options: Mapping[str, Homes] = _NOTHING


OURS: Mapping[str, Laboratory] = {
    "page": Laboratory(
        commands={
            "page": Line(
                "command:Page",
                "Count and look",
                "Write a page to look at a puzzle and its encodings.",
            ),
            "serve": Line(
                "command:Serve",
                "Count and look",
                "Serve such a page live, to edit puzzles and run solvers.",
            ),
        },
    ),
    "benchmarks": Laboratory(
        commands={
            "benchmarks": Line(
                "command:Benchmarks",
                "Encode and decode",
                "Make a set of benchmarks for the SMT-LIB library, or check one.",
            )
        },
    ),
    "certificates": Laboratory(options={"solve": {"certificate": "options:CERTIFICATE"}}),
    "benchexec": Laboratory(
        options={"compare": {"measure": "options:MEASURE", "export_benchexec": "options:EXPORT"}},
    ),
    "sampling": Laboratory(
        commands={"sample": Line("command:Sample", "Count and look", "Draw solutions of a board at random.")},
        options={"count": {"jobs": "options:JOBS", "checkpoint": "options:CHECKPOINT"}},
    ),
    "paradigms": Laboratory(
        methods={
            "clingo": "named:CLINGO",
            "cpsat-flow": "named:CPSAT_FLOW",
            "cpsat-pointers": "named:CPSAT_POINTERS",
            "z3-cuts": "named:Z3_CUTS",
            "highs-flow": "named:HIGHS_FLOW",
            "highs-placements": "named:HIGHS_PLACEMENTS",
            "highs-cuts": "named:HIGHS_CUTS",
            "scip-cuts": "named:SCIP_CUTS",
        },
    ),
    "connectivity": Laboratory(
        encodings={
            "forest-bool": "forest_bool:FOREST_BOOL",
            "distance": "parents:DISTANCE",
            "time-step": "steps:TIME_STEP",
            "seeded": "steps:SEEDED",
            "leaf": "parents:LEAF",
            "hybrid": "parents:HYBRID",
            "dual": "dual:DUAL",
            "elimination": "parents:ELIMINATION",
            "bfs": "steps:BFS",
            "squaring": "steps:SQUARING",
        },
        connectivity={
            "distance": "parents:BY_DISTANCE",
            "time-step": "steps:BY_STEPS",
            "seeded": "steps:BY_FILLS",
            "hybrid": "parents:BY_BOTH",
            "dual": "dual:BY_DUAL",
            "bfs": "steps:BY_SEARCH",
            "squaring": "steps:BY_SQUARING",
        },
    ),
    "deduce": Laboratory(
        commands={
            "deduce": Line(
                "command:Deduce",
                "Deduce and generate",
                "Deduce as a person does, and print the steps.",
            ),
            "hint": Line("hint_command:Hint", "Deduce and generate", "Print the next number, and why."),
            "rate": Line("rate_command:Rate", "Deduce and generate", "Rate how hard puzzles are."),
        },
    ),
    "generate": Laboratory(
        commands={
            "generate": Line(
                "command:Generate",
                "Deduce and generate",
                "Generate puzzles of a level with exactly one solution.",
            ),
            "reduction": Line(
                "reduction_command:Reduction",
                "Deduce and generate",
                "Make boards of an NP-complete problem.",
            ),
        },
    ),
}
"""All of ours, by the names of their folders, whether they are here or not."""

Kind: TypeAlias = 'Literal["commands", "methods", "encodings", "connectivity"]'
"""What a laboratory brings, by attribute of `Laboratory`."""


def is_here(laboratory: str) -> bool:
    """Whether the folder of a laboratory is here."""
    try:
        spec = find_spec(f"labs.{laboratory}")
    except ModuleNotFoundError:  # not even labs/
        return False
    return spec is not None and spec.origin is not None  # a folder that is left of it holds no module


def names(kind: Kind) -> list[str]:
    """The names of a kind that the laboratories that are here bring."""
    return [name for laboratory, its in OURS.items() if is_here(laboratory) for name in getattr(its, kind)]


def find(kind: Kind, name: str) -> Any:
    """Import what a name stands for; ``None`` if no laboratory of ours has it.

    Raises:
        MissingLaboratoryError: if that of the name is not here.
    """
    for laboratory, its in OURS.items():
        if (home := getattr(its, kind).get(name)) is not None:
            things = {"commands": f"`fillomino {name}`", "encodings": f"the encoding {name}"}
            home = home.home if isinstance(home, Line) else home
            return part(laboratory, home, things.get(kind, f"the method {name}"))
    return None


def part(laboratory: str, home: str, thing: str) -> Any:
    """Import a part of a laboratory.

    Args:
        laboratory: the name of its folder.
        home: the part: ``module:name``, the module within that folder; or all of ``module``.
        thing: what needs it, for the message.

    Raises:
        MissingLaboratoryError: if the laboratory is not here.
    """
    if not is_here(laboratory):
        raise MissingLaboratoryError(thing, laboratory)
    name, _, part_of_it = home.partition(":")
    module = import_module(f"labs.{laboratory}.{name}")
    return getattr(module, part_of_it) if part_of_it else module


def options_of(command: str) -> dict[str, tuple[str, str]]:
    """The options that laboratories add to a command: by attribute, laboratory and home of each."""
    return {
        attribute: (laboratory, home)
        for laboratory, its in OURS.items()
        for attribute, home in its.options.get(command, {}).items()
    }
