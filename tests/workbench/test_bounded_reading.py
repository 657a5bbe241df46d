"""Files without an end: every reader has a bound, and refuses what has more in a sentence."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from tests.support.runs import run
from tests.workbench.conftest import EXAMPLES, Runner
from workbench.cli import scramble
from workbench.compare import results, store
from workbench.texts import inputs

FIRST = EXAMPLES / "first.txt"
ZERO = Path("/dev/zero")


@pytest.mark.parametrize(
    "command",
    [
        ("compare", FIRST, "-o", "/dev/full"),
        ("compare", FIRST, "-o", "/dev/zero"),
        ("report", ZERO),
        ("page", "--open", "--comparison", ZERO),
    ],
)
def test_runs_are_a_regular_file(fillomino: Runner, command: tuple[str | Path, ...]) -> None:
    assert fillomino.refuses(*command).endswith("can't be opened: it is no regular file")


def test_a_pipe_is_no_file_of_runs(fillomino: Runner, tmp_path: Path) -> None:
    pipe = tmp_path / "runs.jsonl"
    os.mkfifo(pipe)
    for command in (("report", pipe), ("compare", FIRST, "-o", pipe)):
        assert "it is no regular file" in fillomino.refuses(*command)


def test_certificates_and_manifests_are_regular_files(fillomino: Runner, tmp_path: Path) -> None:
    for name in ("its.cnf", "manifest.json"):
        (tmp_path / name).symlink_to(ZERO)
    for command in (
        ("check", FIRST, tmp_path / "its.cnf"),
        ("benchmarks", "--again", tmp_path / "manifest.json", tmp_path / "copy"),
    ):
        assert "it is no regular file" in fillomino.refuses(*command)


def test_results_of_benchexec_are_a_regular_file(fillomino: Runner, tmp_path: Path) -> None:
    for name in ("a.xml", "a.xml.gz", "a.xml.bz2"):
        (tmp_path / name).symlink_to(ZERO)
        assert "it is no regular file" in fillomino.refuses("report", tmp_path / name)


def test_a_file_of_runs_has_bounds(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = tmp_path / "runs.jsonl"
    whole = run("a", "1", 1.0).to_line()
    runs.write_text(whole)
    os.truncate(runs, 1 << 24)  # a hole: no line ends in it
    assert fillomino.refuses("report", runs) == f"{runs}:2: no run has 1,048,576 bytes"
    monkeypatch.setattr(store, "MAX_BYTES", 3000)
    assert "bytes are too many; divide it into files of 3,000" in fillomino.refuses("report", runs)


def test_unpacking_has_a_bound(fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import gzip

    packed = tmp_path / "a.xml.gz"
    packed.write_bytes(gzip.compress(bytes(1 << 20)))
    monkeypatch.setattr(results, "_MAX_BYTES", 1 << 16)
    assert "more than 65,536 bytes are too many" in fillomino.refuses("report", packed)


@pytest.mark.parametrize("command", [("show",), ("solve",), ("lint",), ("check", FIRST), ("decode", FIRST)])
def test_puzzles_and_texts_from_a_device(fillomino: Runner, command: tuple[str | Path, ...]) -> None:
    assert "the file has 4,194,305 bytes; more" in fillomino.refuses(*command, ZERO)


def test_a_script_to_scramble_has_a_bound(fillomino: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scramble, "MAX_BYTES", 1 << 16)
    assert fillomino.refuses("scramble", ZERO) == "/dev/zero: more than 65,536 bytes are too many"
    assert "65,536 bytes" in fillomino.refuses("scramble", "-", stdin=b"(" * (1 << 17))


def test_a_list_of_puzzles_has_a_bound(
    fillomino: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "MAX_BYTES", 100)
    monkeypatch.setattr(inputs, "MAX_LIST", 200)
    lines = b"1x2:a1\n" * 100
    (tmp_path / "a").write_bytes(lines)
    for name, stdin in ((tmp_path / "a", b""), ("-", lines)):
        assert "this list of puzzles has more than 200 bytes; divide it" in fillomino.refuses(
            "show", name, stdin=stdin
        )


@pytest.mark.parametrize("lines", [b"1x2:22\n1x2:b\n", FIRST.read_bytes()])
def test_puzzles_come_through_pipes(fillomino: Runner, tmp_path: Path, lines: bytes) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(lines))
    writer.start()
    through_pipe = fillomino("deduce", "--rate", pipe)
    writer.join()
    through_stdin = fillomino("deduce", "--rate", "-", stdin=lines)
    assert through_pipe.code == 0
    assert through_pipe.out.replace(str(pipe), "<stdin>") == through_stdin.out


def test_a_name_that_is_no_utf8(fillomino: Runner, tmp_path: Path) -> None:
    """Written as escapes, so that the rows of a comparison can be read again."""
    puzzle = tmp_path / os.fsdecode(b"a\xff.txt")
    puzzle.write_bytes(FIRST.read_bytes())
    runs = tmp_path / "runs.jsonl"
    assert fillomino("compare", puzzle, "-s", "yices", "-o", runs).code == 0
    [row] = store.read(runs)[0]
    assert row.puzzle == f"{tmp_path}/a\\udcff.txt"
    assert fillomino("report", runs).code == 0
