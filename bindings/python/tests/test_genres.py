"""Tests genres, and the genres of a book."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import bookworm


def test_a_genre_is_red_unless_it_is_a_standard_one(store: bookworm.Store) -> None:
    plain, standard = store.genres.create("Cooking"), store.genres.create("thriller")
    assert (plain.name, plain.colour, plain.rgb) == ("Cooking", "#FF0000", (255, 0, 0))
    assert (standard.name, standard.colour, standard.rgb) == ("thriller", "#000000", (0, 0, 0))


def test_a_genre_made_by_its_name_has_the_colour_of_its_name(
    store: bookworm.Store, tmp_path: Path
) -> None:
    names = ["Steampunk", "time travel", "東京", "romance", "thriller"]
    by_name = {name: store.genres.find_or_create(name).colour for name in names}
    assert by_name["romance"] == "#FF0000"
    assert by_name["thriller"] == "#000000"
    assert "#FF0000" not in [by_name[name] for name in names[:3]]
    with bookworm.open(tmp_path / "other") as other:
        other.books.create("x", "y", genres=[name.upper() for name in reversed(names)])
        other.books.import_from(
            "shop", [{"source_id": "1", "title": "z", "author": "y", "genres": ["Memoir"]}]
        )
        assert {genre.name: genre.colour for genre in other.genres} == {
            **{name.upper(): colour for name, colour in by_name.items()},
            "Memoir": store.genres.find_or_create("memoir").colour,
        }


def test_red_genres_are_recoloured_in_one_step(store: bookworm.Store, tmp_path: Path) -> None:
    made = [store.genres.create(name) for name in ("Steampunk", "Memoir", "Romance")]
    chosen = store.genres.create("Space", "#00FF00")
    assert store.genres.recolour() == 2
    with bookworm.open(tmp_path / "other") as other:
        expected = [other.genres.find_or_create(genre.name).colour for genre in made]
    assert [store.genres[genre.id].colour for genre in made] == expected
    assert store.genres[chosen.id].colour == "#00FF00"
    assert store.genres.recolour() == 0
    store.undo()
    assert {store.genres[genre.id].colour for genre in made} == {"#FF0000"}


@pytest.mark.parametrize("given", ["#0a1B2c", "0A1B2C"])
def test_a_colour_is_stored_in_one_way(store: bookworm.Store, given: str) -> None:
    genre = store.genres.create("Fantasy", given)
    assert store.genres[genre.id].colour == "#0A1B2C"
    assert genre.rgb == (10, 27, 44)


def test_a_genre_can_be_renamed_and_recoloured(store: bookworm.Store) -> None:
    genre = store.genres.create("Fantsy")
    genre.name = "Fantasy"
    genre.colour = "00ff00"
    assert (genre.name, genre.colour, genre.rgb) == ("Fantasy", "#00FF00", (0, 255, 0))
    again = store.genres["FANTASY"]
    assert again == genre
    assert hash(again) == hash(genre)
    assert (again.name, again.colour) == ("Fantasy", "#00FF00")


@pytest.mark.parametrize("name", ["fantasy", "FANTASY", "Ｆａｎｔａｓｙ"])
def test_names_that_fold_to_the_same_are_one_genre(store: bookworm.Store, name: str) -> None:
    genre, other = store.genres.create("Fantasy"), store.genres.create("Other")
    with pytest.raises(bookworm.ExistsError) as caught:
        store.genres.create(name)
    assert isinstance(caught.value, ValueError)
    with pytest.raises(bookworm.ExistsError):
        other.name = name
    assert store.genres.find_or_create(name) == genre
    assert name in store.genres
    assert other.name == "Other"


def test_accents_make_another_genre(store: bookworm.Store) -> None:
    assert store.genres.create("Fantasy") != store.genres.create("Fántasy")


def test_genres_are_listed_by_name_as_a_person_sorts(store: bookworm.Store) -> None:
    for name in ["Zoo 10", "apple", "Zoo 9", "Äpfel", "Banana"]:
        store.genres.create(name)
    assert [genre.name for genre in store.genres][-3:] == ["Banana", "Zoo 9", "Zoo 10"]
    assert len(store.genres) == 5
    assert bool(store.genres)


def test_the_standard_genres_are_made_once(store: bookworm.Store) -> None:
    names = ["Fantasy", "Horror", "Kids", "Mystery", "Poetry", "Romance", "Thriller"]
    standard = bookworm.standard_genres()
    assert [genre.name for genre in standard] == names
    assert dict(standard)["Romance"] == "#FF0000"
    assert not store.genres
    store.genres.create("poetry", "#123456")
    assert store.genres.create_standard() == 6
    assert store.genres.create_standard() == 0
    assert len(store.genres) == 7
    assert store.genres["Poetry"].colour == "#123456"
    assert store.genres["Thriller"].colour == "#000000"


def test_many_names_give_ids_in_their_order(store: bookworm.Store) -> None:
    known = store.genres.create("Horror")
    ids = store.genres.find_or_create_many(["Fantasy", "horror", "FANTASY", "Kids"])
    assert ids == [store.genres["fantasy"].id, known.id, ids[0], store.genres["kids"].id]
    assert store.genres.find_or_create_many([]) == []
    with pytest.raises(bookworm.InvalidError) as caught:
        store.genres.find_or_create_many(["New", " "])
    assert caught.value.row == 1
    assert str(caught.value).startswith("row 1: names")
    wrong: Any = ["New", 5]
    with pytest.raises(bookworm.WrongTypeError, match="^row 1: names must be a str"):
        store.genres.find_or_create_many(wrong)
    assert "New" not in store.genres


def test_a_genre_is_found_by_name_and_by_id(store: bookworm.Store) -> None:
    genre = store.genres.create("Fantasy")
    assert store.genres["fantasy"] == store.genres[genre.id] == genre
    assert store.genres.get("nothing") is None
    assert store.genres.get(99, "none") == "none"
    for key in ("nothing", 99, 2**64):
        assert key not in store.genres
        with pytest.raises(KeyError):
            store.genres[key]
        with pytest.raises(bookworm.NotFoundError):
            del store.genres[key]
    assert None not in store.genres
    assert genre.id == 1
    assert True not in store.genres
    assert genre in store.genres


def test_deleting_a_genre_takes_it_off_its_books_and_deletes_no_book(
    store: bookworm.Store,
) -> None:
    book = store.books.create("T", "A", genres=["Fantasy", "Horror", "Kids"])
    store.genres["Horror"].delete()
    assert book.genres.names() == ["Fantasy", "Kids"]
    del store.genres["kids"]
    assert store.genres.delete("Fantasy", 99) == 1
    assert book.genres.names() == []
    assert len(store.books) == 1
    assert len(store.genres) == 0
    with pytest.raises(bookworm.NotFoundError):
        store.genres.delete("Fantasy")


def test_a_deleted_genre_is_gone(store: bookworm.Store) -> None:
    genre = store.genres.create("Fantasy")
    genre.delete()
    for use in (genre.delete, genre.refresh, lambda: setattr(genre, "name", "x")):
        with pytest.raises(bookworm.NotFoundError):
            use()
    assert genre not in store.genres


def test_a_genre_knows_its_books(store: bookworm.Store) -> None:
    store.books.create("B", "A", genres=["Fantasy"])
    store.books.create("A", "A", genres=["Horror", "Fantasy"])
    store.books.create("C", "A", genres=["Horror"])
    genre = store.genres["Fantasy"]
    assert [book.title for book in genre.books] == ["A", "B"]
    assert genre.book_count == len(genre.books) == 2


def test_a_genre_refuses_other_attributes_and_copies(store: bookworm.Store) -> None:
    genre = store.genres.create("Fantasy")
    for name in ("id", "rgb", "book_count", "color"):
        with pytest.raises(AttributeError, match=name):
            setattr(genre, name, 3)
    with pytest.raises(TypeError):
        pickle.dumps(genre)
    with pytest.raises(TypeError):
        bookworm.Genre()
    assert repr(genre) == f"<Genre {genre.id}: 'Fantasy'>"


@pytest.fixture
def book(store: bookworm.Store) -> bookworm.Book:
    return store.books.create("T", "A", genres=["Fantasy", "Horror"])


def test_a_books_genres_are_a_list_in_the_order_added(
    store: bookworm.Store, book: bookworm.Book
) -> None:
    fantasy, horror = store.genres["Fantasy"], store.genres["Horror"]
    assert list(book.genres) == [fantasy, horror]
    assert book.genres == [fantasy, horror]
    assert book.genres != [horror, fantasy]
    assert book.genres == store.books[book.id].genres
    assert book.genres[0] == book.genres.primary == fantasy
    assert book.genres[-1:] == [horror]
    assert book.genres.index(horror) == 1
    assert book.genres.ids() == [fantasy.id, horror.id]
    assert len(book.genres) == 2
    assert repr(book.genres) == "<genres ['Fantasy', 'Horror']>"
    with pytest.raises(IndexError):
        book.genres[2]
    with pytest.raises(TypeError):
        hash(book.genres)


def test_genres_are_looked_for_by_name_id_or_object(
    store: bookworm.Store, book: bookworm.Book
) -> None:
    fantasy, kids = store.genres["Fantasy"], store.genres.create("Kids")
    for present in (fantasy, fantasy.id, "FANTASY"):
        assert present in book.genres
    for absent in (kids, kids.id, "kids", "nothing", 99, None, 1.5):
        assert absent not in book.genres


def test_genres_are_counted_and_found_as_in_finds_them(
    store: bookworm.Store, book: bookworm.Book
) -> None:
    book.genres = ["Fantasy", "Horror", "Kids"]
    for genre in ("horror", store.genres["Horror"], store.genres["Horror"].id):
        assert genre in book.genres
        assert book.genres.index(genre) == 1
        assert book.genres.index(genre, -2) == 1
        assert book.genres.count(genre) == 1
        with pytest.raises(ValueError, match="does not have the genre"):
            book.genres.index(genre, 2)
        with pytest.raises(ValueError, match="does not have the genre"):
            book.genres.index(genre, 0, 1)
    for absent in ("Poetry", "a\0", 99, 1.5, None):
        assert absent not in book.genres
        assert book.genres.count(absent) == 0
        with pytest.raises(bookworm.ArgumentError, match=re.escape(repr(absent))):
            book.genres.index(absent)


def test_genres_are_compared_with_names_ids_and_objects(
    store: bookworm.Store, book: bookworm.Book
) -> None:
    book.genres = ["Fantasy", "Horror"]
    fantasy, horror = book.genres
    for same in (["Fantasy", "horror"], ("FANTASY", horror.id), [fantasy, "Horror"]):
        assert book.genres == same
    for other in (["Horror", "Fantasy"], ["Fantasy"], ["Fantasy", "Kids"], [fantasy, None], []):
        assert book.genres != other
    assert book.genres != "Fantasy"
    with bookworm.open(":memory:") as elsewhere:
        foreign = elsewhere.books.create("T", "A", genres=["Fantasy", "Horror"]).genres
        assert [genre.id for genre in foreign] == [fantasy.id, horror.id]
        assert book.genres != list(foreign)
        assert foreign[0] not in book.genres


def test_a_name_is_kept_as_it_is_given(store: bookworm.Store) -> None:
    store.books.create("T", "A", genres=["Fantasy", " Fantasy "])
    assert sorted(genre.name for genre in store.genres) == [" Fantasy ", "Fantasy"]


def test_genres_are_added_removed_and_toggled(store: bookworm.Store, book: bookworm.Book) -> None:
    assert book.genres.add("New one") is True
    assert book.genres.add("new ONE") is False
    assert book.genres.add(store.genres["Fantasy"]) is False
    assert book.genres.names() == ["Fantasy", "Horror", "New one"]
    assert book.genres.toggle("Fantasy") is False
    assert book.genres.toggle("Fantasy") is True
    assert book.genres.names() == ["Horror", "New one", "Fantasy"]
    assert book.genres.discard("horror") is True
    assert book.genres.discard("horror") is False
    assert book.genres.discard("nothing") is False
    book.genres.remove("new one")
    for absent in ("new one", "nothing", 99):
        with pytest.raises(KeyError):
            book.genres.remove(absent)
    assert book.genres.names() == ["Fantasy"]


def test_genres_are_replaced_by_a_list_of_names_ids_and_objects(
    store: bookworm.Store, book: bookworm.Book
) -> None:
    kids = store.genres.create("Kids")
    book.genres = ["New", kids, store.genres["horror"].id]
    assert book.genres.names() == ["New", "Kids", "Horror"]
    book.genres.set([kids])
    assert book.genres.names() == ["Kids"]
    book.genres.set(["Poetry", "poetry", "Kids"])
    assert book.genres.names() == ["Poetry", "Kids"]
    book.genres.clear()
    assert book.genres.primary is None
    assert not book.genres


def test_a_books_genres_may_mix_names_and_ids_from_the_start(store: bookworm.Store) -> None:
    kids = store.genres.create("Kids")
    book = store.books.create("T", "A", genres=["One", kids, "Two", kids.id])
    assert book.genres.names() == ["One", "Kids", "Two"]


def test_genres_of_a_book_that_is_gone_are_an_error(
    store: bookworm.Store, book: bookworm.Book
) -> None:
    genres = book.genres
    book.delete()
    uses: list[Any] = [
        lambda: list(genres),
        lambda: len(genres),
        lambda: "Fantasy" in genres,
        lambda: "Nothing" in genres,
        lambda: genres.add("Fantasy"),
        lambda: genres.add("Nothing"),
        lambda: genres.toggle("Fantasy"),
        lambda: genres.discard("Fantasy"),
        lambda: genres.discard("Nothing"),
        lambda: genres.set(["Nothing"]),
    ]
    for use in uses:
        with pytest.raises(bookworm.NotFoundError):
            use()
    assert "Nothing" not in store.genres


def test_genres_made_by_one_store_are_seen_by_another(path: Path) -> None:
    with bookworm.open(path) as one, bookworm.open(path) as other:
        genre = one.genres.create("Fantasy")
        assert [each.name for each in other.genres] == ["Fantasy"]
        assert other.genres["fantasy"] != genre


def test_what_waits_for_changes_is_no_list(store: bookworm.Store) -> None:
    book = store.books.create("T", "A")
    observer: Any = store.observe()
    binding: Any = book.bind("rating")
    for waiting in (observer, binding):
        for use in (
            store.genres.find_or_create_many,
            store.books.get_many,
            store.books.create_many,
            lambda each: store.books.create("T", "A", genres=each),
            lambda each: list(store.books.where(genres_all=each)),
            lambda each: list(store.books.where(without=each)),
        ):
            with pytest.raises(TypeError):
                use(waiting)
    assert store.books.count() == 1
