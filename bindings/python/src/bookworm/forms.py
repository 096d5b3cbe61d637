"""The initial values of a form for a new book."""

from __future__ import annotations

import ctypes

from ._native import prototypes as c
from ._native.library import call, library
from ._native.modules import publish
from ._native.named_tuple import NamedTuple


class FormDefaults(NamedTuple):
    """The initial values of a form for a new book. A book created in code has none of them.

    Attributes:
        rating: The initial rating.
        genre: The name of the initial genre.
        quantity: The initial quantity of an order.
    """

    rating: int
    genre: str
    quantity: int


def form_defaults() -> FormDefaults:
    """Returns the initial values of a form for a new book. Needs no store."""
    defaults = c.bw_form_defaults(size=ctypes.sizeof(c.bw_form_defaults))
    call(library.bw_form_get_defaults, ctypes.byref(defaults))
    return FormDefaults(defaults.rating, (defaults.genre.data or b"").decode(), defaults.quantity)


publish(FormDefaults, form_defaults)
