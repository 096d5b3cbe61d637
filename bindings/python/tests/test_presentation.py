"""Tests the presentation of ratings, colours and names, the same in every frontend."""

from __future__ import annotations

from collections.abc import Callable
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


def test_a_status_is_found_by_any_of_its_words() -> None:
    for word in ("completed", "Completed", "read", "przeczytane", "읽음"):
        found = presentation.parse_status(word)
        assert found is bookworm.Status.COMPLETED
    for word in ("unread", "to-read", "Want to read", "want-to-read"):
        assert presentation.parse_status(word) is bookworm.Status.ON_SHELF
    assert presentation.parse_status("currently-reading") is bookworm.Status.IN_PROGRESS
    assert presentation.parse_status("DNF") is bookworm.Status.DID_NOT_FINISH
    with pytest.raises(bookworm.InvalidError, match='must be one of "on-shelf"') as caught:
        presentation.parse_status("lost")
    assert caught.value.field == "word"
    with pytest.raises(TypeError):
        presentation.parse_status(1)  # type: ignore[arg-type]


def test_a_status_is_taken_by_any_word_for_it(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert", status="read")
    assert book.status is bookworm.Status.COMPLETED
    assert len(store.books.where(status="Gelesen")) == 1
    ids = store.books.create_many([{"title": "A", "author": "B", "status": "unread"}])
    assert store.books[ids[0]].status is bookworm.Status.ON_SHELF
    with pytest.raises(bookworm.InvalidError, match='must be one of "on-shelf"'):
        store.books.create("Dune", "Frank Herbert", status="lost\udc80")


def test_an_isbn_is_read_in_any_spelling() -> None:
    for isbn in (
        "0-441-17271-7",
        "978 0 441 17271 9",
        "ISBN 9780441172719",
        '="9780441172719"',
        "'0441172717",
    ):
        assert presentation.parse_isbn(isbn) == "9780441172719"
    with pytest.raises(bookworm.InvalidError, match="would have to be 9") as caught:
        presentation.parse_isbn("978-0-441-17271-8")
    assert caught.value.field == "isbn"
    for text in ("", "978", "dune"):
        with pytest.raises(bookworm.InvalidError):
            presentation.parse_isbn(text)
    with pytest.raises(TypeError):
        presentation.parse_isbn(9780441172719)  # type: ignore[arg-type]


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


def test_money_is_written_as_each_language_does() -> None:
    price = bookworm.Price(1234550, "EUR")
    assert [presentation.money(price, each) for each in bookworm.Language] == [
        "€12,345.50", "12.345,50\xa0€", "12\xa0345,50\xa0€", "€12,345.50",
    ]  # fmt: skip
    assert presentation.money((5, "pln"), "pl") == "0,05\xa0zł"
    with pytest.raises(bookworm.InvalidError):
        presentation.money((5, "ABC"))
    wrong: Any = 5
    with pytest.raises(TypeError):
        presentation.money(wrong)


def test_fields_keys_and_actions_have_names() -> None:
    assert presentation.field_name("year", "de") == "Erscheinungsjahr"
    assert presentation.field_name("identifiers", "de") == "Kennungen"
    assert presentation.field_name("series_number") == "Number in the series"
    assert presentation.field_name("books", "pl", entity="genre") == "Książki"
    assert presentation.field_name("page", "ko", entity="quote") == "쪽"
    assert presentation.sort_key_name("-rating", "pl") == "Ocena"
    assert presentation.sort_key_name("relevance") == "Relevance"
    assert presentation.action_name("import", "de") == "Importieren"
    mistakes: list[Callable[[], str]] = [
        lambda: presentation.field_name("prize"),
        lambda: presentation.field_name("title", entity="shelf"),
        lambda: presentation.action_name("fly"),
        lambda: presentation.sort_key_name("prize"),
    ]
    for wrong in mistakes:
        with pytest.raises(ValueError, match="there is no|unknown"):
            wrong()
    with pytest.raises(bookworm.InvalidError, match="allowed: add, edit, .*, export$"):
        presentation.action_name("fly")
    with pytest.raises(bookworm.InvalidError, match="allowed: title, author, "):
        presentation.sort_key_name("prize")
    with pytest.raises(bookworm.InvalidError, match="allowed: book, .*, source$"):
        presentation.field_name("title", entity="film")


def test_an_order_s_question_ends_as_the_title_does() -> None:
    assert presentation.order_question("Dune") == "Do you want to order “Dune”?"
    assert presentation.order_question("Dune", "de") == "Möchtest du „Dune“ bestellen?"
    assert presentation.order_question("듄", "ko") == "‘듄’을 주문하시겠습니까?"
    assert presentation.order_question("모모", "ko") == "‘모모’를 주문하시겠습니까?"


def test_a_genre_is_found_and_listed_by_its_name_in_a_language(store: bookworm.Store) -> None:
    mystery, own = store.genres.create("Mystery"), store.genres.create("Own")
    poetry = store.genres.create("Poetry")
    book = store.books.create("Emil", "Erich Kästner", genres=[mystery])
    assert store.genres["Kryminał"] == mystery
    assert store.genres.get("추리") == mystery
    assert store.genres.get("추리", exact=True) is None
    assert store.genres.get("MYSTERY", exact=True) == mystery
    assert list(store.books.find("genre:Kryminał")) == [book]
    assert list(store.books.where(genre="Kryminał")) == [book]
    assert list(store.books.where(genre=[own, "Kryminał"])) == [book]
    assert store.genres.by_display_name("de") == [mystery, poetry, own]
    assert store.genres.by_display_name("ko") == [own, poetry, mystery]
    book.genres = [own, poetry, mystery]
    assert book.genres.by_display_name("de") == [mystery, poetry, own]
    assert book.genres.by_display_name("ko") == [own, poetry, mystery]
    assert list(book.genres) == [own, poetry, mystery]
    with pytest.raises(ValueError, match="language"):
        book.genres.by_display_name("xx")
    book.delete()
    with pytest.raises(bookworm.NotFoundError):
        book.genres.by_display_name("de")


def test_names_in_data_are_exact_whatever_they_mean(store: bookworm.Store) -> None:
    fiction = store.genres.create("Beletrystyka")
    book = store.books.create("Emil", "Erich Kästner", genres=["fiction"])
    assert book.genres.names() == ["fiction"]
    assert store.genres["fiction"] != fiction
    changes: list[Callable[[], object]] = [
        lambda: book.genres.add("Belletristik"),
        lambda: book.genres.set(["Belletristik"]),
        lambda: book.update(add_genres=["Belletristik"]),
        lambda: book.update(genres=["Belletristik"]),
        lambda: store.books.all().add_genre("Belletristik"),
        lambda: book.genres.toggle("Belletristik"),
        lambda: book.genres.set([fiction, "Belletristik"]),
        lambda: store.genres.find_or_create("Belletristik"),
        lambda: store.genres.find_or_create_many(["Belletristik"]),
        lambda: store.genres.create("Belletristik"),
        lambda: store.books.import_from(
            "shop", [{"source_id": "1", "title": "T", "author": "A", "genres": ["Belletristik"]}]
        ),
    ]
    for change in changes:
        book.genres.clear()
        change()
        assert store.genres["Belletristik"].name == "Belletristik"
        del store.genres["Belletristik"]
    assert store.genres["Belletristik"].name == "fiction"


def test_a_change_by_a_name_in_another_language_finds_nothing(store: bookworm.Store) -> None:
    mystery = store.genres.create("Mystery")
    book = store.books.create("Emil", "Erich Kästner", genres=[mystery])
    assert not book.genres.discard("Krimi")
    assert "Krimi" not in book.genres
    assert book.genres != ["Krimi"]
    book.update(remove_genres=["Krimi"])
    for change in (
        lambda: book.genres.remove("Krimi"),
        lambda: store.genres.__delitem__("Krimi"),
        lambda: store.genres.delete("Krimi"),
        lambda: store.genres.create("Own").merge("Krimi"),
    ):
        with pytest.raises(bookworm.NotFoundError):
            change()
    assert list(book.genres) == [mystery]
    store.genres["Own"].name = "Krimi"
    assert store.genres["Krimi"] != mystery


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("de", "de"),
        ("de-AT", "de"),
        ("DE", "de"),
        ("pl_PL.UTF-8", "pl"),
        ("ko.UTF-8", "ko"),
        ("de@euro", "de"),
        ("ko-Hang-KR", "ko"),
        ("fr, de-AT;q=0.8, en;q=0.5", "de"),
        ("en;q=0.5, ko; q=0.7,pl;Q=0.7", "ko"),
        ("de;q=0, pl;q=0.1", "pl"),
        ("de;q=x, pl", "pl"),
        ("de;q=nan, pl", "pl"),
        ("kok, den", "en"),
        ("fr", "en"),
        ("C", "en"),
        ("*", "en"),
        ("", "en"),
        (", ;,;q=1", "en"),
    ],
)
def test_the_language_that_a_person_prefers_is_found(wanted: str, language: str) -> None:
    assert presentation.preferred_language(wanted) is bookworm.Language(language)


def test_a_preferred_language_is_a_text() -> None:
    with pytest.raises(TypeError):
        presentation.preferred_language(None)  # type: ignore[arg-type]


def test_names_sort_as_in_the_librarys_lists(store: bookworm.Store) -> None:
    names = ["Book 10", "book 2", "Ärger", "Zebra", "łan", "lbn", "ßa", "東", "", "-a"]
    for name in names[:8]:
        store.genres.create(name)
    ordered = sorted(names[:8], key=presentation.name_key)
    assert ordered == [genre.name for genre in store.genres]
    assert sorted(names, key=presentation.name_key)[0] == ""
    assert presentation.name_key("LEM") == presentation.name_key("lem")
    with pytest.raises(bookworm.TooLargeError) as caught:
        presentation.name_key("x" * 16385)
    assert caught.value.field == "name"
    with pytest.raises(bookworm.TextError):
        presentation.name_key("a\0b")
    with pytest.raises(TypeError):
        presentation.name_key(b"a")  # type: ignore[arg-type]
