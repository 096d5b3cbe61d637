"""Tests `pip install ./bindings/python` in an empty environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent


def environment(**changes: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "BOOKWORM_LIBRARY"}
    return {**kept, **changes}


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an empty virtual environment."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    return folder / "bin" / "python"


def pip_install(
    python: Path, package: Path, env: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    command = [python, "-m", "pip", "install", "--disable-pip-version-check", package]
    return subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=False, env=env
    )


def test_a_package_without_the_library_or_its_source_says_what_to_do(
    python: Path, tmp_path: Path
) -> None:
    copied = tmp_path / "alone" / "python"
    ignored = shutil.ignore_patterns("tests", "examples", "_lib", "__pycache__")
    shutil.copytree(PACKAGE, copied, ignore=ignored)
    done = pip_install(python, copied, environment(BOOKWORM_PREBUILT_PREFIX=""))
    assert done.returncode != 0
    assert "Install from a checkout of the whole repository" in done.stdout + done.stderr


def test_the_installed_package_has_its_library_inside(python: Path, tmp_path: Path) -> None:
    before = sorted(PACKAGE.rglob("*"))
    done = pip_install(python, PACKAGE, environment())
    assert done.returncode == 0, done.stdout + done.stderr
    built = [each for each in PACKAGE.rglob("*") if "__pycache__" not in each.parts]
    assert sorted(set(built) - set(before)) == []
    script = """
import bookworm, importlib.metadata, pathlib
library = pathlib.Path(bookworm.__file__).parent / "_lib" / "libbookworm.so.2"
assert library.is_file() and not library.is_symlink()
assert (library.parent.parent / "py.typed").is_file()
assert str(library) in open("/proc/self/maps").read()
wheel = importlib.metadata.distribution("bookworm").read_text("WHEEL")
assert "Tag: py3-none-linux_" in wheel and "Root-Is-Purelib: false" in wheel, wheel
assert importlib.metadata.requires("bookworm") in (None, []) or all(
    "extra ==" in each for each in importlib.metadata.requires("bookworm"))
assert importlib.metadata.version("bookworm") == bookworm.__version__
with bookworm.open("library.books") as store:
    store.books.create("Dune", "Frank Herbert", genres=["Science Fiction"])
    print([book.title for book in store.books.where(genre="science fiction")])
"""
    done = subprocess.run(
        [str(python), "-c", script],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=environment(),
    )
    assert (done.stdout, done.stderr) == ("['Dune']\n", "")
    listed = subprocess.run(
        [str(python), "-m", "pip", "list", "--format=freeze"],
        capture_output=True,
        text=True,
        check=True,
        env=environment(),
    ).stdout
    names = {line.partition("==")[0] for line in listed.splitlines()}
    assert names <= {"bookworm", "pip", "setuptools"}
