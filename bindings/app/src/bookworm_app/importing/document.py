"""Imports our own documents, as `bookworm export --to json` writes them: merged by global ids."""

from __future__ import annotations

import os
import tempfile

from ..errors import sentence, usage
from .pieces import Piece
from .removed import removed_since, without_covers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Store


def is_document(piece: Piece) -> bool:
    """Whether a file is a document of ours."""
    start = piece.data[:200].lstrip()
    return start.startswith(b"{") and b'"bookworm"' in start.split(b":")[0]


def take(piece: Piece, store: Store) -> dict[str, Any]:
    """Imports the whole file within the caller's transaction, and returns the receipt."""
    import bookworm

    with tempfile.TemporaryDirectory(prefix="bookworm-") as folder:
        path = piece.path
        if path is None:
            path = os.path.join(folder, "document.json")
            with open(path, "wb") as file:
                file.write(piece.data)
        with bookworm.open(os.path.join(folder, "read.books"), durability="normal") as other:
            try:
                other.import_json(path)
            except bookworm.Error as error:
                usage(f"{piece.name}: {sentence(error)}.")
            rows = other.books.count()
            gone = removed_since(store, other)
            if not gone:
                done = store.merge(other, rule="later")
        if gone:
            without = os.path.join(folder, "without.json")
            without_covers(path, gone, without)
            with bookworm.open(os.path.join(folder, "again.books"), durability="normal") as other:
                other.import_json(without)
                done = store.merge(other, rule="later")
    return {
        "rows": rows,
        "inserted": done.inserted,
        "updated": done.updated,
        "deleted": done.deleted,
        "conflicts": len(done.conflicts),
        "refused": [],
    }
