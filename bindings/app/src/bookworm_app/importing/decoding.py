"""From bytes to text: encodings, stray bytes, and text that was decoded wrongly once before."""

from __future__ import annotations

import re
import unicodedata

#: What UTF-8 has after the first byte of a character, as cp1252 shows it.
_NEXT = (
    "\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a"
    "\u20ac\u2122"
)
#: A character of two to four bytes, each read as one character of cp1252.
_READ_WRONGLY = re.compile(
    f"[\u00c2-\u00df][{_NEXT}]|[\u00e0-\u00ef][{_NEXT}]{{2}}|[\u00f0-\u00f4][{_NEXT}]{{3}}"
)
#: Letters, and the signs that a sentence has after a word.
_AFTER_A_WORD = re.compile(
    "[\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u00a0\u00ab\u00bb"
    "\u2013\u2014\u2018\u2019\u201c\u201d\u2020-\u2022\u2026\u2039\u203a\u2122]+"
)
#: The characters of two bytes that people write: Latin, Greek, Cyrillic, Hebrew, Arabic, accents.
_WRITTEN = re.compile(
    "[\u00a0-\u017f\u0218-\u021b\u0300-\u045f\u0490\u0491\u05b0-\u05f4\u0600-\u06ff"
    "\u0800-\U0010ffff]+"
)


def decoded(data: bytes) -> tuple[str, list[int]]:
    """Decodes a file: its text, and the numbers of the lines that are cp1252 and not UTF-8.

    Raises ValueError if it is not text.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            text = data.decode("utf-16")
        except UnicodeDecodeError:
            raise ValueError("it is not text") from None
        if "\0" in text:
            raise ValueError("it is not text")  # UTF-32 begins alike
        return text, []
    if b"\0" in data:
        raise ValueError("it is not text")
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        pass
    lines, recoded = [], []
    for number, line in enumerate(data.split(b"\n"), 1):
        try:
            lines.append(line.decode("utf-8"))
        except UnicodeDecodeError:
            lines.append("".join(map(_character, line)))
            recoded.append(number)
    return "\n".join(lines).lstrip("\ufeff"), recoded


def _character(byte: int) -> str:
    """Decodes a byte of cp1252. The five bytes that cp1252 leaves undefined are read as Latin-1."""
    try:
        return bytes((byte,)).decode("cp1252")
    except UnicodeDecodeError:
        return chr(byte)


def before(text: str) -> str | None:
    """Returns the original of a cell such as I\u00e2\u20ac\u2122m whose UTF-8 was read as cp1252.

    None if the whole cell, encoded back, is not UTF-8, or if the result has characters that nobody
    writes.
    """
    if text.isascii() or not _READ_WRONGLY.search(text):
        return None
    try:
        whole = b"".join(map(_byte, text)).decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return None
    found = "".join(sign for sign in whole if not sign.isascii())
    is_text = all(unicodedata.category(sign) not in ("Cc", "Cn", "Co", "Cs") for sign in found)
    return whole if is_text and _WRITTEN.fullmatch(found) else None


def is_certain(text: str) -> bool:
    """Whether a cell that before() has a text for is surely damaged, whatever other cells are.

    A sign that does not occur after a word makes it certain: Caf\u00c3\u00a9. So does a capital
    letter inside a word, next to a small one: l\u00c3\u00a0. AMANH\u00c3\u2026 may be a word and
    an ellipsis, and \u00c3\u0160 may be two letters.
    """
    for found in _READ_WRONGLY.finditer(text):
        sign, place = found[0], found.start()
        if not _AFTER_A_WORD.fullmatch(sign[1:]):
            return True
        is_inside = text[max(place - 1, 0) : place].islower() or text[found.end() :][:1].islower()
        if len(sign) == 2 and is_inside and not sign[1].isalpha() and sign[0].isupper():
            return True
    return False


def _byte(sign: str) -> bytes:
    if "\u0080" <= sign <= "\u009f":
        return sign.encode("latin-1")
    return sign.encode("cp1252")
