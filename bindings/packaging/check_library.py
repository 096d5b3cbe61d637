"""Fails where a built library shows or needs what it must not.

    check_library.py LIBRARY      check it
    check_library.py --platform   print the wheel's platform that a checked library has

It may show bw_* and the Python package's own entry, under their versions; need glibc, libm,
libstdc++ and libgcc_s alone; and of glibc nothing newer than GLIBC.
"""

from __future__ import annotations

import re
import subprocess
import sys

# Debian 12, Ubuntu 22.04, RHEL 9 and later have it. A step up leaves out systems: it is a decision.
GLIBC = (2, 34)
SHOWN = re.compile(r"bw_[a-z0-9_]+@@BOOKWORM_2|bookworm_python_1@@BOOKWORM_PRIVATE")
NEEDED = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"}


def output(*command: str) -> str:
    """Run a program and return what it prints."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def faults(library: str) -> list[str]:
    """Return a line for each thing that is wrong."""
    found = []
    for line in output("nm", "-D", "--defined-only", library).splitlines():
        kind, symbol = line.split()[-2:]
        if kind != "A" and not SHOWN.fullmatch(symbol):
            found.append(f"it shows {symbol}, which is none of its own interface")
    for line in output("nm", "-D", "--undefined-only", library).splitlines():
        symbol = line.split()[-1]
        wanted = re.search(r"@GLIBC_([0-9.]+)$", symbol)
        if wanted and tuple(map(int, wanted[1].split("."))) > GLIBC:
            newest = ".".join(map(str, GLIBC))
            found.append(f"it needs {symbol}, newer than glibc {newest}")
    for name in re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", "-W", library)):
        if name not in NEEDED:
            found.append(f"it needs the library {name}")
    if "X86-64" not in output("readelf", "-h", "-W", library):
        found.append("it is not for x86-64")
    return found


def main() -> int:
    """Check the library that the command line names."""
    if sys.argv[1:] == ["--platform"]:
        print(f"manylinux_{GLIBC[0]}_{GLIBC[1]}_x86_64")
        return 0
    if len(sys.argv) != 2:
        sys.stderr.write("usage: check_library.py LIBRARY | --platform\n")
        return 2
    found = faults(sys.argv[1])
    for line in found:
        sys.stderr.write(f"{sys.argv[1]}: {line}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
