"""Fails where a built library shows or needs what it must not.

    check_library.py LIBRARY              check it
    check_library.py --platform LIBRARY   print the wheel's platform that a checked library has

It must export only bw_* and the Python package's own entry, under their versions. It must need
glibc, libm, libstdc++ and libgcc_s, all of them and no other library, and nothing of glibc that is
newer than GLIBC. It must load with pages of every size that its machine has.
"""

from __future__ import annotations

import re
import subprocess
import sys
from typing import NamedTuple

# Debian 12, Ubuntu 22.04, RHEL 9 and later have it. A step up leaves out systems: it is a decision.
GLIBC = (2, 34)
SHOWN = re.compile(r"bw_[a-z0-9_]+@@BOOKWORM_2|bookworm_python_1@@BOOKWORM_PRIVATE")
# A linker that does not find the shared library takes the static one without a word.
NEEDED = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1"}


class Machine(NamedTuple):
    """The differences between machines."""

    name: str  # in a wheel's platform
    loader: str  # may be needed too
    largest_page: int  # a kernel for ARM may have pages of 4, 16 or 64 KiB


# By what readelf calls them.
MACHINES = {
    "Advanced Micro Devices X86-64": Machine("x86_64", "ld-linux-x86-64.so.2", 4096),
    "AArch64": Machine("aarch64", "ld-linux-aarch64.so.1", 65536),
}


def output(*command: str) -> str:
    """Run a program and return what it prints."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def machine_of(library: str) -> Machine | None:
    """Return the machine of a library, or None if no release is for it."""
    header = output("readelf", "-h", "-W", library)
    return MACHINES.get(re.findall(r"^ *Machine: *(.*)$", header, re.MULTILINE)[0])


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
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", "-W", library)))
    machine = machine_of(library)
    if machine is None:
        return [*found, "it is for none of " + ", ".join(each.name for each in MACHINES.values())]
    found += [f"it needs the library {name}" for name in needed - NEEDED - {machine.loader}]
    found += [f"it has {name} inside, or lacks it" for name in NEEDED - needed]
    for line in re.findall(r"^ +LOAD .*$", output("readelf", "-l", "-W", library), re.MULTILINE):
        alignment = int(line.split()[-1], 16)
        if alignment < machine.largest_page:
            found.append(
                f"it is laid out for pages of {alignment} bytes, and {machine.name} has pages of "
                f"{machine.largest_page}"
            )
    return found


def main() -> int:
    """Check the library that the command line names."""
    if len(sys.argv) == 3 and sys.argv[1] == "--platform" and (machine := machine_of(sys.argv[2])):
        print(f"manylinux_{GLIBC[0]}_{GLIBC[1]}_{machine.name}")
        return 0
    if len(sys.argv) != 2:
        sys.stderr.write("usage: check_library.py LIBRARY | --platform LIBRARY\n")
        return 2
    found = faults(sys.argv[1])
    for line in found:
        sys.stderr.write(f"{sys.argv[1]}: {line}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
