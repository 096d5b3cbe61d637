"""The names of steps, which each reader sees in the reader's own language."""

from __future__ import annotations

from pathlib import Path

import bookworm
import pytest
from conftest import Run

from bookworm_app import sentences, steps
from bookworm_app.language import KNOWN
from bookworm_app.sentences import Count, Said

ROWS = "title,author\n" + "".join(f"Book {n},Author {n}\n" for n in range(1200))
#: What five commands in different languages have done, as each reader sees it.
SEEN = {
    "en": ["Tag 2 books", "Finish 5 books", "Abandon 3 books", "Start 22 books",
           "Import 1,200 books from more.csv"],
    "de": ["Genres ändern: 2 Bücher", "5 Bücher beenden", "3 Bücher abbrechen",
           "22 Bücher beginnen", "1.200 Bücher aus more.csv importieren"],
    "pl": ["Oznacz: 2 książki", "Ukończ: 5 książek", "Porzuć: 3 książki",
           "Rozpocznij: 22 książki", "Importuj z more.csv: 1200 książek"],
    "ko": ["책 2권 분류", "책 5권 다 읽음", "책 3권 중단", "책 22권 읽기 시작",
           "more.csv에서 책 1,200권 가져오기"],
}  # fmt: skip


def test_each_reader_sees_the_steps_of_all_commands_in_the_own_language(
    run: Run, store: bookworm.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "more.csv"
    path.write_text(ROWS)
    for language, args in (
        ("pl", ["import", path]),
        ("ko", ["read", *range(1, 23)]),
        ("de", ["finish", "--abandoned", 1, 2, 3]),
        ("pl", ["finish", *range(5, 10)]),
        ("de", ["tag", "+Sand", 1, 2]),
    ):
        monkeypatch.setenv("BOOKWORM_LANGUAGE", language)
        assert run(*args).code == 0
    for language, seen in SEEN.items():
        monkeypatch.setenv("BOOKWORM_LANGUAGE", language)
        assert [each["name"] for each in run("history", "--json").data] == seen
        assert seen[0] in run("history").out
        assert seen[0] in run("undo").err
        assert seen[0] in run("redo").err
        last = run("history", "--json").data[0]["id"]
        assert seen[0] in run("undo", last).err
        assert seen[0] in run("redo", last).err


NAMES = [
    *(Said(name, books=Count(count, "book"))
      for name in (steps.TAG, steps.START, steps.FINISH, steps.ABANDON)
      for count in (1, 2, 5, 22, 1234567)),
    Said(steps.MERGE),
    *(Said(steps.IMPORT_SOME, what=Count(count, noun), file=file)
      for noun in ("book", "quote") for count in (1, 3, 1000)
      for file in ("a.csv", "3 books from a.csv", "x: 5 and y.csv", "나.csv")),
    *(Said(steps.IMPORT, file=file) for file in ("a.csv", "My Clippings.txt")),
    *(Said(steps.IMPORT, file=Said(steps.FILES, file="a.csv", files=Count(n, "other file")))
      for n in (1, 2, 5)),
    Said(steps.IMPORT_SOME, what=Count(7, "book"),
         file=Said(steps.FILES, file="a.csv", files=Count(3, "other file"))),
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES, ids=str)
def test_a_name_is_recognised_in_the_language_of_any_version(
    store: bookworm.Store, name: Said
) -> None:
    for made in KNOWN:
        with bookworm.open(str(store.path), history=made) as opened:
            with opened.transaction(name=str(sentences.shown(name, made))):
                opened.books.create("Emma", "Jane Austen")
            for code in KNOWN:
                expected = sentences.shown(name, code)
                assert steps.name_of(opened.history[0], code) == expected
                assert steps.following(opened, code) == expected


def test_a_name_that_is_too_long_is_cut_and_still_shown_in_each_language(
    store: bookworm.Store,
) -> None:
    name = Said(steps.IMPORT_SOME, what=Count(2, "book"), file="책" * 100 + ".csv")
    with bookworm.open(str(store.path), history="terminal") as opened:
        with opened.transaction(name=steps.written(name)):
            opened.books.create("Emma", "Jane Austen")
        [step] = opened.history
        for code, end in (
            ("en", "책…"),
            ("de", "책… importieren"),
            ("ko", "책…에서 책 2권 가져오기"),
        ):
            assert steps.name_of(step, code).endswith(end)
        assert "2 Bücher" in steps.name_of(step, "de")


def test_a_name_of_the_library_or_of_another_program_stays(store: bookworm.Store) -> None:
    with bookworm.open(str(store.path), history="terminal") as opened:
        opened.books.create("Tag 3 books", "Import a.csv")
        with opened.transaction(name="Tag all books"):
            opened.books.create("Emma", "Jane Austen")
        last, first = opened.history
        assert steps.name_of(last, "de") == "Tag all books"
        assert steps.name_of(first, "de") == "„Tag 3 books“ hinzufügen"
        opened.undo(), opened.undo()
        assert steps.following(opened, "pl", redo=True) == "Dodaj „Tag 3 books”"
        assert steps.following(opened, "pl") is None
