"""Importing a file: dropped on a page, rehearsed, then imported, with a receipt and one undo."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial

import bookworm
from starlette.datastructures import UploadFile
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute

from ..errors import Failure
from ..importing import document, files, formats, mapping, pieces, quoting, readers, running
from ..importing.rows import Quotes, Table
from .uploads import Upload
from .visit import Stopped, Visit, route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MOST_BYTES = 40 << 20
#: How many rows a receipt shows of each kind.
MOST_ROWS = 200
COUNTS = (
    "created",
    "merged",
    "changed",
    "same",
    "deleted",
    "books",
    "quotes",
    "inserted",
    "updated",
)

_OUTCOMES = {"updated": "changed", "unchanged": "same"}
#: A receipt of a file that has nothing to say; which of these it has depends on the kind of file.
_NOTHING = {
    **dict.fromkeys(("rows", *COUNTS), 0),
    **{name: {} for name in ("kept_fields", "shelves", "unclear", "without_a_home")},
    **dict.fromkeys(("remarks", "rounded", "refused", "details"), ()),
}


class _TakeBack(Exception):
    pass


@dataclass
class _Found:
    """A file, or one in a zip, and what imports it."""

    name: str
    form: str
    take: Callable[..., dict[str, Any]]
    table: Table | None = None


def _read(upload: Upload) -> list[_Found]:
    found = []
    for piece in pieces.pieces((upload.path,)):
        piece.name = os.path.basename(piece.name)
        if document.is_document(piece):
            found.append(_Found(piece.name, "Bookworm", partial(document.take, piece)))
            continue
        held = readers.read(piece)
        if isinstance(held, Quotes):
            found.append(_Found(piece.name, held.name, partial(quoting.take, held)))
        elif held is not None and not formats.missing(held[1]):
            table, form = held
            mapped = mapping.mapped(table, form)
            take = partial(running.take, mapped, table)
            found.append(_Found(piece.name, form.name, take, table))
    return found


def _failed(visit: Visit, sentence: str) -> Stopped:
    return Stopped(visit.page("import.html", 422, sentence=sentence))


def _run(visit: Visit, upload: Upload, *, rehearse: bool) -> list[dict[str, Any]]:
    """Imports a file in one step, or only says what would become of it; the receipts."""
    own = visit.own
    receipts: list[dict[str, Any]] = []
    try:
        found = _read(upload)
        if not found:
            raise _failed(visit, visit.words("unknown file", name=upload.name))
        with own.transaction(name=visit.words("import step", name=upload.name)[:60]):
            for each in found:
                more = {"detailed": True} if rehearse and each.table else {}
                receipt = each.take(own, **more)
                if receipt["refused"] and each.table is not None and not rehearse:
                    upload.refused = _write_refused(upload, each.table, receipt["refused"])
                shown = {"file": each.name, "format": each.form}
                receipts.append({**_NOTHING, **receipt, **shown})
            if rehearse:
                raise _TakeBack
    except _TakeBack:
        pass
    except Failure as failure:
        raise _failed(visit, failure.message.replace(upload.path, upload.name)) from None
    return receipts


def _write_refused(upload: Upload, table: Table, refused: list[dict[str, Any]]) -> str:
    base, extension = os.path.splitext(upload.name)
    path = os.path.join(upload.folder, f"{base}.refused{extension or '.csv'}")
    if os.path.exists(path):
        os.remove(path)
    why = {each["row"]: f"{each['column']}: {each['why']}" for each in refused}
    files.write_refused(path, table, why)
    return path


def show(visit: Visit) -> Response:
    """The page that asks for a file."""
    return visit.page("import.html", sentence="")


def rehearse(visit: Visit) -> Response:
    """Keeps a file and shows what would become of each of its rows; nothing is imported yet."""
    file = visit.form.get("file") if visit.form else None
    if not isinstance(file, UploadFile) or not file.size:
        raise _failed(visit, visit.words("no file"))
    key = visit.library.uploads.keep(file)
    receipts = _run(visit, visit.library.uploads.get(key), rehearse=True)
    return _receipt(visit, key, receipts, rehearsed=True)


def take(visit: Visit) -> Response:
    """Imports a file that was rehearsed."""
    key = visit.request.path_params["key"]
    upload = visit.library.uploads.get(key)
    receipts = _run(visit, upload, rehearse=False)
    return _receipt(visit, key, receipts, rehearsed=False)


def _receipt(
    visit: Visit, key: str, receipts: list[dict[str, Any]], *, rehearsed: bool
) -> Response:
    upload = visit.library.uploads.get(key)
    own = visit.own
    return visit.page(
        "receipt.html",
        key=key,
        receipts=receipts,
        rehearsed=rehearsed,
        name=upload.name,
        refused=bool(upload.refused),
        most=MOST_ROWS,
        outcomes=_OUTCOMES,
        counts=COUNTS,
        step=own.last_step,
    )


def refused(visit: Visit) -> Response:
    """The rows that were refused, as a file that can be corrected and imported."""
    upload = visit.library.uploads.get(visit.request.path_params["key"])
    if not upload.refused:
        raise bookworm.NotFoundError("no row was refused", field="file")
    name = os.path.basename(upload.refused)
    return FileResponse(upload.refused, media_type="text/csv", filename=name)


def routes() -> list[BaseRoute]:
    """The addresses and their functions."""
    return [
        route("/import", show),
        route("/import", rehearse, "POST", limit=MOST_BYTES),
        route("/import/{key}", take, "POST"),
        route("/import/{key}/refused", refused),
    ]
