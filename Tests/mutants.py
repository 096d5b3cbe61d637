"""Makes mutants of an installed library and runs the C tests with each: see Tests/mutants.

Usage: mutants.py FOLDER COUNT SEED MINUTES < the disassembly of the library before it was stripped.
FOLDER has the prefix with the library and the built tests; stripping moves no code.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

HEADING = re.compile(r"^[0-9a-f]+ <(.+)>:$")
# A short jump is 7x, a near one 0F 8x; the last bit of either says which way.
JUMP = re.compile(r"^ *([0-9a-f]+):\t(7[0-9a-f] |0f 8[0-9a-f] )")
# What is ours: Swift's own library and SQLite are inside too.
OURS = re.compile(r"^bw_|Bookworm(Text|Storage|Model|ABI)")


class Jump(NamedTuple):
    """Where a conditional jump has the byte to turn."""

    function: str
    address: int
    byte: int


def jumps() -> list[Jump]:
    """Every conditional jump of the library's own functions."""
    found = []
    function = ""
    for line in sys.stdin:
        heading = HEADING.match(line)
        if heading:
            function = heading[1]
        jump = JUMP.match(line) if OURS.search(function) else None
        if jump:
            code = jump[2].split()
            found.append(Jump(function, int(jump[1], 16) + len(code) - 1, int(code[-1], 16)))
    return found


def text_offset(library: Path) -> int:
    """What to take from an address in the code for its place in the file."""
    headers = subprocess.run(
        ["objdump", "-h", library], capture_output=True, text=True, check=True
    ).stdout
    section = re.search(r"\.text +[0-9a-f]+ +([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+)", headers)
    assert section is not None
    return int(section[1], 16) - int(section[2], 16)


def run(build: Path, program: str, limit: float) -> str | None:
    """Run a program of tests up to its first failure; return how it failed, or None."""
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryFile() as said:
        tests = subprocess.Popen(
            [build / program],
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            cwd=home,
            env={**os.environ, "BW_STOP": "1", "BW_EXAMPLES": str(build)},
        )
        try:
            if tests.wait(limit) == 0:
                return None
        except subprocess.TimeoutExpired:
            return "hung"
        finally:
            # Also what a test has begun, which may wait for ever with such a library.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(tests.pid, signal.SIGKILL)
            tests.wait()
        said.seek(0)
    return "crashed" if b"ended by signal" in said.read() else "failed"


def main() -> int:
    """Make the mutants one by one, and count what became of them."""
    folder = Path(sys.argv[1])
    count, seed, minutes = map(int, sys.argv[2:5])
    os.environ["BW_STORES"] = str(Path(__file__).parent / "stores")
    [library] = (folder / "prefix" / "lib").glob("libbookworm.so.*.*.*")
    sound = library.read_bytes()
    offset = text_offset(library)
    begun = time.monotonic()
    programs = ["suite", "misuse"]
    assert all(run(folder / "build", program, 3600) is None for program in programs)
    limit = 60 + 3 * (time.monotonic() - begun)
    fates: dict[str, int] = {"failed": 0, "crashed": 0, "hung": 0, "survived": 0}
    every = jumps()
    survivors = (folder / "survivors.txt").open("w", encoding="utf-8")
    for jump in random.Random(seed).sample(every, count):
        if time.monotonic() - begun > minutes * 60:
            break
        place = jump.address - offset
        assert sound[place] == jump.byte, "the stripped library has its code elsewhere"
        mutant = sound[:place] + bytes([jump.byte ^ 1]) + sound[place + 1 :]
        new = library.with_suffix(".new")
        new.write_bytes(mutant)
        new.rename(library)
        fate = next(filter(None, (run(folder / "build", each, limit) for each in programs)), None)
        fates[fate or "survived"] += 1
        if fate is None:
            survivors.write(f"{jump.address:#x} {jump.function}\n")
            survivors.flush()
    library.with_suffix(".new").write_bytes(sound)
    library.with_suffix(".new").rename(library)
    made = sum(fates.values())
    caught = made - fates["survived"]
    share = 100 * caught / max(made, 1)
    print(f"{made} mutants of {len(every)}: {caught} caught, {share:.0f} %: {fates}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
