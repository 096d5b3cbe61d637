"""NamedTuple of typing, without importing typing, which takes as long as everything else."""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NamedTuple
else:
    from .modules import Brief

    class _Maker(type):
        def __new__(cls, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, members)
            fields = members["__annotations__"]
            defaults = [members.pop(field) for field in fields if field in members]
            module = members.pop("__module__")
            made = namedtuple(name, fields, defaults=defaults, module=module)
            return Brief(name, (tuple,), {**vars(made), **members})

    class NamedTuple(metaclass=_Maker):
        """The base of classes whose annotations are the members of a tuple."""


__all__ = ["NamedTuple"]
