"""Values of fields as a person types them: what the library's forms accept."""

from __future__ import annotations

from . import language
from .errors import USAGE, Failure, did_you_mean, there_are, usage
from .fields import _SPELLED, EDITABLE
from .sentences import sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def field(name: str) -> str:
    """Returns the field that a person names."""
    found = _SPELLED.get(
        name.strip().lower().replace("-", "_"), name.strip().lower().replace("-", "_")
    )
    if found not in EDITABLE and found != "exact_rating":
        usage(
            "{name!r} is not a field that can be set.",
            did_you_mean(name, EDITABLE) or there_are(EDITABLE),
            name=name.strip(),
        )
    return found


def parse(name: str, text: str) -> Any:
    """Parses the value of a field; None means to remove it."""
    from bookworm import InvalidError, presentation

    code = language.code()
    try:
        return presentation.parse(name, text, code)
    except InvalidError as error:
        said = sentence("{text!r} is not a value of this field.", text=text)
        raise Failure(said, USAGE, presentation.error_text(error, code)) from None


def parsed(name: str, text: str) -> dict[str, Any]:
    """Returns the fields that a text sets: a rating is in whole stars or in quarters.

    A whole rating removes the exact one: if only 5 was set, the library would keep 4.5.
    """
    from bookworm import InvalidError, presentation

    if name != "rating":
        return {name: parse(name, text)}
    try:
        whole = presentation.parse(name, text, language.code())
    except InvalidError:
        return {"exact_rating": parse("exact_rating", text)}
    return {"rating": whole, "exact_rating": None}
