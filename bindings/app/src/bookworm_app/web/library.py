"""The library that a server shows: its store, its browsers, and its templates."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import bookworm
from bookworm import presentation
from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ..language import KNOWN
from ..quoting import quoted
from ..texts import is_page
from . import live, people
from .browsers import Browsers
from .everybody import Everybody
from .fields import QUARTERS
from .finished import Finished
from .rows import stars_of
from .uploads import Uploads
from .words import NAMES, Words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any, TypeVar

    from jinja2.bccache import Bucket

    _T = TypeVar("_T")

FOLDER = Path(__file__).parent
#: How many counts and statistics are kept until the store changes.
MOST_REMEMBERED = 256
STATUSES = tuple(bookworm.Status)
SORTS = (
    "title", "author", "rating", "exact_rating", "created", "updated", "finished", "started",
    "year", "series", "genre", "pages", "price",
)  # fmt: skip


@dataclass
class _Watched:
    observer: bookworm.Observer[bookworm.Book]
    last: int


class _Compiled(BytecodeCache):
    """Keeps the code of templates, which is the same in every language."""

    def __init__(self) -> None:
        self._codes: dict[str, CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get(bucket.key)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._codes[bucket.key] = bucket.code


class Library:
    """A store as the server has it.

    store      for reading, by every thread
    finished   when books were finished
    everybody  the people of all books
    browsers   the stores that are written through
    read_only  whether nothing may be changed
    """

    def __init__(self, path: str, *, read_only: bool = False, cookie: str = "bookworm") -> None:
        self.store = bookworm.open(path, create=False, read_only=True)
        self.browsers = Browsers(path)
        self.read_only = read_only
        self.cookie = cookie
        self.hub: live.Hub | None = None
        self.uploads = Uploads()
        self._lock = threading.Lock()
        self._remembered: OrderedDict[tuple[str, ...], tuple[int, Any]] = OrderedDict()
        self._watches: dict[tuple[str, ...], _Watched] = {}
        self.finished = Finished(self.store)
        self.everybody = Everybody(self.store)
        self.version = _version()
        self._words = {language: Words(language) for language in KNOWN}
        self._compiled = _Compiled()
        self._templates = {language: self._environment(language) for language in KNOWN}

    def _environment(self, language: str) -> Environment:
        words = self._words[language]
        made = Environment(
            loader=FileSystemLoader(FOLDER / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            bytecode_cache=self._compiled,
        )
        changing = [("/history", words("History")), ("/import", words("Import a file"))]
        names: dict[str, Any] = {
            "t": words,
            "language": language,
            "languages": NAMES,
            "version": self.version,
            "read_only": self.read_only,
            "statuses": [
                (str(each), presentation.status_name(each, language)) for each in STATUSES
            ],
            "ratings": [presentation.rating_name(each, language) for each in range(6)],
            "quarters": [
                (each, whole, presentation.exact_rating_name(each, language))
                for each, whole in QUARTERS.items()
            ],
            "star": bookworm.StarControl().on_glyph,
            "stars_of": stars_of,
            "sorts": [(each, presentation.sort_key_name(each, language)) for each in SORTS],
            "field": lambda name, entity="book": presentation.field_name(
                name, language, entity=entity
            ),
            "action": lambda name: presentation.action_name(name, language),
            "emoji": presentation.emoji,
            "exact_name": lambda rating: presentation.exact_rating_name(rating, language),
            "money": lambda price: presentation.money(price, language),
            "quoted": quoted,
            "is_page": is_page,
            "line_link": line_link,
            "person_link": people.address,
            "menu": [
                ("/", words("Books")),
                ("/quotes", presentation.field_name("quotes", language)),
                ("/people", words("People")),
                ("/series", words("Series")),
                ("/genres", presentation.field_name("genres", language)),
                ("/shelves", words("Shelves")),
                ("/orders", words("Orders")),
                ("/statistics", words("Statistics")),
                ("/duplicates", words("Duplicates")),
                *([] if self.read_only else changing),
            ],
        }
        made.globals.update(names)
        return made

    def prepare(self) -> None:
        """Loads all templates, and reads when books were finished, before a page needs them."""
        for environment in self._templates.values():
            for name in environment.list_templates():
                environment.get_template(name)
        self.finished.days()

    def words(self, language: str) -> Words:
        """Returns the words of a language."""
        return self._words[language]

    def render(self, language: str, template: str, values: dict[str, Any]) -> str:
        """Renders a template in a language."""
        return self._templates[language].get_template(template).render(values)

    def macro(self, language: str, template: str, name: str, *values: Any) -> str:
        """Renders a macro of a template."""
        module = self._templates[language].get_template(template).module
        return str(getattr(module, name)(*values))

    def transaction(self) -> int:
        """Returns the number of the last transaction. Call it before you read a page's data."""
        with self.store.observe() as observer:
            return observer.transaction

    def remembered(self, key: tuple[str, ...], make: Callable[[], _T], *fields: str) -> _T:
        """Returns the result of `make`, which is called again only after a change of the store.

        fields  the fields of books that decide the result; by default every change does
        """
        change = self.last_change(*fields)
        with self._lock:
            found = self._remembered.get(key)
            if found is not None and found[0] == change:
                self._remembered.move_to_end(key)
                value: _T = found[1]
                return value
        made = make()
        with self._lock:
            self._remembered[key] = (change, made)
            if len(self._remembered) > MOST_REMEMBERED:
                self._remembered.popitem(last=False)
        return made

    def last_change(self, *fields: str) -> int:
        """Returns the last transaction that changed these fields or the number of books.

        Without fields, it is the last transaction. A server that has just begun may return a later
        one.
        """
        if not fields:
            return self.transaction()
        with self._lock:
            if fields not in self._watches:
                observer = self.store.observe(*fields)
                self._watches[fields] = _Watched(observer, observer.transaction)
            watched = self._watches[fields]
            while (changes := watched.observer.next(0)) is not None:
                watched.last = changes.transaction
            return watched.last

    def close(self) -> None:
        """Closes the store and those of the browsers."""
        self.browsers.close()
        self.uploads.close()
        self.finished.close()
        self.everybody.close()
        for watched in self._watches.values():
            watched.observer.close()
        self.store.close()


def line_link(line: str) -> Markup:
    """Returns the address of the page that shows the books of a search line."""
    return Markup("/?q=" + quote(line, safe=""))


def _version() -> str:
    """Returns a version that changes with the files that browsers keep."""
    made = hashlib.sha256()
    for path in sorted((FOLDER / "static").iterdir()):
        made.update(path.read_bytes())
    return made.hexdigest()[:12]
