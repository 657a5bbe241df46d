"""Every command and program shown in README.md, docs/ and the folders of examples/ is run.

A ```sh block is a list of lines, each a command of its own, all run in one folder beside `examples/`. A line
may end with a comment "# exit code N". What sets up an environment is left out, by the list below. Lines that
need no shell are run in this process: most take less time than the start of one. A ```text block right after
is what they print; a line "…" in it stands for any lines, and numbers may then differ.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from drivers import find, installed
from scripts.draw import DROPPED, MODEL
from scripts.figure import SOLUTION
from tests.workbench.conftest import Done, Runner

ROOT = Path(__file__).resolve().parents[1]
OF_THE_SITE = {"index.md", "options.md", "keys.md", "codes.md", "families.md"}
"""Pages that are made with the site: its lists, the help of all commands, keys, codes and families."""

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted(page for page in ROOT.glob("docs/*.md") if page.name not in OF_THE_SITE),
    *sorted(ROOT.glob("examples/*/README.md")),
]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXIT_CODE = re.compile(r"  +# exit code (\d+)$")
TOLD = re.compile(r"^```sh\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
"""A block of commands, and the block of text right after it, if there is one."""

LEFT_OUT = ("make demo", "make test", "pip install .", "pytest tests/drivers/test_conformance.py --solver=z3")
OF_SHELLS = re.compile(r"[|<>$;&*]")
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> list[str]:
    return [body for kind, body in BLOCK.findall(page.read_text(encoding="utf-8")) if kind == language]


def test_every_block_says_its_language() -> None:
    for page in PAGES:
        kinds = [kind for kind, _ in BLOCK.findall(page.read_text(encoding="utf-8"))]
        assert set(kinds) <= {"sh", "python", "text"}, page


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the examples, and the command on the way to be found."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "checker", tmp_path / "checker", ignore=shutil.ignore_patterns("__pycache__"))
    for program in ("z3", "yices"):
        if installed(find(program)) is None:
            pytest.skip(f"{program} is not installed")
    command = tmp_path / "bin" / "fillomino"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m workbench "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return tmp_path


def run(line: str) -> Done:
    """Run a line as a shell does."""
    words = [] if OF_SHELLS.search(line) else shlex.split(line, comments=True)
    if words[:1] == ["fillomino"]:
        return Runner()(*words[1:])
    command = ["/bin/sh", "-c", line]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return Done(done.returncode, done.stdout, done.stderr)


def pattern(shown: str) -> str:
    """Return what an output must match: in place of "…" any lines, and then numbers may differ."""
    if "…\n" not in shown:
        return re.escape(shown)
    lines = (".*" if line == "…" else re.escape(line) for line in without_numbers(shown).splitlines())
    return "\n".join(lines) + "\n?"


def without_numbers(text: str) -> str:
    """Return lines with ``#`` in place of each number that stands alone, and single blanks."""
    lines = (re.sub(r"(?<!\S)(?:[\d.]+|-)(?!\S)", "#", line) for line in text.splitlines())
    return "\n".join(re.sub(" +", " ", line).strip() for line in lines) + "\n"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run all commands; a block of text right after one of commands is what they print."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", f"{folder / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for commands, shown in TOLD.findall(page.read_text(encoding="utf-8")):
        printed = ""
        for line in commands.splitlines():
            if line in LEFT_OUT or not line:
                continue
            wanted = EXIT_CODE.search(line)
            done = run(line)
            assert done.code == (int(wanted[1]) if wanted else 0), (line, done)
            assert "Traceback" not in done.err, line
            printed += done.out
        if shown:
            given = without_numbers(printed) if "…\n" in shown else printed
            assert re.fullmatch(pattern(shown), given, re.DOTALL), f"{commands}\n{printed}"


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=name)
def test_programs(page: Path) -> None:
    for number, body in enumerate(blocks(page, "python")):
        exec(compile(body, f"{page.name}, program {number}", "exec"), {})


def anchors(page: Path) -> set[str]:
    """The names by which links lead to the headings of a page, on GitHub and on the site."""
    headings = re.findall(r"^#+ (.*)$", BLOCK.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    words = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower() for heading in headings)
    return {re.sub(r"[^\w -]", "", each).replace(" ", "-") for each in words}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        its = page.parent / target if target else page
        assert its.exists(), f"{page.name}: {target}"
        assert not anchor or its.suffix != ".md" or anchor in anchors(its), f"{page.name}: {target}#{anchor}"


def test_what_is_left_out_is_there() -> None:
    shown = {line for page in PAGES for body in blocks(page, "sh") for line in body.splitlines()}
    assert set(LEFT_OUT) <= shown


@pytest.mark.parametrize(
    ("filling", "dropped", "printed"),
    [
        (SOLUTION, (), "solved"),
        (MODEL, ("--drop", DROPPED), "wrong"),
        (MODEL, (), "unsolvable"),
    ],
)
def test_what_the_picture_shows_is_true(
    filling: tuple[int, ...], dropped: tuple[str, ...], printed: str
) -> None:
    if installed(find("z3")) is None:
        pytest.skip("z3 is not installed")
    rows = [" ".join(map(str, filling[start : start + 5])) for start in range(0, 25, 5)]
    text = "\n".join(["5 5", *rows, ""])
    line = [
        sys.executable,
        "-m",
        "workbench",
        "solve",
        "-",
        "--encoding",
        "forest",
        "--solver",
        "z3",
        *dropped,
    ]
    done = subprocess.run(line, cwd=ROOT, input=text, capture_output=True, text=True, timeout=60, check=False)
    assert re.search(rf"^{printed} \(forest", done.stdout, re.MULTILINE), done.stdout + done.stderr
