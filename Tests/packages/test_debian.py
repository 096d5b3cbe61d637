"""The Debian packages, unpacked into a folder: each file is in its place, and they work."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import pytest
import support

LIBDIR = Path(f"usr/lib/{platform.machine()}-linux-gnu")


@pytest.fixture(scope="module")
def root(packages: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of all packages together."""
    folder = tmp_path_factory.mktemp("root")
    for package in packages.values():
        support.output("dpkg-deb", "--extract", package, folder)
    return folder


def field(package: Path, name: str) -> str:
    """Return a field of a package's control file."""
    return support.output("dpkg-deb", "--field", package, name).strip()


def test_there_are_three_of_the_librarys_version(packages: dict[str, Path]) -> None:
    assert sorted(packages) == ["libbookworm-dev", "libbookworm2", "python3-bookworm"]
    assert {field(path, "Version") for path in packages.values()} == {support.version()}


def test_the_library_needs_what_the_system_has(packages: dict[str, Path]) -> None:
    needed = re.findall(r"([a-z0-9+-]+) \(", field(packages["libbookworm2"], "Depends"))
    assert needed == ["libc6", "libgcc-s1", "libstdc++6"]
    assert field(packages["libbookworm2"], "Suggests") == "libpq5"  # for stores on a server


def test_every_symbol_that_is_promised_has_its_version(packages: dict[str, Path]) -> None:
    symbols = support.output("dpkg-deb", "--info", packages["libbookworm2"], "symbols")
    promised = (support.ROOT / "Tests" / "headers" / "abi.txt").read_text(encoding="utf-8")
    names = re.findall(r"^symbol (\S+)$", promised, re.MULTILINE)
    assert len(names) > 100
    assert set(names) <= set(re.findall(r"^ (\S+) [0-9.]+$", symbols, re.MULTILINE))


def test_every_file_is_in_one_package_and_has_its_sum(packages: dict[str, Path]) -> None:
    seen: set[str] = set()
    for package in packages.values():
        sums = support.output("dpkg-deb", "--info", package, "md5sums").splitlines()
        files = {line.split("  ", 1)[1] for line in sums}
        assert f"usr/share/doc/{field(package, 'Package')}/copyright" in files
        assert f"usr/share/doc/{field(package, 'Package')}/changelog.gz" in files
        assert not files & seen
        seen |= files


def test_a_program_builds_against_them(root: Path, tmp_path: Path) -> None:
    config = (root / LIBDIR / "pkgconfig" / "bookworm.pc").read_text(encoding="utf-8")
    assert "rpath" not in config
    flags = support.output(
        *("pkg-config", "--cflags", "--libs", "bookworm"),
        PKG_CONFIG_PATH=str(root / LIBDIR / "pkgconfig"),
    ).split()
    tour = support.ROOT / "bindings" / "c" / "examples" / "tour.c"
    support.output("cc", tour, *flags, "-o", tmp_path / "tour")
    done = support.output(tmp_path / "tour", cwd=tmp_path, LD_LIBRARY_PATH=str(root / LIBDIR))
    assert "Dune" in done


def test_python_takes_the_library_of_the_system(root: Path, tmp_path: Path) -> None:
    site = root / "usr" / "lib" / "python3" / "dist-packages"
    assert not (site / "bookworm" / "_lib").exists()
    done = support.output(
        *("python3", "-B", "-c", "import bookworm; print(bookworm.library_version())"),
        cwd=tmp_path,
        PYTHONPATH=str(site),
        LD_LIBRARY_PATH=str(root / LIBDIR),
    )
    assert done.strip() == support.version()


def test_the_same_input_gives_the_same_bytes(
    wheel: Path, packages: dict[str, Path], tmp_path: Path
) -> None:
    for path in support.output(support.PACKAGING / "debian" / "build", wheel, tmp_path).split():
        name = Path(path).name.partition("_")[0]
        assert Path(path).read_bytes() == packages[name].read_bytes(), name
