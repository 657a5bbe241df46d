"""Out of our own memory, or of files: a sentence, and never the exit code that means "no"."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from drivers import find
from tests.workbench.conftest import EXAMPLES, ROOT
from workbench.cli.streams import MEMORY, SENTENCES, shortage
from workbench.methods.result import OUT_OF_MEMORY


def limited(limit: str, *command: str | Path) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, within a limit of ``ulimit``."""
    line = f'ulimit {limit}; exec "{sys.executable}" -m workbench "$@"'
    return subprocess.run(
        ["bash", "-c", line, "bash", *map(str, command)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.txt"
    path.write_text("30 30\n" + ("0 " * 30 + "\n") * 30)
    return path


@pytest.mark.parametrize(
    ("mib", "command"),
    [
        (40, ("count", "--board", "3x3")),  # NumPy's libraries can't be mapped
        (90, ("count", "--board", "3x3")),  # its BLAS would end the process with exit code 1
        (45, ("count", "--sample", "1", "--board", "4x4")),
        (20, ("deduce", EXAMPLES / "first.txt")),  # not even all of our modules can be loaded
    ],
)
def test_a_sentence_and_exit_code_3(large: Path, mib: int, command: tuple[str | Path, ...]) -> None:
    done = limited(f"-v {mib << 10}", *(large if word == "large" else word for word in command))
    assert (done.returncode, done.stdout, done.stderr) == (3, "", f"fillomino: {MEMORY}\n")


def test_a_script_that_would_not_fit_is_not_begun(large: Path) -> None:
    done = limited(f"-v {45 << 10}", "encode", large, "-e", "forest-bool")
    assert (done.returncode, done.stdout) == (3, "")
    assert "fillomino: the script of forest-bool would have about" in done.stderr
    assert " MB of memory, where " in done.stderr


def test_of_many_puzzles_the_others_are_solved(large: Path) -> None:
    done = limited(
        f"-v {45 << 10}",
        "solve",
        large,
        EXAMPLES / "first.txt",
        "-e",
        "forest-bool",
        "--deduce",
        "none",
        "--json",
    )
    assert (done.returncode, done.stderr) == (3, "")
    first, second = done.stdout.splitlines()
    assert '"status": "unknown", "filling": null, "unique": null, "encoding": "forest-bool"' in first
    assert '"error": "the script of forest-bool would have about' in first
    assert '"status": "solved"' in second


def test_a_run_of_a_comparison_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    from fillomino.board import rectangle
    from fillomino.puzzle import Document, Puzzle
    from workbench.compare.plan import entries, jobs
    from workbench.compare.work import do
    from workbench.methods.question import Question
    from workbench.methods.smt import SmtMethod
    from workbench.methods.table import smt
    from workbench.texts.inputs import Opened

    def run(*_: object) -> object:
        raise MemoryError

    method = smt("forest", find("yices"))
    listed, _ = entries([Opened("a", Document(Puzzle(rectangle(1, 2), {})), 0.0)])
    [job] = jobs(listed, [(method, method.facts())], 1, Question(), 1)
    monkeypatch.setattr(SmtMethod, "run", run)
    row = do(job, None)
    assert (row.status, row.error) == ("unknown", OUT_OF_MEMORY)


def test_numpy_takes_less_than_is_asked_for() -> None:
    code = (
        "import resource\nfrom fillomino.counting import settings\n"
        "def size(): return int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        "before = size(); settings.have_numpy(); print(size() - before, settings.NUMPY_BYTES)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    taken, allowed = map(int, done.stdout.split())
    assert 0 < taken < allowed


def test_errors_that_mean_it() -> None:
    caused = RuntimeError("x")
    caused.__cause__ = MemoryError()
    mapped = ImportError("libx.so: failed to map segment from shared object")
    thread = RuntimeError("can't start new thread")
    for error in (MemoryError(), OSError(errno.ENOMEM, "x"), caused, mapped, thread):
        assert shortage(error) == MEMORY
    assert shortage(OSError(errno.EMFILE, "x")) == SENTENCES[errno.EMFILE]
    for other in (None, OSError(errno.ENOENT, "x"), RuntimeError("x"), ImportError("x")):
        assert shortage(other) is None


@pytest.mark.parametrize("files", [8, 14])
def test_a_race_without_files_to_open(files: int) -> None:
    command = (
        f'ulimit -n {files}; exec "{sys.executable}" -m workbench solve examples/first.txt --portfolio auto'
    )
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (3, 4)
    [line] = done.stderr.splitlines()
    assert "too many open files" in line.lower()
