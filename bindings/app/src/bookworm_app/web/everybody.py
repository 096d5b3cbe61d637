"""All people of a library by role. After a change, only those of the changed books are counted."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import bookworm

from ..people import ROLES, ratings_by_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: Up to this number, changed books are read alone; otherwise all books are read again.
_FEW = 100
#: A person of a book: role and name.
_Key = tuple[str, str]


@dataclass(frozen=True)
class Person:
    """A person in a role. Its average is the mean rating of the rated books."""

    name: str
    role: str
    books: int
    average: float | None


def _person(role: str, name: str, ratings: tuple[int, ...]) -> Person:
    """Makes a person of how many books have each rating; the first are not rated."""
    rated = sum(ratings[1:])
    stars = sum(each * count for each, count in enumerate(ratings))
    return Person(name, role, sum(ratings), stars / rated if rated else None)


class Everybody:
    """The people of a library, for any thread."""

    def __init__(self, store: bookworm.Store) -> None:
        self._store = store
        self._observer = store.observe("author", "author_sort", "contributors", "rating")
        self._lock = threading.Lock()
        self._index: _Index | None = None
        #: The people of each role by name. A role that must be counted again is left out.
        self._people: dict[str, dict[str, Person]] = {}
        self._sorted: dict[_Key, list[Person]] = {}

    def roles(self) -> list[str]:
        """Returns the roles that occur, the known ones first."""
        with self._lock:
            return self._updated().roles()

    def of_role(self, role: str) -> list[Person]:
        """Returns the people of a role by name."""
        return self.sorted(role, "name")

    def sorted(self, role: str, sort: str) -> list[Person]:
        """Returns the people of a role, or with "" of all roles, by name, books or average."""
        with self._lock:
            index = self._updated()
            kept = self._sorted.get((role, sort))
            if kept is None:
                roles = [role] if role else index.roles()
                kept = [each for name in roles for each in self._counted(index, name).values()]
                if sort != "name":
                    kept.sort(key=lambda each: -(getattr(each, sort) or 0))
                self._sorted[role, sort] = kept
            return kept

    def count(self) -> None:
        """Counts the people of all roles, so that no page waits for it."""
        for role in self.roles():
            self.of_role(role)

    def close(self) -> None:
        """Ends the observation."""
        self._observer.close()

    def _counted(self, index: _Index, role: str) -> dict[str, Person]:
        found = self._people.get(role)
        if found is None:
            known = role in ROLES
            given = ratings_by_name(self._store.books.all(), role) if known else index.people(role)
            found = {name: _person(role, name, ratings) for name, ratings in given.items()}
            self._people[role] = found
        return found

    def _updated(self) -> _Index:
        """Applies what has changed since the last call."""
        try:
            return self._apply(self._changed())
        except BaseException:
            # The changes are read: next time all is counted again.
            self._index = None
            raise

    def _apply(self, changed: dict[int, bool] | None) -> _Index:
        index = self._index
        if index is None or changed is None or len(changed) > _FEW:
            self._people, self._sorted = {}, {}
            self._index = index = _Index(self._store)
        elif changed:
            self._sorted = {}
            books = {book.id: book for book in self._store.books.get_many(changed)}
            again: set[_Key] = set()
            for number, is_other in changed.items():
                before = index.roles_of(number)
                people = _people_of(books[number]) if number in books else []
                index.put(number, people, books[number].rating if number in books else 0)
                if is_other:
                    for role in before + [role for role, _ in people]:
                        self._people.pop(role, None)
                else:
                    again.update(people)
            for role, name in again:
                self._count_again(role, name)
        return index

    def _count_again(self, role: str, name: str) -> None:
        """Counts a person whose books have new ratings, or who has a new book."""
        known = self._people.get(role)
        if known is None:
            return
        given = None
        if name in known and role in ROLES:
            condition: Any = {f"{role}_is": name}
            given = ratings_by_name(self._store.books.where(**condition), role).get(name)
        if given is None:
            # A new person, or one whose books have several spellings.
            del self._people[role]
        else:
            known[name] = _person(role, name, given)

    def _changed(self) -> dict[int, bool] | None:
        """Returns the books that changed since the last call; None if they are unknown.

        Each has whether more was done than to create it or to rate it.
        """
        found: dict[int, bool] = {}
        is_known = True
        while (changes := self._observer.next(0)) is not None:
            is_known = is_known and not changes.reread
            for each in changes:
                if each.entity == "book":
                    is_other = each.kind != "inserted" and (
                        each.kind != "updated"
                        or not each.fields.isdisjoint(("author", "author_sort", "contributors"))
                    )
                    found[each.id] = found.get(each.id, False) or is_other
        return found if is_known else None


def _people_of(book: bookworm.Book) -> list[_Key]:
    """Returns the people of a book: its contributors, and its author if none of them is one."""
    return _with_author(((each.role, each.name) for each in book.contributors), book.author)


def _with_author(people: Iterable[_Key], author: str) -> list[_Key]:
    made = list(people)
    return made if any(role == "author" for role, _ in made) else [*made, ("author", author)]


class _Index:
    """The roles in each book, and the people with other roles than those of the library.

    The library lists neither. It is made of all books with contributors; all others have an author.
    """

    def __init__(self, store: bookworm.Store) -> None:
        self._roles: dict[int, tuple[str, ...]] = {}
        self._kinds: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._others: dict[int, tuple[tuple[_Key, ...], int]] = {}
        self._count: Counter[str] = Counter()
        self._people: dict[str, dict[str, tuple[int, ...]]] | None = None
        self._store = store
        names = ("id", "contributors", "rating")
        columns = store.books.where(having="contributors").order_by("id").columns(*names)
        for number, people, rating in zip(*(columns[name] for name in names)):
            self.put(number, _with_author(((each.role, each.name) for each in people), ""), rating)

    def roles(self) -> list[str]:
        """Returns the roles that occur, the known ones first."""
        found = set(+self._count)
        if self._store.books:
            found.add("author")
        return [role for role in ROLES if role in found] + sorted(found.difference(ROLES))

    def roles_of(self, book: int) -> list[str]:
        """Returns the roles in a book, as it was put last."""
        return list(self._roles.get(book, ("author",)))

    def put(self, book: int, people: list[_Key], rating: int) -> None:
        """Sets the people of a book; without any, removes it."""
        self._count.subtract(self._roles.pop(book, ()))
        gone = self._others.pop(book, None)
        roles = tuple(sorted({role for role, _ in people}))
        others = tuple(each for each in people if each[0] not in ROLES)
        if roles not in ((), ("author",)):
            # Most books have the same few roles.
            self._roles[book] = self._kinds.setdefault(roles, roles)
            self._count.update(roles)
        if others:
            self._others[book] = others, rating
        if others or gone:
            self._people = None

    def people(self, role: str) -> dict[str, tuple[int, ...]]:
        """Returns the people of another role by name, each with its ratings."""
        if self._people is None:
            given: dict[_Key, list[int]] = {}
            for people, rating in self._others.values():
                for each in people:
                    given.setdefault(each, [0] * 6)[rating] += 1
            self._people = {}
            for (kind, name), ratings in sorted(given.items()):
                self._people.setdefault(kind, {})[name] = tuple(ratings)
        return self._people.get(role, {})
