"""Files as users get them from their services, written out here. Nothing in them is lost.

Each file has the quirks of real exports. What it says of each book was read by a person, so that a
mistake of an importer is not repeated here. Each is imported without an option.
"""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import bookworm
import pytest
from conftest import Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Books = dict[str, dict[str, Any]]

day = datetime.date

# Another program has added read_dates and genres, and one book has no author.
GOODREADS = (
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Publisher,Binding,"
    "Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,"
    "Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,"
    "Owned Copies,read_dates,genres\r\n"
    '7613,"The Master and Margarita",Mikhail  Bulgakov,"Bulgakov, Mikhail","Richard Pevear, '
    'Larissa Volokhonsky","=""0141180145""","=""9780141180144""",4.0,Penguin Books,Paperback,412,'
    '2001,1967,2021/03/04,2020/12/31,"russia, favourites","russia (#2), favourites (#1)",read,'
    '"Cats &amp; devils.<br/><br/>""Manuscripts don\'t burn.""",true,lent to Ann,2,1,'
    '"2021-03-01,2021-03-04;2024-07-29,2024-07-31",Classics|900;Fantasy|200\r\n'
    '12,"Beowulf",,,,"=""""","=""""",0,,Unknown Binding,,,-700,,2019/01/02,to-read,to-read (#1),'
    "to-read,,,,0,0,,\r\n"
).encode("utf-8-sig")
GOODREADS_BOOKS: Books = {
    "The Master and Margarita": {
        "author": "Mikhail Bulgakov",
        "people": [
            ("Mikhail Bulgakov", "author"),
            ("Richard Pevear", "author"),
            ("Larissa Volokhonsky", "author"),
        ],
        "rating": 4,
        "status": "completed",
        "dates": [(day(2021, 3, 1), day(2021, 3, 4)), (day(2024, 7, 29), day(2024, 7, 31))],
        "review": 'Cats & devils.\n\n"Manuscripts don\'t burn."',
        "spoilers": True,
        "notes": "lent to Ann",
        "genres": ["russia", "favourites"],
        "isbn": ["9780141180144"],
        "year": 1967,
        "edition_year": 2001,
        "pages": 412,
        "publisher": "Penguin Books",
        "created": day(2020, 12, 31),
    },
    "Beowulf": {
        "author": "?",
        "rating": 0,
        "status": "on-shelf",
        "year": -700,
        "dates": [],
        "spoilers": False,
    },
}
# Somebody has deleted columns, and a spreadsheet has rewritten the dates.
STORYGRAPH = (
    b"Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Star Rating,"
    b"Dates Read,Read Count\n"
    b'"84, Charing Cross Road",Helene Hanff,,140143505,paperback,read,4/1/2024,3/27/2024,4.75,,1\n'
    b'Queenie,Candice Carty-Williams,"Shvorne Marks (Narrator), Ann Bee (Translator)",'
    b"9781508277996,audio,did-not-finish,12/13/2021,,,,0\n"
    b'Flow,"Mihaly Csikszentmihalyi, Ann Bee",,a1b2-c3,digital,currently-reading,1/2/2022,,,'
    b"2024/05/01-,0\n"
)
STORYGRAPH_BOOKS: Books = {
    "84, Charing Cross Road": {
        "author": "Helene Hanff",
        "exact_rating": 4.75,
        "status": "completed",
        "dates": [(None, day(2024, 3, 27))],
        "isbn": ["0140143505"],
        "created": day(2024, 4, 1),
        "format": "paperback",
    },
    "Queenie": {
        "people": [
            ("Candice Carty-Williams", "author"),
            ("Shvorne Marks", "narrator"),
            ("Ann Bee", "translator"),
        ],
        "status": "did-not-finish",
        "rating": 0,
    },
    "Flow": {
        "author": "Mihaly Csikszentmihalyi, Ann Bee",
        "status": "in-progress",
        "dates": [(day(2024, 5, 1), None)],
    },
}
# Genres are a list of JSON, the review's slate a hash of Ruby.
HARDCOVER = (
    b"Title,Author,Series,Status,Privacy,Hardcover Book ID,Hardcover Edition ID,ISBN 10,ISBN 13,"
    b"ASIN,Media,Country Code,Language Code,Binding,Pages,Duration in Seconds,Publish Date,"
    b"Publisher,Genres,Moods,Tags,Content Warnings,Lists,Date Added,Date Started,Date Finished,"
    b"Rating,Review,Review Contains Spoilers,Sponsored Review,Review Date,Review URL,"
    b"Review Media URL,Private Notes,Owned,Compilation,Review Slate\n"
    b'Hyperion,"Helena Fraga (Translator), Kenneth Haigh (Narrator), Dan Simmons",'
    b"Hyperion Cantos (#1.0),Stopped,Public,427460,30428122,0385263481,9780385263481,,Book,us,en,,"
    b'492,,1989-05-26,Crown,"[""Fantasy"", ""Science Fiction""]",,,,"Owned, To lend (#19)",'
    b'2025-01-31,2023-09-01,,3.5,"Pilgrims, and ""shrikes"".",true,false,2025-01-15T13:56:57Z,,,'
    b'Ask Ben,true,No,"{""document""=>{""object""=>""document""}}"\n'
)
HARDCOVER_BOOKS: Books = {
    "Hyperion": {
        "author": "Dan Simmons",
        "people": [
            ("Helena Fraga", "translator"),
            ("Kenneth Haigh", "narrator"),
            ("Dan Simmons", "author"),
        ],
        "series": "Hyperion Cantos",
        "series_number": 1,
        "status": "did-not-finish",
        "exact_rating": 3.5,
        "dates": [(day(2023, 9, 1), None)],
        "review": 'Pilgrims, and "shrikes".',
        "spoilers": True,
        "notes": "Ask Ben",
        "genres": ["Fantasy", "Science Fiction", "To lend"],
        "isbn": ["9780385263481"],
        "pages": 492,
        "publisher": "Crown",
        "edition_year": 1989,
        "created": day(2025, 1, 31),
    },
}
# Latin-1 in a subject, UTF-8 elsewhere, quotation marks as text, and a film without an author.
LIBRARYTHING = b"\n".join(
    b"\t".join(cells)
    for cells in (
        b"Book Id|Title|Primary Author|Primary Author Role|Secondary Author|Secondary Author Roles|"
        b"Publication|Date|Review|Rating|Private Comment|Media|Page Count|Date Started|Date Read|"
        b"Tags|Collections|Languages|ISBN|ISBNs|Subjects|Entry Date|OCLC|Work id".split(b"|"),
        [b"203703707", 'The "Cortázar" Reader'.encode(), "Cortázar, Julio".encode(), b"Author",
         b"Rabassa, Gregory|Doe, Jane", b"Translator|Editor", b"Pantheon (1967), 412 pages",
         b"1967", b"", b"4.5", b"from Ann", b"Paperback", b"412 ", b"[2021-01-05]",
         b"[2021-02-03]", b"stories, argentina", b"Your library, Lent", b"English, Spanish",
         b"[0394752848]", b"0394752848, 9780394752846", b"Cort\xe1zar, Julio", b"[2021-07-30]",
         b"8473", b"14163801"],
        [b"203703712", b"Stargate", b"", b"", b"", b"", b"", b"1994", b"", b"", b"", b"DVD", b"",
         b"", b"", b"", b"Wishlist", b"English", b"[]", b"", b"", b"[2021-07-30]", b"", b"999"],
    )
)  # fmt: skip
LIBRARYTHING_BOOKS: Books = {
    'The "Cortázar" Reader': {
        "author": "Julio Cortázar",
        "people": [
            ("Julio Cortázar", "author"),
            ("Gregory Rabassa", "translator"),
            ("Jane Doe", "editor"),
        ],
        "exact_rating": 4.5,
        "status": "completed",
        "dates": [(day(2021, 1, 5), day(2021, 2, 3))],
        "notes": "from Ann",
        "genres": ["stories", "argentina", "Lent"],
        "isbn": ["9780394752846"],
        "oclc": ["8473"],
        "librarything-work": ["14163801"],
        "pages": 412,
        "edition_year": 1967,
        "created": day(2021, 7, 30),
    },
    "Stargate": {"author": "?", "status": "on-shelf", "format": "DVD"},
}
LIBRARYTHING_JSON = json.dumps(
    {
        "105446577": {
            "books_id": "105446577", "title": "Sabriel", "primaryauthor": "Nix, Garth",
            "authors": [
                {"lf": "Nix, Garth", "fl": "Garth Nix"},
                {"lf": "Curry, Tim", "fl": "Tim Curry", "role": "Narrator"},
            ],
            "series": "Old Kingdom / Abhorsen", "tags": ["necromancy", "primary source"],
            "collections": ["Your library", "Audio"], "isbn": {"0": "0064471837",
            "2": "9780064471831"}, "originalisbn": "0064471837", "date": "1996", "pages": "491 ",
            "rating": 4, "datestarted": "2020-02-01", "dateread": "2020-02-29",
            "entrydate": "2014-01-25", "review": "Bells.", "privatecomment": "Signed.",
            "language": ["English"], "format": [{"text": "Audiobook", "code": "1.1"}],
            "asin": "B002V0QK4C",
        }
    }
).encode()  # fmt: skip
LIBRARYTHING_JSON_BOOKS: Books = {
    "Sabriel": {
        "author": "Garth Nix",
        "people": [("Garth Nix", "author"), ("Tim Curry", "narrator")],
        "series": "Old Kingdom / Abhorsen",
        "rating": 4,
        "status": "completed",
        "dates": [(day(2020, 2, 1), day(2020, 2, 29))],
        "review": "Bells.",
        "notes": "Signed.",
        "genres": ["necromancy", "primary source", "Audio"],
        "isbn": ["9780064471831"],
        "asin": ["B002V0QK4C"],
        "pages": 491,
        "format": "Audiobook",
        "created": day(2014, 1, 25),
    },
}
BOOKWYRM = (
    "title,author_text,remote_id,openlibrary_key,finna_key,inventaire_id,librarything_key,"
    "goodreads_key,bnf_id,viaf,wikidata,asin,aasin,isfdb,isbn_10,isbn_13,oclc_number,start_date,"
    "finish_date,stopped_date,rating,review_name,review_cw,review_content,review_published,shelf,"
    "shelf_name,shelf_date\r\n"
    "我穿我自己,琅俨,https://example.test/book/1,,,isbn:9780300070163,,,,,,,,,,9780300070163,,"
    "2023-01-01,2023-02-02,,5,Threads,Spoilers ahead!,<p>Cloth.</p><p>Skin.</p>,"
    "2023-02-03,read,Read,2023-02-04\r\n"
    "Patisserie at Home,Mélanie Dupuis,https://example.test/book/2,OL2M,,,,28,,,,,,,0062445316,"
    "9780062445315,12345,2024-01-01,,2024-01-03,2.5,,,,,cooking-9,Cooking,2024-01-01\r\n"
).encode()
BOOKWYRM_BOOKS: Books = {
    "我穿我自己": {
        "author": "琅俨",
        "rating": 5,
        "status": "completed",
        "dates": [(day(2023, 1, 1), day(2023, 2, 2))],
        "review": "Threads\n\nCloth.\n\nSkin.",
        "spoilers": True,
        "isbn": ["9780300070163"],
        "inventaire": ["isbn:9780300070163"],
        "created": day(2023, 2, 4),
    },
    "Patisserie at Home": {
        "author": "Mélanie Dupuis",
        "exact_rating": 2.5,
        "status": "did-not-finish",
        "dates": [(day(2024, 1, 1), day(2024, 1, 3))],
        "genres": ["Cooking"],
        "isbn": ["9780062445315"],
        "openlibrary": ["OL2M"],
        "goodreads": ["28"],
        "oclc": ["12345"],
    },
}
OPENREADS = (
    b"title,subtitle,author,description,status,favourite,deleted,rating,pages,publication_year,isbn,"
    b"olid,tags,my_review,notes,book_format,readings,date_added,date_modified\r\n"
    b'The Divide,A Guide,Jason Hickel,"One.\r\n\r\nTwo.",finished,true,false,4.5,347,2017,'
    b"9781786090034,OL30405770M,owned|||||money,Angry.,Lent.,paperback,"
    b'"2020-01-01T00:00:00.000|2020-01-05T00:00:00.000|;|2023-12-10T00:00:00.000|",'
    b"2024-03-01T13:01:12.938,2024-04-06T09:13:43.335\r\n"
    b"Wild Flowers,,Alina Leonova,,planned,false,false,,,2023,,,Solarpunk,,,ebook,,"
    b"2024-03-01T13:01:12.937,2024-03-01T13:01:12.937\r\n"
)
OPENREADS_BOOKS: Books = {
    "The Divide": {
        "subtitle": "A Guide",
        "author": "Jason Hickel",
        "synopsis": "One.\n\nTwo.",
        "favourite": True,
        "exact_rating": 4.5,
        "status": "completed",
        "dates": [(day(2020, 1, 1), day(2020, 1, 5)), (None, day(2023, 12, 10))],
        "review": "Angry.",
        "notes": "Lent.",
        "genres": ["owned", "money"],
        "isbn": ["9781786090034"],
        "openlibrary": ["OL30405770M"],
        "year": 2017,
        "pages": 347,
        "created": day(2024, 3, 1),
    },
    "Wild Flowers": {"author": "Alina Leonova", "status": "on-shelf", "genres": ["Solarpunk"]},
}
OPEN_LIBRARY = (
    b"Work ID,Title,Authors,First Publish Year,Edition ID,Edition Count,Bookshelf,My Ratings\n"
    b'OL27448W,The Left Hand of Darkness,"Ursula K. Le Guin, Ann Bee",1969,OL2M,12,Already Read,5\n'
)
OPEN_LIBRARY_BOOKS: Books = {
    "The Left Hand of Darkness": {
        "people": [("Ursula K. Le Guin", "author"), ("Ann Bee", "author")],
        "rating": 5,
        "status": "completed",
        "year": 1969,
        "openlibrary": ["OL2M"],
    },
}
CALIBRE = (
    "authors,author_sort,rating,library_name,timestamp,formats,isbn,identifiers,comments,tags,"
    "series,series_index,languages,title,title_sort,publisher,pubdate,id,uuid,#translators\n"
    '"Seanan McGuire & Ann Bee","McGuire, Seanan & Bee, Ann",5,Bücher,2021-01-19T22:41:16+01:00,'
    'epub,9780756411800,"goodreads:27366528,isbn:9780756411800","<div><p>Down.</p><p>And out.</p>'
    '</div>","Fantasy, Portal",Wayward Children,2.0,deu,"Down, and Out","Down, and Out",DAW,'
    "2017-06-13T00:00:00+02:00,864,e4b7b1d2-0000-4000-8000-000000000001,Cy Dee\n"
).encode("utf-8-sig")
CALIBRE_BOOKS: Books = {
    "Down, and Out": {
        "author": "Seanan McGuire, Ann Bee",
        "people": [
            ("Seanan McGuire", "author"),
            ("Ann Bee", "author"),
            ("Cy Dee", "translator"),
        ],
        "rating": 5,
        "synopsis": "Down.\n\nAnd out.",
        "genres": ["Fantasy", "Portal"],
        "series": "Wayward Children",
        "series_number": 2,
        "isbn": ["9780756411800"],
        "goodreads": ["27366528"],
        "publisher": "DAW",
        "edition_year": 2017,
        "language": "de",
        "created": day(2021, 1, 19),
    },
}
# A table that somebody keeps by hand, with its own names of columns.
TABLE = (
    "id;BookTitle;Author;MyRating;NumberOfPages;Date-Read;Translated by;ISBN_13;Private Notes\r\n"
    "1;Solaris;Stanisław Lem;5;204;2024/05/06;Bill Johnston;978-83-08-04905-1;Twice\r\n"
).encode("utf-16")
TABLE_BOOKS: Books = {
    "Solaris": {
        "author": "Stanisław Lem",
        "people": [("Stanisław Lem", "author"), ("Bill Johnston", "translator")],
        "rating": 5,
        "pages": 204,
        "dates": [(None, day(2024, 5, 6))],
        "isbn": ["9788308049051"],
        "notes": "Twice",
    },
}
FILES: dict[str, tuple[bytes, Books]] = {
    "Goodreads": (GOODREADS, GOODREADS_BOOKS),
    "StoryGraph": (STORYGRAPH, STORYGRAPH_BOOKS),
    "Hardcover": (HARDCOVER, HARDCOVER_BOOKS),
    "LibraryThing": (LIBRARYTHING, LIBRARYTHING_BOOKS),
    "LibraryThing, JSON": (LIBRARYTHING_JSON, LIBRARYTHING_JSON_BOOKS),
    "BookWyrm": (BOOKWYRM, BOOKWYRM_BOOKS),
    "Openreads": (OPENREADS, OPENREADS_BOOKS),
    "Open Library": (OPEN_LIBRARY, OPEN_LIBRARY_BOOKS),
    "Calibre": (CALIBRE, CALIBRE_BOOKS),
    "CSV": (TABLE, TABLE_BOOKS),
}


def value(book: bookworm.Book, name: str) -> Any:
    """A field as the tables above have it. Any other name is a scheme of identifiers."""
    if name == "people":
        return [(each.name, each.role) for each in book.contributors]
    if name == "dates":
        days = ((each.started, each.finished) for each in book.readings)
        return sorted(days, key=lambda each: each[1] or each[0] or day.min)
    if name == "genres":
        return book.genres.names()
    if name == "created":
        return book.created.date()
    if hasattr(book, name):
        return getattr(book, name)
    return [each.value for each in book.identifiers if each.scheme == name]


@pytest.mark.parametrize("name", FILES)
def test_an_export_comes_in_whole_and_a_second_time_changes_nothing(
    run: Run, store: bookworm.Store, tmp_path: Path, name: str
) -> None:
    data, books = FILES[name]
    # The name of a file does not matter.
    path = tmp_path / "Download (1)"
    path.write_bytes(data)
    result = run("import", path, "--json")
    assert (result.code, result.data[0]["format"]) == (0, name.split(",")[0]), result.err
    assert result.data[0]["refused"] == []
    assert {book.title for book in store.books} == set(books)
    for book in store.books:
        wanted = books[book.title]
        assert {each: value(book, each) for each in wanted} == wanted
    before = store.observe().transaction
    assert run("import", path).code == 0
    assert store.observe().transaction == before
    if name != "LibraryThing, JSON":
        compared = run("verify", path)
        assert compared.code == 0, compared.out + compared.err
