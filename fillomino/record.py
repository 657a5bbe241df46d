"""Records: frozen dataclasses made without the module `dataclasses`.

Importing that module, and making twenty classes with it, was a quarter of the start of a command that asks a
solver. A class costs a tenth as much here and an instance a little more: what is made by the thousand is a
class with slots. A `NamedTuple` compiles the annotation of each field, and the first in a process makes all
classes of `ast` for that, a fifteenth of a short run: none is on the way of a command to its answer.
"""

from __future__ import annotations

from types import MappingProxyType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, ClassVar, NoReturn, Self, dataclass_transform
else:

    def dataclass_transform(**_):
        """Decorate a class for type checkers alone: `typing` is a tenth of a short run."""
        return lambda kind: kind


class _Fields:
    """What `dataclasses.replace`, `fields` and `asdict` read of a class, made once, when one of them asks."""

    def __get__(self, record: Record | None, kind: type[Record]) -> dict[str, Any]:
        if "_fields" not in vars(kind):
            from dataclasses import field, make_dataclass  # whoever asks has imported it

            names = [(name, object, field(init=name not in kind._uncopied)) for name in kind._names]
            made = make_dataclass(kind.__name__, names)
            kind._fields = dict(vars(made)["__dataclass_fields__"])
        return kind._fields


@dataclass_transform(frozen_default=True)
class Record:
    """A frozen record: its attributes are those that its class annotates, with the defaults given there.

    They are given by place or by name. Records of one class are equal if all their attributes are. The
    functions of `dataclasses` take records, too.
    """

    if TYPE_CHECKING:
        _names: ClassVar[tuple[str, ...]]
        _known: ClassVar[frozenset[str]]
        _defaults: ClassVar[Mapping[str, Any]]
        _fields: ClassVar[dict[str, Any]]
        _uncopied: ClassVar[frozenset[str]]
    _names = ()
    _known = frozenset()
    _defaults = MappingProxyType({})
    _uncopied = frozenset()
    """Attributes that `dataclasses.replace` leaves at their defaults: they hold of the record as it is."""
    __dataclass_fields__ = _Fields()

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        """Take the attributes of a class; `kw_only` only tells type checkers that none is given by place."""
        own = [name for name, kind in cls.__annotations__.items() if not kind.startswith("ClassVar")]
        cls._names = tuple(dict.fromkeys((*cls._names, *own)))
        cls._known = frozenset(cls._names)
        type.__setattr__(cls, "__match_args__", cls._names)
        cls._defaults = {**cls._defaults, **{name: vars(cls)[name] for name in own if name in vars(cls)}}

    def __init__(self, *by_place: Any, **by_name: Any) -> None:
        names = self._names
        if not by_name and len(by_place) == len(names):  # as most are made
            vars(self).update(zip(names, by_place, strict=True))
            self.__post_init__()
            return
        if not by_place and by_name.keys() == self._known:
            vars(self).update(zip(names, map(by_name.__getitem__, names), strict=True))
            self.__post_init__()
            return
        attributes = {**self._defaults, **dict(zip(names, by_place, strict=False)), **by_name}
        twice = by_name.keys() & names[: len(by_place)] if by_place and by_name else ()
        known = len(attributes) == len(names) and self._known.issuperset(by_name)
        if twice or not known or len(by_place) > len(names):
            wrong = ", ".join(sorted(twice or attributes.keys() ^ self._known)) or "too many"
            raise TypeError(f"{type(self).__name__} takes each of {names} once; wrong: {wrong}")
        vars(self).update(attributes)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Check the attributes; a class may override it."""

    def replace(self, **changes: Any) -> Self:
        """Return the record with other values of some attributes.

        Raises:
            TypeError: if there is no such attribute.
        """
        return type(self)(**{name: getattr(self, name) for name in self._names} | changes)

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self._names)

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        values = zip(self._names, self._values(), strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in values)})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} is set by `replace`")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen")
