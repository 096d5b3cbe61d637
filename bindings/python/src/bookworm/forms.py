"""What a form for a new book starts with."""

from __future__ import annotations

import ctypes

from ._native import prototypes as c
from ._native.library import call, library
from ._native.modules import publish
from ._native.named_tuple import NamedTuple


class FormDefaults(NamedTuple):
    """What a form for a new book starts with. A book made in code starts without any of it.

    quantity  of an order
    """

    rating: int
    genre: str
    quantity: int


def form_defaults() -> FormDefaults:
    """What a form for a new book starts with. Needs no store."""
    defaults = c.bw_form_defaults(size=ctypes.sizeof(c.bw_form_defaults))
    call(library.bw_form_get_defaults, ctypes.byref(defaults))
    return FormDefaults(defaults.rating, (defaults.genre.data or b"").decode(), defaults.quantity)


publish(FormDefaults, form_defaults)
