"""With the installed suppressions, valgrind reports only a program's own faults."""

from __future__ import annotations

import subprocess
from pathlib import Path

import support

SUPPRESSIONS = support.PREFIX / "share" / "bookworm" / "bookworm.supp"
LOSES = """
#include <bookworm.h>
#include <stdlib.h>
int main(void) {
  bw_store *store = NULL;
  if (bw_store_open(":memory:", -1, NULL, &store, NULL) != BW_OK) return 1;
  char *volatile lost = malloc(123);
  lost = NULL;
  return bw_store_close(store, NULL) != BW_OK || lost != NULL;
}
"""


def run(source: Path, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Compile a program and run it under valgrind, which exits with 9 if it finds a fault."""
    support.output(
        *("gcc", "-O0", source, "-o", folder / "program", f"-I{support.HEADER.parent}"),
        *(support.LIBRARY, f"-Wl,-rpath,{support.LIBRARY.parent}"),
    )
    check = ["--quiet", "--leak-check=full", "--show-leak-kinds=all", "--errors-for-leak-kinds=all"]
    return subprocess.run(
        ["valgrind", *check, "--error-exitcode=9", *options, folder / "program"],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_tour_loses_nothing(tmp_path: Path) -> None:
    tour = support.ROOT / "bindings" / "c" / "examples" / "tour.c"
    assert run(tour, tmp_path).returncode == 9, "then no suppressions are needed"
    done = run(tour, tmp_path, f"--suppressions={SUPPRESSIONS}")
    assert (done.returncode, done.stderr) == (0, "")


def test_the_leak_sanitizer_tells_of_a_programs_own_leaks_alone(tmp_path: Path) -> None:
    link = (support.LIBRARY, f"-Wl,-rpath,{support.LIBRARY.parent}")
    (tmp_path / "loses.c").write_text(LOSES, encoding="utf-8")
    tour = support.ROOT / "bindings" / "c" / "examples" / "tour.c"
    told = {}
    for source in (tour, tmp_path / "loses.c"):
        include = f"-I{support.HEADER.parent}"
        program = tmp_path / source.stem
        support.output("gcc", "-fsanitize=address", source, "-o", program, include, *link)
        told[source.stem] = subprocess.run(
            [program],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )
    assert (told["tour"].returncode, told["tour"].stderr) == (0, "")
    assert told["loses"].returncode != 0
    assert "123 byte(s) leaked in 1 allocation(s)" in told["loses"].stderr


def test_what_a_program_loses_is_told(tmp_path: Path) -> None:
    (tmp_path / "loses.c").write_text(LOSES, encoding="utf-8")
    done = run(tmp_path / "loses.c", tmp_path, f"--suppressions={SUPPRESSIONS}")
    assert done.returncode == 9
    assert "123 bytes in 1 blocks are definitely lost" in done.stderr
    assert done.stderr.count("in loss record") == 1
