"""How ratings, colours and names are shown, the same as in every other frontend.

    from bookworm import presentation

    presentation.stars(3)                         "★★★☆☆"
    presentation.emoji(5), .emoji(5, "digits")    one character
    presentation.rating_name(0, "pl")             "Bez oceny"
    presentation.is_low(1)                        whether a list should highlight it
    presentation.status_name("completed", "ko")   "다 읽음"
    presentation.genre_name("Poetry", "de")       "Lyrik"; a genre of your own as it is
    presentation.parse_colour("#FFA500")          (255, 165, 0)
    presentation.format_colour((255, 165, 0))     "#FFA500"
    presentation.text_colour("#FFA500")           "#000000", black or white: what can be read
    presentation.contrast("#FFA500", "#000000")   10.6, the ratio of WCAG 2

Nothing here needs a store. A language is a Language or its text: "en", "de", "pl" or "ko".
"""

from __future__ import annotations

import ctypes
import enum
from typing import Union

from ._native import prototypes as c
from ._native.errors import InvalidError
from ._native.library import call, library
from ._native.modules import publish
from ._native.values import Status, int32, refuse, status, text


class Language(str, enum.Enum):
    """A language in which the library has names of its own. Equal to its plain str."""

    ENGLISH = "en"
    GERMAN = "de"
    POLISH = "pl"
    KOREAN = "ko"

    def __str__(self) -> str:
        return self.value


# In the order of bw_language.
_LANGUAGES = (Language.ENGLISH, Language.GERMAN, Language.POLISH, Language.KOREAN)
_STYLES = {"emoji": c.BW_RATING_EMOJI, "digits": c.BW_RATING_DIGITS}

RGB = tuple[int, int, int]
Colour = Union[str, RGB]
"""What is taken for a colour: "#RRGGBB", the "#" may be left out, or three ints of 0 to 255."""


def stars(rating: int) -> str:
    """A rating in stars, such as "★★★☆☆". Above 5 counts as 5, below 0 as not rated."""
    return _text(library.bw_rating_stars(_rating(rating)))


def emoji(rating: int, style: str = "emoji") -> str:
    """A rating as one character, a face or, in the style "digits", a digit.

    Above 5 counts as 5. Not rated, which is 0 or less, has a mark of its own.
    """
    if not isinstance(style, str):
        refuse("style", '"emoji" or "digits"', style)
    if style not in _STYLES:
        raise InvalidError(f'style must be "emoji" or "digits", not {style!r}', field="style")
    return _text(library.bw_rating_emoji(_rating(rating), _STYLES[style]))


def is_low(rating: int) -> bool:
    """Whether a list should highlight a rating as a low one."""
    return bool(library.bw_rating_is_low(_rating(rating)))


def rating_name(rating: int, language: Language | str = Language.ENGLISH) -> str:
    """A rating in words, such as "Not rated" or "5 stars"."""
    return _text(library.bw_rating_name(_rating(rating), _language(language)))


def status_name(value: Status | str, language: Language | str = Language.ENGLISH) -> str:
    """A status in words, such as "In progress"."""
    return _text(library.bw_book_status_name(status(value), _language(language)))


def genre_name(name: str, language: Language | str = Language.ENGLISH) -> str:
    """How a genre is called in a language: a standard genre is translated, another one is not.

    The name is the one that the store has, which is English for standard genres; case does not
    count. Raises InvalidError where it is blank.
    """
    encoded, found = text(name, "name"), c.bw_text()
    reference = ctypes.byref(found)
    call(library.bw_genre_get_display_name, encoded, len(encoded), _language(language), reference)
    return (found.data or b"")[: found.length].decode()


def parse_colour(colour: str) -> RGB:
    """A colour as three ints of 0 to 255. Raises InvalidError where the text is no colour."""
    rgb = _parse(colour)
    return (rgb >> 16, rgb >> 8 & 255, rgb & 255)


def format_colour(rgb: RGB) -> str:
    """Three ints of 0 to 255 as "#RRGGBB"."""
    return _format(_rgb(rgb))


def text_colour(colour: Colour) -> str:
    """Black or white, "#000000" or "#FFFFFF": which can be read better as text on a colour."""
    return _format(library.bw_colour_text(_rgb(colour)))


def contrast(colour: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, 1 to 21, by the Web Content Accessibility Guidelines 2.x.

    Text wants 4.5 or more.
    """
    return float(library.bw_colour_contrast(_rgb(colour), _rgb(other)))


def _text(value: bytes) -> str:
    return value.decode()


def _rating(value: int) -> int:
    """A rating for calls that take any: what C has no room for is beyond 5 all the same."""
    if isinstance(value, int):
        value = max(min(value, 2**31 - 1), -(2**31))
    return int32(value, "rating")


def _language(value: Language | str) -> int:
    if not isinstance(value, str):
        refuse("language", "a bookworm.Language or its str", value)
    try:
        return _LANGUAGES.index(Language(value))
    except ValueError:
        allowed = ", ".join(f'"{each.value}"' for each in _LANGUAGES)
        raise InvalidError(
            f"language must be one of {allowed}; not {value!r}", field="language"
        ) from None


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


publish(Language)
