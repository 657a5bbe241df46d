"""Families as functions: each beside its record, in the order of the text."""

from __future__ import annotations

from encoder.builder import OWN, Builder, Constraints, Families
from fillomino.board import rectangle
from smtlib.script import Family

SHARED = Family("shared", "a title", "a formula", OWN)


def test_families_are_required_in_their_order_and_unused_ones_are_not_listed() -> None:
    families: Families[int] = Families()

    @families.family("first", "a title", "a formula", OWN)
    def _first(count: int) -> Constraints:
        return (((x,), f"a_{x}") for x in range(count))

    computed = families.declare("computed", "a title", "a formula", OWN)

    @families.shared(SHARED)
    def _shared(_: int) -> Constraints:
        return iter(())

    assert [family.name for family in families.records] == ["first", "computed", "shared"]
    builder = Builder(rectangle(1, 2))
    families.require(builder, 2)
    builder.require(computed, (1,), "b")
    script = builder.script("toy", [])
    assert [tuple(each) for each in script.assertions] == [
        ("first", (0,), "a_0"),
        ("first", (1,), "a_1"),
        ("computed", (1,), "b"),
    ]
    assert [family.name for family in script.families] == ["first", "computed"]
