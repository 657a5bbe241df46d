"""The files of a set: the benchmarks, and a manifest (JSON and CSV) from which they can be written again."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, TypeVar

from msgspec import UNSET, MsgspecError, Struct, UnsetType, to_builtins
from msgspec.json import decode

from fillomino.errors import InputError
from labs.benchmarks.measure import Measured
from labs.benchmarks.recipe import LARGEST, QUESTIONS, Recipe
from smtlib.intake import TRACKS, Track
from smtlib.script import Origin
from workbench.texts.inputs import regular
from workbench.texts.rows import Row, key

T = TypeVar("T")

MANIFEST, TABLE = "manifest.json", "manifest.csv"


class BenchmarkRow(Measured, kw_only=True):
    """A benchmark of a set, as the manifest lists it."""

    file: Annotated[str, key("its path in the set")]
    sha256: Annotated[str, key("SHA-256 of the file")]
    bytes: Annotated[int, key("length of the file")]
    hard: Annotated[bool, key("whether some solver takes more than a second")]
    tracks: Annotated[dict[str, str] | UnsetType, key("files for the tracks: path and SHA-256")] = UNSET


class BenchmarkSet(Row, kw_only=True):
    """The properties that all benchmarks of a set share."""

    name: Annotated[str, key("the last part of the directory's name")]
    author: Annotated[str, key("who generated it")]
    date: Annotated[str, key("date of generation, `YYYY-MM-DD`")]
    generator: Annotated[str, key("name and version of the generator")]
    application: Annotated[str, key("the application, for the headers")]
    target: Annotated[str, key("the target, for the headers")]
    license: Annotated[str, key("URL of the license")]
    version: Annotated[str, key("version of SMT-LIB")]
    seconds: Annotated[float, key("limit of CPU seconds for each run")]
    solvers: Annotated[dict[str, str], key("version of each solver")]
    seed: Annotated[int, key("the source of chance")]
    scaling: Annotated[bool, key("whether it is of scaling series")] = False
    tracks: Annotated[bool, key("whether it has files for the competition's tracks")] = False

    @property
    def origin(self) -> Origin:
        """The origin of its files, as their headers name it."""
        return Origin(
            author=self.author,
            date=self.date,
            generator=self.generator,
            application=self.application,
            target=self.target,
            license=self.license,
            category="random",
        )

    def path(self, row: Measured, track: Track | None = None) -> str:
        """Return the place of a benchmark in the library's tree, or in that of a track."""
        tree = track.name if track else "incremental" if len(row.statuses) > 1 else "non-incremental"
        recipe = row.recipe
        directory = f"{self.date.replace('-', '')}-fillomino-{self.name}"
        return f"{tree}/{recipe.logic}/{directory}/{recipe.encoding}/{recipe.file}"

    def origin_of(self, row: Measured) -> Origin:
        """Return the origin of a benchmark: that of the set, and what is known of this one."""
        recipe = row.recipe
        encoding = recipe.encoded()
        runs = (
            f"{name} {timing.seconds:g} s" if timing.ended else f"{name} not within {self.seconds:g} s"
            for name, timing in row.timings.items()
        )
        board = f"{recipe.rows} rows and {recipe.columns} columns"
        made = f"regions of at most {LARGEST} cells"
        if recipe.clauses:
            made = f"made of a random planar formula of {recipe.clauses} clauses (positive 1-in-3-SAT)"
        if recipe.faces:
            board = f"{recipe.columns} cells"
            made = f"made of a random planar cubic graph of {recipe.faces} faces (Hamiltonian cycle)"
        text = (
            f"Fillomino: fill the board with numbers so that every connected region of equal numbers has as "
            f"many cells as its number. Board of {board} with "
            f"{len(row.clues)} clues, generated from seed {recipe.seed}, {made}.",
            f"Question: {QUESTIONS[recipe.question]}.",
            f"Encoding {encoding.name}: {encoding.title}. {encoding.idea}",
            f"Status: {row.by}.",
            f"CPU time: {', '.join(runs)}.",
        )
        return self.origin.replace(
            text=text, publications=encoding.source, time_limit=f"{float(self.seconds)}"
        )


class ManifestRow(BenchmarkSet, kw_only=True):
    """The manifest of a set of benchmarks (`manifest.json`)."""

    benchmarks: Annotated[list[BenchmarkRow], key("the benchmarks")]


def files(benchmarks: BenchmarkSet, chosen: Sequence[Measured]) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each benchmark, then those of the manifests."""
    rows = []
    for candidate in chosen:
        written, origin = candidate.benchmark, benchmarks.origin_of(candidate)
        path = benchmarks.path(candidate)
        text = written.file(origin, candidate.statuses, benchmarks.version)
        row = {
            "file": path,
            "sha256": _digest(text),
            "bytes": len(text.encode()),
            "hard": candidate.is_hard,
            **to_builtins(candidate),
        }
        yield path, text
        for track in tracks_of(benchmarks, candidate):
            path = benchmarks.path(candidate, track)
            text = written.for_track(track, origin, benchmarks.version)
            row["tracks"] = {path: _digest(text)}
            yield path, text
        rows.append(row)
    yield TABLE, _as_csv(rows, benchmarks.solvers)
    yield MANIFEST, _as_json(benchmarks, rows)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def tracks_of(benchmarks: BenchmarkSet, row: Measured) -> list[Track]:
    """Return the tracks for which there is a file of a benchmark: of one check, with the track's status."""
    return [track for track in TRACKS if benchmarks.tracks and row.statuses == (track.status,)]


def _as_json(benchmarks: BenchmarkSet, rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the manifest, one benchmark a line, so that versions can be compared."""
    lines = ",\n".join(f"    {json.dumps(row)}" for row in rows)
    opening = json.dumps(to_builtins(benchmarks), indent=2).rstrip("}").rstrip()
    return f'{opening},\n  "benchmarks": [\n{lines}\n  ]\n}}\n'


def _as_csv(rows: Sequence[Mapping[str, Any]], solvers: Mapping[str, str]) -> str:
    lines: list[dict[str, object]] = []
    for row in rows:
        recipe = Recipe(**row["recipe"])
        line: dict[str, object] = {key: row[key] for key in ("file", "sha256", "bytes")}
        line |= {key: getattr(recipe, key) for key in ("logic", "encoding", "question", "rows", "columns")}
        line |= {"clues": len(row["clues"]), "checks": len(row["statuses"])}
        line |= {"status": " ".join(row["statuses"]), "established": row["by"]}
        line["hard"] = "yes" if row["hard"] else "no"
        for name in solvers:
            timing = row["timings"].get(name)
            seconds = "" if timing is None else timing["seconds"] if timing["ended"] else "limit"
            line[f"{name} CPU s"] = seconds
        lines.append(line)
    out = io.StringIO()
    table = csv.DictWriter(out, list(lines[0]) if lines else [], lineterminator="\n")
    table.writeheader()
    table.writerows(lines)
    return out.getvalue()


def listed(path: Path) -> dict[str, str] | None:
    """Read the files of a manifest and their SHA-256; ``None`` if there is no such file.

    Raises:
        InputError: if it can't be read, or is not a manifest.
    """
    if not path.is_file():
        return None
    rows = _read(path, _Listing).benchmarks
    return {row.file: row.sha256 for row in rows} | {
        name: digest for row in rows for name, digest in row.tracks.items()
    }


def read(path: Path) -> tuple[BenchmarkSet, list[Measured]]:
    """Read a manifest: the set, and its benchmarks as they were measured.

    Raises:
        InputError: if it can't be read, or is not a manifest.
    """
    return _read(path, BenchmarkSet), _read(path, _Measurements).benchmarks


class _Measurements(Struct):
    benchmarks: list[Measured]


class _Listed(Struct):
    file: str
    sha256: str
    tracks: dict[str, str] = {}


class _Listing(Struct):
    benchmarks: list[_Listed]


def _read(path: Path, kind: type[T]) -> T:
    try:
        return decode(regular(path).read_bytes(), type=kind)
    except OSError as error:
        text, code = f"can't be read: {error.strerror or error}", "unreadable"
    except MsgspecError as error:
        text, code = f"not a manifest of benchmarks: {error}", "bad-manifest"
    raise InputError(text, source=str(path), code=code)
