"""The command on a terminal: widths, colours, questions, and pipes that close."""

from __future__ import annotations

import datetime
import subprocess
import sys
from pathlib import Path

import bookworm
import files
import pexpect
import pytest
from conftest import Run
from test_command import COMMAND, spawn

from bookworm_app.commands.table import HELP
from bookworm_app.tables import width

day = datetime.date


@pytest.fixture
def full(library: bookworm.Store) -> bookworm.Store:
    book = library.books.create(
        "채식주의자, 그리고 아주 긴 제목의 다른 이야기들 모음집",
        "한강",
        genres=["한국 소설", "Science Fiction"],
        rating=4,
        pages=247,
        review="세 편의 이야기. " * 20,
    )
    for month in range(1, 13):
        book.readings.add("completed", finished=day(2024, month, 3))
    book.quotes.add("그 꿈을 꾸기 전까지 아내가 특별한 사람이라고 생각한 적이 없었다. " * 3, 9)
    library.books.create("e\u0301 combining", "A\u030angstro\u0308m", rating=1)
    return library


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("columns", [40, 80, 200])
@pytest.mark.parametrize(
    "args",
    [("list",), ("show", "5"), ("stats",), ("year", "2024", "--text"), ("quotes",), ("people",),
     ("genres",), ("readings",), ("orders",), ("shelves",), ("duplicates",), ("preview",)],
)  # fmt: skip
def test_no_line_is_wider_than_the_terminal(args: tuple[str, ...], columns: int) -> None:
    child = spawn(*args, columns=columns)
    child.expect(pexpect.EOF)
    wide = [line for line in child.before.splitlines() if width(line) > columns]
    # Sentences on standard error are one line each.
    assert [line for line in wide if "`bookworm" not in line] == []


@pytest.mark.usefixtures("full")
def test_a_narrow_terminal_gets_fewer_columns_and_a_wide_one_all() -> None:
    heads = {}
    for columns in (40, 80):
        child = spawn("list", columns=columns, NO_COLOR="1")
        child.expect(pexpect.EOF)
        assert "……" not in child.before
        heads[columns] = child.before.split("\r\n")[0].split()
    assert heads[40] == ["id", "Rating", "Title", "Author"]
    assert heads[80] == [*heads[40], "Status", "Genres"]


@pytest.mark.parametrize("name", ["", *sorted(HELP)])
def test_no_line_of_help_is_wider_than_a_terminal(run: Run, name: str) -> None:
    result = run(*name.split(), "--help")
    assert result.code == 0
    assert [line for line in result.out.splitlines() if width(line) > 80] == []


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("args", [("list",), ("stats",), ("year", "2024", "--text"), ("people",)])
def test_no_color_is_respected(args: tuple[str, ...]) -> None:
    plain = spawn(*args, NO_COLOR="1", COLORTERM="truecolor")
    plain.expect(pexpect.EOF)
    assert "\x1b[" not in plain.before


@pytest.mark.usefixtures("full")
def test_charts_are_in_the_colours_of_their_genres() -> None:
    child = spawn("stats", "--only", "genres", COLORTERM="truecolor")
    child.expect(pexpect.EOF)
    assert "\x1b[38;2;" in child.before


def test_a_form_is_asked_with_its_defaults(store: bookworm.Store) -> None:
    child = spawn("add")
    for question, answer in (
        ("Title", "Dune"),
        ("Author", "Frank Herbert"),
        ("Genre", ""),
        ("Rating", "9"),
        ("4.25.*Rating", "-"),
    ):
        child.expect(question)
        child.sendline(answer)
    child.expect("Added Dune")
    child.expect(pexpect.EOF)
    (book,) = store.books.all()
    assert (book.genres.names(), book.rating) == (["Fantasy"], 0)


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("args", ["stats", "export --to csv", "people", "list --csv", "quotes"])
def test_a_pipe_that_closes_is_no_trouble(args: str, store: bookworm.Store) -> None:
    store.books.create_many(title=[f"Book {n}" * 40 for n in range(3000)], author=["A"] * 3000)
    command = " ".join([*COMMAND, args]) + " | head -n 1; echo ${PIPESTATUS[0]}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] in ("141", "0")


def test_a_large_import_shows_how_far_it_is(store: bookworm.Store, tmp_path: Path) -> None:
    rows = [{"title": f"Book {number}", "author": "Me"} for number in range(50_000)]
    path = files.write(tmp_path / "a.csv", ["title", "author"], *rows)
    child = spawn("import", str(path))
    child.expect(r"\d+ %")
    child.expect(r"created\s+50,000")
    child.expect(pexpect.EOF)


def test_a_rehearsal_says_of_each_book_what_would_become_of_it(
    run: Run, library: bookworm.Store, tmp_path: Path
) -> None:
    library.books[3].review = "Mine"
    path = files.write(
        tmp_path / "a.csv",
        ["title", "author", "review", "year"],
        {"title": "Emma", "author": "Jane Austen"},
        {"title": "Dracula", "author": "Bram Stoker", "review": "Theirs", "year": "1897"},
        {"title": "DUNE", "author": "F. Herbert Frank"},
    )
    out = run("import", path, "--dry-run").out
    assert "new        Emma, Jane Austen" in out
    fills = "fills gaps Dracula, Bram Stoker; Year of publication"
    assert f"{fills}; already has another value: Review" in out
    assert library.books.count() == 4
    html = tmp_path / "receipt.html"
    assert run("import", path, "--dry-run", "--html", html).code == 0
    assert "Dracula, Bram Stoker" in html.read_text()
    assert "<script" not in html.read_text()


def test_a_new_book_that_looks_like_another_is_named_in_a_rehearsal(
    run: Run, library: bookworm.Store, tmp_path: Path
) -> None:
    path = files.write(
        tmp_path / "a.csv",
        ["title", "author", "isbn"],
        {"title": "DUNE", "author": "Herbert, Frank", "isbn": "9780593099322"},
    )
    out = run("import", path, "--dry-run").out
    assert "DUNE looks like 1 Dune" in out
    assert run("duplicates").code == 1


@pytest.mark.parametrize("language", ["de", "pl", "ko"])
@pytest.mark.usefixtures("full")
def test_labels_are_in_the_readers_language(language: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bookworm_app", "stats"],
        capture_output=True,
        text=True,
        check=True,
        env={**__import__("os").environ, "LANG": f"{language}_XX.UTF-8"},
    )
    assert "Ratings" not in done.stdout


def test_a_narrow_terminal_keeps_the_columns_that_matter(
    run: Run, library: bookworm.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    run("finish", 1, "--on", "2024-03-05", "--rating", 4.25)
    assert "Change “Dune”" in run("history").out.splitlines()[1]
    rows = [{"title": "Emma", "author": "Jane Austen"}, {"title": "Dune", "author": "?"}]
    path = files.write(tmp_path / "a.csv", ["title", "author"], *rows)
    assert run("verify", path).out.splitlines()[0].split()[:3] == ["Column", "Found", "Missing"]
    months = run("stats", "--only", "months").out.splitlines()
    assert months[3].split() == [
        "Ja",
        "Fe",
        "Ma",
        "Ap",
        "Ma",
        "Ju",
        "Ju",
        "Au",
        "Se",
        "Oc",
        "No",
        "De",
    ]
    assert months[4].split() == ["2024", "·", "·", "1", *"·········"]
