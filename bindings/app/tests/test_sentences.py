"""Sentences in four languages: a translation keeps the placeholders; no sentence is unused."""

from __future__ import annotations

import re
import string
from pathlib import Path

import bookworm
import pytest
from conftest import Run

import bookworm_app
from bookworm_app import sentences, texts, verifying

FILES = [
    path
    for path in Path(bookworm_app.__file__).parent.rglob("*")
    if path.suffix in (".py", ".html")
]
SOURCES = "\n".join(path.read_text() for path in FILES)


def values(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


CATALOGUE = sentences.catalogue()


@pytest.mark.parametrize("english", [*CATALOGUE, *texts._TEXTS])
def test_each_translation_has_the_same_values(english: str) -> None:
    translated = (CATALOGUE | texts._TEXTS)[english]
    assert len(translated) == 3
    for each in translated:
        assert values(each) == values(english)


@pytest.mark.parametrize("english", CATALOGUE)
def test_each_sentence_is_said_somewhere(english: str) -> None:
    shown = english.replace('"', '\\"')
    # Sentences such as "{books} rated." are built from a verb.
    verb = re.fullmatch(r"\{books\} (\w+)\.", english)
    made = re.fullmatch(r"correct (it|them) in \{path\} and import that file", english)
    heading = english.lower() in verifying.OUTCOMES
    said = SOURCES.count(f'"{shown}"') + SOURCES.count(f"'{shown}'")
    assert verb or made or heading or said > 1


def test_each_plural_has_its_forms_in_every_language() -> None:
    for english, translated in CATALOGUE.items():
        if "|" in english:
            assert [each.count("|") + 1 for each in (english, *translated)] == [2, 2, 3, 1], english
    several = "{n} row|{n} rows"
    shown = [sentences.translated("pl", several, count) for count in (1, 3, 12, 22, 1200)]
    assert shown == ["1 wiersz", "3 wiersze", "12 wierszy", "22 wiersze", "1200 wierszy"]
    assert sentences.translated("en", several, 1200) == "1,200 rows"


def test_every_sentence_with_values_is_translated() -> None:
    calls = re.findall(
        r"""(?:usage|nothing|terminal\.say|sentence|Said|words|\bt)\(\s*"((?:[^"\\]|\\.)*)\"""",
        SOURCES,
    )
    calls += re.findall(r"\bt\('([^']*)'", SOURCES)
    assert len(calls) > 300
    known = {
        *CATALOGUE,
        "",
        "{column}: {why}",
        "{said}; {column}: {why}",
        "{title} is deleted.",
    }
    assert {each.replace('\\"', '"') for each in calls} <= known


def test_every_short_text_is_translated() -> None:
    users = [path.read_text() for path in FILES if path.suffix == ".py"]
    users = [each for each in users if re.search(r"from \.+texts import text\b", each)]
    calls = [key for each in users for key in re.findall(r"\btext\(\s*\"([^\"]*)\"", each)]
    assert len(calls) > 5
    assert set(calls) <= texts._TEXTS.keys()


@pytest.mark.parametrize(
    ("language", "count", "shown"),
    [
        ("en", 1, "1 book"),
        ("en", 1200, "1,200 books"),
        ("de", 1, "1 Buch"),
        ("de", 1200, "1.200 Bücher"),
        ("pl", 1, "1 książka"),
        ("pl", 3, "3 książki"),
        ("pl", 12, "12 książek"),
        ("pl", 22, "22 książki"),
        ("ko", 3, "책 3권"),
    ],
)
def test_counts_follow_the_language(
    monkeypatch: pytest.MonkeyPatch, language: str, count: int, shown: str
) -> None:
    monkeypatch.setenv("BOOKWORM_LANGUAGE", language)
    assert sentences.counted(count) == shown


def test_a_title_with_braces_is_no_template(run: Run, store: bookworm.Store) -> None:
    result = run("add", "{x} {", "{0}")
    assert "Added {x} { by {0}." in result.err


def test_the_command_speaks_german(
    run: Run, library: bookworm.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOOKWORM_LANGUAGE", "de")
    assert run("rate", 3, "dune").err.startswith("2 Bücher bewertet. `bookworm undo` macht")
    assert "Nichts gefunden: kafka" in run("kafka").err
    assert "Meintest du Horror?" in run("genre:horor").err
    assert run("list", "--fields", "titel").err.startswith("bookworm: 'titel' ist kein Feld.")


def test_a_receipt_is_english_for_programs_and_of_the_user_for_people(
    run: Run, store: bookworm.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        "title,author,rating,finished\nEmma,Jane Austen,7,2024\nDune,Frank Herbert,5,\n"
    )
    monkeypatch.setenv("BOOKWORM_LANGUAGE", "de")
    assert run("import", path, "--dry-run").out == (
        f"{path}: CSV, 2 Zeilen; Probelauf: nichts wurde geschrieben\n"
        "  neu        Dune, Frank Herbert\n"
        "  neu        1\n"
        "  unklar     finished: ein Jahr oder Monat ohne Tag (1)\n"
        "  abgelehnt  Zeile 2, rating: '7' ist keine Bewertung von 0 bis 5\n"
    )
    (receipt,) = run("import", path, "--json").data
    assert receipt["refused"][0]["why"] == "'7' is not a rating from 0 to 5"
    assert receipt["unclear"] == {"finished: a year or month without a day": 1}
    # The library's own errors too.
    path.write_text(f"title,author\n{'x' * 20000},A\n")
    assert "Zeile 2, title: Zu lang." in run("import", path).out
    assert run("history", "--json").data[0]["name"] == "1 Buch aus a.csv importieren"
