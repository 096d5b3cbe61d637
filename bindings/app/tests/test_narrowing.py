"""Search lines with one condition more or less."""

from __future__ import annotations

import bookworm
import pytest

from bookworm_app.narrowing import Line, quoted


@pytest.mark.parametrize(
    ("line", "condition", "expected"),
    [
        ("", "rating:5", "rating:5"),
        ("dune", "genre:horror", "dune genre:horror"),
        ("genre:kids", "genre:horror", "genre:kids genre:horror"),
        ("genre:horror", 'genre:"horror"', "genre:horror"),
        ("finished:2024 dune", "finished:2024-03", "dune finished:2024-03"),
        ("Rating>=4 -rating:5", "rating:4", "-rating:5 rating:4"),
        ("rating>=2 rating<5 x", "rating:4", "x rating:4"),
        ("year:1965..1975 x", "year:1960..1969", "x year:1965..1969"),
        ("year>=1965", "year:1960..1969", "year:1965..1969"),
        ("year:..1969", "year:1960..1969", "year:1960..1969"),
        ("year:1965 OR dune", "year:1960..1969", "year:1965 OR dune year:1960..1969"),
        ("year:-8..3", "year:-10..-1", "year:-8..-1"),
        ("finished:2024-03-10..2024-04", "finished:2024-03", "finished:2024-03-10..2024-03"),
        ("finished>=2023-11", "finished:2023", "finished:2023-11-01..2023"),
        ("finished:2024-05", "finished:2024", "finished:2024-05"),
        ("finished:2024-05", "finished:2023", "finished:2023"),
        ("pages:90..1200", "pages:100..", "pages:100..1200"),
        ("a OR b", "rating:5", "a rating:5 OR b rating:5"),
        ("a OR rating:4", "rating:5", "a rating:5 OR rating:5"),
        ("a | b sort:-title limit:3", "rating:5", "a rating:5 OR b rating:5 sort:-title limit:3"),
        ("status:completed", "-finished:none", "status:completed -finished:none"),
        ('"a OR b" sort:year', "pages:none", '"a OR b" pages:none sort:year'),
        ('title:"sort:x" sort:year', "pages:none", 'title:"sort:x" pages:none sort:year'),
    ],
)  # fmt: skip
def test_a_line_is_narrowed(
    store: bookworm.Store, line: str, condition: str, expected: str
) -> None:
    assert Line(store, line).narrowed(condition) == expected


def test_a_line_is_widened_again(store: bookworm.Store) -> None:
    for value in ("Science Fiction", "Comedy", 'a "b" c', "one, two", "none", "sort:title"):
        condition = f"genre:{quoted(value)}"
        for line in ("dune", "a OR b", "a OR b sort:title", ""):
            more = Line(store, Line(store, line).narrowed(condition))
            assert more.has(condition), value
            assert more.widened(condition) == line
            assert not Line(store, line).has(condition)
    assert Line(store, "a OR rating:5 sort:title").widened("rating:5") == "sort:title"
    assert not Line(store, "a OR rating:5").has("rating:5")
    assert not Line(store, "-rating:5 rating>=4").has("rating:5")


def test_a_narrowed_line_finds_what_both_find(library: bookworm.Store) -> None:
    for line in (
        "",
        "dune",
        "dune OR dracula",
        "genre:horror | messiah sort:-title",
        "rating>=4",
        "year:1965..1970",
    ):
        for condition in (
            "genre:Horror",
            "rating:5",
            "year:1960..1969",
            "year:1966..1975",
            "author:herbert",
            f"title:{quoted('dune')}",
        ):
            both = set(library.books.find(line).ids()) & set(library.books.find(condition).ids())
            narrowed = Line(library, line).narrowed(condition)
            assert set(library.books.find(narrowed).ids()) == both
