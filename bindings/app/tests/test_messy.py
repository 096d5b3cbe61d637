"""Imperfect files: from spreadsheets, wrongly encoded, with HTML, damaged, or not of books."""

from __future__ import annotations

import contextlib
import datetime
import io
import zipfile
from pathlib import Path

import bookworm
import files
import pytest
from conftest import PATIENCE, Run, bring, in_process
from hypothesis import HealthCheck, example, given, settings, strategies
from test_command import wait_for_work

from bookworm_app.errors import Failure
from bookworm_app.importing import cells, dates, decoding, pieces, readers

day = datetime.date


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('="0440238145"', "0440238145"),
        ("0-441-17271-7", "0441172717"),
        ("441172717", "0441172717"),
        ("6551971", "0006551971"),
        ("978‐0‐441‐17271‐9", "9780441172719"),
        ("9780441172719.0", "9780441172719"),
        ("[8437604184]", "8437604184"),
        ("123456788", "123456788"),
        ("ISBN: 9780441172719", "9780441172719"),
        ("urn:isbn:9780441172719", "9780441172719"),
        ("", ""),
    ],
)
def test_an_isbn_as_files_write_it(text: str, meant: str) -> None:
    assert cells.isbn(text) == meant


@pytest.mark.parametrize("text", ["9.78E+12", "9,78E+12", "########"])
def test_an_isbn_that_a_spreadsheet_has_rounded_is_damaged(text: str) -> None:
    with pytest.raises(cells.Damaged):
        cells.isbn(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1965", 1965),
        ("1965.0", 1965),
        ("1965-08-01", 1965),
        ("-750", -750),
        ("750 BC", -750),
        ("44 BCE", -44),
        ("Mar 3, 1999", 1999),
        ("0", None),
        ("", None),
    ],
)
def test_a_year_as_files_write_it(text: str, meant: int | None) -> None:
    assert cells.year(text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2024-03-15", day(2024, 3, 15)),
        ("2024/3/5", day(2024, 3, 5)),
        ("[2007-05-08]", day(2007, 5, 8)),
        ("2024-03-15T10:11:12.000Z", day(2024, 3, 15)),
        ("15 March 2024", day(2024, 3, 15)),
        ("Mar 15, 2024", day(2024, 3, 15)),
        ("Fri Mar 15 10:00:00 -0800 2024", day(2024, 3, 15)),
        ("6/20/2017", day(2017, 6, 20)),
        ("20/6/17", day(2017, 6, 20)),
        ("20.6.2017", day(2017, 6, 20)),
        ("5.6.2017", day(2017, 6, 5)),
        ("5/5/2017", day(2017, 5, 5)),
        ("45366", day(2024, 3, 15)),
        ("not set", None),
        ("", None),
    ],
)
def test_a_day_as_files_write_it(text: str, meant: datetime.date | None) -> None:
    assert dates.date(text) == meant


def test_the_column_decides_whether_the_day_is_first() -> None:
    assert dates.date("6/5/2017", dates.Order(["6/5/2017", "6/20/2017"])) == day(2017, 6, 5)
    assert dates.date("6/5/2017", dates.Order(["6/5/2017", "20/6/2017"])) == day(2017, 5, 6)
    assert dates.date("6/5/2017", dates.Order(["6/5/2017"], True)) == day(2017, 5, 6)


@pytest.mark.parametrize("texts", [["6/5/2017"], ["6/5/2017", "20/6/2017", "6/20/2017"]])
def test_a_day_that_nothing_decides_is_left_out(texts: list[str]) -> None:
    with pytest.raises(dates.Unclear):
        dates.date("6/5/2017", dates.Order(texts))


@pytest.mark.parametrize("text", ["2024-02-30", "13/13/2017", "yesterday", "0000-00-00"])
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no"):
        dates.date(text)


@pytest.mark.parametrize(
    ("damaged", "whole"),
    [
        ("Iâ€™m", "I’m"),
        ("CafÃ© EspaÃ±ol", "Café Español"),
        ("MÃ¼ller", "Müller"),
        ("æ\u009d±äº¬", "東京"),
        ("JeÅ¼Ä…c", "Jeżąc"),
        ("lÃ\u00a0", "là"),
        ("Îµ", "ε"),
        ("uÌˆber", "u\u0308ber"),
        ("ðŸ˜€", "😀"),
    ],
)
def test_text_that_was_decoded_wrongly_before_is_mended(damaged: str, whole: str) -> None:
    assert decoding.before(damaged) == whole
    assert decoding.is_certain(damaged)
    assert decoding.before(whole) is None


@pytest.mark.parametrize(
    "text", ["ÂŽ", "LE CAFÉ…", "Das macht Spaß…", "L’ÉTÉ…", "naïve", "Ñandú", "Ã", "Âu Cơ"]
)
def test_text_that_is_no_other_text_stays(text: str) -> None:
    assert decoding.before(text) is None


@pytest.mark.parametrize("text", ["AMANHÃ…", "ÃŽ", "café”…"])
def test_text_that_may_be_right_needs_others_that_are_certain(
    run: Run, store: bookworm.Store, tmp_path: Path, text: str
) -> None:
    whole = decoding.before(text)
    assert whole
    path = tmp_path / "a.csv"
    path.write_text(f"title,author\n{text},Anne\n")
    said = f"possibly wrongly decoded, left as it is: 1 cell, such as '{text}'"
    assert said in run("import", path).out
    assert [book.title for book in store.books] == [text]
    path.write_text(f"title,author\n{text},ZoÃ«\n")
    assert "wrongly decoded text, repaired: 2 cells" in run("import", path).out
    assert store.books.find('author:"Zoë"')[0].title == whole


@given(strategies.text())
def test_text_that_is_right_stays(text: str) -> None:
    if not text.isascii() and text.isprintable() and all(sign > "\u00ff" for sign in text):
        assert decoding.before(text) is None


def test_html_becomes_text_with_its_paragraphs() -> None:
    html = "<p>One &amp; <b>two</b></p><p>Three<br>four</p><ul><li>a</li><li>b</li></ul>"
    assert cells.plain(html) == "One & two\n\nThree\nfour\n\n- a\n- b"
    assert cells.plain("1 < 2 and 3 > 2") == "1 < 2 and 3 > 2"


@pytest.mark.parametrize(
    ("text", "tag"),
    [("eng", "en"), ("German", "de"), ("pt_BR", "pt-BR"), ("Greek (Ancient)", "grc")],
)
def test_languages_by_code_and_by_name(text: str, tag: str) -> None:
    assert cells.language(text) == tag


def test_a_file_that_went_through_a_spreadsheet(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    rows = [
        {
            "Book Id": "2.48E+08",
            "Title": f"Book {number}",
            "Author": "Iâ€™m Me",
            "ISBN13": "9.78E+12",
            "My Rating": "4",
            "Date Read": read,
            "Date Added": "########",
            "Exclusive Shelf": "read",
        }
        for number, read in enumerate(("6/5/2017", "6/20/2017", "12/31/19"))
    ]
    text = files.text(files.GOODREADS[23], rows)
    path = tmp_path / "excel.csv"
    path.write_bytes(("\ufeff" + text).replace(",", ";").encode())
    (receipt,) = run("import", path, "--json").data
    assert (receipt["created"], receipt["refused"]) == (3, [])
    assert receipt["unclear"] == {
        "Book Id: a spreadsheet has rounded the id, as in 2.48E+08": 3,
        "ISBN13: a spreadsheet has rounded the ISBN, as in 9.78E+12": 3,
        "Date Added: a spreadsheet has replaced the date by ####": 3,
    }
    assert any("have the month first" in remark for remark in receipt["remarks"])
    assert any("wrongly decoded" in remark for remark in receipt["remarks"])
    assert {str(book.finished) for book in store.books} == {
        "2017-06-05",
        "2017-06-20",
        "2019-12-31",
    }
    assert {book.author for book in store.books} == {"I’m Me"}
    assert run("import", path, "--json").data[0]["same"] == 3


def test_dates_that_nothing_decides_are_asked_for(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = files.write(
        tmp_path / "a.csv",
        ["title", "author", "finished"],
        {"title": "Emma", "author": "Jane Austen", "finished": "6/5/2017"},
    )
    (receipt,) = run("import", path, "--json").data
    assert list(receipt["unclear"].values()) == [1]
    assert run("import", path, "--day-first").code == 0
    (emma,) = store.books.all()
    assert emma.finished == day(2017, 5, 6)


def test_multi_line_cells_and_padding_and_twelve_authors(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    authors = ", ".join(f"Author {number}" for number in range(12))
    path = tmp_path / "a.csv"
    path.write_bytes(
        (
            "\ufeffTitle , Author,Review,Tags,Tags\r\n"
            f'  A\u00a0 Book ,"{authors}","One\r\n\r\nTwo",x,y\r\n\r\n'
        ).encode()
    )
    (receipt,) = run("import", path, "--json").data
    assert receipt["without_a_home"] == {"Tags (2)": 1}
    (book,) = store.books.all()
    assert (book.title, book.author, book.review) == ("A Book", authors, "One\n\nTwo")


def test_each_cell_is_a_field_or_named_and_all_are_kept_raw(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    import json

    row = {name: f"x{place}" for place, name in enumerate(files.HARDCOVER)}
    row.update(
        {
            "Status": "Read",
            "Pages": "5",
            "Rating": "4",
            "Publish Date": "1999",
            "Language Code": "en",
            "Country Code": "us",
            "Date Added": "2024-01-01",
            "Date Started": "2024-01-02",
            "Date Finished": "2024-01-03",
            "Review Contains Spoilers": "perhaps",
        }
    )
    path = files.write(tmp_path / "h.csv", files.HARDCOVER, row)
    (receipt,) = run("import", path, "--json").data
    (book,) = store.books.all()
    assert json.loads(book.sources[0].raw or "") == row
    everything = json.dumps({**book.as_dict(), "sources": book.sources[0].source_id}, default=str)
    for name, cell in row.items():
        kept = cell in everything.lower()
        assert kept or not cell.startswith("x") or name in receipt["without_a_home"], name
    spoilers = "Review Contains Spoilers: not a value that can be stored"
    assert (book.spoilers, receipt["unclear"][spoilers]) == (False, 1)


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("a.csv", b"", "is empty"),
        ("a.csv", b"\xef\xbb\xbf\r\n", "is empty"),
        ("a.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF", "is not a known kind of file"),
        ("a.txt", b"Dear diary,\nto-day I read a book.\n", "is not a known kind of file"),
        ("a.zip", b"PK\x03\x04 cut off", "cannot be unzipped"),
        ("a.db", b"SQLite format 3\0 cut off", "cannot be read as a database"),
        ("a.json", b'{"1": {"books_id": "1", "title": "Em', "Export or copy it again."),
        ("a.backup", b'{"title": "Emma", "publication_year": 18', "Export or copy it again."),
        ("a.json", b'{"bookworm": 2, "books": [', "a.json"),
        ("a.csv", b"name,stars\nDune,5\n", "no column is the title or the author"),
    ],
)
def test_what_is_no_library_is_a_sentence(
    run: Run, store: bookworm.Store, tmp_path: Path, name: str, data: bytes, sentence: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    result = run("import", path)
    assert result.code == 2, result
    assert sentence in result.err
    assert "Traceback" not in result.err
    assert store.books.count() == 0


def test_a_zip_bomb_is_not_unpacked(
    run: Run, store: bookworm.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "MOST_BYTES", 1 << 20)
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.csv", b"title,author\n" + b"0" * (4 << 20))
    path = tmp_path / "bomb.zip"
    path.write_bytes(data.getvalue())
    result = run("import", path)
    assert (result.code, "holds more than" in result.err) == (2, True)


def test_a_file_that_a_spreadsheet_has_damaged_is_compared_and_corrected(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    names = ["title", "author", "review", "rating", "date added"]
    path = tmp_path / "a.csv"
    rows = [
        {"title": "CafÃ© Noir", "author": "Iâ€™m Me", "review": "Itâ€™s â€œgoodâ€\x9d"},
        {"title": "Emma", "author": "Jane Austen", "rating": "x", "date added": "3/4/2019"},
        {"title": "Dune", "author": "Frank Herbert", "date added": "6/20/2017"},
    ]
    files.write(path, names, *rows)
    assert run("import", path).code == 1
    result = run("verify", path)
    assert [line for line in result.out.splitlines() if "not in the library" in line] == [
        "line 3 is not in the library: Emma, Jane Austen"
    ]
    # The dates that prove that the month comes first are not in the refused rows.
    refused = tmp_path / "a.refused.csv"
    refused.write_text(refused.read_text().replace(",x,", ",4,"))
    assert run("import", refused).code == 0
    (emma,) = store.books.where(title="Emma")
    assert (emma.rating, emma.created.date()) == (4, day(2019, 3, 4))
    assert {book.title for book in store.books} == {"Café Noir", "Emma", "Dune"}


@pytest.mark.parametrize(
    ("days", "remark"),
    [
        (["3.4.2019", "20.7.2019"], "dates such as 3.4.2019 have the day first"),
        (["3/4/2019", "20/7/2019 10:15"], "dates such as 20/7/2019 have the day first"),
        (["3-4-19", "7-20-19"], "dates such as 7-20-19 have the month first"),
    ],
)
def test_the_order_of_day_and_month_is_named_with_a_date_of_the_file(
    run: Run, tmp_path: Path, days: list[str], remark: str
) -> None:
    rows = [{"title": each, "author": "A", "date added": each} for each in days]
    path = files.write(tmp_path / "a.csv", ["title", "author", "date added"], *rows)
    assert bring(run, path)["remarks"] == [remark]


@pytest.mark.parametrize("end", ["", "\n"])
def test_a_row_in_which_the_file_ends_is_refused(run: Run, tmp_path: Path, end: str) -> None:
    path = tmp_path / "cut.csv"
    path.write_text(f"title,author,review\nEmma,Jane Austen,Good\nDune,Frank Her{end}")
    result = run("import", path, "--json")
    # A whole line may have fewer cells than the header.
    assert (result.code, result.data[0]["created"]) == ((0, 2) if end else (1, 1))
    if not end:
        (refused,) = result.data[0]["refused"]
        why = "the file ends in the middle of this row; export it again"
        assert (refused["row"], refused["column"], refused["why"]) == (2, "author", why)


def test_a_file_that_is_not_there_and_a_large_one(run: Run, tmp_path: Path) -> None:
    assert "No such file" in run("import", tmp_path / "none.csv").err
    large = tmp_path / "large.csv"
    with large.open("wb") as file:
        file.truncate(2 << 30)
    result = run("import", large)
    assert (result.code, "is larger than" in result.err) == (2, True)


def test_an_import_that_is_interrupted_keeps_nothing(
    store: bookworm.Store, path: Path, tmp_path: Path
) -> None:
    import signal
    import subprocess
    import sys

    rows = [{"title": f"Book {number}", "author": "Me"} for number in range(60_000)]
    source = files.write(tmp_path / "a.csv", ["title", "author"], *rows)
    command = [sys.executable, "-m", "bookworm_app", "import", str(source)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    wait_for_work(process, store)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode in (0, 130)
    assert "Traceback" not in errors
    assert store.books.count() == (60_000 if process.returncode == 0 else 0)


def test_an_import_that_is_killed_keeps_nothing_and_can_be_repeated(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    import subprocess
    import sys

    rows = [{"title": f"Book {number}", "author": "Me"} for number in range(20_000)]
    source = files.write(tmp_path / "a.csv", ["title", "author"], *rows)
    command = [sys.executable, "-m", "bookworm_app", "import", str(source)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for_work(process, store)
    process.kill()
    process.wait()
    assert store.books.count() in (0, 20_000)
    assert run("import", source).code == 0
    assert store.books.count() == 20_000
    assert store.check() == []


WHOLE = files.text(
    files.GOODREADS[23],
    [{"Book Id": "1", "Title": "Emma", "Author": "Jane Austen", "Exclusive Shelf": "read"}],
).encode()


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    strategies.integers(0, len(WHOLE)), strategies.binary(max_size=12), strategies.integers(0, 40)
)
@example(0, b"SQLite format 3\0", 0)
@example(0, b"PK\x03\x04", 0)
@example(0, b"==========\n", 0)
@example(0, b'{"books_id"', 0)
def test_any_bytes_give_books_or_a_sentence(place: int, put: bytes, left_out: int) -> None:
    from bookworm_app.importing import mapping
    from bookworm_app.importing.rows import Quotes

    data = WHOLE[:place] + put + WHOLE[place + left_out :]
    with contextlib.suppress(Failure):
        found = readers.read(pieces.Piece("a", None, data))
        if found is not None and not isinstance(found, Quotes):
            list(mapping.mapped(*found).taken)


def test_a_folder_without_rights_is_a_sentence(tmp_path: Path) -> None:
    import os

    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "a.csv").write_text("title,author\nEmma,Jane Austen\n")
    folder.chmod(0)
    try:
        if os.access(folder, os.R_OK):
            pytest.skip("the user may read everything")
        result = in_process("import", folder)
        assert result.returncode == 2
        assert "cannot be read" in result.stderr
    finally:
        folder.chmod(0o700)
