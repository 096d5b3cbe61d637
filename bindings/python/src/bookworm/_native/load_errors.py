"""Says why the native library cannot be loaded, and what to do; loaded only then."""

from __future__ import annotations

import glob
import json
import os
import platform
import shlex
from urllib.parse import unquote

from . import prototypes as c

MACHINES = {62: "x86_64", 183: "aarch64"}  # what an ELF file's header calls them
GLIBC = "2.34"


def advice(path: str) -> str:
    """Advice for a library that cannot be used."""
    if os.environ.get("BOOKWORM_LIBRARY"):
        return (
            f"BOOKWORM_LIBRARY names it: unset that, or let it name a libbookworm.so.2 of version "
            f"{c.BW_VERSION_MAJOR}.{c.BW_VERSION_MINOR}.{c.BW_VERSION_PATCH} or newer"
        )
    if os.sep in path:
        return f"Install it again from what it came from, {_origin(path)}"
    return (
        "Install Bookworm's wheel with pip, which brings the library along, or the Debian package "
        "libbookworm2_*.deb, or set BOOKWORM_LIBRARY to the path of libbookworm.so.2"
    )


def _origin(library: str) -> str:
    """How to reinstall the package from its wheel or folder: pip would look up a name online."""
    site = os.path.dirname(os.path.dirname(os.path.dirname(library)))
    for note in glob.glob(os.path.join(glob.escape(site), "bookworm-*.dist-info/direct_url.json")):
        with open(note, encoding="utf-8") as file:
            url = json.load(file).get("url", "")
        if url.startswith("file://"):
            source = shlex.quote(unquote(url[len("file://") :]))
            return f"by pip install --force-reinstall --no-deps {source}"
    return "by pip install --force-reinstall --no-deps and the path of the wheel"


def cannot_load(path: str, error: OSError) -> ImportError:
    """The error for a library that the system does not load."""
    machine = platform.machine()
    reason, what_to_do = str(error), advice(path)
    if os.path.isfile(path):
        with open(path, "rb") as file:
            header = file.read(20)
        made_for = MACHINES.get(int.from_bytes(header[18:20], "little"))
        if header[:4] == b"\x7fELF" and made_for != machine:
            reason = f"{path} is for {made_for or 'another machine'}, and this is {machine}"
    if machine not in MACHINES.values():
        what_to_do = "It is for Linux on x86_64 and aarch64 alone"
    elif "' not found (required by " in reason:  # a version of glibc's or libstdc++'s functions
        reason += (
            f"; it needs glibc {GLIBC} and the libstdc++ of GCC 11, or newer, and here is glibc "
            f"{platform.libc_ver()[1]}"
        )
        what_to_do = (
            "Use a newer system, or build the library on this one with bindings/install, and let "
            "BOOKWORM_LIBRARY name it"
        )
    return ImportError(f"Bookworm's native library cannot be loaded: {reason}. {what_to_do}")
