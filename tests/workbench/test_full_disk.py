"""A full disk: the file is named, and what was good before stays as it was."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fillomino.errors import InputError
from fillomino.files import replaced
from tests.support.processes import shell
from tests.workbench.conftest import EXAMPLES, Runner

FIRST = EXAMPLES / "first.txt"


@contextmanager
def full_beyond(size: int) -> Iterator[None]:
    """No file of this process can grow beyond so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize(
    ("command", "file"),
    [
        (("encode", FIRST, "-o", "a"), "a"),
        (("encode", FIRST, "-f", "benchmark", "-o", "a"), "a"),
        (("show", EXAMPLES / "twenty.txt", "--to", "json", "-o", "a"), "a"),
        (("show", FIRST, "--to", "svg", "-o", "a"), "a"),
        (("count", "--board", "3x3", "--checkpoint", "a"), "a"),
        (("solve", FIRST, "-e", "forest", "--keep", "."), "first.forest.yices.smt2"),
        (("solve", FIRST, "--deduce", "ahead", "--keep", "."), "first.cuts.yices.smt2"),
        (("solve", FIRST, "-e", "forest", "--limit", "9", "--keep", "."), "first.forest.yices.session.smt2"),
        (("compare", FIRST, "-s", "yices", "-o", "a"), "a"),
    ],
)
def test_the_file_is_named_and_left_as_it_was(
    fillomino: Runner,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str | Path, ...],
    file: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    grows = command[0] == "compare" or "session" in file  # line by line, and never written anew
    if not grows and "--checkpoint" not in command:
        Path(file).write_text("good")
    before = set(tmp_path.iterdir())
    with full_beyond(1000):
        done = fillomino(*command)
    assert (done.code, done.out) == (2, "")
    line = done.err.splitlines()[-1]
    assert line.startswith("fillomino: ")
    assert f"{file}: " in line
    assert line.endswith("File too large")
    if not grows:
        assert {path for path in tmp_path.iterdir() if path.suffix != ".sh"} == before
        assert before == set() or Path(file).read_text() == "good"


def test_a_report_that_does_not_fit(fillomino: Runner, tmp_path: Path) -> None:
    runs = tmp_path / "runs.jsonl"
    assert fillomino("compare", FIRST, "-s", "yices", "-o", runs).code == 0
    page = tmp_path / "runs-report" / "index.html"
    before = page.read_bytes()
    with full_beyond(10_000):
        done = fillomino("report", runs, "-o", page.parent)
    assert done.code == 2
    assert done.err.endswith(f"{page}: can't be written: File too large\n")
    assert page.read_bytes() == before


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_standard_output_that_is_cut_short(tmp_path: Path, unbuffered: str) -> None:
    """Python drops what a short write leaves over where PYTHONUNBUFFERED is set, and exits with 0."""
    line = f"ulimit -f 1; PYTHONUNBUFFERED={unbuffered} fillomino encode examples/first.txt > {tmp_path}/a"
    done = shell(line)
    assert (done.returncode, done.stderr) == (2, "fillomino: standard output: File too large\n")


def test_a_file_keeps_its_mode_and_a_link_its_place(tmp_path: Path) -> None:
    file, link = tmp_path / "a", tmp_path / "b"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to("a")
    with replaced(link) as out:
        out.write(b"new")
    assert link.is_symlink()
    assert file.read_text() == "new"
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


def test_a_block_that_fails_leaves_the_file(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("old")
    with pytest.raises(KeyboardInterrupt), replaced(file) as out:
        out.write(b"new")
        raise KeyboardInterrupt
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("old")
    file.chmod(0o440)
    with pytest.raises(InputError, match="Permission denied"), replaced(file):
        pass


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    with replaced(tmp_path / "b") as out:
        out.write(b"x")
    assert (tmp_path / "b").stat().st_mode == (tmp_path / "a").stat().st_mode
