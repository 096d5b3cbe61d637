"""Models of two controls: a row of stars, and a stepper. Neither needs a store."""

from __future__ import annotations

import ctypes

from ._native import prototypes as c
from ._native.drafts import set_text
from ._native.library import call, library
from ._native.modules import Brief, publish
from ._native.named_tuple import NamedTuple
from ._native.values import int32, int64, text
from .presentation import Colour, _rgb, format_colour

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Star(NamedTuple):
    """How one star of a StarControl is drawn.

    Attributes:
        on: Whether the star is on.
        glyph: The character to draw.
        colour: Its colour as "#RRGGBB".
    """

    on: bool
    glyph: str
    colour: str


class StarControl(metaclass=Brief):
    """A row of stars that shows and sets a rating. Immutable; each argument is also an attribute.

    Args:
        label: Text before the stars; "", the default, draws none.
        maximum: The number of stars, 1 to 100; 5 by default, the highest rating of a book.
        on_glyph: "★" by default.
        off_glyph: None, the default, means the same as on_glyph.
        on_colour: "#RRGGBB" or three ints; yellow by default. The attribute is "#RRGGBB".
        off_colour: The same; gray by default.

    Raises:
        InvalidError: A value is out of range.
    """

    __slots__ = ("_control",)
    _fields = ("label", "maximum", "on_glyph", "off_glyph", "on_colour", "off_colour")

    def __init__(
        self,
        *,
        label: str | None = None,
        maximum: int | None = None,
        on_glyph: str | None = None,
        off_glyph: str | None = None,
        on_colour: Colour | None = None,
        off_colour: Colour | None = None,
    ) -> None:
        control: Any = c.bw_star_control(size=ctypes.sizeof(c.bw_star_control))
        call(library.bw_star_control_get_defaults, ctypes.byref(control))
        for name, value in (("label", label), ("on_glyph", on_glyph), ("off_glyph", off_glyph)):
            if value is not None:
                set_text(getattr(control, name), text(value, name))
        if maximum is not None:
            control.maximum = int32(maximum, "maximum")
        if on_colour is not None:
            control.on_colour = _rgb(on_colour)
        if off_colour is not None:
            control.off_colour = _rgb(off_colour)
        self._control = control
        self.tap(1)

    @property
    def label(self) -> str:
        """The text before the stars; "" is not drawn."""
        return (self._control.label.data or b"").decode()

    @property
    def maximum(self) -> int:
        """The number of stars."""
        return int(self._control.maximum)

    @property
    def on_glyph(self) -> str:
        """The character of a star that is on."""
        return (self._control.on_glyph.data or b"").decode()

    @property
    def off_glyph(self) -> str | None:
        """The character of a star that is off; None means the same as on_glyph."""
        glyph = self._control.off_glyph.data
        return None if glyph is None else bytes(glyph).decode()

    @property
    def on_colour(self) -> str:
        """The colour of a star that is on, "#RRGGBB"."""
        return _colour_text(self._control.on_colour)

    @property
    def off_colour(self) -> str:
        """The colour of a star that is off."""
        return _colour_text(self._control.off_colour)

    def star(self, number: int, rating: int) -> Star:
        """Returns how the star `number`, counted from 1, looks when the control shows a rating.

        Raises:
            InvalidError: The control has no star with this number.
        """
        drawn: Any = c.bw_star(size=ctypes.sizeof(c.bw_star))
        place = int32(number, "number")
        shown = int32(rating, "rating")
        control, made = ctypes.byref(self._control), ctypes.byref(drawn)
        call(library.bw_star_control_get_star, control, shown, place, made)
        return Star(drawn.on != 0, (drawn.glyph.data or b"").decode(), _colour_text(drawn.colour))

    def stars(self, rating: int) -> list[Star]:
        """Returns how all the stars look when the control shows a rating."""
        return [self.star(number, rating) for number in range(1, self.maximum + 1)]

    def tap(self, number: int) -> int:
        """Returns the rating that a tap on the star `number` sets. Raises InvalidError.

        No tap removes a rating. For a second tap to do so, set 0 if the book has this rating.
        """
        rating = ctypes.c_int32()
        place = int32(number, "number")
        call(library.bw_star_control_tap, ctypes.byref(self._control), place, ctypes.byref(rating))
        return rating.value

    def __repr__(self) -> str:
        return f"<StarControl of {self.maximum} stars>"


class Stepper(metaclass=Brief):
    """A number that goes up and down within a range: 1, from 1 to 20, by default.

    `value` can be set to any number. From outside the range, a step toward it leads back into it.

    Raises:
        InvalidError: The minimum is above the maximum, or the step is not above 0.
    """

    __slots__ = ("_stepper",)

    def __init__(
        self,
        *,
        value: int | None = None,
        minimum: int | None = None,
        maximum: int | None = None,
        step: int | None = None,
    ) -> None:
        self._stepper: Any = c.bw_stepper(size=ctypes.sizeof(c.bw_stepper))
        call(library.bw_stepper_get_defaults, ctypes.byref(self._stepper))
        given = {"minimum": minimum, "maximum": maximum, "step": step, "value": value}
        for name, number in given.items():
            if number is not None:
                setattr(self._stepper, name, int64(number, name))
        if value is None and minimum is not None:
            self._stepper.value = self._stepper.minimum
        self._stepped(0)

    @property
    def value(self) -> int:
        """The number."""
        return int(self._stepper.value)

    @value.setter
    def value(self, value: int) -> None:
        self._stepper.value = int64(value, "value")

    @property
    def minimum(self) -> int:
        """The lowest value."""
        return int(self._stepper.minimum)

    @property
    def maximum(self) -> int:
        """The highest value."""
        return int(self._stepper.maximum)

    def step(self, times: int = 1) -> bool:
        """Goes up by a number of steps, down if negative. Returns whether the value changed.

        Steps that lead out of the range are ignored. If the value is outside the range, steps
        toward the range lead into it: at least to its nearest end, and at most to the other end.
        """
        value, moved = self._stepped(int64(times, "times"))
        self._stepper.value = value
        return moved

    def _stepped(self, times: int) -> tuple[int, bool]:
        value, moved = ctypes.c_int64(), ctypes.c_int32()
        results = ctypes.byref(value), ctypes.byref(moved)
        call(library.bw_stepper_step, ctypes.byref(self._stepper), times, *results)
        return value.value, moved.value != 0

    def __repr__(self) -> str:
        return f"<Stepper at {self.value}, {self.minimum} to {self.maximum}>"


def _colour_text(rgb: int) -> str:
    return format_colour((rgb >> 16, rgb >> 8 & 255, rgb & 255))


publish(Star, StarControl, Stepper)
