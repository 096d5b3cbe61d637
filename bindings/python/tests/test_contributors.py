"""Tests contributors: set, read, changed, and in batches, frames and imports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import bookworm
from bookworm import Contributor, Draft

PRATCHETT = Contributor("Terry Pratchett", sort="Pratchett, Terry")
GAIMAN = Contributor("Neil Gaiman")
JARVIS = Contributor("Martin Jarvis", "narrator")
ALL = (PRATCHETT, GAIMAN, JARVIS)


def test_a_book_keeps_its_contributors(store: bookworm.Store) -> None:
    book = store.books.create("Good Omens", "Pratchett & Gaiman", contributors=ALL)
    assert book.contributors == ALL
    assert book.author == "Pratchett & Gaiman"
    assert store.books.create("Dune", "Frank Herbert").contributors == ()
    assert book.as_dict()["contributors"] == ALL
    assert '"contributors":[{"name":"Terry Pratchett"' in book.as_json()


def test_the_author_is_derived_from_the_authors(store: bookworm.Store) -> None:
    book = store.books.create("Good Omens", contributors=ALL)
    assert book.author == "Terry Pratchett, Neil Gaiman"
    assert book.author_sort == "Pratchett, Terry; Neil Gaiman"
    book.contributors = ["Neil Gaiman", {"name": "Łukasz Witczak", "role": "Translator"}]
    assert book.contributors == (GAIMAN, Contributor("Łukasz Witczak", "translator"))
    assert book.author == "Neil Gaiman"
    assert book.author_sort is None
    store.undo()
    book.refresh()
    assert (book.author, book.contributors) == ("Terry Pratchett, Neil Gaiman", ALL)
    book.contributors = ()
    assert (book.author, book.contributors) == ("Terry Pratchett, Neil Gaiman", ())


@pytest.mark.parametrize(
    ("contributors", "error"),
    [
        ([Contributor("")], bookworm.InvalidError),
        ([("", "translator")], bookworm.InvalidError),
        ([("A", " ")], bookworm.InvalidError),
        ([{"role": "translator"}], bookworm.ArgumentError),
        ([{"name": "A", "rôle": "editor"}], bookworm.ArgumentError),
        (["A", ("B", "translator", "C\0")], bookworm.TextError),
        ("Neil Gaiman", TypeError),
        ([3], TypeError),
        ([("A", 3)], TypeError),
    ],
)
def test_what_is_no_contributor_is_refused(
    store: bookworm.Store, contributors: Any, error: type[Exception]
) -> None:
    with pytest.raises(error, match="contributor") as caught:
        store.books.create("Good Omens", "A", contributors=contributors)
    if isinstance(caught.value, bookworm.Error):
        assert caught.value.field == "contributors"
    assert store.books.count() == 0


def test_a_book_without_an_author_is_refused(store: bookworm.Store) -> None:
    with pytest.raises(bookworm.InvalidError) as caught:
        store.books.create("An anthology", contributors=[("A", "editor")])
    assert caught.value.field == "author"
    with pytest.raises(TypeError, match="author"):
        store.books.create("An anthology")
    assert [error.field for error in store.books.check(title="A", contributors=["B"])] == []
    wrong = store.books.check(title="A", author="B", contributors=[""])
    assert [error.field for error in wrong] == ["contributors"]


def test_many_books_are_given_theirs(store: bookworm.Store) -> None:
    rows: list[dict[str, Any]] = [
        {"title": "A", "contributors": ALL},
        {"title": "B", "author": "X", "contributors": None},
        {"title": "C", "author": "X"},
        {"title": "D", "author": "X", "contributors": iter(["Neil Gaiman"])},
    ]
    ids = store.books.create_many(rows)
    books = store.books.get_many(ids)
    assert [book.contributors for book in books] == [ALL, (), (), (GAIMAN,)]
    assert books[0].author == "Terry Pratchett, Neil Gaiman"
    columns = store.books.all().columns("title", "contributors")
    assert columns["contributors"] == [ALL, (), (), (GAIMAN,)]
    assert store.books.update_many(id=ids[1:3], contributors=[[JARVIS], None]) == 1
    assert books[1].contributors == (JARVIS,)
    assert store.books.update_many(id=ids[:2], clear="contributors") == 2
    assert books[0].contributors == books[1].contributors == ()
    with pytest.raises(bookworm.InvalidError) as caught:
        store.books.create_many(title=["A", "B"], contributors=[["A"], [""]])
    assert (caught.value.row, caught.value.field) == (1, "contributors")


def test_a_frame_has_them_as_lists(store: bookworm.Store) -> None:
    pa: Any = pytest.importorskip("pyarrow")
    store.books.create("Good Omens", contributors=ALL)
    store.books.create("Dune", "Frank Herbert")
    frame = pa.table(store.books.all().arrow("title", "author", "contributors"))
    names = ("contributor_names", "contributor_roles", "contributor_sorts")
    assert [frame[name].to_pylist()[1] for name in names] == [
        ["Terry Pratchett", "Neil Gaiman", "Martin Jarvis"],
        ["author", "author", "narrator"],
        ["Pratchett, Terry", "", ""],
    ]
    copied = frame.select(["title", "author", *names])
    with bookworm.open(":memory:") as other:
        books = other.books.get_many(other.books.create_many(copied))
        assert [book.contributors for book in books] == [(), ALL]
        rows = {
            "title": pa.array(["A", "B"]),
            "contributor_names": pa.array([["Neil Gaiman"], ["X", "Y"]]),
            "contributor_roles": pa.array([None, [None, "editor"]]),
        }
        books = other.books.get_many(other.books.create_many(pa.table(rows)))
        assert [book.author for book in books] == ["Neil Gaiman", "X"]
        assert books[1].contributors == (Contributor("X"), Contributor("Y", "editor"))
        rows["contributor_roles"] = pa.array([["author", "editor"], None])
        with pytest.raises(bookworm.ArgumentError, match="contributor_roles") as caught:
            other.books.create_many(pa.table(rows))
        assert caught.value.row == 0


def test_an_import_takes_them_and_keeps_local_changes(store: bookworm.Store) -> None:
    def take(*contributors: Any) -> bookworm.ImportedRow:
        rows = [{"source_id": "1", "title": "Good Omens", "contributors": contributors}]
        return store.books.import_from("shop", rows)[0]

    assert take(*ALL).outcome == "created"
    assert take(*ALL).outcome == "unchanged"
    row = take(PRATCHETT, GAIMAN)
    assert row.outcome == "updated"
    assert "contributors" in row.changed
    book = store.books[row.book_id or 0]
    assert book.contributors == (PRATCHETT, GAIMAN)
    book.contributors = [PRATCHETT]
    row = take(PRATCHETT, GAIMAN, JARVIS)
    assert (row.outcome, "contributors" in row.kept) == ("unchanged", True)
    assert book.contributors == (PRATCHETT,)


def test_a_draft_and_a_binding_hold_them(store: bookworm.Store) -> None:
    draft = Draft(title="Good Omens", contributors=ALL)
    assert draft.contributors == ALL
    assert draft.check(store) == []
    book = draft.save(store)
    assert (book.author, book.contributors) == ("Terry Pratchett, Neil Gaiman", ALL)
    draft = Draft.of(book)
    draft.contributors = ["Neil Gaiman"]
    draft.save(store)
    assert book.contributors == (GAIMAN,)
    with book.bind("contributors") as binding:
        assert binding.value == (GAIMAN,)
        binding.value = [JARVIS]
        assert book.contributors == (JARVIS,)
    draft.contributors = None
    draft.save(store)
    assert book.contributors == ()


def test_copies_have_them(store: bookworm.Store, tmp_path: Path) -> None:
    store.books.create("Good Omens", contributors=ALL)
    document = tmp_path / "document"
    store.export_json(document)
    with bookworm.open(tmp_path / "other") as other:
        other.import_json(document)
        (book,) = other.books
        assert book.contributors == ALL
        book.contributors = [GAIMAN]
        store.merge(other, rule="theirs")
        (here,) = store.books
        assert here.contributors == (GAIMAN,)
        assert here.author == "Neil Gaiman"


def test_books_are_found_that_have_any(store: bookworm.Store) -> None:
    store.books.create("Good Omens", contributors=ALL)
    store.books.create("Dune", "Frank Herbert")
    assert [book.title for book in store.books.where(having="contributors")] == ["Good Omens"]
    assert [book.title for book in store.books.where(without="contributors")] == ["Dune"]


def test_their_label_is_in_four_languages() -> None:
    assert bookworm.presentation.field_name("contributors", "de") == "Mitwirkende"


@pytest.fixture
def people(store: bookworm.Store) -> bookworm.Store:
    store.books.create("Good Omens", "Pratchett & Gaiman", contributors=ALL)
    store.books.create("Stardust", "NEIL GAIMAN")
    store.books.create("Beowulf", "Anonymous", contributors=[("Seamus Heaney", "translator")])
    store.books.create("Norse Mythology", contributors=["N. Gaiman", ("Neil Gaiman", "narrator")])
    return store


def titles(query: bookworm.Query) -> list[str]:
    return sorted(book.title for book in query)


@pytest.mark.parametrize(
    ("conditions", "found"),
    [
        ({"author_is": "Neil Gaiman"}, ["Good Omens", "Stardust"]),
        ({"person_is": "neil gaiman"}, ["Good Omens", "Norse Mythology", "Stardust"]),
        ({"narrator_is": ["Neil Gaiman", "Martin Jarvis"]}, ["Good Omens", "Norse Mythology"]),
        ({"translator": "Seamus Heaney"}, ["Beowulf"]),
        ({"translator": "HEAN"}, ["Beowulf"]),
        ({"author_contains": "pratchett, "}, []),
        ({"author_contains": "n. g"}, ["Norse Mythology"]),
        ({"person": "gaiman"}, ["Good Omens", "Norse Mythology", "Stardust"]),
        ({"person_is": "Neil Gaiman", "person": "jarvis"}, ["Good Omens"]),
        ({"editor_is": "Neil Gaiman"}, []),
    ],
)
def test_a_persons_books_are_a_query(
    people: bookworm.Store, conditions: Any, found: list[str]
) -> None:
    assert titles(people.books.where(**conditions)) == found


def test_the_search_line_finds_people(people: bookworm.Store) -> None:
    assert titles(people.books.find("translator:heaney")) == ["Beowulf"]
    assert titles(people.books.find("person:gaiman -author:gaiman")) == []
    assert titles(people.books.find("author:terry")) == ["Good Omens"]
    assert people.books.where(translator="heaney").line == "translator:heaney"


def test_statistics_by_author_count_each_person(people: bookworm.Store) -> None:
    counted = {each.name: each.books for each in people.statistics_by("author")}
    assert counted == {
        "Anonymous": 1,
        "N. Gaiman": 1,
        "Neil Gaiman": 2,
        "Terry Pratchett": 1,
    }
    assert [each.name for each in people.facets("author", "gai", 1)] == ["Neil Gaiman"]


def test_roles_are_counted_too(people: bookworm.Store) -> None:
    people.books.create("Atlas", "Nobody", contributors=[("Bo", "Cartographer")])
    counted = {each.name: each.books for each in people.statistics_by("role")}
    assert counted["author"] == len(people.books)
    assert (counted["translator"], counted["Cartographer"]) == (1, 1)
    assert [each.name for each in people.facets("role", "cart")] == ["Cartographer"]
    assert [each.name for each in people.books.find("beowulf").facets("role")] == [
        "author",
        "translator",
    ]
    label = bookworm.presentation.facet_label
    assert label("role", "translator", "de") == "Übersetzer"
    assert label("role", "Cartographer", "de") == "Cartographer"
    assert bookworm.presentation.group_name("role", "pl") == "Rola"
    with pytest.raises(bookworm.ArgumentError, match="name a person"):
        people.books.all().with_facet("role", "translator")


def test_two_spellings_of_a_person_become_one(people: bookworm.Store) -> None:
    assert people.books.rename_person("N. Gaiman", "Neil Gaiman", "Gaiman, Neil") == 1
    (book,) = people.books.where(title_contains="norse")
    assert book.author == "Neil Gaiman"
    assert book.contributors == (
        Contributor("Neil Gaiman", sort="Gaiman, Neil"),
        Contributor("Neil Gaiman", "narrator"),
    )
    people.undo()
    book.refresh()
    assert book.author == "N. Gaiman"
    assert people.books.rename_person("Nobody", "Somebody") == 0
    with pytest.raises(bookworm.InvalidError) as caught:
        people.books.rename_person("Neil Gaiman", " ")
    assert caught.value.field == "new_name"
