"""All people of a library by role. After a change, only those of the changed books are counted."""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from sys import intern

import bookworm
from bookworm import Contributor, presentation

from ..people import ROLES, ratings_by_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: Up to this number, changed books are read alone; otherwise all books are read again.
_FEW = 100
#: If a role has more new names than this, counting the role again is faster than placing them.
_FEW_NEW = 8
#: A person: role and name.
_Key = tuple[str, str]
#: The people of a book: role, name, and the text to sort by if there is one.
_People = tuple[tuple[str, str, "str | None"], ...]


@dataclass(frozen=True)
class Person:
    """A person in a role. Its average is the mean rating of the rated books."""

    name: str
    role: str
    books: int
    average: float | None


def _person(role: str, name: str, ratings: tuple[int, ...]) -> Person:
    """Makes a person from the number of books with each rating, 0 for unrated books first."""
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
            # The observer does not report these changes again, so next time everything is counted.
            self._index = None
            raise

    def _apply(self, changed: set[int] | None) -> _Index:
        index = self._index
        if index is None or changed is None or len(changed) > _FEW:
            self._people, self._sorted = {}, {}
            self._index = index = _Index(self._store)
        elif changed:
            self._sorted = {}
            books = {book.id: book for book in self._store.books.get_many(changed)}
            again: dict[_Key, bool] = {}
            for number in changed:
                before, book = index.people_of(number), books.get(number)
                now = _people_of(book) if book else ()
                index.put(number, now, book.rating if book else 0)
                for person in {*before, *now}:
                    role, name, sort = person
                    is_placed = sort is None or (person in before and person in now)
                    again[role, name] = again.get((role, name), True) and is_placed
            known = self._people
            new = Counter(role for role, name in again if name not in known.get(role, ()))
            for role in [role for role, count in new.items() if count > _FEW_NEW]:
                known.pop(role, None)
            for (role, name), is_placed in again.items():
                self._count_again(index, role, name, is_placed)
        return index

    def _count_again(self, index: _Index, role: str, name: str, is_placed: bool) -> None:
        """Counts a person whose books have changed.

        is_placed  whether a person who is known keeps the place in the list
        """
        people = self._people.get(role)
        if people is None:
            return
        if role not in ROLES:
            del self._people[role]
            return
        condition: Any = {f"{role}_is": name}
        given = ratings_by_name(self._store.books.where(**condition), role)
        place: int | None = 0
        if name in given and not (is_placed and name in people):
            place = index.place(role, name, [each for each in people if each != name])
        if place is None or (given and name not in given):
            # The books spell the name in several ways, or its place in the list is not clear.
            del self._people[role]
        elif not given:
            people.pop(name, None)
        elif name in people and is_placed:
            people[name] = _person(role, name, given[name])
        else:
            people.pop(name, None)
            items = list(people.items())
            items.insert(place, (name, _person(role, name, given[name])))
            self._people[role] = dict(items)

    def _changed(self) -> set[int] | None:
        """Returns the books that changed since the last call; None if they are unknown."""
        found: set[int] = set()
        is_known = True
        while (changes := self._observer.next(0)) is not None:
            is_known = is_known and not changes.reread
            found.update(each.id for each in changes if each.entity == "book")
        return found if is_known else None


def _people_of(book: bookworm.Book) -> _People:
    """Returns the people of a book: its contributors, and its author if none of them is one."""
    return _with_author(book.contributors, book.author, book.author_sort)


def _with_author(people: Iterable[Contributor], author: str, sort: str | None) -> _People:
    made = tuple((intern(each.role), intern(each.name), each.sort) for each in people)
    return made if any(each[0] == "author" for each in made) else (*made, ("author", author, sort))


class _Index:
    """The people of each book, and the people with roles that the library does not know.

    The library does not count people with such roles.
    """

    def __init__(self, store: bookworm.Store) -> None:
        self._books: dict[int, _People] = {}
        self._others: dict[int, tuple[tuple[_Key, ...], int]] = {}
        #: The texts to sort by, by role and name, and the people who have several.
        self._sorts: defaultdict[str, dict[str, str | None]] = defaultdict(dict)
        self._unclear: set[_Key] = set()
        self._count: Counter[str] = Counter()
        self._people: dict[str, dict[str, tuple[int, ...]]] | None = None
        books = store.books.order_by("id")
        same: dict[tuple[str, str | None], _People] = {}
        names = ("id", "author", "author_sort", "contributors", "rating")
        given = books.where(having="contributors").columns(*names)
        others = dict(zip(given["id"], zip(*(given[name] for name in names[1:]))))
        columns = books.columns(*names[:3])
        for number, author, sort in zip(*(columns[name] for name in names[:3])):
            if number in others:
                continue
            # Many books have the same author.
            people = same.get((author, sort))
            if people is None:
                people = same[author, sort] = (("author", author, sort),)
                self._keep_sorts(people)
            self._books[number] = people
        self._count["author"] = len(self._books)
        for number, (author, sort, contributors, rating) in others.items():
            self.put(number, _with_author(contributors, author, sort), rating)

    def roles(self) -> list[str]:
        """Returns the roles that occur, the known ones first."""
        found = set(+self._count)
        return [role for role in ROLES if role in found] + sorted(found.difference(ROLES))

    def people_of(self, book: int) -> _People:
        """Returns the people of a book, as it was put last."""
        return self._books.get(book, ())

    def put(self, book: int, people: _People, rating: int) -> None:
        """Sets the people of a book; without any, removes it."""
        self._count.subtract({role for role, _, _ in self._books.pop(book, ())})
        gone = self._others.pop(book, None)
        if people:
            self._books[book] = people
            self._count.update({role for role, _, _ in people})
        self._keep_sorts(people)
        others = tuple((role, name) for role, name, _ in people if role not in ROLES)
        if others:
            self._others[book] = others, rating
        if others or gone:
            self._people = None

    def _keep_sorts(self, people: _People) -> None:
        for role, name, sort in people:
            if self._sorts[role].setdefault(name, sort) != sort:
                self._unclear.add((role, name))

    def place(self, role: str, name: str, others: list[str]) -> int | None:
        """Returns the place of a person among others, which are sorted; None if it is not clear."""
        compared = [name]

        def key(each: str) -> tuple[bytes, bytes]:
            compared.append(each)
            sort = self._sorts[role].get(each) or each
            return presentation.name_key(sort), presentation.name_key(each)

        place = bisect_left(others, key(name), key=key)
        return None if any((role, each) in self._unclear for each in compared) else place

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
