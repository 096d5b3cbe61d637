"""Tests the errors of `import bookworm` for a native library that cannot be used."""

from __future__ import annotations

import platform
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Script

import bookworm
from bookworm._native.library import library

Change = Callable[[bytearray], None]
HERE = platform.machine()
OTHER = "x86_64" if HERE == "aarch64" else "aarch64"
AGAIN = "from what it came from, by pip install --force-reinstall --no-deps and the path of the"


def elf_hash(name: bytes) -> bytes:
    """The hash that the dynamic loader uses to compare version names."""
    value = 0
    for byte in name:
        value = (value << 4) + byte
        value = (value ^ (value & 0xF0000000) >> 24) & 0x0FFFFFFF
    return struct.pack("<I", value)


def cut(contents: bytearray) -> None:
    del contents[len(contents) // 2 :]


def cut_at_its_beginning(contents: bytearray) -> None:
    del contents[100:]


def empty(contents: bytearray) -> None:
    contents.clear()


def for_another_machine(contents: bytearray) -> None:
    # AArch64 or x86-64
    contents[18:20] = struct.pack("<H", 62 if OTHER == "x86_64" else 183)


def for_a_newer_glibc(contents: bytearray) -> None:
    for old, new in (
        (b"GLIBC_2.34\0", b"GLIBC_9.34\0"),
        (elf_hash(b"GLIBC_2.34"), elf_hash(b"GLIBC_9.34")),
    ):
        place = contents.index(old)
        contents[place : place + len(old)] = new


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The library inside a copy of the package, as in a wheel."""
    package = tmp_path / "site" / "bookworm"
    shutil.copytree(Path(bookworm.__file__).parent, package)
    (package / "_lib").mkdir(exist_ok=True)
    inside = package / "_lib" / "libbookworm.so.2"
    shutil.copyfile(library._name, inside)
    return inside


def imported(installed: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Imports the installed package."""
    site = installed.parent.parent.parent
    return subprocess.run(
        [sys.executable, "-B", "-c", "import bookworm; print(bookworm.library_version())"],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(site), **environment},
    )


def test_the_library_inside_the_package_is_the_one_that_is_loaded(installed: Path) -> None:
    done = imported(installed)
    assert (done.stdout, done.stderr) == (f"{bookworm.__version__}\n", "")


@pytest.mark.parametrize(
    ("change", "reason", "help"),
    [
        (cut, "is not whole", AGAIN),
        (cut_at_its_beginning, "is not whole", AGAIN),
        (empty, "file too short", AGAIN),
        (for_another_machine, f"is for {OTHER}, and this is {HERE}", AGAIN),
        (for_a_newer_glibc, "or newer, and here is glibc 2.", "Use a newer system"),
    ],
)
def test_a_damaged_or_foreign_library_is_an_import_error_that_says_what_to_do(
    installed: Path, change: Change, reason: str, help: str
) -> None:
    contents = bytearray(installed.read_bytes())
    change(contents)
    installed.write_bytes(contents)
    done = imported(installed)
    assert done.returncode == 1, done.stderr
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: Bookworm's native library cannot be loaded: ")
    assert str(installed) in last
    assert reason in last
    assert help in last


def test_the_wheel_that_the_package_was_made_of_is_named(installed: Path) -> None:
    information = installed.parent.parent.parent / f"bookworm-{bookworm.__version__}.dist-info"
    information.mkdir()
    note = '{"archive_info": {}, "url": "file:///with%20blank/bookworm-2.whl"}'
    (information / "direct_url.json").write_text(note, encoding="utf-8")
    installed.write_bytes(b"")
    done = imported(installed)
    assert "--no-deps '/with blank/bookworm-2.whl'\n" in done.stderr


def test_a_package_without_its_library_says_where_one_comes_from(installed: Path) -> None:
    installed.unlink()
    done = imported(installed)
    assert done.returncode == 1
    assert "ImportError: Bookworm's native library cannot be loaded: libbook" in done.stderr
    assert "Install Bookworm's wheel with pip" in done.stderr


@pytest.mark.skipif(shutil.which("cc") is None, reason="a C compiler makes the other library")
def test_a_library_of_another_interface_is_an_import_error_that_names_both(
    installed: Path, tmp_path: Path
) -> None:
    (tmp_path / "other.c").write_text("int bw_abi_version(void) { return 1; }\n", encoding="utf-8")
    other = tmp_path / "libbookworm.so.1"
    subprocess.run(
        ["cc", "-shared", "-fPIC", str(tmp_path / "other.c"), "-o", str(other)], check=True
    )
    done = imported(installed, BOOKWORM_LIBRARY=str(other))
    assert f"{other} has version 1 of the interface; this package needs 2" in done.stderr
    assert "BOOKWORM_LIBRARY names it: unset that, or let it name" in done.stderr


def test_a_library_that_is_not_there_is_an_import_error_that_says_what_to_do(run: Script) -> None:
    done = run(
        """
        import os
        os.environ["BOOKWORM_LIBRARY"] = "/nowhere/libbookworm.so.2"
        import bookworm
        """
    )
    assert "ImportError: Bookworm's native library cannot be loaded: /nowhere/lib" in done.stderr
    assert "BOOKWORM_LIBRARY names it: unset that, or let it name" in done.stderr


def test_a_library_that_is_another_one_is_an_import_error(run: Script) -> None:
    done = run(
        """
        import os
        os.environ["BOOKWORM_LIBRARY"] = "libc.so.6"
        import bookworm
        """
    )
    assert "ImportError: libc.so.6 is too old for this package, or not Bookworm" in done.stderr


def test_a_library_of_an_older_version_is_an_import_error_that_names_it(run: Script) -> None:
    done = run(
        """
        import importlib, bookworm
        from bookworm._native import library, prototypes
        prototypes.BW_VERSION_MINOR += 1  # as if the package were newer
        importlib.reload(library)
        """
    )
    expected = f"too old for this package, or not Bookworm: it has version {bookworm.__version__}"
    assert "ImportError" in done.stderr
    assert expected in done.stderr


def test_a_function_that_the_library_lacks_is_told_when_it_is_used(run: Script) -> None:
    done = run(
        """
        from bookworm._native import library, prototypes
        prototypes.FUNCTIONS["bw_missing"] = "int32 bw_error*"
        library.library.bw_missing
        """
    )
    assert "is too old for this package, or not Bookworm" in done.stderr
    assert "bw_missing" in done.stderr
