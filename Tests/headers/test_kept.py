"""A program that was compiled with an older header runs with today's library."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import support

KEPT = Path(__file__).with_name("kept")
HEADERS = sorted(KEPT.glob("bookworm-*.h"))


def test_the_first_header_of_this_interface_is_kept() -> None:
    text = support.HEADER.read_text(encoding="utf-8")
    abi = re.search(r"^#define BW_ABI_VERSION (\d+)$", text, re.MULTILINE)
    assert abi is not None
    assert f"bookworm-{abi[1]}.0.0.h" in [header.name for header in HEADERS]


@pytest.mark.parametrize("header", HEADERS, ids=lambda header: header.stem)
def test_a_program_of_then_runs_with_the_library_of_now(header: Path, tmp_path: Path) -> None:
    shutil.copy(header, tmp_path / "bookworm.h")
    shutil.copy(KEPT / "program.c", tmp_path)
    support.output(
        *("gcc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-iquote", tmp_path),
        *(tmp_path / "program.c", "-o", tmp_path / "program", support.LIBRARY),
        f"-Wl,-rpath,{support.LIBRARY.parent}",
    )
    support.output("sh", "-c", f"cd '{tmp_path}' && ./program")
