"""Searches find the right books, fields and order, for texts of any script."""

from __future__ import annotations

import html
import itertools
import re
import sqlite3
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import is_visible
from hypothesis import given, settings, strategies as st

import bookworm
from bookworm._native.field_tables import SEARCHED


@pytest.fixture
def shelf(store: bookworm.Store) -> bookworm.Store:
    """Dune, a Japanese and a Polish book, with the ids 1 to 3."""
    dune = store.books.create(
        "Dune", "Frank Herbert", review="The spice must flow, say the sandworms."
    )
    store.books.create("東京大学物語", "江川達也", notes="도서관에서 빌림")
    lodz = store.books.create("Łódź Nights", "Zoë O’Brien")
    dune.quotes.add("Fear is the mind-killer.")
    lodz.quotes.add("Dune, by night")
    return store


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("dune", [1, 3]),
        ("HERBERT spice fear", [1]),
        ("lodz zoe", [3]),
        ("o'brien", [3]),
        ("sand", []),
        ("sand*", [1]),
        ('"must flow"', [1]),
        ('"flow must"', []),
        ('"must flow', [1]),
        ("mind-killer", [1]),
        ("東京", [2]),
        ("京大", [2]),
        ("東大", []),
        ("도서", [2]),
        ("서관", [2]),
        ("語", [2]),
        ("", [1, 2, 3]),
        ("\u3000 ", [1, 2, 3]),
        ("?!", []),
        ('dune AND ("', []),
    ],
)
def test_words_are_found_wherever_they_stand(
    shelf: bookworm.Store, text: str, found: list[int]
) -> None:
    assert shelf.books.search(text).order_by("id").ids() == found


def test_fields_and_match_say_where_and_how_to_look(shelf: bookworm.Store) -> None:
    books = shelf.books
    assert books.search("dune", fields="title").ids() == [1]
    assert books.search("dune", fields=("author", "quotes")).ids() == [3]
    assert books.search("dune fear", fields=["title", "quotes"]).ids() == [1]
    assert books.search("fear 東京", match="any").ids() == [1, 2]
    assert books.search("fear 東京", match="none").ids() == [3]


def test_a_search_combines_with_conditions_orders_and_slices(shelf: bookworm.Store) -> None:
    shelf.books[3].rating = 5
    dunes = shelf.books.search("dune")
    assert dunes.where(rating=5).ids() == [3]
    assert shelf.books.where(rating=5).search("dune").search("night").ids() == [3]
    assert dunes.order_by("-id").ids() == [3, 1]
    assert dunes.order_by("relevance").ids() == [1, 3]
    assert dunes.order_by("-relevance").ids() == [3, 1]
    assert dunes.order_by("rank").ids() == [1, 3]
    assert [book.id for book in dunes.order_by("relevance")[:1]] == [1]
    assert (dunes.count(), len(dunes), bool(dunes)) == (2, 2, True)
    assert not shelf.books.search("nowhere")
    assert dunes.columns("title", "rating") == {"title": ["Dune", "Łódź Nights"], "rating": [0, 5]}
    assert dunes.rate(4) == 2
    assert dunes.delete() == 2
    assert shelf.books.all().ids() == [2]


def test_pages_make_up_the_whole(store: bookworm.Store) -> None:
    titles = ["Needle", "Needle and hay", "A needle in much hay"] * 9
    store.books.create_many(title=titles, author=["A"] * 27)
    for order in ("relevance", "-relevance", "id", "-id", "title"):
        query = store.books.search("needle").order_by(order)
        pages = [[book.id for book in page.books] for page in query.pages(4)]
        assert list(itertools.chain(*pages)) == query.ids(), order
        assert [len(page) for page in pages] == [4, 4, 4, 4, 4, 4, 3]


def test_matches_tell_where_the_words_stand(shelf: bookworm.Store) -> None:
    (match,) = shelf.books.search("flow spice").matches()
    assert (match.book, match.field) == (shelf.books[1], "review")
    assert match.snippet == "The [spice] must [flow], say the sandworms."
    assert (match.rank or 0) < 0
    assert [(each.field, each.snippet) for each in shelf.books.search("dune").matches()] == [
        ("title", "[Dune]"),
        ("quotes", "[Dune], by night"),
    ]
    (korean,) = shelf.books.search("도서")[:5].matches("<", ">")
    assert (korean.field, korean.snippet) == ("notes", "<도서>관에서 빌림")
    best = list(shelf.books.search("dune").order_by("relevance").matches())
    assert [each.rank for each in best] == sorted(each.rank for each in best if each.rank)


def test_without_a_search_matches_tell_of_books_only(shelf: bookworm.Store) -> None:
    matches = list(shelf.books.search("").order_by("relevance").matches())
    assert [match.book.id for match in matches] == [1, 2, 3]
    assert {match[1:] for match in matches} == {(None, None, None)}


def test_many_matches_are_streamed(store: bookworm.Store) -> None:
    count = 3000
    store.books.create_many(
        title=[f"Needle {number}" for number in range(count)], author=["A"] * count
    )
    matches = store.books.search("needle").order_by("id").matches()
    first = next(matches)
    assert first.snippet == "[Needle] 0"
    assert sum(match.field == "title" for match in matches) == count - 1


def test_a_long_text_is_cut_around_the_words(store: bookworm.Store) -> None:
    filler = "lorem ipsum " * 500
    store.books.create("A", "B", notes=f"{filler}the <needle> itself {filler}")
    (match,) = store.books.search("needle").matches("\2", "\3")
    snippet = match.snippet or ""
    assert (snippet[0], snippet[-1]) == ("…", "…")
    assert 80 < len(snippet) < 105
    shown = html.escape(snippet).replace("\2", "<b>").replace("\3", "</b>")
    assert "the &lt;<b>needle</b>&gt; itself" in shown


def test_the_index_follows_every_change(shelf: bookworm.Store) -> None:
    def ids(text: str) -> list[int]:
        return shelf.books.search(text).ids()

    book = shelf.books[1]
    book.title = "Arrakis"
    book.notes = "desert"
    assert (ids("dune"), ids("arrakis desert spice")) == ([3], [1])
    book.notes = None
    (quote,) = book.quotes
    quote.text = "Bless the Maker"
    assert (ids("desert"), ids("fear"), ids("maker")) == ([], [], [1])
    quote.delete()
    assert ids("maker") == []
    with pytest.raises(RuntimeError), shelf.transaction() as transaction:
        transaction.books.create("Caladan", "A")
        assert transaction.books.search("caladan").count() == 1
        raise RuntimeError
    assert ids("caladan") == []
    book.delete()
    assert ids("arrakis") == []
    assert shelf.check() == []


def test_another_process_finds_it_too(
    store: bookworm.Store, path: Path, run: Callable[..., Any]
) -> None:
    script = """
        import sys, bookworm
        with bookworm.open(sys.argv[1]) as store:
            print(store.books.search("lodz").ids())
            store.books.create("東京", "B")
        """
    store.books.create("Łódź", "A")
    assert run(script, path).stdout.strip() == "[1]"
    assert store.books.search("東京").ids() == [2]


def test_plain_sqlite_reads_the_store_and_its_index(
    store: bookworm.Store, path: Path, run: Callable[..., Any]
) -> None:
    store.books.create("Łódź 東京", "A")
    script = """
        import sqlite3, sys
        store = sqlite3.connect(sys.argv[1])
        print(store.execute("SELECT title FROM books").fetchall())
        match = "SELECT rowid FROM book_search WHERE book_search MATCH 'lodz AND 東京'"
        print(store.execute(match).fetchall())
        print(store.execute("PRAGMA integrity_check").fetchall())
        """
    lines = run(script, path).stdout.splitlines()
    assert lines == ["[('Łódź 東京',)]", "[(1,)]", "[('ok',)]"]


def test_a_damaged_index_is_told_and_made_anew(
    store: bookworm.Store, path: Path, run: Callable[..., Any]
) -> None:
    store.books.create("Dune", "A")
    spoil = "INSERT INTO book_search (book_search) VALUES ('delete-all')"
    script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).connection"
    assert run(script + ".commit()", path, spoil).stderr == ""
    assert store.books.search("dune").ids() == []
    assert {problem.kind for problem in store.check()} == {"search index"}
    store.rebuild()
    assert store.books.search("dune").ids() == [1]
    assert store.check() == []


@pytest.mark.parametrize(
    ("arguments", "error", "field"),
    [
        ({"text": 3}, TypeError, None),
        ({"text": b"a"}, TypeError, None),
        ({"text": "a\0b"}, bookworm.TextError, "text"),
        ({"text": "a\ud800"}, bookworm.TextError, "text"),
        ({"text": "a" * 16385}, bookworm.TooLargeError, "text"),
        ({"text": "a", "fields": "titel"}, bookworm.ArgumentError, "fields"),
        ({"text": "a", "fields": "rating"}, bookworm.ArgumentError, "fields"),
        ({"text": "a", "fields": ()}, bookworm.ArgumentError, "fields"),
        ({"text": "a", "fields": 3}, TypeError, None),
        ({"text": "a", "fields": [3]}, TypeError, None),
        ({"text": "a", "match": "some"}, bookworm.ArgumentError, "match"),
        ({"text": "a", "match": 1}, TypeError, None),
    ],
)
def test_what_cannot_be_searched_is_refused(
    store: bookworm.Store, arguments: dict[str, Any], error: type[Exception], field: str | None
) -> None:
    with pytest.raises(error) as raised:
        store.books.search(**arguments)
    if isinstance(raised.value, bookworm.Error):
        assert raised.value.field == field


def test_a_slice_is_not_searched(store: bookworm.Store) -> None:
    with pytest.raises(bookworm.ArgumentError):
        store.books.all()[:3].search("a")
    with pytest.raises(bookworm.CursorError):
        store.books.create_many(title=["a", "a"], author=["b", "b"])
        page = store.books.search("a").order_by("relevance").page(1)
        store.books.search("a").page(1, page.cursor)


# Below: a search that scans every text without an index, to compare with.

_SPACELESS = "東京都도서관カー"
_letters = st.sampled_from(list("abBéÉłß1") + list(_SPACELESS))
_signs = st.sampled_from([" ", " ", "-", "'", "\n", "。", "\u00ad", "\u0301"])
_texts = st.lists(_letters | _letters | _signs, max_size=12).map("".join)
_Row = tuple[str, str, list[str]]
_FOLDED = str.maketrans({"ł": "l", "\u00ad": "", "\u0301": ""})


def _segments(text: str) -> list[str]:
    """Returns words, and runs of characters that are written without spaces."""
    folded = unicodedata.normalize("NFKD", text).casefold().translate(_FOLDED)
    folded = unicodedata.normalize("NFC", folded)
    return re.findall(f"[{_SPACELESS}]+|[a-z0-9]+", folded)


def _scan(words: list[str], texts: list[str]) -> bool:
    """Returns whether every word is in one of the texts."""
    plain = [" " + " ".join(_segments(text)) + " " for text in texts]
    for word in words:
        segments = _segments(word)
        if not segments:
            continue
        wanted = " ".join(segments)
        left = "" if segments[0][0] in _SPACELESS else " "
        right = "" if segments[-1][0] in _SPACELESS or word.endswith("*") else " "
        if not any(left + wanted + right in text for text in plain):
            return False
    return True


@pytest.fixture(scope="module")
def memory() -> Iterator[bookworm.Store]:
    with bookworm.open(":memory:") as store:
        yield store


@st.composite
def _searches(draw: st.DrawFn) -> tuple[list[_Row], list[tuple[str, bool]]]:
    """Sequences of texts, and terms that are mostly parts of them."""
    rows: list[_Row] = draw(
        st.lists(st.tuples(_texts, _texts, st.lists(_texts, max_size=2)), min_size=1, max_size=6)
    )
    texts = [text for notes, review, quotes in rows for text in (notes, review, *quotes)]
    terms = []
    for _ in range(draw(st.integers(1, 2))):
        text = draw(st.sampled_from(texts) | _texts)
        start = draw(st.integers(0, len(text)))
        piece = text[start : start + draw(st.integers(1, 4))]
        terms.append((piece, draw(st.booleans())))
    return rows, terms


@settings(max_examples=300)
@given(_searches())
def test_what_is_found_is_what_a_scan_of_the_texts_finds(
    memory: bookworm.Store, searched: tuple[list[_Row], list[tuple[str, bool]]]
) -> None:
    rows, terms = searched
    expected = []
    words = []
    for term, is_prefix in terms:
        # One term each, which a person would have to put between quotation marks.
        word = term.replace("\n", " ").strip()
        ends = is_prefix and word[-1:].isalnum()
        words.append((f'"{word}"*', word + "*") if ends else (f'"{word}"', word))
    memory.books.all().delete()
    for notes, review, quotes in rows:
        texts = ["x", "y", notes, review, *quotes]
        book = memory.books.create("x", "y", notes=notes, review=review)
        for quote in quotes:
            if is_visible(quote):
                book.quotes.add(quote)
        if any(_segments(word) for _, word in words) and _scan([w for _, w in words], texts):
            expected.append(book.id)
    text = " ".join(quoted for quoted, _ in words)
    found = memory.books.search(text).order_by("id")
    assert found.ids() == expected
    assert sorted(found.order_by("relevance").ids()) == expected
    for match in found.matches("\2", "\3"):
        assert match.field
        assert "\2" in (match.snippet or "")
    assert memory.check() == []


def test_sqlite_here_can_search() -> None:
    """The tests above read the index with Python's own SQLite."""
    sqlite3.connect(":memory:").execute("CREATE VIRTUAL TABLE t USING fts5(a)")


def test_every_searched_field_is_named(store: bookworm.Store) -> None:
    texts: dict[str, Any] = {name: f"word{name}" for name in SEARCHED if name != "quotes"}
    texts.update(title="wordtitle Dune", author="wordauthor Herbert")
    store.books.create(**texts).quotes.add("wordquotes")
    help_text = str(bookworm.Query.search.__doc__)
    for name in SEARCHED:
        query = store.books.search(f"word{name}")
        assert [match.field for match in query.matches()] == [name]
        assert len(query.search(f"word{name}", fields=name)) == 1
        assert f'"{name}"' in help_text


def test_subtitle_and_publisher_are_searched(store: bookworm.Store) -> None:
    store.books.create("Dune", "Frank Herbert", subtitle="A Novel", publisher="Chilton")
    assert len(store.books.search("novel", fields="subtitle")) == 1
    [match] = store.books.search("chilton").matches()
    assert match.field == "publisher"
