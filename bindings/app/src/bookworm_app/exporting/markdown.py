"""Notes in Markdown, one for each book, as Obsidian has them.

The command writes the properties of the book, and a part of the note between two comments. The rest
of the note is the user's, and stays when the note is written again. A note is recognised by the
book's global id, so its file may have any name.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterable

from .. import output
from ..texts import is_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BEGIN, END = "%% bookworm: begin %%", "%% bookworm: end %%"
_KEY = "bookworm_id"
_PROPERTIES = (
    "title", "subtitle", "author", "contributors", "series", "series_number", "rating",
    "favourite", "status", "genres", "year", "publisher", "pages", "language", "format", "started",
    "finished", "created",
)  # fmt: skip


def write(books: Iterable[dict[str, Any]], folder: str) -> tuple[int, int, list[str]]:
    """Writes the notes. Returns how many are new, how many changed, and the paths of some notes.

    In the notes with these paths, a comment that marks our part is missing.
    """
    os.makedirs(folder, exist_ok=True)
    known = _known(folder)
    taken = {os.path.basename(path).casefold() for path in known.values()}
    taken |= {name.casefold() for name in os.listdir(folder)}
    new = changed = 0
    left: list[str] = []
    for book in books:
        path = known.get(str(book["global_id"]))
        if path is None:
            name = _name(book, taken)
            taken.add(name.casefold())
            _replace(os.path.join(folder, name), note(book, None))
            new += 1
            continue
        with open(path, encoding="utf-8", newline="") as file:
            old = file.read()
        made = note(book, old)
        if BEGIN not in old or END not in old:
            left.append(path)
        if made != old:
            _replace(path, made)
            changed += 1
    return new, changed, left


def _known(folder: str) -> dict[str, str]:
    """Returns the notes in a folder and in its folders, by the id of their book."""
    found = {}
    for inner, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if name.endswith(".md"):
                path = os.path.join(inner, name)
                with open(path, encoding="utf-8", errors="replace") as file:
                    match = re.search(rf"^{_KEY}: *\"?([0-9a-f-]{{36}})", file.read(8192), re.M)
                if match:
                    found[match[1]] = path
    return found


def _name(book: dict[str, Any], taken: set[str]) -> str:
    """Returns a name that every system accepts, and that no other note has."""
    base = re.sub(r'[\x00-\x1f<>:"/\\|?*#^\[\]]', " ", f"{book['title']} - {book['author']}")
    base = " ".join(base.split()).strip(" .")
    base = base.encode()[:180].decode("utf-8", "ignore").strip(" .") or f"book {book['id']}"
    name, number = f"{base}.md", 1
    while name.casefold() in taken:
        number += 1
        name = f"{base} {number}.md"
    return name


def _replace(path: str, text: str) -> None:
    """Writes a file completely or not at all."""
    handle, made = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".bookworm-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        if os.path.exists(path):
            os.chmod(made, os.stat(path).st_mode & 0o7777)
        else:
            os.chmod(made, 0o666 & ~_umask())
        os.replace(made, path)
    except BaseException:
        os.unlink(made)
        raise


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def note(book: dict[str, Any], old: str | None) -> str:
    """Returns the text of a note, including everything that the user wrote in the old note."""
    ours = f"{BEGIN}\n{_body(book)}{END}"
    if old is None:
        return f"---\n{_front(book)}---\n\n{ours}\n"
    front, rest = _parted(old)
    if BEGIN in rest and END in rest:
        head, _, tail = rest.partition(BEGIN)
        rest = head + ours + tail.partition(END)[2]
    return f"---\n{_front(book)}{_others(front)}---\n{rest}"


def _front(book: dict[str, Any]) -> str:
    """Writes our properties as YAML. Texts and lists in JSON are valid in YAML too."""
    lines = [f'{_KEY}: "{book["global_id"]}"']
    for name in _PROPERTIES:
        value = output.plain(book[name])
        if name == "contributors":
            value = [output.flat(each) for each in book[name]]
        if name == "created":
            value = value[:10]
        if value in (None, [], "", False) or (name == "rating" and not value):
            continue
        lines.append(f"{name}: {json.dumps(value, ensure_ascii=False)}")
    for each in book["identifiers"]:
        if each.scheme == "isbn":
            lines.append(f'isbn: "{each.value}"')
            break
    return "\n".join(lines) + "\n"


def _parted(text: str) -> tuple[str, str]:
    found = re.match(r"---\r?\n(.*?)^---[ \t]*\r?\n?", text, re.DOTALL | re.MULTILINE)
    return (found[1], text[found.end() :]) if found else ("", text)


def _others(front: str) -> str:
    """Returns the properties that this command does not write, with the lines of each."""
    kept, ours = [], False
    for line in front.splitlines(keepends=True):
        found = re.match(r"([^\s:#-][^:]*):", line)
        if found:
            ours = found[1] in (_KEY, "isbn", *_PROPERTIES)
        if not ours:
            kept.append(line)
    return "".join(kept)


def _body(book: dict[str, Any]) -> str:
    parts = [f"# {_line(book['title'])}\n\n*{_line(book['author'])}*\n"]
    for name, title in (("synopsis", "Synopsis"), ("review", "Review"), ("notes", "Notes")):
        if book[name]:
            text = book[name].rstrip()
            if name == "review" and book["spoilers"]:
                text = "> [!warning]- Spoilers\n" + _quoted(text)
            parts.append(f"\n## {title}\n\n{text}\n")
    if book["readings"]:
        parts.append("\n## Readings\n\n" + "".join(_reading(each) for each in book["readings"]))
    if book["quotes"]:
        parts.append("\n## Quotes\n")
        for each in book["quotes"]:
            place = each["page"] or ""
            place = f"\n> ({'p. ' if is_page(place) else ''}{place})" if place else ""
            parts.append(f"\n{_quoted(each['text'])}{place}\n")
    text = "".join(parts)
    # Only our own comments may end our part.
    return text.replace(END, "%% bookworm end %%").replace(BEGIN, "%% bookworm begin %%")


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def _line(text: str) -> str:
    return " ".join(text.split())


def _reading(reading: dict[str, Any]) -> str:
    days = " to ".join(str(day) for day in (reading["started"], reading["finished"]) if day)
    note_of_it = f": {_line(reading['note'])}" if reading["note"] else ""
    return f"- {reading['outcome']}{', ' + days if days else ''}{note_of_it}\n"
