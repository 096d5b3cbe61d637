"""Files for other programs: they come back as they were, and what they cannot hold is named."""

from __future__ import annotations

import csv
import datetime
import json
import sys
from pathlib import Path
from typing import Any

import bookworm
import pytest
from conftest import Run
from hypothesis import HealthCheck, given, settings, strategies

from bookworm_app import cli

day = datetime.date
#: All texts that a store accepts, with quotes, commas, line ends, formulas and invisible signs.
LINES = strategies.text(
    strategies.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20
)
NAMES = LINES.map(lambda text: f"x{text}")
DAYS = strategies.none() | strategies.dates(day(1000, 1, 1), day(2100, 1, 1))
YEARS = strategies.none() | strategies.integers(-3000, 3000).filter(bool)
FIELDS: dict[str, strategies.SearchStrategy[Any]] = {
    "subtitle": LINES,
    "rating": strategies.integers(0, 5),
    "exact_rating": strategies.integers(1, 20).map(lambda quarters: quarters / 4),
    "favourite": strategies.booleans(),
    "genres": strategies.lists(NAMES, max_size=3, unique_by=lambda name: name.casefold()),
    "series": NAMES,
    "series_number": strategies.floats(0, 1000),
    "year": YEARS,
    "edition_year": YEARS,
    "pages": strategies.integers(1, 5000),
    "language": strategies.sampled_from(["en", "pt-BR", "zh-Hant"]),
    "review": LINES,
    "spoilers": strategies.booleans(),
    "notes": LINES,
    "synopsis": LINES,
    "publisher": LINES,
    "price": strategies.builds(
        bookworm.Price, strategies.integers(0, 10**6), strategies.sampled_from(["EUR", "JPY"])
    ),
}
BOOKS: strategies.SearchStrategy[dict[str, Any]] = strategies.fixed_dictionaries(
    {"title": NAMES, "author": NAMES}, optional=FIELDS
).filter(lambda book: not {"rating", "exact_rating"} <= book.keys())
READINGS = strategies.lists(
    strategies.tuples(
        strategies.sampled_from(["completed", "did-not-finish"]), DAYS, strategies.none() | NAMES
    ),
    max_size=3,
)
QUOTES = strategies.lists(strategies.tuples(NAMES, strategies.none() | NAMES), max_size=2)


def contents(store: bookworm.Store) -> list[dict[str, Any]]:
    """Returns all that a CSV keeps of the books, without the values that the store itself sets."""
    made = []
    for book in store.books.order_by("id"):
        row = book.as_dict()
        row["quotes"] = sorted(((each["text"], each["page"]) for each in row["quotes"]), key=repr)
        row["readings"] = [
            {name: each[name] for name in ("outcome", "started", "finished", "note", "page")}
            for each in row["readings"]
        ]
        for name in ("id", "global_id", "updated", "sources", "picture"):
            del row[name]
        # An empty text and none are the same in a file.
        made.append({name: None if value == "" else value for name, value in row.items()})
    return sorted(made, key=repr)


def command(*args: object) -> int:
    return cli.run([str(each) for each in args])


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(strategies.lists(strategies.tuples(BOOKS, READINGS, QUOTES), min_size=1, max_size=12))
def test_our_own_csv_comes_back_without_loss(
    tmp_path_factory: pytest.TempPathFactory, rows: list[Any]
) -> None:
    folder = tmp_path_factory.mktemp("trip")
    with bookworm.open(folder / "a.books", durability="normal") as store:
        for book, readings, quotes in rows:
            try:
                made = store.books.create(**book)
            except bookworm.Error:  # such as a name that has only invisible characters
                continue
            for outcome, finished, note in readings:
                made.readings.add(outcome, finished=finished, **({"note": note} if note else {}))
            for text, page in quotes:
                made.quotes.add(text, page)
        before = contents(store)
    path = folder / "books.csv"
    assert command("--store", folder / "a.books", "export", "--file", path) == 0
    assert command("--store", folder / "b.books", "import", path) == 0
    with bookworm.open(folder / "b.books") as store:
        assert contents(store) == before
        count = store.observe().transaction
    assert command("--store", folder / "b.books", "import", path) == 0
    with bookworm.open(folder / "b.books") as store:
        assert store.observe().transaction == count


@pytest.fixture
def read(library: bookworm.Store) -> bookworm.Store:
    book = library.books.create(
        "Emma",
        "Jane Austen",
        genres=["Classics"],
        rating=4,
        review='A "good" one,\n<b>really</b> & truly',
        spoilers=True,
        notes="Lent to Ann",
        identifiers={"isbn": "9780141439587", "goodreads": "6969"},
        subtitle="A Novel",
        year=1815,
        pages=474,
    )
    book.readings.add("completed", started=day(2020, 1, 1), finished=day(2020, 1, 9))
    book.readings.add("completed", finished=day(2024, 2, 3), note="Better.")
    return library


def test_goodreads_gets_its_columns_and_we_get_them_back(
    run: Run, read: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "g.csv"
    result = run("export", "emma", "--to", "goodreads", "--file", path)
    assert result.code == 0
    for lost in ("subtitle 1", "the dates of earlier readings 1", "notes of readings 1"):
        assert lost in result.err
    (row,) = csv.DictReader(path.open(newline=""))
    assert row["Exclusive Shelf"] == "read"
    assert (row["Date Read"], row["Read Count"], row["My Rating"]) == ("2024/02/03", "2", "4")
    assert row["Spoiler"] == "true"
    assert row["My Review"] == 'A "good" one,<br/>&lt;b&gt;really&lt;/b&gt; &amp; truly'
    other = tmp_path / "other.books"
    assert run("--store", other, "import", path).code == 0
    with bookworm.open(other) as store:
        (emma,) = store.books.all()
        assert (emma.review, emma.notes) == (
            'A "good" one,\n<b>really</b> & truly',
            "Lent to Ann",
        )
        assert emma.spoilers
        assert (emma.year, emma.pages, emma.genres.names()) == (1815, 474, ["Classics"])
        assert len(emma.readings) == 2


def test_storygraph_gets_every_reading(run: Run, read: bookworm.Store, tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    assert run("export", "emma", "--to", "storygraph", "--file", path).code == 0
    (row,) = csv.DictReader(path.open(newline=""))
    assert row["Dates Read"] == "2024/02/03, 2020/01/01-2020/01/09"
    assert (row["Read Status"], row["Star Rating"], row["Read Count"]) == ("read", "4.0", "2")
    other = tmp_path / "other.books"
    assert run("--store", other, "import", path).code == 0
    with bookworm.open(other) as store:
        dates = {(each.started, each.finished) for each in store.books.all()[0].readings}
        assert dates == {(day(2020, 1, 1), day(2020, 1, 9)), (None, day(2024, 2, 3))}


def test_the_document_and_an_array_of_a_line(
    run: Run, read: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "all.json"
    assert run("export", "--file", path).code == 0
    other = tmp_path / "other.books"
    assert run("--store", other, "import", path).code == 0
    with bookworm.open(other) as store:
        assert contents(store) == contents(read)
        assert store.quotes.count() == read.quotes.count()
    data = json.loads(run("export", "emma", "--to", "json").out)
    assert [book["title"] for book in data] == ["Emma"]


def test_bibtex_is_escaped_and_its_keys_differ(run: Run, read: bookworm.Store) -> None:
    for _ in range(2):
        read.books.create("100% {Gold} & more", "Ann Lee, Bo Ek", year=1999, series="S_1")
    out = run("export", "gold", "--to", "bibtex").out
    assert out.count("@book{lee-1999-100,") == 1
    assert out.count("@book{lee-1999-100-2,") == 1
    assert r"title = {100\% \{Gold\} \& more}" in out
    assert r"series = {S\_1}" in out
    assert "author = {Ann Lee and Bo Ek}" in out


def test_notes_keep_what_the_reader_wrote_between(
    run: Run, read: bookworm.Store, tmp_path: Path
) -> None:
    folder = tmp_path / "Books"
    assert "5 new notes" in run("export", "--to", "markdown", "--file", folder).err
    note = folder / "Emma - Jane Austen.md"
    text = note.read_text()
    assert "rating: 4\n" in text
    assert "- completed, 2024-02-03: Better." in text
    assert '\n## Review\n\n> [!warning]- Spoilers\n> A "good" one,\n> <b>really' in text
    text = text.replace("---\n\n", "aliases:\n  - Emma W.\n---\n\nMy thoughts.\n\n", 1)
    note.write_text(text + "\nAfter.\n")
    moved = folder / "read" / "emma.md"
    moved.parent.mkdir()
    note.rename(moved)
    assert "0 new notes, 0 updated" in run("export", "--to", "markdown", "--file", folder).err
    read.books.find("emma")[0].rating = 5
    read.books.find("emma")[0].quotes.add("Handsome, clever,\nand rich", 1)
    assert "0 new notes, 1 updated" in run("export", "--to", "markdown", "--file", folder).err
    text = moved.read_text()
    assert "rating: 5\n" in text
    for kept in ("aliases:\n  - Emma W.\n", "\nMy thoughts.\n", "\nAfter.\n"):
        assert text.count(kept) == 1
    assert "> Handsome, clever,\n> and rich\n> (p. 1)" in text


def test_a_note_whose_part_was_taken_out_is_left_alone(
    run: Run, read: bookworm.Store, tmp_path: Path
) -> None:
    folder = tmp_path / "Books"
    run("export", "emma", "--to", "markdown", "--file", folder)
    (note,) = folder.iterdir()
    head = note.read_text().split("%%")[0]
    note.write_text(head + "Mine.\n")
    read.books.find("emma")[0].rating = 1
    result = run("export", "emma", "--to", "markdown", "--file", folder)
    assert "the section that Bookworm writes is missing" in result.err
    assert note.read_text().endswith("Mine.\n")
    assert "rating: 1\n" in note.read_text()


def test_books_are_exported_by_their_ids(run: Run, read: bookworm.Store, tmp_path: Path) -> None:
    for target in ("csv", "json", "bibtex"):
        out = run("export", 2, 1, "--to", target).out
        assert read.books[1].title in out
        assert read.books[2].title in out
        assert read.books[3].title not in out
    assert run("export", 3, "--to", "markdown", "--file", tmp_path / "notes").code == 0
    assert len(list((tmp_path / "notes").iterdir())) == 1
    assert read.books[3].title in run("export", "-", "--to", "csv", stdin="3\n").out
    missing = run("export", 99, "--to", "csv")
    assert missing.code == 1
    assert "There is no book with the id 99." in missing.err


def test_formulas_are_made_harmless_on_request(run: Run, store: bookworm.Store) -> None:
    store.books.create("=HYPERLINK(1)", "@me")
    assert ",=HYPERLINK(1),,,@me" in run("export", "--to", "csv").out
    assert ",'=HYPERLINK(1),,,'@me" in run("export", "--to", "csv", "--safe").out


def test_a_file_that_is_there_stays(run: Run, read: bookworm.Store, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("mine")
    result = run("export", "--file", path)
    assert (result.code, path.read_text()) == (2, "mine")
    assert run("export", "--file", path, "--replace").code == 0
    assert path.read_text().startswith("global_id,")
    assert [each.name for each in tmp_path.iterdir() if "part" in each.name] == []


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--to", "goodread"], "Did you mean goodreads?"),
        (["--file", "x.doc"], "does not belong to a known format"),
        ([], "Which format?"),
        (["--to", "markdown"], "needs --file"),
    ],
)
def test_a_target_that_is_not_clear_is_a_sentence(
    run: Run, read: bookworm.Store, args: list[str], sentence: str
) -> None:
    result = run("export", *args)
    assert (result.code, sentence in result.err) == (2, True)


def test_parquet_comes_through_arrow_or_says_that_it_needs_it(
    run: Run, read: bookworm.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("export", "--file", tmp_path / "a.parquet")
    assert (result.code, "pip install pyarrow" in result.err) == (2, True)
    monkeypatch.undo()
    pytest.importorskip("pyarrow", reason="pyarrow is not installed here")
    assert run("export", "--store", read.path, "--file", tmp_path / "a.parquet").code == 0
    from pyarrow import parquet

    assert parquet.read_table(tmp_path / "a.parquet").num_rows == 5


def test_a_rating_in_quarters_is_named_where_a_target_has_whole_stars(
    run: Run, library: bookworm.Store, tmp_path: Path
) -> None:
    library.books.update([1], exact_rating=4.5)
    whole = run("export", "--to", "goodreads", "--file", tmp_path / "g.csv")
    assert "quarters of ratings 1" in whole.err
    quarters = run("export", "--to", "storygraph", "--file", tmp_path / "s.csv")
    assert "quarters of ratings" not in quarters.err
    assert ",4.5," in (tmp_path / "s.csv").read_text()


def test_our_own_csv_changes_nothing_in_the_store_it_is_from(
    run: Run, library: bookworm.Store, tmp_path: Path
) -> None:
    for _ in range(2):
        library.books.create("Emma", "Jane Austen", review="Twice.")
    library.books.create("Ours", "Ann Lee").readings.add("completed", note="Good")
    path = tmp_path / "own.csv"
    run("export", "--file", path)
    before = library.observe().transaction
    assert run("import", path, "--json").data[0]["same"] == library.books.count() == 7
    assert library.observe().transaction == before


def test_a_changed_row_of_our_own_csv_is_the_book_with_its_global_id(
    run: Run, library: bookworm.Store, tmp_path: Path
) -> None:
    first, second = (library.books.create("Emma", "Jane Austen", rating=3) for _ in range(2))
    library.books.update([second], identifiers={"isbn": "9780141439587"})
    path = tmp_path / "own.csv"
    run("export", "title:emma", "sort:id", "--file", path)
    header, one, two = csv.reader(path.open(newline=""))
    year, rating, title = (header.index(name) for name in ("year", "rating", "title"))
    one[year], two[title], two[rating] = "1815", "Emma, again", "5"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([header, one, two])
    receipt = run("import", path, "--json").data[0]
    assert (receipt["created"], receipt["kept_fields"]) == (0, {"rating": 1, "title": 1})
    assert [(book.id, book.year) for book in library.books.find("emma sort:id")] == [
        (first.id, 1815),
        (second.id, None),
    ]
    assert library.books[second.id].identifiers == (("isbn", "9780141439587"),)
    assert run("import", path, "--json").data[0]["same"] == 2
    # The row is linked to its book from now on, so a change in the file is a change of the source.
    one[year] = "1816"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([header, one, two])
    assert run("import", path, "--json").data[0]["changed"] == 1
    assert library.books[first.id].year == 1816
