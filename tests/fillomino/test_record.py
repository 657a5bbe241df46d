"""Records are as frozen dataclasses are."""

from __future__ import annotations

import copy
import pickle
from dataclasses import asdict, replace
from functools import cached_property

import pytest

from fillomino.record import Record


class Place(Record):
    row: int
    column: int = 0

    @cached_property
    def total(self) -> int:
        """A value that is kept."""
        return self.row + self.column


class Named(Place, kw_only=True):
    name: str


class Even(Record):
    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError(self.number)


def test_attributes_are_given_by_place_or_name_with_defaults() -> None:
    assert (Place(3).column, Place(3, 4).column, Place(column=5, row=1).column) == (0, 4, 5)
    assert Named(row=1, name="a") == Named(row=1, column=0, name="a")


@pytest.mark.parametrize(
    "wrong", ["Place()", "Place(1, 2, 3)", "Place(1, row=1)", "Place(1, depth=2)", "Place(1, 2, depth=3)"]
)
def test_attributes_missing_unknown_or_twice_are_refused(wrong: str) -> None:
    with pytest.raises(TypeError):
        eval(wrong)


def test_equal_are_records_of_one_class_with_equal_attributes() -> None:
    assert Place(1, 2) == Place(1, 2) != Place(2, 1)
    assert Place(2) != Named(row=2, name="")
    assert len({Place(1, 2), Place(1, 2), Place(1, 3)}) == 2
    assert repr(Place(1, 2)) == "Place(row=1, column=2)"


def test_records_are_frozen_and_replaced() -> None:
    place = Place(1, 2)
    assert place.total == 3
    with pytest.raises(AttributeError):
        place.row = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del place.row
    assert place.replace(row=5) == replace(place, row=5) == Place(5, 2)
    assert place.replace(row=5).total == 7
    assert asdict(Named(row=1, name="a")) == {"row": 1, "column": 0, "name": "a"}
    with pytest.raises(TypeError):
        place.replace(depth=1)


def test_attributes_are_checked_after_a_replacement_too() -> None:
    with pytest.raises(ValueError, match="3"):
        Even(2).replace(number=3)


def test_records_are_copied_pickled_and_matched() -> None:
    place = Named(row=1, column=2, name="a")
    assert pickle.loads(pickle.dumps(place)) == copy.deepcopy(place) == place
    match Place(1, 2):
        case Place(row, column):
            assert (row, column) == (1, 2)
