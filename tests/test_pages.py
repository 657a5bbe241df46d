"""Every command, program and link of the pages is tried, and what pages name exists.

A ```sh block is a list of lines, each a command of its own, all run in one folder beside `examples/`. A line
may end with a comment "# exit code N". What sets up an environment is left out, by the list below. Lines that
need no shell but for a file of their output are run in this process, and so are the runs of comparisons: most
take less time than the start of one. A ```text block right after is what they print; a line "…" in it stands
for any lines, and numbers may then differ.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from encoder.encodings.registry import METHODS
from fillomino import laboratories
from fillomino.laboratories import MissingLaboratoryError
from games import registry as games
from scripts.draw import DROPPED, MODEL
from scripts.figure import SOLUTION
from scripts.harness import ROOT
from scripts.pages import END, MARK, filled, stale
from scripts.tables import TABLES
from tests.support import needs
from tests.support.processes import with_ours
from tests.workbench.conftest import Done, Runner, in_process
from workbench.compare import work

__all__ = ["in_process"]

OF_THE_SITE = {"index.md", "options.md"}
"""Pages that are made with the site: its lists, and the help of all commands."""

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted(page for page in ROOT.glob("docs/*.md") if page.name not in OF_THE_SITE),
    *sorted(ROOT.glob("docs/labs/*/*.md")),
    *sorted(ROOT.glob("examples/*/README.md")),
]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXIT_CODE = re.compile(r"  +# exit code (\d+)$")
TOLD = re.compile(r"^```sh\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
"""A block of commands, and the block of text right after it, if there is one."""

LEFT_OUT = ("make demo", "make test", "pip install .", "pytest tests/drivers/test_conformance.py --solver=z3")
OF_SHELLS = re.compile(r"[|<>$;&*]")
TO_FILE = re.compile(r" > ([\w.-]+)$")
"""At the end of a line: the file that has its output."""
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str) -> list[str]:
    return [body for kind, body in BLOCK.findall(page.read_text(encoding="utf-8")) if kind == language]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the examples, and the command on the way to be found."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    for checker in ROOT.glob("labs/*/fillomino_check.py"):  # pages copy it
        copy = tmp_path / checker.relative_to(ROOT)
        copy.parent.mkdir(parents=True)
        shutil.copy(checker, copy)
    command = tmp_path / "bin" / "fillomino"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m workbench "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return tmp_path


def is_gone(path: str) -> bool:
    """Whether a path is one of a laboratory that is not here: a page that stays may name it."""
    found = re.match(r"(?:docs/|tests/)?labs/(\w*)(?:/|$)", path)
    return found is not None and not (
        laboratories.is_here(found[1]) if found[1] else (ROOT / "labs").exists()
    )


def run(line: str) -> Done:
    """Run a line as a shell does."""
    file = TO_FILE.search(line)
    plain = line[: file.start()] if file else line
    words = [] if OF_SHELLS.search(plain) else shlex.split(plain, comments=True)
    if words[:1] == ["fillomino"]:
        told = Runner()(*words[1:])
        if file is None:
            return told
        Path(file[1]).write_text(told.out, encoding="utf-8")
        return replace(told, out="")
    command = ["/bin/sh", "-c", line]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    needs.said(done.stderr)
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


WHOLE = {"docs/labs/certificates/certify.md"}
"""Pages whose sections go on with the files of those before."""


def sections(page: Path) -> Iterator[tuple[str, str]]:
    """The sections of a page that hold commands: their headings, and their texts."""
    text = page.read_text(encoding="utf-8")
    heads = [] if name(page) in WHOLE else re.finditer(r"^## ", BLOCK.sub(blank, text), re.MULTILINE)
    starts = [0, *(head.start() for head in heads)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        if TOLD.search(text, start, end):
            yield text[start:end].partition("\n")[0].lstrip("# "), text[start:end]


def blank(block: re.Match[str]) -> str:
    """As much text as a block has, without headings."""
    return " " * len(block[0])


OF_LONG_COMMANDS = {
    *(f"docs/{page}.md" for page in ("comparing", "debugging", "extending", "game-encodings", "games")),
    *(f"docs/{page}.md" for page in ("own-encoding", "solvers", "labs/benchmarks/benchmarks")),
    "docs/labs/generate/generating.md",
}
"""Pages whose commands audit, compare or generate, which takes most of the time of all pages."""

SECTIONS = [
    pytest.param(
        text,
        id=f"{name(page)}: {head}",
        marks=[pytest.mark.thorough] if name(page) in OF_LONG_COMMANDS else [],
    )
    for page in PAGES
    for head, text in sections(page)
]


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("section", SECTIONS)
def test_commands(section: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run all commands of a section; a block of text right after one of commands is what they print."""
    monkeypatch.setattr(work, "do_pinned", lambda job: work.do(job, None, work.floor_of(job.method)))
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", f"{folder / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", with_ours())
    monkeypatch.setattr(games, "_LOADED", {})  # those of files are known to this test alone
    for commands, shown in TOLD.findall(section):
        printed = ""
        for line in commands.splitlines():
            if line in LEFT_OUT or not line:
                continue
            wanted = EXIT_CODE.search(line)
            done = run(line)
            if done.fault == MissingLaboratoryError.code:
                pytest.skip(done.err)
            if done.code != (int(wanted[1]) if wanted else 0):
                needs.said(done.out)
                pytest.fail(f"{line}: {done}")
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
        if is_gone(os.path.relpath(its, ROOT)):
            continue
        assert its.exists(), f"{page.name}: {target}"
        assert not anchor or its.suffix != ".md" or anchor in anchors(its), f"{page.name}: {target}#{anchor}"


def test_what_is_left_out_is_there() -> None:
    shown = {line for page in PAGES for body in blocks(page, "sh") for line in body.splitlines()}
    assert set(LEFT_OUT) <= shown


@pytest.mark.parametrize(
    ("filling", "dropped", "printed"),
    [(SOLUTION, (), "solved"), (MODEL, ("--drop", DROPPED), "wrong"), (MODEL, (), "unsolvable")],
)
def test_what_the_picture_shows_is_true(
    filling: tuple[int, ...], dropped: tuple[str, ...], printed: str
) -> None:
    rows = [" ".join(map(str, filling[start : start + 5])) for start in range(0, 25, 5)]
    text = "\n".join(["5 5", *rows, ""])
    done = Runner()("solve", "-", "--encoding", "forest", "--solver", "z3", *dropped, stdin=text)
    assert re.search(rf"^{printed} \(forest", done.out, re.MULTILINE), done


PACKAGES = ("drivers", "encoder", "fillomino", "games", "labs", "smtlib", "workbench")
FOLDERS = (*PACKAGES, "docs", "examples", "scripts", "tests")
FILES = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts]
NAMES = {path.name for path in FILES} | {path.name for path in ROOT.iterdir()}


@cache
def words() -> frozenset[str]:
    """All words of our code."""
    code = (path for path in FILES if path.suffix in (".py", ".js", ".css", ".html") and path.is_file())
    return frozenset(word for path in code for word in re.findall(r"\w+", path.read_text(encoding="utf-8")))


PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)*/?")
NAME = re.compile(r"[A-Za-z_]\w{2,}(?:\.[A-Za-z_]\w+)*(?:\(.*\))?")
SYMBOL = re.compile(r"[a-zA-Z](?:_(?:\d+|[a-z]))+|held_\d|n_x_big|z\d+r\d+c\d+")
"""A symbol of an encoding or the name of a cell: in formulas and on boards, not in our code."""

OF_SOLVERS = {"model.compact", "smt.delay_units_threshold"}
"""Options of solvers that we do not use."""


def quoted(page: Path) -> set[str]:
    """What stands between backticks in the text of a page."""
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    return {" ".join(found.split()) for found in re.findall(r"`([^`]+)`", text)}


def is_path(text: str) -> bool:
    """Whether it looks like the path of a file or folder of ours."""
    ours = text.partition("/")[0] in FOLDERS and "/" in text
    return PATH.fullmatch(text) is not None and (ours or text.endswith((".py", ".md", ".css", ".js")))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_files_that_a_page_names_exist(page: Path) -> None:
    paths = [text for text in quoted(page) if is_path(text) and "NAME" not in text]
    missing = [text for text in paths if not ((ROOT / text).exists() or ("/" not in text and text in NAMES))]
    assert not [text for text in missing if not is_gone(text)]


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_names_that_a_page_quotes_are_in_our_code(page: Path) -> None:
    names = [text for text in quoted(page) if NAME.fullmatch(text) and not is_path(text)]
    missing = [
        text
        for text in names
        if text not in OF_SOLVERS
        if not SYMBOL.fullmatch(text)
        and text not in NAMES
        and not words().issuperset(re.findall(r"\w+", text))
    ]
    assert not missing


def test_every_page_is_listed() -> None:
    listed = re.findall(
        r"^- \[.*?\]\(([\w/-]+\.md)\)", (ROOT / "docs/README.md").read_text("utf-8"), re.MULTILINE
    )
    assert len(listed) == len(set(listed))
    pages = {path.name for path in DOCS.glob("*.md")} - OF_THE_SITE - {"README.md"}
    assert set(listed) == pages | {path.relative_to(DOCS).as_posix() for path in DOCS.glob("labs/*/*.md")}


DOCS = ROOT / "docs"


def test_every_author_that_is_cited_is_on_the_page_of_sources() -> None:
    page = (DOCS / "sources.md").read_text(encoding="utf-8")
    sources = {one.source for one in METHODS}
    sources |= {family.source for one in METHODS for family in one.families}
    modules = [
        path for folder in ("encoder", "labs", "workbench") for path in (DOCS.parent / folder).rglob("*.py")
    ]
    cited = "\n".join(path.read_text(encoding="utf-8") for path in modules)
    papers = re.findall(r"(?:Source:|After|of) ((?:[A-Z]\w+[ ,]+)+)\"", cited)
    authors = {one.split()[-1] for authors in papers for one in authors.strip(", ").split(",")}
    assert "Niemetz" in authors
    authors |= {name for text in sources for name in re.findall(r"\b[A-Z]\.(?:-[A-Z]\.)? ([A-Z]\w+)", text)}
    assert {"Gavish", "Sinz", "Whitney"} <= authors
    assert not {name for name in authors if name not in page}


def test_no_page_is_stale() -> None:
    assert not [path.name for path in stale()], "run `make docs`, which writes these pages anew"


def test_every_table_stands_in_a_page() -> None:
    pages = [*DOCS.glob("*.md"), *DOCS.glob("labs/*/*.md")]
    marks = [mark for page in pages for mark in MARK.findall(page.read_text(encoding="utf-8"))]
    assert {name for kind, name in marks if kind == "table"} == set(TABLES)


MARKED = "<!-- table: flavours -->\n"


def test_what_is_made_stands_between_marks() -> None:
    page = filled(f"before\n\n{MARKED}\nafter\n")
    assert page.startswith(f"before\n\n{MARKED}\n|")
    assert page.endswith(f"|\n\n{END}\n\nafter\n")
    assert filled(page) == page
    assert filled(page.replace("`driver`", "stale")) == page
    assert filled(f"{MARKED}kept\n{page}") == filled(f"{MARKED}") + f"kept\n{page}"
    with pytest.raises(KeyError, match="no such"):
        filled("<!-- table: no such -->\n")
