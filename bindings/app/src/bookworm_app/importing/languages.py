"""Languages as other programs write them, as the tags that the library keeps."""

from __future__ import annotations

import re

_TAGS = {
    "ar": "ara Arabic", "bg": "bul Bulgarian", "ca": "cat Catalan", "cs": "ces cze Czech",
    "cy": "cym wel Welsh", "da": "dan Danish", "de": "deu ger German Deutsch",
    "el": "ell gre Greek", "en": "eng English", "eo": "epo Esperanto",
    "es": "spa Spanish Español", "et": "est Estonian", "eu": "eus baq Basque",
    "fa": "fas per Persian", "fi": "fin Finnish", "fr": "fra fre French Français",
    "ga": "gle Irish", "gl": "glg Galician", "grc": "Greek(Ancient)", "he": "heb Hebrew",
    "hi": "hin Hindi", "hr": "hrv Croatian", "hu": "hun Hungarian", "id": "ind Indonesian",
    "is": "isl ice Icelandic", "it": "ita Italian Italiano", "ja": "jpn Japanese",
    "ko": "kor Korean", "la": "lat Latin", "lt": "lit Lithuanian", "lv": "lav Latvian",
    "mul": "Multiple", "nb": "nob", "nl": "nld dut Dutch Nederlands", "no": "nor Norwegian",
    "pl": "pol Polish Polski", "pt": "por Portuguese Português", "ro": "ron rum Romanian",
    "ru": "rus Russian", "sa": "san Sanskrit", "sk": "slk slo Slovak", "sl": "slv Slovenian",
    "sr": "srp Serbian", "sv": "swe Swedish", "th": "tha Thai", "tr": "tur Turkish",
    "uk": "ukr Ukrainian", "vi": "vie Vietnamese", "yi": "yid Yiddish",
    "zh": "zho chi Chinese",
}  # fmt: skip
_BY_NAME = {name.lower(): tag for tag, names in _TAGS.items() for name in names.split()}


def tag(text: str) -> str:
    """The tag of a language. Raises ValueError for a name that is not known."""
    given = "".join(text.split())
    known = _BY_NAME.get(given.lower())
    if known:
        return known
    if re.fullmatch(r"[A-Za-z]{2,3}(?:[-_][A-Za-z]{4})?(?:[-_](?:[A-Za-z]{2}|\d{3}))?", given):
        return given.replace("_", "-")
    raise ValueError(f"{text.strip()!r} is no known language")
