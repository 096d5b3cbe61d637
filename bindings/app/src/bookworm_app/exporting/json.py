"""Books as an array of JSON. The whole store is a document, which the command writes itself."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from .. import output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def write(books: Iterable[dict[str, Any]], out: Any, lost: Counter[str], *, safe: bool) -> int:
    """Writes the books, and returns their number."""
    count = 0
    for book in books:
        out.write("[\n" if count == 0 else ",\n")
        out.write(json.dumps(output.plain(book), ensure_ascii=False))
        count += 1
    out.write("[]\n" if count == 0 else "\n]\n")
    return count
