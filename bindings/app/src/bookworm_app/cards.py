"""Books as a person sees them: a table, and a card for one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from . import language, output, terminal
from .sentences import sentence
from .tables import Column, listed, one_line, table, width, wrapped
from .texts import is_page, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Book, Store

_RIGHT = ("id", "year", "pages", "series_number", "edition_year")
_LEAST = {"title": 16, "author": 10, "genres": 8, "status": 6, "series": 8, "publisher": 8}
_TITLES = {"id": "id"}
_HIDDEN = "It gives away the plot; show it with --spoilers."
#: The signs in place of stars, for a terminal that cannot show them.
ASCII = {ord("★"): "*", ord("½"): "+", ord("☆"): "."}


def stars(rating: float) -> str:
    """Returns a rating as five stars, in ASCII if the terminal has no stars; "" if not rated."""
    if not rating:
        return ""
    from bookworm import presentation

    text = presentation.exact_stars(rating)
    if not terminal.is_unicode():
        return text.translate(ASCII)
    full = text.rstrip("☆")
    return terminal.yellow(full) + terminal.dim(text[len(full) :])


def heart() -> str:
    """Returns the sign of a favourite."""
    return terminal.red("♥" if terminal.is_unicode() else "<3")


class Chips:
    """Genres in their colours. The genres are read once, when the first is shown."""

    def __init__(self, store: Store) -> None:
        """Chips of the genres of a store."""
        self._store = store
        self._made: dict[str, str] | None = None

    def __call__(self, name: str) -> str:
        """Returns a genre as it is shown."""
        if self._made is None:
            self._made = {}
            if terminal.colour_depth() >= 256:
                from bookworm import presentation

                for genre in self._store.genres:
                    text = presentation.parse_colour(genre.text_colour)
                    shown = f" {one_line(language.genre(genre.name))} "
                    self._made[genre.name] = terminal.painted(shown, text, on=genre.rgb)
        made = self._made.get(name)
        return made if made is not None else one_line(language.genre(name))

    def many(self, names: Iterable[str], columns: int | None = None) -> str:
        """Returns several genres as they are shown, on as many lines as they need."""
        made = [self(name) for name in names]
        between = " " if self._made else ", "
        return between.join(made) if columns is None else listed(made, columns, between)


def cell(name: str, row: dict[str, Any], chips: Chips) -> str:
    """Returns a field of a book in a table."""
    value = row[name]
    if name == "rating":
        return stars(row.get("exact_rating") or value)
    if name in ("year", "edition_year"):
        return "" if value is None else year(value)
    if name == "review" and value and row.get("hidden"):
        return sentence(_HIDDEN)
    if name == "title":
        heart_before = f"{heart()} " if row.get("favourite") else ""
        return heart_before + one_line(value)
    if name == "status":
        return language.status(value)
    if name == "genres":
        return chips.many(value)
    if name == "price":
        return "" if value is None else _money(value)
    if name == "created" or name == "updated":
        return str(value.date())
    return one_line(output.flat(value))


def _money(price: Any) -> str:
    from bookworm import presentation

    return presentation.money(price, language.code())


def table_of_books(
    store: Store, rows: Sequence[dict[str, Any]], shown: Sequence[str], spoilers: bool = False
) -> str:
    """Returns a table of books, a line each; with `spoilers`, also reviews that have some."""
    chips = Chips(store)
    if "review" in shown and not spoilers:
        rows = [{**row, "hidden": row["spoilers"]} for row in rows]
    # The title is the most useful column, so other columns are cut before it.
    least = {**_LEAST, "title": max(_LEAST["title"], terminal.width() // 4)}
    columns = [
        Column(
            _TITLES.get(name) or language.field(_label(name)), name in _RIGHT, least.get(name, 0)
        )
        for name in shown
    ]
    cells = [[cell(name, row, chips) for name in shown] for row in rows]
    return table(columns, cells, terminal.width())


def _label(name: str) -> str:
    return "genre_names" if name == "genres" else name


def card(store: Store, book: Book, spoilers: bool = False) -> str:
    """Returns a card with everything about a book; with `spoilers`, also a review that has some."""
    chips = Chips(store)
    all_of_it = book.as_dict()
    wide = min(terminal.width(), 100)
    title = one_line(book.title)
    head = terminal.bold(title) + (f" {heart()}" if book.favourite else "")
    lines = [wrapped(head, wide) if width(title) > wide - 2 else head]
    if all_of_it["subtitle"]:
        lines.append(wrapped(all_of_it["subtitle"], wide))
    lines.append(wrapped(book.author, wide))
    # The genres are None, until it is known how much room the labels leave.
    pairs: list[tuple[str, str | None]] = []
    if book.rating:
        exact = book.exact_rating
        shown = stars(exact or book.rating)
        if exact and not exact.is_integer():
            shown += f" {exact:g}"
        pairs.append((language.field("rating"), shown))
    pairs.append((language.field("status"), language.status(book.status)))
    if all_of_it["genres"]:
        pairs.append((language.field("genre_names"), None))
    if book.series:
        number = "" if book.series_number is None else f" {book.series_number:g}"
        pairs.append((language.field("series"), one_line(book.series) + number))
    for name in (
        "year",
        "started",
        "finished",
        "publisher",
        "edition_year",
        "pages",
        "language",
        "format",
        "title_sort",
        "author_sort",
        "price",
    ):
        value = all_of_it[name]
        if value is not None:
            shown = _with_unit(name, value)
            pairs.append((language.field(name), shown))
    pairs += _people(all_of_it["contributors"], book.author)
    for identifier in all_of_it["identifiers"]:
        pairs.append((identifier.scheme.upper(), one_line(identifier.value)))
    cover = book.cover
    pairs.append((sentence("Cover"), text("none") if cover is None else cover_line(cover)))
    pairs.append((language.field("created"), str(book.created.date())))
    pairs.append(("id", str(book.id)))
    wide_label = max(width(label) for label, _ in pairs)
    for label, value in pairs:
        space = " " * (wide_label - width(label) + 2)
        room = wide - wide_label - 2
        if value is None:
            body = chips.many(all_of_it["genres"], room)
        else:
            fits = width(value) <= room or "\x1b" in value
            body = value if fits else wrapped(value, room)
        shown = body.replace("\n", "\n" + " " * (wide_label + 2))
        lines.append(f"{terminal.dim(label)}{space}{shown}")
    for name in ("synopsis", "review", "notes"):
        if all_of_it[name]:
            shown = all_of_it[name]
            if name == "review" and book.spoilers and not spoilers:
                shown = sentence(_HIDDEN)
            lines += ["", terminal.dim(language.field(name)), wrapped(shown, wide, "  ")]
    if all_of_it["readings"]:
        lines += ["", terminal.dim(sentence("Readings"))]
        lines += [wrapped(reading_line(each), wide, "  ") for each in book.readings]
    if all_of_it["quotes"]:
        lines += ["", terminal.dim(language.field("quotes"))]
        lines += [quote_text(each, wide) for each in book.quotes]
    if all_of_it["sources"]:
        lines += ["", terminal.dim(sentence("Imported from"))]
        lines += [f"  {each['source']} {each['source_id']}" for each in all_of_it["sources"]]
    return "\n".join(lines) + "\n"


def role(name: str) -> str:
    """Returns the name of a person's role. A role that the user made up is not translated."""
    from bookworm import presentation

    label = one_line(presentation.facet_label("role", name, language.code()))
    return label[:1].upper() + label[1:]


def _people(people: Sequence[Any], author: str) -> list[tuple[str, str | None]]:
    """Returns the people of each role, without the authors if the field `author` lists them."""
    by_role: dict[str, list[str]] = {}
    for each in people:
        by_role.setdefault(each.role, []).append(one_line(each.name))
    if ", ".join(by_role.get("author", ())) == author:
        del by_role["author"]
    return [
        (sentence("Authors") if name == "author" else role(name), ", ".join(names))
        for name, names in by_role.items()
    ]


def cover_line(cover: Any) -> str:
    """Returns the format and size of a cover."""
    return sentence(
        "{format}, {width} x {height}, {size} bytes",
        format=cover.format,
        width=cover.width,
        height=cover.height,
        size=cover.size,
    )


def _with_unit(name: str, value: Any) -> str:
    if name == "price":
        return _money(value)
    if name in ("year", "edition_year"):
        return year(value)
    return one_line(output.flat(value))


def year(value: int) -> str:
    """Returns a year as text; it may be one before the common era."""
    return str(value) if value > 0 else sentence("{year} BCE", year=-value)


def reading_line(reading: Any) -> str:
    """Returns a reading on one line."""
    statuses = {"open": "in-progress", "completed": "completed", "did-not-finish": "did-not-finish"}
    dates = " – ".join(str(day) if day else "?" for day in (reading.started, reading.finished))
    if not reading.started and not reading.finished:
        dates = sentence("no dates")
    elif reading.outcome == "open":
        dates = sentence("since {day}", day=reading.started) if reading.started else dates
    elif not reading.started:
        dates = sentence("until {day}", day=reading.finished)
    place = f", {sentence('page {page}', page=reading.page)}" if reading.page else ""
    place = f", {reading.percent:g} %" if reading.percent is not None else place
    note = f": {one_line(reading.note)}" if reading.note else ""
    return f"{language.status(statuses[reading.outcome])}, {dates}{place}{note}"


def quote_text(quote: Any, wide: int, indent: str = "  ") -> str:
    """Returns a quote, with its page and id."""
    place = quote.page or ""
    place = sentence("p. {page}", page=place) if is_page(place) else place
    return (
        wrapped(quote.text, wide, indent)
        + "\n"
        + indent
        + terminal.dim(f"({', '.join(filter(None, (place, sentence('quote {id}', id=quote.id))))})")
    )
