"""Makes mutants of an installed library and runs the C tests with each: see Tests/mutants/run.

Usage: mutants.py FOLDER COUNT SEED MINUTES < the disassembly of the library before it was stripped.
FOLDER has the prefix with the library, the built tests and reached.so; stripping moves no code.
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
from collections import Counter
from pathlib import Path
from typing import NamedTuple

PROGRAMS = ["suite", "misuse"]
# The same values as in reached.c and the tests' runner.
MOST_PLACES = MOST_TESTS = 4096
HEADING = re.compile(r"^[0-9a-f]+ <(.+)>:$")
# The opcode of a short jump is 7x, of a near jump 0F 8x; its last bit inverts the condition.
JUMP = re.compile(r"^ *([0-9a-f]+):\t(7[0-9a-f] |0f 8[0-9a-f] )")
# Only the library's own functions are changed: it also contains Swift's library and SQLite.
OURS = re.compile(r"^bw_|Bookworm(Text|Storage|Records|Store|Books|Query|Exchange|Frontend|ABI)")


class Jump(NamedTuple):
    """A conditional jump, and the byte to invert."""

    function: str
    address: int
    length: int
    byte: int


def jumps() -> list[Jump]:
    """Return every conditional jump of the library's own functions."""
    found = []
    function = ""
    for line in sys.stdin:
        heading = HEADING.match(line)
        if heading:
            function = heading[1]
        jump = JUMP.match(line) if OURS.search(function) else None
        if jump:
            code = jump[2].split()
            found.append(Jump(function, int(jump[1], 16), len(code), int(code[-1], 16)))
    return found


def text_offset(library: Path) -> int:
    """Return the number to subtract from an address in the code to get its place in the file."""
    headers = subprocess.run(
        ["objdump", "-h", library], capture_output=True, text=True, check=True
    ).stdout
    section = re.search(r"\.text +[0-9a-f]+ +([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+)", headers)
    assert section is not None
    return int(section[1], 16) - int(section[2], 16)


def run(
    build: Path, program: str, tests: list[str], limit: float, **environment: str
) -> str | None:
    """Run tests of a program up to the first failure; return the kind of failure, or None."""
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryFile() as said:
        running = subprocess.Popen(
            [build / program, *tests],
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            cwd=home,
            env={**os.environ, "BW_STOP": "1", "BW_EXAMPLES": str(build), **environment},
        )
        try:
            if running.wait(limit) == 0:
                return None
        except subprocess.TimeoutExpired:
            return "hung"
        finally:
            # Also ends processes that a test started, which may wait for ever with such a library.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            running.wait()
        said.seek(0)
        return "crashed" if b"ended by signal" in said.read() else "failed"


def tests_of(folder: Path, sample: list[Jump]) -> list[dict[str, list[str]]]:
    """Return, for each jump, the numbers of the tests that reach it, by program."""
    places, notes = folder / "places.txt", folder / "reached"
    places.write_text("".join(f"{jump.address:x}\n" for jump in sample))
    found: list[dict[str, list[str]]] = [{} for _ in sample]
    for program in PROGRAMS:
        notes.write_bytes(b"")
        os.truncate(notes, MOST_TESTS * MOST_PLACES)
        failure = run(
            folder / "build",
            program,
            [],
            3600,
            LD_PRELOAD=str(folder / "reached.so"),
            BW_PLACES=str(places),
            BW_REACHED=str(notes),
        )
        assert failure is None, f"{program} {failure} while its way was noted"
        reached = notes.read_bytes()
        for place, programs in enumerate(found):
            numbers = [
                str(test) for test in range(MOST_TESTS) if reached[test * MOST_PLACES + place]
            ]
            if numbers:
                programs[program] = numbers
    return found


def main() -> int:
    """Make the mutants one by one, and count the outcomes."""
    folder = Path(sys.argv[1])
    count, seed, minutes = map(int, sys.argv[2:5])
    os.environ["BW_STORES"] = str(Path(__file__).parents[1] / "stores")
    [library] = (folder / "prefix" / "lib").glob("libbookworm.so.*.*.*")
    sound = library.read_bytes()
    offset = text_offset(library)
    begun = time.monotonic()
    every = jumps()
    sample = random.Random(seed).sample(every, count)
    tests = tests_of(folder, sample)
    limit = 60 + 3 * (time.monotonic() - begun)
    fates: Counter[str] = Counter()
    with (folder / "survivors.txt").open("w", encoding="utf-8") as survivors:
        for jump, reaching in zip(sample, tests):
            if time.monotonic() - begun > minutes * 60:
                break
            place = jump.address + jump.length - 1 - offset
            assert sound[place] == jump.byte, "the stripped library has its code elsewhere"
            mutant = sound[:place] + bytes([jump.byte ^ 1]) + sound[place + 1 :]
            new = library.with_suffix(".new")
            new.write_bytes(mutant)
            new.rename(library)
            failures = (
                run(folder / "build", program, ["--these", *numbers], limit)
                for program, numbers in reaching.items()
            )
            fate = next(filter(None, failures), "survived" if reaching else "not reached")
            fates[fate] += 1
            if fate in ("survived", "not reached"):
                survivors.write(f"{jump.address:#x} {fate}: {jump.function}\n")
                survivors.flush()
    library.with_suffix(".new").write_bytes(sound)
    library.with_suffix(".new").rename(library)
    made = fates.total()
    caught = fates["failed"] + fates["crashed"] + fates["hung"]
    print(f"{made} mutants of {len(every)}: {caught} caught, {dict(fates)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
