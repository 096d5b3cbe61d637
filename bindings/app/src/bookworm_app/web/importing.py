"""Importing a file: dropped on a page, rehearsed, then imported, with a receipt and one undo."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial

import bookworm
from starlette.datastructures import UploadFile
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute

from .. import steps
from ..errors import Failure
from ..importing import (
    document,
    files,
    formats,
    mapping,
    pieces,
    quoting,
    readers,
    receipts,
    running,
)
from ..importing.rows import Quotes, Table
from ..sentences import Said
from .uploads import Upload
from .visit import Stopped, Visit, route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

MOST_BYTES = 40 << 20
#: How many rows a receipt shows of each kind.
MOST_ROWS = 200


class _TakeBack(Exception):
    pass


@dataclass
class _Found:
    """A file, alone or in a zip, and the function that imports it."""

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
    return [found[place] for place in quoting.in_turn([each.form for each in found])]


def _failed(visit: Visit, sentence: str, status: int = 422) -> Stopped:
    if visit.wants_json:
        return Stopped(visit.refused(sentence, status))
    return Stopped(visit.page("import.html", status, sentence=sentence))


def _run(visit: Visit, upload: Upload, *, rehearse: bool) -> Response:
    """Imports a file in one step, or only rehearses that; redirects to the receipts."""
    own = visit.own
    before = own.last_step
    made: list[dict[str, Any]] = []
    try:
        found = _read(upload)
        if not found:
            raise _failed(visit, " ".join(_unknown(visit, upload.name)))
        with own.transaction(name=steps.written(Said(steps.IMPORT, file=upload.name))):
            for each in found:
                more = {"detailed": True} if rehearse and each.table else {}
                receipt = each.take(own, **more)
                if receipt["refused"] and each.table is not None and not rehearse:
                    upload.refused = _write_refused(upload, each.table, receipt["refused"])
                made.append(_kept(each, receipt))
            if rehearse:
                raise _TakeBack
    except _TakeBack:
        pass
    except Failure as failure:
        raise _failed(visit, failure.message.replace(upload.path, upload.name)) from None
    upload.receipts, upload.rehearsed = made, rehearse
    upload.step = own.last_step if own.last_step != before else None
    path = f"/import/{upload.key}"
    return visit.marked(
        JSONResponse({"to": path}) if visit.wants_json else RedirectResponse(path, 303)
    )


def _unknown(visit: Visit, name: str) -> Iterator[str]:
    """Returns the sentences for a file that no reader knows."""
    yield visit.words("{name} is not a known kind of file.", name=name)
    if name.lower().endswith((".csv", ".tsv", ".txt")):
        yield visit.words(
            "A table needs the columns title and author; for other names, use {command}.",
            command="bookworm import --map",
        )


def _kept(found: _Found, receipt: dict[str, Any]) -> dict[str, Any]:
    """Returns what is kept of a receipt: of each kind of rows, only as many as a page shows."""
    details, refused = receipts.listed(receipt), receipt["refused"]
    return {
        **receipt,
        "file": found.name,
        "format": found.form,
        "details": details[:MOST_ROWS],
        "listed": len(details),
        "refused": refused[:MOST_ROWS],
        "refused_rows": len(refused),
    }


def _write_refused(upload: Upload, table: Table, refused: list[dict[str, Any]]) -> str:
    base, extension = os.path.splitext(upload.name)
    path = os.path.join(upload.folder, f"{base}.refused{extension or '.csv'}")
    if os.path.exists(path):
        os.remove(path)
    why = {each["row"]: f"{each['column']}: {each['why']}" for each in refused}
    files.write_refused(path, table, why)
    return path


def show(visit: Visit) -> Response:
    """Shows the page that asks for a file."""
    return visit.page("import.html", sentence="")


def rehearse(visit: Visit) -> Response:
    """Keeps a file and shows what an import would do with each row. Imports nothing yet."""
    file = visit.form.get("file") if visit.form else None
    if not isinstance(file, UploadFile) or not file.size:
        raise _failed(visit, visit.words("Choose a file."))
    return _run(visit, visit.library.uploads.keep(file), rehearse=True)


def take(visit: Visit) -> Response:
    """Imports a file that was rehearsed. A second click, or a reload, imports nothing more."""
    upload = _upload(visit)
    with upload.lock:
        if upload.rehearsed or _is_undone(visit, upload):
            return _run(visit, upload, rehearse=False)
    said = visit.words("This file is already imported. Nothing was changed.")
    return visit.done(f"/import/{upload.key}", said, undo=False)


def _is_undone(visit: Visit, upload: Upload) -> bool:
    return any(step.id == upload.step and step.undone for step in visit.own.history)


def _upload(visit: Visit) -> Upload:
    try:
        return visit.library.uploads.get(visit.request.path_params["key"])
    except bookworm.NotFoundError:
        sentence = visit.words("This dry run is no longer kept. Choose the file again.")
        raise _failed(visit, sentence, 404) from None


def receipt(visit: Visit) -> Response:
    """Shows the result of an import, or of its rehearsal, in the language of the browser."""
    upload = _upload(visit)
    return visit.page(
        "receipt.html",
        upload=upload,
        is_undone=upload.step is not None and _is_undone(visit, upload),
        receipts=[
            {
                **each,
                "numbers": receipts.numbers(each),
                "remarks": receipts.remarks(each),
                "refusals": receipts.refusals(each),
                "outcomes": [
                    (row, receipts.outcome(row), receipts.fields_of(row)) for row in each["details"]
                ],
            }
            for each in upload.receipts
        ],
    )


def refused(visit: Visit) -> Response:
    """Sends the rows that were refused, as a file that can be corrected and imported."""
    upload = _upload(visit)
    if not upload.refused:
        raise bookworm.NotFoundError("no row was refused", field="file")
    name = os.path.basename(upload.refused)
    return FileResponse(upload.refused, media_type="text/csv", filename=name)


def routes() -> list[BaseRoute]:
    """Returns the addresses and their functions."""
    return [
        route("/import", show),
        route("/import", rehearse, "POST", limit=MOST_BYTES),
        route("/import/{key}", receipt),
        route("/import/{key}", take, "POST"),
        route("/import/{key}/refused", refused),
    ]
