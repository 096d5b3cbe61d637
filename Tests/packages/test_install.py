"""A failed install says what is wrong and what to do, and changes nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import support

INSTALL = support.ROOT / "bindings" / "install"
RELEASE = support.ROOT / "bindings" / "release"


def state(folder: Path) -> dict[str, tuple[int, int]]:
    """Return the contents of a folder, with the identity of each file."""
    paths = sorted(folder.rglob("*"))
    return {str(path): (path.lstat().st_ino, path.lstat().st_mtime_ns) for path in paths}


def as_nobody(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a program; if the tests run as root, without root's right to write everywhere."""
    if os.geteuid() == 0:
        rights = ("setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override")
        command = (*rights, *command)
    return support.run(*command)


@pytest.fixture
def prefix(tmp_path: Path) -> Path:
    """A prefix that contains an older library."""
    copied = tmp_path / "prefix"
    shutil.copytree(support.PREFIX, copied, symlinks=True)
    for path in (copied / "include" / "bookworm.h", copied / "lib" / "libbookworm.so.2"):
        contents = path.read_bytes()
        path.write_bytes(contents[:1000])
    return copied


def test_a_prefix_that_cannot_be_written_is_left_as_it_is(prefix: Path) -> None:
    prefix.chmod(0o555)
    before = state(prefix)
    done = as_nobody(INSTALL, prefix)
    assert done.returncode == 1
    assert f"the prefix {prefix} cannot be written. Choose another folder" in done.stderr
    assert state(prefix) == before


def test_a_prefix_that_is_a_file_is_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    done = support.run(INSTALL, file / "prefix")
    assert done.returncode == 1
    assert "cannot be written. Choose another folder" in done.stderr
    assert file.read_text(encoding="utf-8") == "mine"


def test_an_install_that_fails_in_the_middle_changes_nothing(prefix: Path) -> None:
    shutil.rmtree(prefix / "lib" / "cmake")
    (prefix / "lib" / "cmake").write_text("in the way", encoding="utf-8")
    before = state(prefix)
    done = support.run(INSTALL, prefix)
    assert done.returncode == 1
    assert "cannot be written; what was installed there before is as it was." in done.stderr
    after = state(prefix)
    del before[str(prefix / "lib")], after[str(prefix / "lib")]  # files came and went there
    del before[str(prefix / "include")], after[str(prefix / "include")]
    assert after == before


def test_a_folder_where_a_file_must_go_is_named(prefix: Path) -> None:
    in_the_way = prefix / "share" / "bookworm" / "bookworm.json"
    in_the_way.unlink()
    in_the_way.mkdir()
    done = support.run(INSTALL, prefix)
    assert done.returncode == 1
    assert f"{in_the_way} is a folder, and a file must go there" in done.stderr
    assert (prefix / "include" / "bookworm.h").stat().st_size == 1000
    assert not list(prefix.rglob("*.new"))


def test_installing_again_mends_what_is_half_there(prefix: Path) -> None:
    (prefix / "lib" / "libbookworm.so").unlink()
    (prefix / "share" / "bookworm" / "bookworm.json").unlink()
    support.output(INSTALL, prefix)
    for path in support.PREFIX.rglob("*"):
        if path.is_file():
            assert (prefix / path.relative_to(support.PREFIX)).read_bytes() == path.read_bytes()
    assert not list(prefix.rglob("*.new"))


def test_another_machine_is_refused(tmp_path: Path) -> None:
    uname = tmp_path / "uname"
    uname.write_text('#!/bin/sh\n[ "$1" = -m ] && echo riscv64 || echo Linux\n', encoding="utf-8")
    uname.chmod(0o755)
    done = support.run(INSTALL, tmp_path / "prefix", PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert done.returncode == 1
    assert "is for Linux on x86_64 and aarch64, and this machine is Linux on riscv64" in done.stderr
    assert not (tmp_path / "prefix").exists()


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("6.0.3", "this needs Swift 6.2 or newer; this one is 6.0.3. Run 'apt install swiftlang'"),
        (
            "6.2.1",
            "Swift 6.2.1 could not build it. Swift 6.3.1 of swift.org and 6.2.3 of Debian can.",
        ),
    ],
    ids=["too old", "crashing"],
)
def test_a_compiler_that_cannot_build_is_named(tmp_path: Path, version: str, said: str) -> None:
    swift = tmp_path / "swift"
    swift.write_text(
        f'#!/bin/sh\n[ "$1" != --version ] || exec echo "Swift version {version} (swift)"\n'
        "kill -ABRT $$\n",
        encoding="utf-8",
    )
    swift.chmod(0o755)
    done = support.run(INSTALL, tmp_path / "prefix", PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert done.returncode == 1
    assert said in done.stderr
    assert not (tmp_path / "prefix").exists()


def test_a_release_goes_into_no_folder_that_has_something(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine", encoding="utf-8")
    before = state(tmp_path)
    done = support.run(RELEASE, tmp_path)
    assert done.returncode == 1
    assert f"the folder {tmp_path} is not empty. It was left as it is" in done.stderr
    assert state(tmp_path) == before


def test_a_release_that_cannot_be_made_leaves_no_folder(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    tmp_path.chmod(0o555)
    done = as_nobody(RELEASE, tmp_path / "inside")
    tmp_path.chmod(0o755)
    assert done.returncode == 1
    assert "or the one that it is in, cannot be written. Choose another one." in done.stderr
    assert "mktemp" not in done.stderr
    done = support.run(RELEASE, tmp_path / "new", PATH="/usr/bin:/bin")  # without Swift
    assert "needs Swift 6.2 or newer" in done.stderr
    assert not (tmp_path / "new").exists()


def headers(folder: Path, version: int, generated: int) -> None:
    """Write the parts of a checkout that give its version, with `bindings/release`."""
    for path, number in (
        ("Sources/CBookwormTypes/include/bookworm_types.h", version),
        ("include/bookworm.h", generated),
    ):
        parts = ("MAJOR", "MINOR", "PATCH")
        lines = "".join(f"#define BW_VERSION_{part} {number}\n" for part in parts)
        (folder / path).parent.mkdir(parents=True)
        (folder / path).write_text(lines, encoding="utf-8")
    (folder / "bindings" / "packaging").mkdir(parents=True)
    shutil.copy(support.PACKAGING / "changelog", folder / "bindings" / "packaging")
    shutil.copy(RELEASE, folder / "bindings")
    changelog = "# Changes\n\n## 2.2.2 (2026-01-02)\n"
    (folder / "bindings" / "CHANGELOG.md").write_text(changelog, encoding="utf-8")


@pytest.mark.parametrize(
    ("version", "generated", "reason"),
    [
        (3, 3, "bindings/CHANGELOG.md begins with version 2.2.2, and the library's is 3.3.3"),
        (2, 1, "was generated for version 1.1.1, and the library's is 2.2.2: run Sources"),
    ],
)
def test_a_release_needs_one_version_everywhere(
    tmp_path: Path, version: int, generated: int, reason: str
) -> None:
    headers(tmp_path / "tree", version, generated)
    done = support.run(tmp_path / "tree" / "bindings" / "release", tmp_path / "made")
    assert done.returncode == 1
    assert reason in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["tree"]
