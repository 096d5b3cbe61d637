"""The installed library: one self-contained file that a C program can build against."""

from __future__ import annotations

import itertools
import re
import shutil
from pathlib import Path

import support

MOST_BYTES = 13_000_000
NEEDED = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1"}
# Symbols of the C++ library: some allocate memory, in the functions that Sources/CReserve replaces,
# and the others allocate none. __cxa_demangle can do without.
NEEDED_OF_CPLUSPLUS = re.compile(
    "_Zn(wm|wmSt11align_val_t)|_Zd(lPv|lPvm|lPvmSt11align_val_t)"
    "|_ZSt[0-9]+__throw_[a-z_]+(v|PKc)|_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm"
    "|__cxa_(demangle|guard_acquire|guard_release)|__gxx_personality_v0"
)


def dynamic_section(file: Path) -> dict[str, set[str]]:
    """Return the entries of a file's dynamic section that have a text, by tag."""
    entries: dict[str, set[str]] = {}
    for line in support.output("readelf", "-d", "-W", file).splitlines():
        match = re.search(r"\((\w+)\).*\[(.*)\]", line)
        if match:
            entries.setdefault(match[1], set()).add(match[2])
    return entries


def example() -> str:
    """Return the program in the header's overview."""
    header = support.HEADER.read_text(encoding="utf-8")
    lines = header[header.index(" *     #include") :].splitlines()
    indented = itertools.takewhile(lambda line: re.match(r" \*(     |$)", line), lines)
    return "\n".join(line[len(" *     ") :] for line in indented) + "\n"


def build(source: str, prefix: Path, folder: Path) -> Path:
    """Compile a C program with only the flags that pkg-config gives for the installed library."""
    (folder / "main.c").write_text(source, encoding="utf-8")
    environment = {"PKG_CONFIG_PATH": str(prefix / "lib" / "pkgconfig")}
    flags = support.output(
        "pkg-config", "--cflags", "--libs", "bookworm", environment=environment
    ).split()
    support.output("gcc", "-Wall", "-Werror", folder / "main.c", "-o", folder / "main", *flags)
    return folder / "main"


def test_it_needs_only_the_system() -> None:
    needed = dynamic_section(support.LIBRARY)["NEEDED"]
    others = {name for name in needed - NEEDED if not name.startswith("ld-linux")}
    assert not others, "is the release linked with -static-stdlib?"


def test_the_c_plus_plus_library_asks_for_no_memory_behind_its_back() -> None:
    symbols = support.output("nm", "-D", "--undefined-only", support.LIBRARY)
    found = set(re.findall(r"(\w+)@(?:GLIBCXX|CXXABI)_", symbols))
    assert "_Znwm" in found
    assert not {name for name in found if not NEEDED_OF_CPLUSPLUS.fullmatch(name)}


def test_its_sqlite_is_nobody_elses() -> None:
    symbols = support.output("nm", "-D", support.LIBRARY)
    assert "bw_store_open" in symbols
    # These symbols are not visible to others, and are not taken from a library that the process
    # loaded first.
    assert "sqlite3" not in symbols


def test_it_has_its_soname() -> None:
    assert dynamic_section(support.LIBRARY).get("SONAME") == {"libbookworm.so.2"}


def test_it_is_small() -> None:
    assert support.LIBRARY.stat().st_size < MOST_BYTES, "is it stripped?"


def test_the_page_that_the_header_names_is_installed() -> None:
    page = support.PREFIX / "share" / "doc" / "bookworm" / "search-line.md"
    assert page.read_text(encoding="utf-8").startswith("# ")


def test_its_links_are_relative_and_lead_to_it() -> None:
    for name in ("libbookworm.so", "libbookworm.so.2"):
        link = support.LIBRARY.with_name(name)
        assert not link.readlink().is_absolute()
        assert re.fullmatch(r"libbookworm\.so\.2\.\d+\.\d+", link.resolve().name)


def test_it_stays_loaded_after_dlclose(tmp_path: Path) -> None:
    source = """
      #include <bookworm.h>
      #include <dlfcn.h>
      int main(int count, char **arguments) {
        for (int i = 0; i < 3; i++) {
          void *library = dlopen(arguments[count - 1], RTLD_NOW);
          if (!library) return 1;
          uint32_t (*version)(void);
          *(void **)&version = dlsym(library, "bw_version");
          if (version() >> 16 != BW_VERSION_MAJOR) return 2;
          dlclose(library);
          if (!dlopen(arguments[count - 1], RTLD_NOW | RTLD_NOLOAD)) return 3;
        }
        return 0;
      }
    """
    (tmp_path / "load.c").write_text(source, encoding="utf-8")
    include = f"-I{support.HEADER.parent}"
    support.output("gcc", include, tmp_path / "load.c", "-o", tmp_path / "load")
    support.output(tmp_path / "load", support.LIBRARY)


def test_the_program_in_the_overview_builds_and_runs(tmp_path: Path) -> None:
    source = example().replace("books.bookworm", ":memory:")
    program = build(source, support.PREFIX, tmp_path)
    assert support.output(program) == ""


def test_the_prefix_can_be_moved(tmp_path: Path) -> None:
    moved = tmp_path / "moved"
    shutil.copytree(support.PREFIX, moved, symlinks=True)
    source = """
      #include <bookworm.h>
      #include <stdio.h>
      int main(void) { puts(bw_version_string()); return 0; }
    """
    program = build(source, moved, tmp_path)
    entries = dynamic_section(program)
    places = entries.get("RUNPATH", set()) | entries.get("RPATH", set())
    assert (moved / "lib").resolve() in [Path(place).resolve() for place in places]
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", support.output(program))
