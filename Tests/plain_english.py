"""Counts phrases that make a sentence hard to read, in pages and comments.

Tests/plain_english.py            fails if a phrase is more frequent than plain_english.json allows
Tests/plain_english.py --list     prints each place
Tests/plain_english.py --record   lowers the allowed numbers to the present ones
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ALLOWED = Path(__file__).with_name("plain_english.json")
# Generated, kept from an earlier version, or a record of measurements.
SKIPPED = re.compile(r"^(include/|Tests/headers/kept/|Sources/CUnicodeData/|bindings/README\.md$)")
PREPOSITION = r"(of|by|with|in|on|at|for|from|to|under|beside|behind|after|before)"
PHRASES = {
    "a clause that begins with What": r"(^|[.:;] )What (?!(is|are|if|it|to|became|changed)\b)\w+",
    "stand(s) for is or is stored": r"\b[Ss]tands?\b",
    "tell or told for report": r"\b([Tt]ells?|told)\b",
    "is no": r"\b(is|are) no (?!longer|more)\w+",
    "a preposition and which": rf"\b{PREPOSITION} (which|whom)\b",
    "one that": r"\b[Oo]ne that\b",
    "anew": r"\banew\b",
    "takes in or takes over": r"\btakes? (in|over)\b",
    "but for": r"\bbut for\b",
    "at hand, at fault": r"\bat (hand|fault)\b",
}
COMMENT = {".swift": r"//+ ?(.*)", ".c": r"(?://|^ ?\*|/\*+) ?(.*)", ".py": r"(?:^|\s)# (.*)"}
COMMENT[".h"] = COMMENT[".cpp"] = COMMENT[".hpp"] = COMMENT[".c"]


def prose(path: Path) -> list[tuple[int, str]]:
    """The lines of a page, or of the comments and docstrings of a source, with their numbers."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return []
    if path.suffix in (".md", ".txt"):
        return list(enumerate(lines, 1))
    found = []
    in_docstring = False
    for number, line in enumerate(lines, 1):
        quotes = line.count('"""') if path.suffix == ".py" else 0
        if in_docstring or quotes:
            found.append((number, line.strip().strip('"')))
        elif match := re.search(COMMENT.get(path.suffix, r"^\s*# (.*)"), line):
            found.append((number, match[1]))
        if quotes % 2:
            in_docstring = not in_docstring
    return found


def places() -> dict[str, list[str]]:
    """Each phrase with the places where it occurs."""
    listed = subprocess.run(
        ["git", "-c", f"safe.directory={ROOT}", "ls-files"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    kinds = {".md", ".txt", "", *COMMENT}
    found: dict[str, list[str]] = {phrase: [] for phrase in PHRASES}
    for name in listed:
        path = ROOT / name
        if SKIPPED.match(name) or path.suffix not in kinds or name == "Tests/plain_english.py":
            continue
        for number, line in prose(path):
            for phrase, pattern in PHRASES.items():
                if re.search(pattern, line):
                    found[phrase].append(f"{name}:{number}: {line.strip()}")
    return found


def main(arguments: list[str]) -> int:
    """Returns 1 if a phrase occurs more often than is allowed."""
    found = places()
    if arguments == ["--list"]:
        for phrase, lines in found.items():
            print(f"== {phrase}: {len(lines)}", *lines, sep="\n")
        return 0
    numbers = {phrase: len(lines) for phrase, lines in found.items()}
    allowed = json.loads(ALLOWED.read_text()) if ALLOWED.exists() else numbers
    if arguments == ["--record"]:
        lowered = {phrase: min(n, allowed.get(phrase, n)) for phrase, n in numbers.items()}
        ALLOWED.write_text(json.dumps(lowered, indent=2) + "\n")
        return 0
    worse = [p for p, number in numbers.items() if number > allowed.get(p, 0)]
    for phrase in worse:
        print(f"{phrase}: {numbers[phrase]} times, allowed {allowed.get(phrase, 0)}")
    if worse:
        print("Say it as the documentation of SQLite or Python would; --list prints each place.")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
