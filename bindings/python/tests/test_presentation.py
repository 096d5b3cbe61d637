"""Presentation: ratings, colours and names, as every frontend shows them."""

from __future__ import annotations

from typing import Any

import pytest

import bookworm
from bookworm import presentation


@pytest.mark.parametrize(
    ("rating", "stars", "digit"),
    [
        (0, "☆☆☆☆☆", "–"),
        (1, "★☆☆☆☆", "1"),
        (5, "★★★★★", "5"),
        (6, "★★★★★", "5"),
        (10**20, "★★★★★", "5"),
        (-1, "☆☆☆☆☆", "–"),
        (-(10**20), "☆☆☆☆☆", "–"),
    ],
)
def test_a_rating_is_shown(rating: int, stars: str, digit: str) -> None:
    assert presentation.stars(rating) == stars
    assert presentation.emoji(rating, "digits") == digit


def test_every_rating_has_a_face_of_its_own() -> None:
    faces = [presentation.emoji(rating) for rating in range(6)]
    assert len(set(faces)) == 6
    assert presentation.emoji(7) == faces[5]
    assert presentation.emoji(-7) == faces[0]


def test_one_star_is_low() -> None:
    assert [presentation.is_low(rating) for rating in range(-1, 7)] == [False] * 2 + [True] + [
        False
    ] * 5


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Not rated", "1 star", "5 stars", "Completed", "Poetry"]),
        ("de", ["Nicht bewertet", "1 Stern", "5 Sterne", "Gelesen", "Lyrik"]),
        ("pl", ["Bez oceny", "1 gwiazdka", "5 gwiazdek", "Przeczytana", "Poezja"]),
        (bookworm.Language.KOREAN, ["평가 없음", "별 1개", "별 5개", "다 읽음", "시"]),
    ],
)
def test_names_come_in_four_languages(language: str, names: list[str]) -> None:
    assert [
        presentation.rating_name(0, language),
        presentation.rating_name(1, language),
        presentation.rating_name(5, language),
        presentation.status_name(bookworm.Status.COMPLETED, language),
        presentation.genre_name("POETRY", language),
    ] == names


def test_a_genre_of_ones_own_is_not_translated(store: bookworm.Store) -> None:
    assert presentation.genre_name("Science Fiction", "pl") == "Science Fiction"
    assert store.genres.create("thriller").display_name("ko") == "스릴러"
    assert store.genres.create("추리 소설").display_name("en") == "추리 소설"
    with pytest.raises(bookworm.InvalidError):
        presentation.genre_name(" ")


def test_a_language_that_there_is_not_is_refused() -> None:
    with pytest.raises(bookworm.InvalidError, match='"ko"') as caught:
        presentation.rating_name(1, "fr")
    assert caught.value.field == "language"
    wrong: Any = 1
    with pytest.raises(TypeError):
        presentation.status_name("completed", wrong)
    with pytest.raises(TypeError):
        presentation.emoji(3, wrong)
    with pytest.raises(TypeError):
        presentation.stars("3")  # type: ignore[arg-type]
    with pytest.raises(bookworm.InvalidError):
        presentation.emoji(3, "words")
    with pytest.raises(bookworm.InvalidError):
        presentation.status_name("lost")


def test_a_colour_is_read_and_written() -> None:
    assert presentation.parse_colour("ffa500") == (255, 165, 0)
    assert presentation.format_colour((255, 165, 0)) == "#FFA500"
    for text in ("#FFF", "orange", ""):
        with pytest.raises(bookworm.InvalidError):
            presentation.parse_colour(text)
    with pytest.raises(bookworm.InvalidError):
        presentation.format_colour((256, 0, 0))
    wrong: Any = [255, 0, 0]
    with pytest.raises(TypeError):
        presentation.format_colour(wrong)


def test_text_on_a_colour_can_be_read(store: bookworm.Store) -> None:
    assert presentation.text_colour("#0000FF") == "#FFFFFF"
    assert presentation.text_colour((0, 255, 0)) == "#000000"
    assert presentation.contrast("#000000", (255, 255, 255)) == pytest.approx(21)
    assert presentation.contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)
    assert store.genres.create("Thriller").text_colour == "#FFFFFF"
    assert store.genres.create("Fiction", "#00FF00").text_colour == "#000000"
