"""Compilers accept correct programs without a warning, and warn about ignored results."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import support

WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
INCLUDE = f"-I{support.HEADER.parent}"
TOUR = support.ROOT / "bindings" / "cpp" / "tour.cpp"
C_AND_CPP = (
    *((compiler, "c", standard) for compiler in ("gcc", "clang") for standard in ("c99", "c2x")),
    *(
        (compiler, "c++", standard)
        for compiler in ("g++", "clang++")
        for standard in ("c++11", "c++17")
    ),
)
# Every enum that is both a member of a struct and a parameter, and every mask.
PASSED_ON = """
  #include <bookworm.h>
  bw_status pass_on(bw_store *store, bw_result *result, bw_book b, bw_change change, bw_column c);
  bw_status pass_on(bw_store *store, bw_result *result, bw_book b, bw_change change, bw_column c) {
    bw_quote quote;
    BW_INIT(quote);
    quote.fields = BW_QUOTE_TEXT | BW_QUOTE_PAGE;
    bw_status done = bw_book_set_status(store, b.id, b.status, 0, NULL);
    if (done != BW_OK) return done;
    done = bw_books_list(store, &change.id, 1, change.fields | b.fields | c.field, &result, NULL);
    if (done != BW_OK) return done;
    return bw_result_get_column(result, b.matched, &c, NULL);
  }
"""
IGNORED = """
  #include <bookworm.h>
  int main(void) {
    %s;
    return 0;
  }
"""


def compiled(
    folder: Path, source: str, compiler: str, language: str, standard: str
) -> subprocess.CompletedProcess[str]:
    """Compile a program; gcc warns about ignored results only when it generates code."""
    program = folder / "program.c"
    program.write_text(source, encoding="utf-8")
    command = [support.tool(compiler), "-x", language, f"-std={standard}", *WARNINGS, INCLUDE]
    return subprocess.run(
        [*command, "-c", str(program), "-o", str(folder / "program.o")],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("compiler", "language", "standard"), C_AND_CPP)
def test_what_a_struct_holds_is_passed_on_as_it_is(
    tmp_path: Path, compiler: str, language: str, standard: str
) -> None:
    done = compiled(tmp_path, PASSED_ON, compiler, language, standard)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("compiler", "language", "standard"), C_AND_CPP)
@pytest.mark.parametrize(
    "call", ["bw_books_count(0, 0, 0)", "bw_store_open(0, 0, 0, 0, 0)", "bw_version()"]
)
def test_a_result_that_is_ignored_is_warned_of(
    tmp_path: Path, compiler: str, language: str, standard: str, call: str
) -> None:
    done = compiled(tmp_path, IGNORED % call, compiler, language, standard)
    assert done.returncode != 0
    assert "unused" in done.stderr or "nodiscard" in done.stderr or "ignoring" in done.stderr


@pytest.mark.parametrize(("compiler", "language", "standard"), C_AND_CPP)
def test_what_only_ends_something_may_be_ignored(
    tmp_path: Path, compiler: str, language: str, standard: str
) -> None:
    calls = "; ".join(
        f"{name}({', '.join('0' for _ in function.args.params)})"
        for name, function in support.functions().items()
        if name.endswith(("_close", "_free", "_rollback"))
    )
    done = compiled(tmp_path, IGNORED % calls, compiler, language, standard)
    assert calls.count(";") > 5
    assert done.returncode == 0, done.stderr


# Our headers must cause no warning in a program that is compiled with more warnings than most.
PREPARED = """
  #include <bookworm.hpp>
  int main() {
    bw_book book;
    BW_INIT(book);
    book.fields = BW_BOOK_TITLE | BW_FIELDS_ALL;
    return static_cast<int>(book.rating);
  }
"""


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
@pytest.mark.parametrize("program", [PREPARED, TOUR.read_text(encoding="utf-8")])
def test_the_headers_give_cpp_no_warning(tmp_path: Path, program: str, compiler: str) -> None:
    more = (*WARNINGS, "-Wold-style-cast", "-Wconversion", "-Wshadow")
    (tmp_path / "program.cpp").write_text(program, encoding="utf-8")
    support.output(
        support.tool(compiler),
        "-std=c++17",
        *more,
        "-fsyntax-only",
        INCLUDE,
        tmp_path / "program.cpp",
    )


RANGES = """
  #include <bookworm.hpp>
  #include <ranges>
  int64_t liked(bookworm::store &store, bookworm::query &query) {
    const std::vector<std::string> genres = {"Fantasy"};
    store.create(bookworm::draft().title("Dune").author("Frank Herbert").genres(genres));
    const auto is_liked = [](const bw_book &book) { return book.rating > 3; };
    const auto is_full = [](const bookworm::result &page) { return page.size() == 20; };
    int64_t count = 0;
    auto books = store.run(query).books();
    for (const bw_book &book : books | std::views::filter(is_liked)) count += book.rating;
    for (const bw_book &book : store.run(query).books() | std::views::filter(is_liked))
      count += book.rating;
    for (const bookworm::result &page : bookworm::pages(store, query) | std::views::filter(is_full))
      count += page.size();
    return count;
  }
"""


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_rows_and_pages_are_ranges_of_cpp_20(tmp_path: Path, compiler: str) -> None:
    (tmp_path / "program.cpp").write_text(RANGES, encoding="utf-8")
    support.output(
        support.tool(compiler),
        *("-std=c++20", *WARNINGS, "-Wconversion", "-Wshadow", "-fsyntax-only", INCLUDE),
        tmp_path / "program.cpp",
    )


def test_a_program_of_the_first_interface_does_not_start(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir()
    (old / "library.c").write_text("int bw_version(void) { return 1; }\n", encoding="utf-8")
    (old / "program.c").write_text(
        "int bw_version(void);\nint main(void) { return bw_version() == 0; }\n", encoding="utf-8"
    )
    shared = ("-shared", "-fPIC", "-Wl,-soname,libbookworm.so.1")
    support.output("gcc", *shared, old / "library.c", "-o", old / "libbookworm.so")
    support.output("gcc", old / "program.c", f"-L{old}", "-lbookworm", "-o", old / "program")
    done = subprocess.run(
        [str(old / "program")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LD_LIBRARY_PATH": str(support.LIBRARY.parent)},
    )
    assert done.returncode == 127
    assert "libbookworm.so.1: cannot open shared object file" in done.stderr
