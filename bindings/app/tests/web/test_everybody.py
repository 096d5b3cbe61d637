"""The list of people stays right when books change, although most of it is not counted again."""

from __future__ import annotations

import html
import random
import re
import statistics
from collections import defaultdict
from pathlib import Path

import bookworm
import pytest
from bookworm import Contributor

from .conftest import Serve, Server

ROLES = ("author", "translator", "narrator", "Foreword", "Cover Artist")
NAMES = [f"Person {letter}" for letter in "ABCDEFGHIJ"]
#: A row of the page: name, role, books, average.
ROW = re.compile(
    r'<th scope="row"><a[^>]*>([^<]*)</a>(?: <span class="quiet"[^>]*>([^<]*)</span>)?.*?'
    r'<td class="num"><a[^>]*>(\d+)</a></td><td class="num">([\d.]*)', re.DOTALL
)  # fmt: skip


def listed(server: Server, address: str) -> list[tuple[str, ...]]:
    return ROW.findall(server.ask(address, Accept_Language="en").text)


def counted(store: bookworm.Store) -> dict[str, dict[str, tuple[str, str]]]:
    """Counts the people of each role, book by book."""
    ratings: dict[tuple[str, str], list[int]] = defaultdict(list)
    for book in store.books:
        people = {(each.role, each.name) for each in book.contributors or ()}
        if not any(role == "author" for role, _ in people):
            people.add(("author", book.author))
        for each in people:
            ratings[each].append(book.rating)
    made: dict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    for (role, name), given in ratings.items():
        rated = list(filter(None, given))
        average = f"{statistics.mean(rated):.1f}" if rated else ""
        made[role][name] = str(len(given)), average
    return made


def people(chance: random.Random) -> list[Contributor] | None:
    found = [Contributor(chance.choice(NAMES), role) for role in ROLES if chance.random() < 0.4]
    return found or None


def change(store: bookworm.Store, chance: random.Random) -> None:
    ids = store.books.all().ids()
    what = chance.randrange(8)
    if what == 0 or not ids:
        store.books.create("New", chance.choice(NAMES), contributors=people(chance))
    elif what == 1:
        store.books.delete(chance.choice(ids))
    elif what == 2:
        store.books.rename_person(chance.choice(NAMES), chance.choice(NAMES))
    elif what == 3:
        store.books.update([chance.choice(ids)], contributors=people(chance))
    elif what == 4:
        store.undo()
    else:
        store.books[chance.choice(ids)].rating = chance.randint(0, 5)


@pytest.mark.parametrize("seed", range(3))
def test_the_list_is_right_after_any_change(
    server: Server, library: bookworm.Store, seed: int
) -> None:
    chance = random.Random(seed)
    for number in range(40):
        library.books.create(f"Book {number}", chance.choice(NAMES), contributors=people(chance),
                             rating=chance.randint(0, 5))  # fmt: skip
    for _ in range(40):
        change(library, chance)
        expected = counted(library)
        for role in (*ROLES, "editor"):
            rows = listed(server, f"/people?role={role.replace(' ', '+')}&sort=books")
            assert {row[0]: (row[2], row[3]) for row in rows} == expected.get(role, {})
            books = [int(row[2]) for row in rows]
            assert books == sorted(books, reverse=True)
        rows = listed(server, "/people")
        assert len(rows) == sum(map(len, expected.values()))
        best = listed(server, "/people?sort=average")
        averages = [float(row[3] or 0) for row in best]
        assert averages == sorted(averages, reverse=True)
        tabs = re.findall(r'href="/people\?role=([^"&]+)"', server.ask("/people").text)
        assert {each.replace("%20", " ") for each in tabs} == set(expected)


def test_a_long_list_has_pages_and_each_person_once(
    serve: Serve, store: bookworm.Store, path: Path
) -> None:
    translators = [
        None if n % 2 else [Contributor(f"Author {n:03}"), Contributor(f"T {n:03}", "translator")]
        for n in range(250)
    ]
    authors = [f"Author {n:03}" for n in range(250)]
    store.books.create_many(title=authors, author=authors, contributors=translators)
    server = serve(path)
    expected = [(name, "") for name in authors]
    expected += [(f"T {n:03}", "Translator") for n in range(0, 250, 2)]
    address, found = "/people", []
    while address:
        text = server.ask(address, Accept_Language="en").text
        rows = ROW.findall(text)
        assert len(rows) <= 100
        found += [row[:2] for row in rows]
        further = re.search(r'href="([^"]*)"[^>]*rel="next"|rel="next"[^>]*href="([^"]*)"', text)
        address = (further[1] or further[2]).replace("&amp;", "&") if further else ""
    assert found == expected
    text = server.ask("/people?role=translator", Accept_Language="en").text
    assert '<small class="quiet">125</small>' in text


def test_new_names_are_listed_in_the_order_of_the_library(
    server: Server, library: bookworm.Store
) -> None:
    chance = random.Random(7)
    letters = "AaÀBbłLØoz1290 .-'東"
    for number in range(250):
        library.books.create("Many", "".join(chance.choices(letters, k=3)) + f"x{number}")
    for number in range(20):
        name = "".join(chance.choices(letters, k=3)) + f" {number}"
        sort = "".join(chance.choices(letters, k=4)) + "s" if number % 4 == 0 else None
        people = [Contributor(name, sort=sort), Contributor(name, "translator")]
        book = library.books.create("New", name, contributors=people if number % 2 else None)
        if number % 5 == 0:
            library.books[chance.randint(1, 200)].author = f"Other {number}"
        if number % 7 == 0:
            # A spelling of its own, for a book of the same person.
            library.books.create("Newer", name.upper())
        if number % 9 == 0:
            book.delete()
        for role in ("author", "translator"):
            groups = library.statistics_by(role)
            expected = [(each.name, str(each.books)) for each in groups]
            shown: list[tuple[str, str]] = []
            for first in range(0, len(expected), 100):
                rows = listed(server, f"/people?role={role}&from={first}")
                shown += [(html.unescape(row[0]), row[2]) for row in rows]
            assert shown == expected
