"""The star control and the stepper."""

from __future__ import annotations

import gc
from typing import Any

import pytest

import bookworm
from bookworm import Star, StarControl, Stepper


def test_a_control_has_five_stars_and_no_label() -> None:
    control = StarControl()
    assert (control.label, control.maximum) == ("", 5)
    on, off = Star(True, "★", "#FFFF00"), Star(False, "★", "#808080")
    assert control.stars(3) == [on, on, on, off, off]
    assert control.stars(0) == [off] * 5
    assert control.stars(9) == [on] * 5


def test_a_control_may_look_otherwise() -> None:
    control = StarControl(
        label="Ocena " + "x" * 50,
        maximum=2,
        on_glyph="●",
        off_glyph="○",
        on_colour="#123456",
        off_colour=(0, 0, 255),
    )
    gc.collect()
    assert control.label == "Ocena " + "x" * 50
    assert control.stars(1) == [Star(True, "●", "#123456"), Star(False, "○", "#0000FF")]


def test_a_tap_sets_the_stars_number() -> None:
    control = StarControl()
    assert [control.tap(number) for number in range(1, 6)] == [1, 2, 3, 4, 5]
    for number in (0, 6, -1):
        with pytest.raises(bookworm.InvalidError) as caught:
            control.tap(number)
        assert caught.value.field == "number"
        with pytest.raises(bookworm.InvalidError):
            control.star(number, 1)


def test_a_book_refuses_the_six_of_a_larger_control(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert", rating=2)
    control = StarControl(maximum=10)
    assert control.star(10, 10).on
    with pytest.raises(bookworm.InvalidError, match="rating is 6; it must be 1 to 5"):
        book.rating = control.tap(6)
    book.rating = control.tap(5)
    assert book.rating == 5


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("maximum", 0),
        ("maximum", 101),
        ("on_glyph", ""),
        ("off_glyph", " "),
        ("label", "\0"),
        ("on_colour", "yellow"),
    ],
)
def test_a_control_that_makes_no_sense_is_refused(field: str, value: Any) -> None:
    with pytest.raises(bookworm.Error) as caught:
        StarControl(**{field: value})
    assert caught.value.field == ("colour" if field == "on_colour" else field)


def test_a_stepper_stays_in_its_range() -> None:
    stepper = Stepper()
    assert (stepper.value, stepper.minimum, stepper.maximum) == (1, 1, 20)
    assert not stepper.step(-1)
    assert stepper.step()
    assert stepper.value == 2
    assert stepper.step(18)
    assert not stepper.step()
    assert not stepper.step(2**63 - 1)
    assert not stepper.step(0)
    assert stepper.value == 20


def test_from_outside_a_step_leads_into_the_range() -> None:
    stepper = Stepper(value=30)
    assert stepper.value == 30
    assert not stepper.step()
    assert stepper.step(-1)
    assert stepper.value == 20
    stepper.value = -3
    assert stepper.step(5)
    assert stepper.value == 2


def test_a_control_shows_what_it_was_made_of() -> None:
    plain = StarControl()
    assert (plain.on_glyph, plain.off_glyph) == ("★", None)
    assert (plain.on_colour, plain.off_colour) == ("#FFFF00", "#808080")
    made = StarControl(on_glyph="x", off_glyph="o", on_colour="ffa500", off_colour=(1, 2, 3))
    assert (made.on_glyph, made.off_glyph) == ("x", "o")
    assert (made.on_colour, made.off_colour) == ("#FFA500", "#010203")


def test_a_stepper_of_another_range() -> None:
    stepper = Stepper(minimum=-10, maximum=10, step=4)
    assert stepper.value == -10
    assert stepper.step(5)
    assert stepper.value == 10
    assert not stepper.step()


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"maximum": 0}, "maximum"),
        ({"minimum": 5, "maximum": 4}, "maximum"),
        ({"value": 2**63}, "value"),
        ({"step": 0}, "step"),
        ({"step": -1}, "step"),
        ({"maximum": 2**63}, "maximum"),
    ],
)
def test_a_stepper_that_makes_no_sense_is_refused(given: Any, field: str) -> None:
    with pytest.raises(bookworm.InvalidError) as caught:
        Stepper(**given)
    assert caught.value.field == field
    with pytest.raises(TypeError):
        Stepper(value="1")  # type: ignore[arg-type]
