"""Finds circular references between the folders of a module: folders that refer to each other,
directly or through others. Between modules there are none, because the compiler refuses them."""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

from index import Index

Edges = dict[str, set[str]]


def folder(file: str) -> tuple[str, str]:
    """The module of a file, and its folder there: "." for a file in none."""
    module, _, rest = file.partition("/")
    name, _, inner = rest.partition("/")
    return module, name if inner else "."


def reached(start: str, edges: Edges) -> set[str]:
    """The folders that a folder refers to, directly or through others."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for name in edges[waiting.pop()] - found:
            found.add(name)
            waiting.append(name)
    return found


def circles(edges: Edges) -> list[str]:
    """Each circle as the names of its folders, in order."""
    reach = {name: reached(name, edges) for name in list(edges)}
    found = {
        " ".join(sorted(other for other in reach if other in reach[name] and name in reach[other]))
        for name in reach
        if name in reach[name]
    }
    return sorted(found)


def main() -> None:
    library, store, sources = (Path(given) for given in sys.argv[1:])
    modules: dict[str, Edges] = defaultdict(lambda: defaultdict(set))
    count = 0
    for reference in Index(library, store).references(sources):
        (module, start), (other, end) = folder(reference.file), folder(reference.defined)
        if module == other:
            count += 1
            if start != end:
                modules[module][start].add(end)
    if count < 10_000:
        raise SystemExit(f"the index knows only {count} references within modules")
    failed = False
    for module in sorted(modules):
        for circle in circles(modules[module]):
            failed = True
            print(f"{module}: folders refer to each other in a circle: {circle}")
    if failed:
        raise SystemExit("see Tests/layers/check.py")


if __name__ == "__main__":
    main()
