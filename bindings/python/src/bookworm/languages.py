"""The languages of the library's own texts, and the numbers of names in C."""

from __future__ import annotations

import enum

from ._native import prototypes as c
from ._native.errors import InvalidError
from ._native.modules import publish
from ._native.values import BriefEnum, refuse


class Language(str, enum.Enum, metaclass=BriefEnum):
    """A language of the library's names. Equal to its plain str, in lower case."""

    ENGLISH = "en"
    GERMAN = "de"
    POLISH = "pl"
    KOREAN = "ko"

    def __str__(self) -> str:
        return self.value


# In the order of bw_language.
_LANGUAGES = (Language.ENGLISH, Language.GERMAN, Language.POLISH, Language.KOREAN)

# The signs that end the language in a tag or a locale.
_ENDS = str.maketrans("_.@", "---")

# The names of fields that no row stores.
_OUTPUTS = ("matched", "snippet", "rank", "picture", "rgb", "books")
# Fields of a book that are several fields in C: the one whose label they use.
_NAMES = {
    "genres": "genre_names",
    "identifiers": "identifier_values",
    "contributors": "contributor_names",
}


def language_number(value: Language | str) -> int:
    """The number of a language in C."""
    if not isinstance(value, str):
        refuse("language", "a bookworm.Language or its str", value)
    try:
        return _LANGUAGES.index(Language(value))
    except ValueError:
        allowed = ", ".join(f'"{each.value}"' for each in _LANGUAGES)
        raise InvalidError(
            f"language must be one of {allowed}; not {value!r}. For a tag such as de-AT see"
            " presentation.preferred_language()",
            field="language",
        ) from None


def preferred_language(wanted: str) -> Language:
    """Returns the language that a person prefers among those of Language, otherwise English.

    Case is ignored, and so is everything after the language itself: "de-AT" is German.

    Args:
        wanted: A language tag such as "de-AT", a locale such as "pl_PL.UTF-8", or the header
            Accept-Language of a browser, such as "fr, de-AT;q=0.8, en;q=0.5".
    """
    if not isinstance(wanted, str):
        refuse("wanted", "a str", wanted)
    known = {each.value: each for each in _LANGUAGES}
    best, found = 0.0, Language.ENGLISH
    for part in wanted.split(","):
        tag, _, weight = part.partition(";")
        language = known.get(tag.strip().translate(_ENDS).partition("-")[0].lower())
        try:
            quality = float(weight.strip().lower().removeprefix("q=") or 1)
        except ValueError:
            continue
        if language is not None and quality > best:
            best, found = quality, language
    return found


def constant(what: str, prefix: str, name: str) -> int:
    """The number of a constant of C by its name in Python."""
    if not isinstance(name, str):
        refuse(what, "a str", name)
    number: int | None = vars(c).get(prefix + name.upper().replace("-", "_"))
    if number is None:
        raise InvalidError(f"there is no {what} {name!r}{_allowed(what, prefix)}", field=what)
    return number


def _allowed(what: str, prefix: str) -> str:
    """The names that constant() knows, for an error.

    Those of fields are left out: their constants have the same beginning as those of statuses.
    """
    if what == "field":
        return ""
    names = [each[len(prefix) :].lower() for each in vars(c) if each.startswith(prefix)]
    return f"; allowed: {', '.join(name for name in names if name not in ('none', 'merged'))}"


def field_bit(entity: str, field: str) -> tuple[int, int]:
    """The number of an entity, and the bit of one of its fields."""
    number, prefix = constant("entity", "BW_ENTITY_", entity), f"BW_{entity.upper()}_"
    name = _NAMES.get(field, field) if entity == "book" else field
    return number, constant("field", "BW_OUTPUT_" if field in _OUTPUTS else prefix, name)


publish(Language)
