"""The sources, the header and the library have the same functions, and exports hold no logic."""

from __future__ import annotations

import re

import support

# These functions compute from plain values or return constants, and have nothing to guard.
WITHOUT_BOUNDARY = {
    "bw_version",
    "bw_version_string",
    "bw_abi_version",
    "bw_sqlite_version",
    "bw_status_name",
    "bw_change_kind_name",
    "bw_entity_name",
    "bw_rating_stars",
    "bw_rating_emoji",
    "bw_rating_is_low",
    "bw_rating_name",
    "bw_exact_rating_stars",
    "bw_exact_rating_name",
    "bw_book_status_name",
    "bw_field_name",
    "bw_group_name",
    "bw_sort_key_name",
    "bw_action_name",
    "bw_colour_text",
    "bw_colour_contrast",
}
# Functions for the library's own Python package: not in the header, and not promised to others.
PRIVATE = {"bookworm_python_1"}
MOST_LINES = 8


def blank_out(swift: str) -> str:
    """Return the source without comments, and with every text literal empty."""
    literal_or_comment = re.compile(
        r'"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL
    )
    return literal_or_comment.sub(lambda match: '""' if match[0][0] == '"' else "", swift)


def closing(text: str, start: int) -> int:
    """Return the position after the bracket that closes the one at `start`."""
    depth = 0
    for place in range(start, len(text)):
        if text[place] in "({[":
            depth += 1
        elif text[place] in ")}]":
            depth -= 1
            if depth == 0:
                return place + 1
    message = f"no closing bracket after: {text[start : start + 60]}"
    raise AssertionError(message)


def exports() -> dict[str, str]:
    """Return the body of every @_cdecl function by its name in C."""
    bodies = {}
    for file in sorted((support.ROOT / "Sources").rglob("*.swift")):
        source = file.read_text(encoding="utf-8")
        names = re.findall(r'^@_cdecl\("(\w+)"\)', source, re.MULTILINE)
        code = blank_out(source)
        starts = re.finditer(r'^@_cdecl\(""\)', code, re.MULTILINE)
        for name, start in zip(names, starts):
            after_parameters = closing(code, code.index("(", start.end()))
            brace = code.index("{", after_parameters)
            bodies[name] = code[brace + 1 : closing(code, brace) - 1].strip()
    return bodies


def is_one_boundary(body: str) -> bool:
    """Return whether the body is one call of boundary, with nothing before or after it."""
    call = re.match(r"(?:return )?boundary\b\s*", body)
    if call is None:
        return False
    place = call.end()
    if body[place : place + 1] == "(":
        place = closing(body, place)
    place += len(body[place:]) - len(body[place:].lstrip())
    return body[place : place + 1] == "{" and closing(body, place) == len(body)


def test_sources_header_and_library_have_the_same_functions() -> None:
    header, library = set(support.functions()), set(support.symbols())
    sources = set(exports())
    assert sources
    assert header == sources - PRIVATE, "run Sources/headergen/regenerate and bindings/install"
    assert library == sources, "only @_cdecl functions leave the library, and all of them do"


def test_every_symbol_has_the_version() -> None:
    versions = {name: "BOOKWORM_PRIVATE" if name in PRIVATE else "BOOKWORM_2" for name in exports()}
    assert support.symbols() == versions, "see Sources/BookwormLibrary/exports.map"


def test_every_export_is_inside_the_boundary() -> None:
    bodies = exports()
    inside = {name for name, body in bodies.items() if is_one_boundary(body)}
    outside = set(bodies) - inside - PRIVATE
    assert outside == WITHOUT_BOUNDARY, "the whole body must be one call of boundary(...) { }"


def test_every_export_is_short() -> None:
    lines = {
        name: sum(1 for line in body.splitlines() if line.strip())
        for name, body in exports().items()
    }
    long = {name: count for name, count in lines.items() if count > MOST_LINES}
    assert not long, "an export holds no logic: move it to the model, or to a helper"


def importers(module: str, *, outside: str) -> list[str]:
    """Return the sources that import the module without belonging to the target."""
    statement = re.compile(rf"^\s*(@?\w+ )*import {module}\b", re.MULTILINE)
    return [
        str(file.relative_to(support.ROOT))
        for file in sorted((support.ROOT / "Sources").rglob("*.swift"))
        if outside not in file.parts and statement.search(file.read_text(encoding="utf-8"))
    ]


def test_no_library_target_imports_foundation() -> None:
    assert importers("Foundation", outside="headergen") == []


def test_only_storage_imports_sqlite() -> None:
    assert importers("CSQLite", outside="BookwormStorage") == []


def test_no_manifest_names_a_package_to_depend_on() -> None:
    manifests = [support.ROOT / "Package.swift"]
    for folder in ("Sources", "Tests", "bindings"):
        manifests += (support.ROOT / folder).rglob("Package.swift")
    assert [file for file in manifests if ".package(" in file.read_text(encoding="utf-8")] == []
