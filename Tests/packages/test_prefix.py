"""A C program's own build finds the library with pkg-config or CMake, wherever the prefix is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import support

EXAMPLES = support.ROOT / "bindings" / "c" / "examples"
CMAKE = support.TOOLS / "cmake"
PROJECT = """
cmake_minimum_required(VERSION 3.19)
project(tour C)
find_package(bookworm {wanted} CONFIG REQUIRED)
add_executable(tour tour.c)
target_link_libraries(tour PRIVATE bookworm::bookworm)
message(STATUS "found ${{bookworm_VERSION}}")
"""


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The prefix, moved to a path that needs quoting."""
    moved = tmp_path_factory.mktemp("moved") / "a prefix"
    shutil.copytree(support.PREFIX, moved, symlinks=True)
    return moved


def configured(folder: Path, prefix: Path, wanted: str = "") -> tuple[int, str]:
    """Configure a CMake project that contains the tour; return the exit status and the output."""
    (folder / "CMakeLists.txt").write_text(PROJECT.format(wanted=wanted), encoding="utf-8")
    shutil.copy(EXAMPLES / "tour.c", folder)
    build = folder / "build"
    done = support.run(CMAKE, "-S", folder, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}")
    return done.returncode, done.stdout + done.stderr


def test_the_tour_builds_by_pkg_config_and_runs(prefix: Path, tmp_path: Path) -> None:
    command = "cc -Wall -Wextra -Werror %s $(pkg-config --cflags --libs bookworm) -o tour"
    support.output(
        *("sh", "-c", f'eval "{command % (EXAMPLES / "tour.c")}"'),
        cwd=tmp_path,
        PKG_CONFIG_PATH=str(prefix / "lib" / "pkgconfig"),
    )
    assert "Dune" in support.output(tmp_path / "tour", cwd=tmp_path)


def test_the_tour_builds_by_cmake_and_runs(prefix: Path, tmp_path: Path) -> None:
    status, said = configured(tmp_path, prefix, support.version())
    assert status == 0, said
    assert f"found {support.version()}" in said
    support.output(CMAKE, "--build", tmp_path / "build")
    assert "Dune" in support.output(tmp_path / "build" / "tour", cwd=tmp_path)
    needed = support.output("readelf", "-d", tmp_path / "build" / "tour")
    assert "Shared library: [libbookworm.so.2]" in needed


@pytest.mark.parametrize(
    "wanted", ["1.9...2.9", "2.0...<3", f"{support.version()}...{support.version()}"]
)
def test_cmake_takes_a_range_that_has_the_version(
    prefix: Path, tmp_path: Path, wanted: str
) -> None:
    status, said = configured(tmp_path, prefix, wanted)
    assert status == 0, said


@pytest.mark.parametrize("wanted", ["1.0", "3.0", "2.9999", "1.0...1.9", "1.0...<2.0.0", "2.9...3"])
def test_cmake_refuses_another_version(prefix: Path, tmp_path: Path, wanted: str) -> None:
    status, said = configured(tmp_path, prefix, wanted)
    assert status != 0
    assert f"version: {support.version()}" in said


def test_cmake_names_what_is_missing_of_an_install(prefix: Path, tmp_path: Path) -> None:
    partly = tmp_path / "partly"
    shutil.copytree(prefix, partly, symlinks=True)
    (partly / "include" / "bookworm.h").unlink()
    (tmp_path / "project").mkdir()
    status, said = configured(tmp_path / "project", partly)
    assert status != 0
    told = " ".join(said.split())
    assert "bookworm.h: Bookworm is installed only in part there. Install it again." in told


def test_static_analysis_finds_nothing_in_the_tour(prefix: Path) -> None:
    headers = support.output("cc", "-print-file-name=include").strip()
    command = [support.TOOLS / "clang-tidy", "--quiet", "--checks=-*,bugprone-*"]
    command += ["--warnings-as-errors=*", EXAMPLES / "tour.c", "--"]
    command += ["-std=c11", f"-I{prefix / 'include'}", "-idirafter", headers]
    support.output(*command)


def test_the_library_has_nothing_of_where_it_was_built() -> None:
    library = support.PREFIX / "lib" / "libbookworm.so"
    assert str(support.ROOT).encode() not in library.read_bytes()
    sections = support.output("readelf", "--sections", "--wide", library)
    assert ".text" in sections
    assert ".swift_modhash" not in sections  # like the next one, derived from paths
    assert ".note.gnu.build-id" not in sections
