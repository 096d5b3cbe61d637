"""The header compiles without a warning everywhere, and binding generators can read it."""

from __future__ import annotations

import re
from pathlib import Path

import cffi  # type: ignore[import-untyped]
import pytest
import support

C_STANDARDS = ("c99", "c11", "c17", "c2x")
DIALECTS = (
    *((compiler, "c", standard) for compiler in ("gcc", "clang") for standard in C_STANDARDS),
    ("g++", "c++", "c++17"),
    ("clang++", "c++", "c++17"),
)
LONGEST_LINE = 100
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
PROGRAM = """
  #include <bookworm.h>
  #include <bookworm.h>
  int main(void) {
    bw_error error;
    BW_INIT(error);
    return error.size == sizeof error ? (int)bw_query_free(NULL) : 1;
  }
"""


@pytest.mark.parametrize(("compiler", "language", "standard"), DIALECTS)
def test_it_compiles_without_a_warning(
    tmp_path: Path, compiler: str, language: str, standard: str
) -> None:
    program = tmp_path / "program.c"
    program.write_text(PROGRAM, encoding="utf-8")
    options = [f"-std={standard}", *WARNINGS, f"-I{support.HEADER.parent}", "-fsyntax-only"]
    if language == "c":
        options.append("-Wstrict-prototypes")
    support.output(support.tool(compiler), "-x", language, *options, program)


def test_arrows_structs_may_be_there_already(tmp_path: Path) -> None:
    text = support.HEADER.read_text(encoding="utf-8")
    arrows = re.findall(r"^#ifndef ARROW_C_\w+\n.*?^#endif$", text, re.MULTILINE | re.DOTALL)
    assert len(arrows) == 2
    (tmp_path / "abi.h").write_text("\n".join(["#include <stdint.h>", *arrows]), encoding="utf-8")
    program = tmp_path / "program.c"
    program.write_text('#include "abi.h"\n' + PROGRAM, encoding="utf-8")
    support.output("gcc", *WARNINGS, f"-I{support.HEADER.parent}", "-fsyntax-only", program)


def test_pycparser_reads_it() -> None:
    assert "bw_book_create" in support.functions()


@pytest.fixture(name="interface")
def cffi_reads_the_header() -> cffi.FFI:
    interface = cffi.FFI()
    interface.cdef(support.preprocessed_alone())
    return interface


def test_cffi_reads_it_and_calls_the_library(interface: cffi.FFI) -> None:
    library = interface.dlopen(str(support.LIBRARY))
    assert library.bw_abi_version() == 2
    assert all(getattr(library, name) for name in support.functions())
    error = interface.new("bw_error *")
    error.size = interface.sizeof("bw_error")
    query = interface.new("bw_query **")
    assert library.bw_query_new(query, error) == library.BW_OK
    assert library.bw_query_free(query[0]) == library.BW_OK
    assert library.bw_query_set_limit(query[0], 1, error) == library.BW_ERROR_HANDLE
    assert error.status == library.BW_ERROR_HANDLE
    assert interface.string(error.message)


def test_every_status_has_its_name(interface: cffi.FFI) -> None:
    library = interface.dlopen(str(support.LIBRARY))
    statuses = interface.typeof("bw_status").relements
    names = {name: interface.string(library.bw_status_name(statuses[name])) for name in statuses}
    assert names == {name: name.encode() for name in statuses}
    for value in (max(statuses.values()) + 1, 2**31 - 1):
        assert interface.string(library.bw_status_name(value)) == b"unknown status"


def test_every_name_in_its_comments_exists() -> None:
    text = support.HEADER.read_text(encoding="utf-8")
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    names = set(re.findall(r"\b(?:bw|BW)_\w+", code))
    comments = "\n".join(re.findall(r"/\*.*?\*/", text, flags=re.DOTALL))
    # A name with a star means all names that begin with it.
    mentioned = set(re.findall(r"\b(?:bw|BW)_\w+\b(?!\*)", comments))
    assert not mentioned - names, "mentioned but not declared"


def test_its_first_line_says_how_it_is_made() -> None:
    first = support.HEADER.read_text(encoding="utf-8").splitlines()[0]
    assert "Generated" in first
    assert "Sources/headergen/regenerate" in first


def test_its_lines_are_at_most_100_long() -> None:
    lines = support.HEADER.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > LONGEST_LINE] == []
