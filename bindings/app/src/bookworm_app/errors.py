"""Failures, as one sentence and an exit code."""

from __future__ import annotations

import re
from collections.abc import Iterable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from bookworm import Error

#: The exit codes, as the help and the manual list them.
DONE, NOTHING, USAGE, STORE = 0, 1, 2, 3
INTERRUPTED, BROKEN_PIPE = 130, 141


class Failure(Exception):
    """Ends the command with a sentence on standard error and an exit code.

    hint  what to do about it, on a line of its own
    """

    def __init__(self, message: str, code: int = USAGE, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.code, self.hint = message, code, hint


def nothing(message: str, hint: str = "", /, **values: object) -> NoReturn:
    """Ends the command, because there is nothing to show or to change.

    message  a sentence of translations/, with its values
    """
    _fail(NOTHING, message, hint, values)


def usage(message: str, hint: str = "", /, **values: object) -> NoReturn:
    """Ends the command because its arguments are wrong. The parameters are as in nothing()."""
    _fail(USAGE, message, hint, values)


def _fail(code: int, message: str, hint: str, values: dict[str, object]) -> NoReturn:
    from .sentences import sentence

    start, example = "As in: ", ""
    if hint.startswith(start):
        hint, example = start, hint[len(start) :]
    raise Failure(sentence(message, **values), code, sentence(hint) + example)


def there_are(names: Iterable[str]) -> str:
    """Returns a sentence that lists the allowed values."""
    from .sentences import sentence

    return sentence("Choose from: {names}.", names=", ".join(names))


def closest(word: str, known: Iterable[str]) -> str | None:
    """Returns the known word that a person most likely meant."""
    import difflib

    by_fold = {each.casefold(): each for each in known}
    found = difflib.get_close_matches(word.casefold(), by_fold, n=1, cutoff=0.6)
    return by_fold[found[0]] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Returns a sentence that suggests the closest known word, or ""."""
    found = closest(word, known)
    if not found:
        return ""
    from .sentences import sentence

    return sentence("Did you mean {word}?", word=found)


def code_of(error: Error) -> int:
    """Returns the exit code for an error of the library."""
    import bookworm

    # For example, the step to undo is unknown, or others have changed its rows since.
    if isinstance(error, (bookworm.NotFoundError, bookworm.ConflictError)):
        return NOTHING
    of_store = (bookworm.NotAStoreError, bookworm.ExistingFileError, bookworm.ClosedError)
    if isinstance(error, ValueError) and not isinstance(error, of_store):
        return USAGE
    return STORE


def sentence(error: Error) -> str:
    """Returns an error of the library in the user's language, if it is translated."""
    from . import language

    code = language.code()
    if code == "en":
        text = str(error)
    else:
        from bookworm import presentation

        # A search line is shown below the sentence, with a mark at the place.
        place = str(error)[len(error.message) :]
        text = presentation.error_text(error, code) + place
    # A server's messages may have several lines.
    text = re.sub(r" *\t", "; ", text)
    if re.match(r"\S*[/.]\S", text):
        return text  # begins with a path, which stays as it is
    return text[:1].upper() + text[1:]
