"""Search lines with one condition more or less."""

from __future__ import annotations

import bookworm
import pytest

from bookworm_app.narrowing import has, narrowed, parts, quoted, widened


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", []),
        ('dune  author:"le guin" ', ["dune", 'author:"le guin"']),
        ('genre:a,"b c" -"x y"*', ['genre:a,"b c"', '-"x y"*']),
        ('genre:„a b“ 6" x', ["genre:„a b“", '6"', "x"]),
        ('title:"say ""no"" twice" OR x', ['title:"say ""no"" twice"', "OR", "x"]),
    ],
)
def test_a_line_has_parts(line: str, expected: list[str]) -> None:
    assert parts(line) == expected


@pytest.mark.parametrize(
    ("line", "condition", "expected"),
    [
        ("", "rating:5", "rating:5"),
        ("dune", "genre:horror", "dune genre:horror"),
        ("genre:kids", "genre:horror", "genre:kids genre:horror"),
        ("genre:horror", "genre:horror", "genre:horror"),
        ("finished:2024 dune", "finished:2024-03", "dune finished:2024-03"),
        ("Rating>=4 -rating:5", "rating:4", "-rating:5 rating:4"),
        ("a OR b", "rating:5", "a rating:5 OR b rating:5"),
        ("a | b sort:-title limit:3", "rating:5", "a rating:5 OR b rating:5 sort:-title limit:3"),
        ("status:completed", "-finished:none", "status:completed -finished:none"),
    ],
)
def test_a_line_is_narrowed(line: str, condition: str, expected: str) -> None:
    assert narrowed(line, condition) == expected


def test_a_line_is_widened_again() -> None:
    for line in ("dune", "a OR b", "a OR b sort:title", ""):
        more = narrowed(line, 'genre:"Science Fiction"')
        assert has(more, 'genre:"Science Fiction"')
        assert widened(more, 'genre:"Science Fiction"') == line
    assert widened("a OR rating:5 sort:title", "rating:5") == "sort:title"
    assert not has("a OR rating:5", "rating:5")


def test_a_narrowed_line_finds_what_both_find(library: bookworm.Store) -> None:
    for line in ("", "dune", "dune OR dracula", "genre:horror | messiah sort:-title", "rating>=4"):
        for condition in ("genre:Horror", "rating:5", "author:herbert", f"title:{quoted('dune')}"):
            both = set(library.books.find(line).ids()) & set(library.books.find(condition).ids())
            assert set(library.books.find(narrowed(line, condition)).ids()) == both
