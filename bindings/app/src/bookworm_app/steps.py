"""Names of steps that the library cannot name itself, shown in the language of the reader.

The store keeps such a name as one text, in English, so that it can be recognised and translated.
Earlier versions kept it in the language of the command; those texts are recognised too.
"""

from __future__ import annotations

import functools
import re

from .language import KNOWN
from .sentences import Count, Said, forms_of, shown, translated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bookworm import Step, Store

#: The library accepts at most 127 bytes.
MOST_BYTES = 127
#: All names. A specific name comes before a general one that would also match it.
TAG = "Tag {books}"
START = "Start {books}"
FINISH = "Finish {books}"
ABANDON = "Abandon {books}"
MERGE = "Merge duplicates"
IMPORT_SOME = "Import {what} from {file}"
IMPORT = "Import {file}"
FILES = "{file} and {files}"
_NAMES = (TAG, START, FINISH, ABANDON, MERGE, IMPORT_SOME, IMPORT)
#: The nouns of the counts in a name.
_NOUNS = {"books": ("book",), "what": ("book", "quote"), "files": ("other file",)}


def written(name: Said) -> str:
    """Returns a name as the store keeps it: in English, cut if it is too long."""
    text = str(name).encode()
    return str(name) if len(text) <= MOST_BYTES else f"{text[:124].decode(errors='ignore')}…"


def name_of(step: Step, code: str) -> str:
    """Returns the name of a step in a language."""
    return _shown(step.name("en"), step.name("ko"), step.name(code), code)


def following(store: Store, code: str, *, redo: bool = False) -> str | None:
    """Returns the name of the next step to undo or redo in a language; None without one."""
    english, korean, step = (store.undo_step(each, redo=redo) for each in ("en", "ko", code))
    if english is None or korean is None or step is None:
        return None
    return _shown(english.name, korean.name, step.name, code)


def _shown(english: str, korean: str, name: str, code: str) -> str:
    """Translates a step's name if a command gave it: it is then the same in every language."""
    read = _read(english) if english == korean else None
    return name if read is None else shown(read, code)


def _read(text: str) -> Said | None:
    """Recognises a name in any language."""
    for code in KNOWN:
        for name in _NAMES:
            found = _parts(text, name, code)
            if found is not None:
                return Said(name, **found)
    return None


def _parts(text: str, name: str, code: str) -> dict[str, object] | None:
    """Returns the values of a sentence in a text; None if the text is another sentence."""
    found = _pattern(name, code).fullmatch(text)
    if found is None:
        return None
    values: dict[str, object] = {}
    for key, part in found.groupdict().items():
        if key in _NOUNS:
            count = _count(part, code, _NOUNS[key])
            if count is None:
                return None
            values[key] = count
        else:
            several = _parts(part, FILES, code) if name != FILES else None
            values[key] = part if several is None else Said(FILES, **several)
    return values


@functools.lru_cache(64)
def _pattern(sentence: str, code: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", translated(code, sentence))
    # Every second part is the name of a value. The name of a file may contain the words around it.
    made = [
        f"(?P<{each}>.+{'' if each == 'file' else '?'})" if place % 2 else re.escape(each)
        for place, each in enumerate(parts)
    ]
    return re.compile("".join(made), re.DOTALL)


def _count(text: str, code: str, nouns: tuple[str, ...]) -> Count | None:
    """Reads a count with its noun, such as 1,200 books."""
    for noun in nouns:
        for form in forms_of(noun, code):
            before, _, after = form.partition("{count}")
            pattern = rf"{re.escape(before)}([\d.,\u00a0]+){re.escape(after)}"
            found = re.fullmatch(pattern, text)
            digits = re.sub(r"\D", "", found[1]) if found else ""
            if digits:
                return Count(int(digits), noun)
    return None
