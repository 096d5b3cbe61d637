"""Parquet and Arrow files, by pyarrow where it is installed."""

from __future__ import annotations

from ..errors import usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Query


def write(query: Query, path: str, name: str, ids: list[int] | None = None) -> int:
    """Writes the books of a query, or only those with the ids, and returns their number."""
    try:
        import pyarrow
    except ImportError:
        usage("Writing a {name} file needs pyarrow.", "`pip install pyarrow`, or with pipx: "
              "`pipx inject bookworm-app pyarrow`", name=name)  # fmt: skip
    table: Any = pyarrow.table(query)
    if ids is not None:
        from pyarrow import compute

        table = table.filter(compute.is_in(table["id"], pyarrow.array(ids)))
    if name == "parquet":
        from pyarrow import parquet

        parquet.write_table(table, path)
    else:
        from pyarrow import feather

        feather.write_feather(table, path)
    return int(table.num_rows)
