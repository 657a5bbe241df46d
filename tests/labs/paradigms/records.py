"""The records of the models of tests, and how they become known."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from fillomino.laboratories import OURS
from labs.paradigms import named
from labs.paradigms.registry import PARADIGMS, Paradigm, of_module


def paradigm(model: str, module: str = "json") -> Paradigm:
    """The record of a model of `models.py`."""
    return Paradigm(
        name=model.lower(),
        title="a model of the tests",
        model=f"{__package__}.models:{model}",
        solver=of_module("brute", "Brute force", module, "pip install 'fillomino-smt[brute]'"),
        distribution="fillomino-smt",
    )


def add(monkeypatch: pytest.MonkeyPatch, models: Mapping[str, Paradigm]) -> None:
    """Make paradigms known by name, as those of the laboratory are."""
    its = OURS["paradigms"]
    homes = {**its.methods, **{name: f"named:{name}" for name in models}}
    monkeypatch.setitem(OURS, "paradigms", its.replace(methods=homes))
    for name, model in models.items():
        monkeypatch.setitem(PARADIGMS, name, model)
        monkeypatch.setattr(named, name, named.of_paradigm(name), raising=False)
