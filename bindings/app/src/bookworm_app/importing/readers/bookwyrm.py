"""BookWyrm: the CSV of a user's books, with the columns of older and newer versions."""

from __future__ import annotations

from ..formats import Format, marks
from ..mapping import Row
from ..roles import shelve


def _finish(row: Row) -> None:
    fields = row.fields
    shelf = row.text("shelf")
    # A shelf of the reader's own has a key, such as favourites-17, and a name.
    is_known = FORMAT.status(shelf) is not None
    shelve(row, "shelf", shelf if is_known else row.text("shelf_name") or shelf)
    name = row.text("review_name")
    if name:
        review = fields.get("review")
        fields["review"] = f"{name}\n\n{review}" if review else name
    # The warning may also be about something else than the plot.
    if "spoiler" in row.text("review_cw").lower():
        fields["spoilers"] = True
    stopped = row.date("stopped_date")
    if stopped and not fields.get("finished"):
        fields["finished"] = stopped
        fields["status"] = "did-not-finish"


FORMAT = Format(
    "BookWyrm",
    "bookwyrm",
    marks("title, author_text"),
    {
        "title": "titled",
        "author_text": "people",
        "remote_id": "id",
        "openlibrary_key": "identifier openlibrary",
        "finna_key": "identifier finna",
        "libris_key": "identifier libris",
        "inventaire_id": "identifier inventaire",
        "librarything_key": "identifier librarything",
        "goodreads_key": "identifier goodreads",
        "bnf_id": "identifier bnf",
        "viaf": "identifier viaf",
        "wikidata": "identifier wikidata",
        "asin": "identifier asin",
        "aasin": "identifier aasin",
        "isfdb": "identifier isfdb",
        "isbn_10": "isbn",
        "isbn_13": "isbn",
        "oclc_number": "identifier oclc",
        "pages": "pages",
        "start_date": "started",
        "finish_date": "finished",
        "stopped_date": "",
        "rating": "rating",
        "review_name": "",
        "review_content": "review",
        "shelf": "",
        "shelf_name": "",
        "shelf_date": "created",
    },
    own=("to-read", "reading", "read", "stopped-reading"),
    finish=_finish,
)
