"""The files that were dropped on the page, until they are imported."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
import threading
from collections import OrderedDict
from dataclasses import dataclass, field

import bookworm
from starlette.datastructures import UploadFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_UPLOADS = 8


@dataclass
class Upload:
    """A file that was dropped. It is kept until enough newer files were dropped.

    refused    the path of the rows that were refused, or ""
    receipts   the receipts of its rehearsal, later of its import
    rehearsed  whether nothing was imported yet
    step       the id of the step that can be undone, if the import has changed something
    lock       held during its import, so that a second click finds it imported
    """

    key: str
    folder: str
    name: str
    refused: str = ""
    receipts: list[dict[str, Any]] = field(default_factory=list)
    rehearsed: bool = True
    step: int | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def path(self) -> str:
        """The path of the file."""
        return os.path.join(self.folder, self.name)


class Uploads:
    """The last files that were dropped, in a folder that is deleted when the server ends."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="bookworm-")
        self._lock = threading.Lock()
        self._known: OrderedDict[str, Upload] = OrderedDict()

    def keep(self, file: UploadFile) -> Upload:
        """Keeps a file."""
        key = secrets.token_urlsafe(16)
        # The name is for messages, and must not be a path.
        name = os.path.basename((file.filename or "file").replace("\\", "/")).lstrip(".") or "file"
        folder = os.path.join(self._folder.name, key)
        upload = Upload(key, folder, name[-100:].replace("\0", ""))
        os.mkdir(upload.folder, 0o700)
        with open(upload.path, "wb") as kept:
            shutil.copyfileobj(file.file, kept)
        with self._lock:
            self._known[key] = upload
            if len(self._known) > MOST_UPLOADS:
                shutil.rmtree(self._known.popitem(last=False)[1].folder, ignore_errors=True)
        return upload

    def get(self, key: str) -> Upload:
        """Returns a file that was kept."""
        with self._lock:
            if key not in self._known:
                raise bookworm.NotFoundError("the file is no longer kept", field="file")
            return self._known[key]

    def close(self) -> None:
        """Removes all."""
        self._folder.cleanup()
