"""bindings/install says what is missing, installs what it may, and is safe to run again."""

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
    """Run it where of the programs that it looks for only these exist, as shell scripts."""
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
