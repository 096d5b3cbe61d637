"""Lists the references that run from a folder of the model to a folder above it."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from index import Index, Reference

MODEL = "BookwormModel/"

# From the bottom up. Files that lie in no folder belong to the lowest layer.
LAYERS = {
    "records": ["Memory"],
    "store": [
        "Entity",
        "Book",
        "BookGenre",
        "Contributor",
        "Cover",
        "Genre",
        "MergedBook",
        "Order",
        "Quote",
        "Reading",
        "Result",
        "Search",
        "Shelf",
        "Source",
        "Store",
        "Undo",
    ],
    "queries": ["Query", "Statistics"],
    "exchange": ["Document", "Import", "Maintenance", "Observer", "StoreMerge"],
    "frontends": ["Binding", "Completion", "Presentation", "Preview", "TypedText"],
}
RANKS = {folder: rank for rank, folders in enumerate(LAYERS.values()) for folder in folders}

# A shelf is a row of the store, and its line is a query.
ALLOWED = {("BookwormModel/Entity/FieldRule.swift", "BookwormModel/Query/SearchLine.swift")}


def rank(file: str) -> int:
    folder, _, rest = file.removeprefix(MODEL).partition("/")
    if not rest:
        return 0
    if folder not in RANKS:
        raise SystemExit(f"Tests/layers/check.py does not know the layer of the folder {folder}")
    return RANKS[folder]


def runs_upward(reference: Reference) -> bool:
    ends = (reference.file, reference.defined)
    return (
        all(end.startswith(MODEL) for end in ends)
        and ends not in ALLOWED
        and rank(reference.file) < rank(reference.defined)
    )


def main() -> None:
    library, store, sources = (Path(given) for given in sys.argv[1:])
    references = list(Index(library, store).references(sources))
    inside = [r for r in references if r.file.startswith(MODEL) and r.defined.startswith(MODEL)]
    if len(inside) < 10_000:
        raise SystemExit(f"the index knows only {len(inside)} references within the model")
    upward = Counter(
        f"{r.file}:{r.line} refers to {r.symbol} in {r.defined}"
        for r in references
        if runs_upward(r)
    )
    for line in sorted(upward):
        print(line)
    if upward:
        raise SystemExit(f"{len(upward)} references run to a higher layer (see Tests/layers)")
    print(f"{len(inside)} references within the model, none to a higher layer")


if __name__ == "__main__":
    main()
