"""How ratings, colours and names are shown, the same in every frontend.

Example::

    from bookworm import presentation

    presentation.stars(3)                         # "★★★☆☆"
    presentation.emoji(5)                         # one character; also emoji(5, "digits")
    presentation.exact_stars(4.5)                 # "★★★★½"
    presentation.rating_name(0, "pl")             # "Bez oceny"
    presentation.is_low(1)                        # True: lists should highlight it
    presentation.status_name("completed", "ko")   # "다 읽음"
    presentation.genre_name("Poetry", "de")       # "Lyrik"; your own genres are not translated
    presentation.field_name("year", "de")         # "Erscheinungsjahr"; by default of a "book"
    presentation.sort_key_name("-rating", "pl")   # "Ocena"
    presentation.group_name("decade", "en")       # "Decade": a heading above its facets
    presentation.facet_label("rating", "4", "de") # "4 Sterne": the text for one of them
    presentation.action_name("order", "ko")       # "주문"
    presentation.order_question("Dune", "en")     # "Do you want to order “Dune”?"
    presentation.money(price, "de")               # "12,99 €"
    sorted(names, key=presentation.name_key)      # in the order of the library's lists
    presentation.parse_colour("#FFA500")          # (255, 165, 0)
    presentation.format_colour((255, 165, 0))     # "#FFA500"
    presentation.text_colour("#FFA500")           # "#000000": easier to read on it than white
    presentation.contrast("#FFA500", "#000000")   # 10.6, the ratio of WCAG 2
    presentation.parse_status("read")             # Status.COMPLETED
    presentation.parse_isbn("0-441-17271-7")      # "9780441172719"
    presentation.error_text(error, "de")          # "Titel: Bitte etwas eingeben."
    presentation.parse("started", "5.3.2024", "de")   # datetime.date(2024, 3, 5)
    presentation.format("exact_rating", 4.25, "de")   # "4,25": what a form shows
    presentation.preferred_language("fr, de-AT;q=0.8")   # "de"

Nothing here needs a store. A language is a Language or its text: "en", "de", "pl" or "ko". Any
other text, such as "de-AT" or "DE", raises InvalidError: convert it by preferred_language() first.
"""

from __future__ import annotations

import ctypes
from typing import Union

from ._native import prototypes as c
from ._native.errors import Error, InvalidError, rename
from ._native.library import call, library
from ._native.values import (
    STATUSES,
    Status,
    int32,
    number,
    price_parts,
    refuse,
    status,
    text,
)
from .facets import facet_label, group_name
from .languages import Language, constant, field_bit, language_number, preferred_language
from .typed_text import format, parse  # noqa: A004

__all__ = [
    "RGB",
    "Colour",
    "Language",
    "action_name",
    "contrast",
    "emoji",
    "error_text",
    "exact_rating",
    "exact_rating_name",
    "exact_stars",
    "facet_label",
    "field_name",
    "format",
    "format_colour",
    "genre_name",
    "group_name",
    "is_low",
    "money",
    "name_key",
    "order_question",
    "parse",
    "parse_colour",
    "parse_isbn",
    "parse_status",
    "preferred_language",
    "rating_name",
    "sort_key_name",
    "stars",
    "status_name",
    "text_colour",
]


_STYLES = {"emoji": c.BW_RATING_EMOJI, "digits": c.BW_RATING_DIGITS}

RGB = tuple[int, int, int]
Colour = Union[str, RGB]
"""A colour: "#RRGGBB", whose "#" is optional, or three ints from 0 to 255."""


def stars(rating: int) -> str:
    """Returns a rating in stars, such as "★★★☆☆". Above 5 counts as 5, below 0 as not rated."""
    return _text(library.bw_rating_stars(_rating(rating)))


def emoji(rating: int, style: str = "emoji") -> str:
    """Returns a rating as one character: a face or, in the style "digits", a digit.

    Above 5 counts as 5. 0 or less is not rated, and has its own character.
    """
    if not isinstance(style, str):
        refuse("style", '"emoji" or "digits"', style)
    if style not in _STYLES:
        raise InvalidError(f'style must be "emoji" or "digits", not {style!r}', field="style")
    return _text(library.bw_rating_emoji(_rating(rating), _STYLES[style]))


def is_low(rating: int) -> bool:
    """Returns whether a list should highlight a rating as a low one."""
    return bool(library.bw_rating_is_low(_rating(rating)))


def rating_name(rating: int, language: Language | str = Language.ENGLISH) -> str:
    """Returns a rating in words, such as "Not rated" or "5 stars"."""
    return _text(library.bw_rating_name(_rating(rating), language_number(language)))


def exact_stars(exact_rating: float) -> str:
    """Returns an exact rating in stars, to the nearest half: "★★★★½" for 4.5 and for 4.25."""
    return _text(library.bw_exact_rating_stars(number(exact_rating, "exact_rating")))


def exact_rating_name(exact_rating: float, language: Language | str = Language.ENGLISH) -> str:
    """Returns an exact rating in words, to the nearest quarter, such as "4.25 stars"."""
    rating = number(exact_rating, "exact_rating")
    return _text(library.bw_exact_rating_name(rating, language_number(language)))


def exact_rating(value: float, best: float) -> float | None:
    """Converts a rating from another scale, such as 7 of 10, to quarters of a star.

    The result is the nearest quarter, halves up, and at least 0.25: 7 of 10 is 3.5, and 83 of 100
    is 4.25.

    Args:
        value: The rating, from 0, which means not rated and gives None.
        best: The highest rating on that scale, such as 10 or 100.

    Raises:
        InvalidError: The value is not on the scale.
    """
    scale = number(value, "value"), number(best, "best")
    found = ctypes.c_double()
    call(library.bw_exact_rating_scale, *scale, ctypes.byref(found))
    return found.value or None


def status_name(value: Status | str, language: Language | str = Language.ENGLISH) -> str:
    """Returns a status in words, such as "In progress"."""
    return _text(library.bw_book_status_name(status(value), language_number(language)))


def genre_name(name: str, language: Language | str = Language.ENGLISH) -> str:
    """Returns a genre's name in the given language: a standard genre is translated, others are not.

    `name` is the stored name, which is English for standard genres; case is ignored.

    Raises:
        InvalidError: The name is blank.
    """
    encoded, found = text(name, "name"), c.bw_text()
    number, reference = language_number(language), ctypes.byref(found)
    call(library.bw_genre_get_display_name, encoded, len(encoded), number, reference)
    return (found.data or b"")[: found.length].decode()


def field_name(
    field: str, language: Language | str = Language.ENGLISH, *, entity: str = "book"
) -> str:
    """Returns the label of a field in the given language, such as "Year of publication".

    Args:
        field: The field's name.
        language: A Language or its text.
        entity: Whose field: "book", "genre", "quote", "order", "reading", "shelf" or "source".

    Raises:
        InvalidError: The entity has no such field.
    """
    if entity == "book" and field == "identifiers":
        field = "identifier_values"  # their common name
    if entity == "book" and field == "contributors":
        field = "contributor_names"
    number, bit = field_bit(entity, field)
    return _text(library.bw_field_name(number, bit, language_number(language)))


def sort_key_name(key: str, language: Language | str = Language.ENGLISH) -> str:
    """Returns the label of a key of order_by() in the given language, ignoring a "-" before it."""
    if not isinstance(key, str):
        refuse("key", "a str", key)
    name = key[1:] if key.startswith("-") else key
    number = constant("key", "BW_SORT_", "rank" if name == "relevance" else name)
    return _text(library.bw_sort_key_name(number, language_number(language)))


def action_name(action: str, language: Language | str = Language.ENGLISH) -> str:
    """Returns the label of an action's button in the given language.

    The actions are "add", "edit", "delete", "save", "cancel", "rate", "order", "search", "sort",
    "undo", "redo", "import" and "export".

    Raises:
        InvalidError: The action is unknown.
    """
    number = constant("action", "BW_ACTION_", action)
    return _text(library.bw_action_name(number, language_number(language)))


def order_question(title: str, language: Language | str = Language.ENGLISH) -> str:
    """Returns the question before a book is ordered: "Do you want to order “Dune”?"."""
    encoded, words = text(title, "title"), (c.bw_text(), c.bw_text())
    before, after = map(ctypes.byref, words)
    number = language_number(language)
    call(library.bw_order_get_question, encoded, len(encoded), number, before, after)
    return title.join((each.data or b"").decode() for each in words)


def money(price: tuple[int, str], language: Language | str = Language.ENGLISH) -> str:
    """Returns a Price as a reader of a language expects it: "€12.99", "12,99 €".

    The symbols, groups and signs are those of the Unicode CLDR.
    """
    amount, currency = price_parts(price)
    found = c.bw_money(size=ctypes.sizeof(c.bw_money))
    number = language_number(language)
    call(library.bw_money_format, amount, currency, len(currency), number, ctypes.byref(found))
    return found.text.decode()


def parse_colour(colour: str) -> RGB:
    """Returns a colour as three ints from 0 to 255. Raises InvalidError for an invalid colour."""
    rgb = _parse(colour)
    return (rgb >> 16, rgb >> 8 & 255, rgb & 255)


def format_colour(rgb: RGB) -> str:
    """Returns three ints from 0 to 255 as "#RRGGBB"."""
    return _format(_rgb(rgb))


def text_colour(colour: Colour) -> str:
    """Returns "#000000" or "#FFFFFF", whichever is easier to read as text on a colour."""
    return _format(library.bw_colour_text(_rgb(colour)))


def contrast(colour: Colour, other: Colour) -> float:
    """Returns the contrast ratio of two colours, 1 to 21, by WCAG 2.

    Text needs 4.5 or more.
    """
    return float(library.bw_colour_contrast(_rgb(colour), _rgb(other)))


def name_key(name: str) -> bytes:
    """Returns a key to sort names by, in the order of the library's lists.

    Case and accents are ignored, and numbers sort by value: "Book 2" comes before "Book 10". For a
    title, pass its title_sort if there is one; unlike in lists, a leading article is not moved to
    the end. Do not store keys: another version of the library may make others.
    """
    encoded, key = text(name, "name"), c.bw_name_key(size=ctypes.sizeof(c.bw_name_key))
    call(library.bw_name_get_key, encoded, len(encoded), ctypes.byref(key))
    return bytes(key.bytes)


def parse_status(word: str) -> Status:
    """Returns the status that a word means, ignoring case.

    The word is the name of a status, its label in any language, or another word of search lines,
    such as "read". parse("status", word) accepts the same words. Use that for a form: its error
    names the field "status", and error_text() says it in each language. This function is for words
    of a program or a file.

    Raises:
        InvalidError: The word is not a status.
    """
    encoded, found = text(word, "word"), ctypes.c_int32()
    try:
        call(library.bw_book_parse_status, encoded, len(encoded), ctypes.byref(found))
    except Error as error:
        rename(error, "word")
        raise
    return STATUSES[found.value]


def parse_isbn(isbn: str) -> str:
    """Returns the 13 digits of an ISBN of 10 or 13 digits, with or without hyphens and spaces.

    Raises:
        InvalidError: The text is not an ISBN, or its check digit is wrong; the message has the
            right one.
    """
    encoded, found = text(isbn, "isbn"), c.bw_isbn(size=ctypes.sizeof(c.bw_isbn))
    try:
        call(library.bw_isbn_parse, encoded, len(encoded), ctypes.byref(found))
    except Error as error:
        rename(error, "isbn")
        raise
    return found.text.decode()


def error_text(
    error: Error, language: Language | str = Language.ENGLISH, *, label: bool = True
) -> str:
    """Returns an error in the given language, for the person whose input or file has caused it.

    The sentence begins with the label of the field and, in a batch, with the row, counted from 1.
    An error that only a mistake in a program can cause keeps its English message.

    Args:
        error: The error.
        language: A Language or its text.
        label: False for the sentence alone, without the label and the row, as a form shows it next
            to the field.
    """
    if not isinstance(error, Error):
        refuse("error", "a bookworm.Error", error)
    given = c.bw_error(size=ctypes.sizeof(c.bw_error), status=error.status)
    given.row = -1 if error.row is None else error.row
    given.field = (error.field or "").encode()[:31]
    given.message = error.message.encode("utf-8", "replace")[:255]
    given.reason = error._reason
    given.suggestion = (error.suggestion or "").encode()[:31]
    found = c.bw_sentence(size=ctypes.sizeof(c.bw_sentence))
    number, reference = language_number(language), ctypes.byref(found)
    function = library.bw_error_get_text if label else library.bw_error_get_plain_text
    call(function, ctypes.byref(given), number, reference)
    return found.text.decode("utf-8", "replace")


def _text(value: bytes) -> str:
    return value.decode()


def _rating(value: int) -> int:
    """A rating for calls that accept any number: more than fits in C counts as 5 anyway."""
    if isinstance(value, int):
        value = max(min(value, 2**31 - 1), -(2**31))
    return int32(value, "rating")


def _parse(colour: str) -> int:
    encoded, rgb = text(colour, "colour"), ctypes.c_uint32()
    call(library.bw_colour_parse, encoded, len(encoded), ctypes.byref(rgb))
    return rgb.value


def _rgb(colour: Colour) -> int:
    if isinstance(colour, str):
        return _parse(colour)
    if not isinstance(colour, tuple) or len(colour) != 3:
        refuse("colour", '"#RRGGBB" or three ints of 0 to 255', colour)
    parts = [int32(part, "colour") for part in colour]
    if min(parts) < 0 or max(parts) > 255:
        raise InvalidError(f"colour must be three ints of 0 to 255, not {colour}", field="colour")
    return parts[0] << 16 | parts[1] << 8 | parts[2]


def _format(rgb: int) -> str:
    made = c.bw_colour(size=ctypes.sizeof(c.bw_colour))
    call(library.bw_colour_format, rgb, ctypes.byref(made))
    return bytes(made.text).decode()
