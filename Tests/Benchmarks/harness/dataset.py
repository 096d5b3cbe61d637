"""Generates the books for the measurements: the same ones on every machine, from a fixed seed.

One line per book, tab-separated, so that the C and the Python programs read the same rows: title,
author, review, rating (0: not rated), favourite, year (empty: absent), genre, genre. The genres are
numbers from 1 in the order of GENRES, which `genres.tsv` contains with colours.

Ratings are any from 0 to 5, except those of the books of two genres. So the query "of this genre,
rated at least 4" has many matches, about 1 %, or none, depending on the genre, although none of
these genres is small.

Titles have no digits and no punctuation. Folding case and accents then orders them as the library
does, so that the pages of the equal floor can be compared with the library's.
"""

from __future__ import annotations

import random
from pathlib import Path

SEED = 20_261_121
AUTHORS = 50_000


def _split(text: str) -> list[str]:
    return text.split()


GENRES = _split("""
    Fantasy Horror Kids Mystery Poetry Romance Thriller Adventure Anthology Art Biography Business
    Classics Comics Cookery Crime Drama Essays Fables Folklore Gardening Gothic History Humour
    Journalism Letters Memoir Music Mythology Nature Noir Philosophy Psychology Religion Satire
    Science Sport Travel War Western
""")
# Their numbers are in c/harness.h too.
COMMON_GENRE = 1 + GENRES.index("Fantasy")
RARE_GENRE = 1 + GENRES.index("Letters")
NONE_GENRE = 1 + GENRES.index("Noir")
"""No book of this genre is rated 4 or 5. About 7.5 % of all books have it; any other genre is on
about 5 %.
"""

SEARCHED_WORD = "saudade"
"""A word in the title or the review of about 2.5 % of all books."""

_PLAIN = _split("""
    river stone winter garden shadow house summer letter island mirror silence harbour engine
    orchard meadow lantern copper thunder morning evening distance memory paper glass forest
    border window station desert ocean mountain kingdom daughter brother stranger hunter keeper
    painter sailor doctor teacher prisoner widow captain burning broken hidden second final
    golden crimson quiet distant lost empty endless secret northern southern early late long
    small great little old new under over after before without within against between beyond
""")
_ACCENTED = _split("""
    été fenêtre élève château garçon forêt über straße grün schön mañana niño corazón árbol
    łódka żagiel świat źródło øya ånd sjö längtan saudade coração naïve café crème šuma žena
    příběh nůž őszi tűz ağaç göl
""")
_ONSETS = _split("b br c ch d dr f fl g gr h j k kl l m n p pr r s sh st t th tr v w y z")
_VOWELS = _split("a e i o u ai ea ie oo ou é ö")
_CODAS = _split("l n r s t m nd rt ck ll n son man ley ton berg")


class _Dice:
    """Random draws that are the same in every Python: only Random.random() is promised to be."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def below(self, bound: int) -> int:
        return int(self._random() * bound)

    def pick(self, items: list[str]) -> str:
        return items[int(self._random() * len(items))]


def _name(dice: _Dice) -> str:
    syllable = dice.pick(_ONSETS) + dice.pick(_VOWELS)
    return (syllable + dice.pick(_ONSETS) + dice.pick(_VOWELS) + dice.pick(_CODAS)).capitalize()


def _authors(dice: _Dice) -> list[str]:
    first = [_name(dice) for _ in range(400)]
    last = [_name(dice) for _ in range(2_000)]
    names: dict[str, None] = {}
    while len(names) < AUTHORS:
        names[f"{dice.pick(first)} {dice.pick(last)}"] = None
    return list(names)


def _title(dice: _Dice) -> str:
    words = [dice.pick(_ACCENTED) if dice.below(12) == 0 else dice.pick(_PLAIN)]
    length = len(words[0])
    while length < 20:
        word = dice.pick(_ACCENTED) if dice.below(12) == 0 else dice.pick(_PLAIN)
        words.append(word)
        length += len(word) + 1
    return " ".join(words).capitalize()


def _review(dice: _Dice) -> str:
    words: list[str] = []
    length = 0
    while length < 116:
        word = dice.pick(_ACCENTED) if dice.below(30) == 0 else dice.pick(_PLAIN)
        words.append(word)
        length += len(word) + 1
    return " ".join(words).capitalize() + "."


def _genres(dice: _Dice) -> tuple[int, int]:
    one = NONE_GENRE if dice.below(38) == 0 else dice.below(len(GENRES)) + 1
    return one, (one + dice.below(len(GENRES) - 1)) % len(GENRES) + 1


def _rating(dice: _Dice, genres: tuple[int, int]) -> int:
    if NONE_GENRE in genres:
        return dice.below(4)
    if RARE_GENRE in genres:
        return 4 + dice.below(2) if dice.below(100) == 0 else dice.below(4)
    return dice.below(6)


def write(folder: Path, count: int) -> Path:
    """Returns the file with `count` books, and makes it if it does not exist."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "genres.tsv").write_text(
        "".join(f"{name}\t#{0x101010 * (i % 15 + 1):06X}\n" for i, name in enumerate(GENRES)),
        encoding="utf-8",
    )
    path = folder / f"books-{count}-{SEED}.tsv"
    if path.exists():
        return path
    dice = _Dice(SEED)
    authors = _authors(dice)
    partial = path.with_suffix(".partial")
    with partial.open("w", encoding="utf-8", newline="\n") as out:
        for _ in range(count):
            genres = _genres(dice)
            year = "" if dice.below(20) == 0 else str(1850 + dice.below(176))
            favourite = int(dice.below(10) == 0)
            out.write(
                f"{_title(dice)}\t{dice.pick(authors)}\t{_review(dice)}"
                f"\t{_rating(dice, genres)}\t{favourite}\t{year}\t{genres[0]}\t{genres[1]}\n"
            )
    partial.replace(path)
    return path
