"""The wheel: its metadata, its contents, and that a user can install it with nothing else."""

from __future__ import annotations

import json
import platform
import re
import struct
import sys
import zipfile
from pathlib import Path

import pytest
import support

CHECK = support.PACKAGING / "check_library.py"
LIBRARY = support.PREFIX / "lib" / "libbookworm.so"
PLATFORM = support.output(sys.executable, CHECK, "--platform", LIBRARY).strip()
MOST_BYTES = 5 * 1000 * 1000
PROGRAM = """
import bookworm

with bookworm.open("library.books") as store:
    book: bookworm.Book = store.books.create("Dune", "Frank Herbert", rating=5)
    titles: list[str] = [each.title for each in store.books.where(rating=(4, 5))]
    print(book.title, titles, bookworm.__version__)
"""


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment that contains only the wheel."""
    folder = tmp_path_factory.mktemp("user") / "environment"
    support.output(sys.executable, "-m", "venv", folder)
    done = support.run(
        *(folder / "bin" / "python", "-m", "pip", "install", "--no-index", wheel),
        PATH=str(folder / "bin"),
    )
    assert done.returncode == 0, done.stderr
    return folder / "bin" / "python"


def test_its_name_says_for_what_it_is(wheel: Path) -> None:
    assert wheel.name == f"bookworm-{support.version()}-py3-none-{PLATFORM}.whl"
    assert wheel.stat().st_size < MOST_BYTES


def test_it_says_what_is_inside_and_on_which_terms(wheel: Path) -> None:
    folder = f"bookworm-{support.version()}.dist-info"
    with zipfile.ZipFile(wheel) as contents:
        document = json.loads(contents.read(f"{folder}/sboms/sbom.cdx.json"))
        terms = contents.read(f"{folder}/licenses/copyright").decode()
        metadata = contents.read(f"{folder}/METADATA").decode()
    assert f"\nVersion: {support.version()}\n" in metadata
    assert not re.search(r"^Requires-Dist: (?!.*extra ==)", metadata, re.MULTILINE)
    assert document["metadata"]["component"]["version"] == support.version()
    for component in document["components"]:
        assert re.fullmatch(r"\d+(\.\d+)+", component["version"]), component
        (licence,) = component["licenses"]
        name = licence.get("expression") or licence["license"]["id"]
        assert name.replace(" WITH Swift-", " with Swift ") in terms
    assert [component["bom-ref"] for component in document["components"]] == [
        "sqlite",
        "swift",
        "unicode",
    ]


def test_the_same_library_gives_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    again = support.output(support.PACKAGING / "wheel", support.PREFIX, tmp_path).strip()
    assert Path(again).read_bytes() == wheel.read_bytes()


def test_a_user_has_it_without_anything_else(python: Path, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    done = support.run(python, "program.py", cwd=tmp_path, PATH="")
    assert (done.stdout, done.stderr) == (f"Dune ['Dune'] {support.version()}\n", "")


@pytest.mark.parametrize("checker", ["mypy", "basedpyright"])
def test_a_users_program_has_its_types_checked(python: Path, tmp_path: Path, checker: str) -> None:
    program = tmp_path / "program.py"
    tool = support.ROOT / ".build" / "tools" / "bin" / checker
    where = {"mypy": "--python-executable", "basedpyright": "--pythonpath"}[checker]
    strictness = ["--strict", "--cache-dir=/dev/null"] if checker == "mypy" else []
    program.write_text(PROGRAM, encoding="utf-8")
    support.output(tool, *strictness, where, python, program, cwd=tmp_path)
    program.write_text(PROGRAM.replace("rating=5", "rating='5'"), encoding="utf-8")
    done = support.run(tool, *strictness, where, python, program, cwd=tmp_path)
    assert done.returncode != 0
    assert "rating" in done.stdout


def test_a_library_that_shows_or_needs_too_much_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "foreign.c"
    source.write_text(
        "int sqlite3_open(void) { return 0; }\nint bw_other(void) { return 0; }\n",
        encoding="utf-8",
    )
    library = tmp_path / "foreign.so"
    support.output("cc", "-shared", "-fPIC", source, "-Wl,--no-as-needed", "-lz", "-o", library)
    done = support.run(sys.executable, CHECK, library)
    assert done.returncode == 1
    assert "it shows sqlite3_open, which is none of its own interface" in done.stderr
    assert "it shows bw_other, which is none of its own interface" in done.stderr
    assert "it needs the library libz.so.1" in done.stderr
    assert "it has libm.so.6 inside, or lacks it" in done.stderr


def test_a_library_for_arm_is_laid_out_for_the_largest_pages(tmp_path: Path) -> None:
    source = tmp_path / "empty.c"
    source.write_text("int bw_none;\n", encoding="utf-8")
    small = "it is laid out for pages of 4096 bytes, and aarch64 has pages of 65536"
    for page, is_refused in (("0x1000", True), ("0x10000", False)):
        library = tmp_path / f"{page}.so"
        layout = f"-Wl,-z,max-page-size={page},-z,common-page-size={page}"
        support.output("cc", "-shared", "-fPIC", layout, source, "-o", library)
        contents = bytearray(library.read_bytes())
        contents[18:20] = struct.pack("<H", 183)  # AArch64
        library.write_bytes(contents)
        assert (small in support.run(sys.executable, CHECK, library).stderr) == is_refused
        said = support.output(sys.executable, CHECK, "--platform", library)
        assert said == PLATFORM.replace(platform.machine(), "aarch64") + "\n"


def test_a_library_for_another_machine_is_refused(tmp_path: Path) -> None:
    contents = bytearray(LIBRARY.read_bytes())
    contents[18:20] = struct.pack("<H", 243)  # RISC-V
    (tmp_path / "foreign.so").write_bytes(contents)
    done = support.run(sys.executable, CHECK, tmp_path / "foreign.so")
    assert done.returncode == 1
    assert "it is for none of x86_64, aarch64" in done.stderr


def test_a_library_that_needs_too_new_a_glibc_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "new.c"
    source.write_text(
        "float hypotf(float, float);\nfloat length(float x, float y) { return hypotf(x, y); }\n",
        encoding="utf-8",
    )
    library = tmp_path / "new.so"
    support.output("cc", "-shared", "-fPIC", source, "-lm", "-o", library)
    done = support.run(sys.executable, CHECK, library)
    assert done.returncode == 1
    assert "it needs hypotf@GLIBC_2.35, newer than glibc 2.34" in done.stderr


def test_the_package_names_the_glibc_that_the_wheel_needs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as contents:
        source = contents.read("bookworm/_native/load_errors.py").decode()
    major, minor = re.findall(r'^GLIBC = "(\d+)\.(\d+)"$', source, re.MULTILINE)[0]
    assert f"manylinux_{major}_{minor}_{platform.machine()}" == PLATFORM
