"""The form of a book in the reader's words: genres, dates and authors."""

from __future__ import annotations

import bookworm
import pytest

from .conftest import Open, Server


@pytest.fixture
def mystery(library: bookworm.Store) -> bookworm.Store:
    library.genres.create_standard()
    library.books.update([1], genres=["Mystery", "Horror"])
    return library


@pytest.mark.parametrize("scripts", [True, False])
def test_genres_that_others_chose_meanwhile_have_the_readers_names(
    server: Server, visit: Open, mystery: bookworm.Store, scripts: bool
) -> None:
    page = visit(f"{server.address}/books/1/edit", locale="de-DE", java_script_enabled=scripts)
    page.get_by_role("checkbox", name="Lyrik").check()
    mystery.books.update([1], genres=["Mystery", "Kids"])
    if not scripts:
        page.get_by_role("button", name="Speichern").click()
    theirs = page.locator("#field-genres .torn pre")
    theirs.wait_for()
    assert sorted(theirs.inner_text().split(", ")) == ["Kinderbuch", "Krimi"]
    assert page.get_by_role("checkbox", name="Lyrik").get_attribute("value") == "Poetry"


def test_genres_are_merged_by_the_names_that_the_reader_sees(
    server: Server, visit: Open, mystery: bookworm.Store
) -> None:
    genre = mystery.genres["Mystery"]
    other = mystery.genres["Kids"]
    page = visit(f"{server.address}/genres/{genre.id}?into={other.id}", locale="de-DE")
    assert page.locator("thead th").all_inner_texts()[1:] == ["Kinderbuch", "Krimi"]
    mystery.books.create("Dune", "Frank Herbert", genres=["Poetry"])
    page.goto(f"{server.address}/duplicates")
    page.get_by_role("link", name="Vergleichen").first.click()
    said = page.locator("#differs-genres").inner_text()
    assert "Krimi, Horror" in said
    assert "Lyrik" in said
