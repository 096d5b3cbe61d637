"""bindings/install says what is missing, installs what it may, and can be run repeatedly."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import support

INSTALL = support.ROOT / "bindings" / "install"
SWIFT = 'case "$1" in --version) echo "Swift version 6.3.1 (swift-6.3.1)" ;; *) exit 9 ;; esac'
NEEDED = {"bash", "cat", "dirname", "env", "g++", "head", "mkdir", "python3", "sed", "sort"}
NEEDED |= {"strip", "uname"}


def install(
    folder: Path, *, without: str = "", **programs: str
) -> subprocess.CompletedProcess[str]:
    """Run bindings/install; of the programs that it looks for, only these shell scripts exist."""
    tools = folder / "bin"
    tools.mkdir()
    for name in NEEDED - {without}:
        found = support.output("sh", "-c", f"command -v {name}").strip()
        (tools / name).symlink_to(found)
    for name, script in programs.items():
        program = tools / name.replace("_", "-")
        program.write_text(f"#!{tools}/bash\n{script}\n", encoding="utf-8")
        program.chmod(0o755)
    return subprocess.run(
        [INSTALL, folder / "prefix"],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": str(tools), "LOG": str(folder / "log")},
    )


def test_it_asks_for_swift(tmp_path: Path) -> None:
    done = install(tmp_path)
    assert done.returncode != 0
    assert "needs Swift 6.2 or newer. Run 'apt install swiftlang'" in done.stderr
    assert not (tmp_path / "prefix").exists()


def test_it_refuses_an_old_swift(tmp_path: Path) -> None:
    done = install(tmp_path, swift='echo "Swift version 5.10.1 (x)"')
    assert done.returncode != 0
    assert "needs Swift 6.2 or newer; this one is 5.10.1" in done.stderr


def test_it_names_a_swift_that_can_build_where_this_one_cannot(tmp_path: Path) -> None:
    done = install(tmp_path, swift=SWIFT)
    assert done.returncode != 0
    assert "Swift 6.3.1 could not build it. Swift 6.3.1 of swift.org and 6.2.3 of" in done.stderr
    assert not (tmp_path / "prefix").exists()


@pytest.mark.parametrize(("program", "package"), [("strip", "binutils"), ("g++", "g++")])
def test_it_names_the_packages_that_it_may_not_install(
    tmp_path: Path, program: str, package: str
) -> None:
    done = install(tmp_path, without=program, swift=SWIFT)
    assert done.returncode != 0
    assert f"sudo apt-get install {package}" in done.stderr


def test_it_installs_packages_where_it_may(tmp_path: Path) -> None:
    record = 'echo "apt-get $*" >>"$LOG"'
    as_root = 'while [[ $1 == -n ]]; do shift; done; "$@"'
    done = install(
        tmp_path, without="strip", swift=SWIFT, apt_get=record, sudo=as_root, true="exit 0"
    )
    log = (tmp_path / "log").read_text(encoding="utf-8")
    assert "install -y --no-install-recommends binutils" in log, done.stderr


def test_running_it_again_changes_nothing(tmp_path: Path) -> None:
    prefix = tmp_path / "prefix"

    def state() -> dict[str, tuple[int, int]]:
        files = sorted(path for path in prefix.rglob("*") if path.is_file())
        return {str(path): (path.stat().st_ino, path.stat().st_mtime_ns) for path in files}

    support.output(INSTALL, prefix)
    before = state()
    support.output(INSTALL, os.path.relpath(prefix))
    assert state() == before


def test_everybody_may_read_what_is_installed_under_any_umask(tmp_path: Path) -> None:
    prefix = tmp_path / "Meine Bücher"
    support.output("sh", "-c", 'umask 077 && exec "$0" "$1"', INSTALL, prefix)
    for path in (prefix, *prefix.rglob("*")):
        mode = path.stat().st_mode & 0o777
        assert mode == (0o755 if path.is_dir() or ".so" in path.name else 0o644), path


def test_a_temporary_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "none"
    done = subprocess.run(
        [INSTALL, tmp_path / "prefix"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TMPDIR": str(missing)},
    )
    assert done.returncode == 1
    assert f"TMPDIR is {missing}, which is not a folder that can be written" in done.stderr
    assert not (tmp_path / "prefix").exists()


def prepared_for_swift(tree: Path, **variables: str) -> str:
    """Return TMPDIR as commands that call Swift have set it in a tree."""
    return support.output(
        "env",
        *(f"{name}={value}" for name, value in variables.items()),
        "bash",
        "-euo",
        "pipefail",
        "-c",
        'cd "$1" && source "$0" && echo "${TMPDIR-}"',
        support.ROOT / "Sources" / "swift.sh",
        tree,
    ).strip()


def test_swift_gets_a_temporary_folder_that_it_can_use(tmp_path: Path) -> None:
    for name in ("mit Leerzeichen", "Bücher"):
        (tmp_path / name).mkdir()
    spaced = tmp_path / "mit Leerzeichen"
    assert prepared_for_swift(tmp_path, TMPDIR=str(spaced)) == str(spaced)
    for locale in ("C", "C.UTF-8"):
        folder = str(tmp_path / "Bücher")
        assert prepared_for_swift(tmp_path, TMPDIR=folder, LC_ALL=locale) == "/tmp"


def test_what_a_moved_tree_cannot_use_is_cleared(tmp_path: Path) -> None:
    tree = tmp_path / "Meine Bücher"
    cache = tree / ".build" / "x" / "release" / "ModuleCache"
    environment = tree / ".build" / "tools"
    kept = tree / ".build" / "sqlite" / "sqlite3.c"
    for folder in (cache, environment, kept.parent):
        folder.mkdir(parents=True)
    for file in (cache / "module.pcm", environment / "pyvenv.cfg", kept):
        file.touch()
    prepared_for_swift(tree)
    assert cache.exists() and environment.exists()
    tree = tree.rename(tmp_path / "moved")
    prepared_for_swift(tree)
    assert (tree / ".build" / "sqlite" / "sqlite3.c").exists()
    assert not (tree / ".build" / "tools").exists()
    assert not (tree / ".build" / "x" / "release" / "ModuleCache").exists()
