"""A release: one version everywhere, and a wheel that holds all packages."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

import workbench

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSION = PYPROJECT["project"]["version"]
PACKAGES = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]


def test_the_newest_version_of_the_changelog_is_that_of_the_package() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(.+?)\](?: - (\S+))?$", text, re.MULTILINE)
    newest, date = next(one for one in versions if one[0] != "Unreleased")
    assert newest == VERSION == workbench.__version__
    assert re.fullmatch(r"\d{4}-\d\d-\d\d|unreleased", date)
    kinds = set(re.findall(r"^### (.+)$", text, re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_citation_has_the_version_and_the_address() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors", "license"} <= set(citation)
    assert (citation["version"], citation["license"]) == (VERSION, PYPROJECT["project"]["license"])
    url = PYPROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]["url"]
    assert citation.get("repository-code", "") == url


def test_the_workflow_runs_what_a_change_must_pass_on_every_supported_python() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))["jobs"]
    commands = [step.get("run") for job in jobs.values() for step in job["steps"]]
    assert {".ci/run", "make dist"} <= set(commands)
    named = [one.rpartition(" ")[2] for one in PYPROJECT["project"]["classifiers"] if ":: 3." in one]
    assert jobs["tests"]["strategy"]["matrix"]["python"] == named


def test_the_image_holds_every_package() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").partition("RUN pip install")[0]
    included = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert re.findall(r"^COPY (\w+) \1$", text, re.MULTILINE) == [*PACKAGES, *included]
    project = PYPROJECT["project"]
    assert {"pyproject.toml", "hatch_build.py", project["readme"], *project["license-files"]} <= set(
        text.split()
    )


@pytest.mark.slow
def test_the_wheel_holds_all_packages(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(tmp_path), str(ROOT)]
    subprocess.run(command, check=True, timeout=300, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert held == {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    } | {
        f"workbench/puzzles/{path.relative_to(ROOT / 'examples').as_posix()}"
        for path in (ROOT / "examples").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
