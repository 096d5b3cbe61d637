"""Runs the commands of the pages, and compares or records their output.

python tests/readme.py --record    writes the output of each command into the pages
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import files

README = Path(__file__).resolve().parents[1] / "README.md"
#: The page of the whole project shows some commands too.
PAGES = [README, README.parents[2] / "README.md"]
_BLOCK = re.compile(r"```console\n(.*?)```\n", re.DOTALL)


def prepare(folder: Path) -> None:
    """Writes the files that the commands import."""
    files.write(
        folder / "goodreads_library_export.csv",
        files.GOODREADS[23],
        {
            "Book Id": "44767458",
            "Title": "Dune (Dune, #1)",
            "Author": "Frank Herbert",
            "ISBN13": '="9780441172719"',
            "My Rating": "5",
            "Number of Pages": "604",
            "Original Publication Year": "1965",
            "Date Read": "2023/08/12",
            "Date Added": "2022/01/02",
            "Bookshelves": "science-fiction",
            "Exclusive Shelf": "read",
            "My Review": "The best one.",
            "Read Count": "2",
        },
        {
            "Book Id": "18135",
            "Title": "Emma",
            "Author": "Jane Austen",
            "My Rating": "4",
            "Original Publication Year": "1815",
            "Date Read": "2024/02/03",
            "Date Added": "2022/01/03",
            "Bookshelves": "classics",
            "Exclusive Shelf": "read",
            "Read Count": "1",
        },
        {
            "Book Id": "7624",
            "Title": "Lord of the Flies",
            "Author": "William Golding",
            "My Rating": "0",
            "Date Added": "2022/01/04",
            "Exclusive Shelf": "to-read",
        },
    )
    files.write(
        folder / "storygraph.csv",
        files.STORYGRAPH,
        {
            "Title": "Dune",
            "Authors": "Frank Herbert",
            "ISBN/UID": "9780441172719",
            "Read Status": "read",
            "Last Date Read": "2023/08/12",
            "Dates Read": "2023/08/01-2023/08/12",
            "Star Rating": "5.0",
            "Moods": "adventurous",
        },
        {
            "Title": "Kindred",
            "Authors": "Octavia E. Butler",
            "Read Status": "to-read",
            "Tags": "time travel",
        },
    )
    (folder / "My Clippings.txt").write_text(
        "Dune (Frank Herbert)\n- Your Highlight on page 8 | Location 100-101 | Added on Monday\n\n"
        "Fear is the mind-killer.\n==========\n"
    )


def output(command: str, folder: Path) -> str:
    """Returns a command's output in a terminal of 80 columns."""
    known = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    known.update({name: value for name, value in os.environ.items() if "BOOKWORM_L" in name})
    known.update({"LANG": "en_GB.UTF-8", "COLUMNS": "80", "HOME": str(folder),
                  "BOOKWORM_STORE": "library.books"})  # fmt: skip
    shell = f'bookworm() {{ "{sys.executable}" -m bookworm_app "$@"; }}\n{command}\n'
    done = subprocess.run(
        ["bash", "-c", shell],
        cwd=folder,
        env=known,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
        check=False,
    )
    return done.stdout


def replayed(text: str) -> str:
    """The page with the output of its commands as it is now."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)

        def block(found: re.Match[str]) -> str:
            lines = ["```console"]
            for line in found[1].splitlines():
                if line.startswith("$ "):
                    lines.append(line)
                    lines += [each.rstrip() for each in output(line[2:], folder).splitlines()]
            return "\n".join([*lines, "```", ""])

        return _BLOCK.sub(block, text)


if __name__ == "__main__" and sys.argv[1:] == ["--record"]:
    for page in PAGES:
        page.write_text(replayed(page.read_text()))
