"""The manual has a page for each call and each type, and an overview."""

from __future__ import annotations

import re

import support

PAGES = {
    path.name.removesuffix(".3"): path for path in (support.PREFIX / "share/man/man3").iterdir()
}
INTERFACE = support.interface()


def read(name: str) -> str:
    """Return a page as text, with each run of white space replaced by one blank."""
    shown = support.output("mandoc", "-T", "utf8", "-O", "width=200", PAGES[name])
    return " ".join(re.sub(".\b", "", shown).split())


def test_every_call_and_every_type_has_a_page() -> None:
    kinds = ("functions", "structs", "enums", "masks", "handles")
    named = {item["name"] for kind in kinds for item in INTERFACE[kind]}
    assert set(PAGES) == named | {"bookworm"}


def test_the_pages_are_well_formed() -> None:
    # The pages have no date, so that two builds have the same bytes.
    told = support.output("mandoc", "-T", "lint", "-W", "error", *PAGES.values())
    assert told == ""


def test_a_page_refers_to_pages_that_there_are() -> None:
    referred = set()
    for name in PAGES:
        referred |= set(re.findall(r"\b(\w+)\(3\)", read(name)))
    assert len(referred) > 150
    assert referred <= set(PAGES)


def test_a_page_of_a_call_has_its_prototype_and_its_comment() -> None:
    page = read("bw_book_get")
    assert "bw_status bw_book_get(bw_store *store, int64_t id, bw_fields fields," in page
    assert "Reads a book." in page
    assert "its texts and lists are borrowed from result" in page


def test_a_page_of_a_type_has_its_members_or_values() -> None:
    assert "uint64_t bw_fields" in read("bw_fields")
    assert "BW_BOOK_TITLE = 1 << 1 A book always has one." in read("bw_fields")
    assert "BW_ERROR_BUSY = 9 Another writer, or a checkpoint" in read("bw_status")
    assert "bw_text title;" in read("bw_book")


def test_names_are_not_hyphenated() -> None:
    hyphenated = [name for name, path in PAGES.items() if "\n.nh\n" not in path.read_text("utf-8")]
    assert hyphenated == []


def test_what_a_page_calls_above_stands_in_the_page_of_all() -> None:
    lost = [name for name in PAGES if re.search('["”] above', read(name)) and name != "bookworm"]
    assert lost == []
    assert "The file" in read("bookworm")
    assert re.search(r"see .The file. in bookworm\(3\)", read("bw_store_open"))


def test_the_page_of_all_lists_every_call() -> None:
    page = read("bookworm")
    missing = [call["name"] for call in INTERFACE["functions"] if f"{call['name']}(3)" not in page]
    assert missing == []
