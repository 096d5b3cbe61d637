"""Which books a command means: a search line, ids, or ids on standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from .errors import closest, nothing, usage
from .sentences import sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bookworm import Query, Store

_KEY = re.compile(r"(-?[^\W\d]\w*(?::|[<>]=?|[=≤≥]))(.*)", re.DOTALL)
_MORE = re.compile(r"""["“„|]|\s-?[^\W\d]\w*(?::\S|[<>]=?\S|=\S)|\bOR\b""")
_BEGIN = "Start with `bookworm add`, or import your books with `bookworm import FILE`."
_LISTS = ("genre", "status")


def line(words: Sequence[str]) -> str:
    """Returns the search line of the words of a command.

    The shell takes the quotes of `author:"le guin"` away: they are put back. A word that is a line
    by itself, "author:herbert rating>=4", stays as it is.
    """
    return " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    found = _KEY.match(word)
    if not found or not re.search(r"\s", found[2]) or _MORE.search(found[2]):
        return word
    key, value = found.groups()
    if key.strip("-:=").lower() in _LISTS:
        parts = [part.strip() for part in value.split(",")]
        return key + ",".join(f'"{part}"' if " " in part else part for part in parts)
    return f'{key}"{value}"'


def ids_of(words: Sequence[str]) -> list[int] | None:
    """Returns the ids if the words are ids; None if they are a search line.

    A number of up to nine digits is an id, a longer one may be an ISBN.
    """
    if list(words) == ["-"]:
        given = sys.stdin.read().split()
        bad = next((each for each in given if not each.isdigit()), None)
        if bad is not None:
            usage("{bad!r} on standard input is not an id of a book.", bad=bad)
        return [int(each) for each in given]
    if words and all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        return [int(word) for word in words]
    return None


def query(store: Store, words: Sequence[str]) -> Query:
    """Returns the query of a search line; an empty line finds all books."""
    return store.books.find(line(words))


def books(store: Store, words: Sequence[str]) -> list[int]:
    """Returns the ids of the books that are meant, which is at least one."""
    ids = ids_of(words)
    if ids is None:
        if not words:
            usage("Which books? Give ids or a search line.", "For all of them, use sort:id")
        found = query(store, words).ids()
        if not found:
            not_found(store, words)
        return found
    found = []
    for each in ids:
        book = store.books.get(each)
        if book is None:
            nothing(
                sentence("There is no book with the id {id}.", id=each),
                sentence("To find the number as text: {line}", line=f"title:{each}")
                if len(ids) == 1
                else "",
            )
        found.append(book.id)
    return list(dict.fromkeys(found))


def one(store: Store, words: Sequence[str]) -> int:
    """Returns the id of the one book that is meant."""
    found = books(store, words)
    if len(found) > 1:
        shown = ", ".join(f"{book.id} {book.title}" for book in store.books.get_many(found[:5]))
        usage(
            "{count} books match, and this command needs one.",
            sentence("Give its id: {ids}", ids=shown + (", …" if len(found) > 5 else "")),
            count=len(found),
        )
    return found[0]


def not_found(store: Store, words: Sequence[str]) -> None:
    """Ends the command because a line finds nothing, with a suggestion."""
    given = line(words)
    message = "No books match: {line}" if given else "There are no books yet."
    nothing(sentence(message, line=given), _hint(store, words))


def _hint(store: Store, words: Sequence[str]) -> str:
    if not words:
        return sentence(_BEGIN)
    given = line(words)
    for names in re.findall(r'(?i)\bgenre:((?:"[^"]*"|[^\s,]+)(?:,(?:"[^"]*"|[^\s,]+))*)', given):
        for name in re.findall(r'"([^"]*)"|([^",]+)', names):
            wanted = name[0] or name[1]
            if wanted.lower() != "none" and store.genres.get(wanted) is None:
                known = closest(wanted, [genre.name for genre in store.genres])
                found = sentence("There is no genre {name!r}.", name=wanted)
                return f"{found} {sentence('Did you mean {word}?', word=known)}" if known else found
    from .commands import table

    command = closest(words[0], table.MODULES)
    if command and len(words) > 1 and words[0].isalpha():
        meant = f"bookworm {command} {line(words[1:])}"
        said = "{word!r} is not a command. Did you mean `{command}`?"
        return sentence(said, word=words[0], command=meant)
    if command and words[0].isalpha():
        return sentence("Did you mean the command `bookworm {command}`?", command=command)
    return ""
