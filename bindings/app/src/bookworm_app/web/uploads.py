"""The files that were dropped on the page, until they are imported."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
import threading
from collections import OrderedDict
from dataclasses import dataclass

import bookworm
from starlette.datastructures import UploadFile

MOST_UPLOADS = 8


@dataclass
class Upload:
    """A file that was dropped, until it is imported or another one comes."""

    folder: str
    name: str
    refused: str = ""

    @property
    def path(self) -> str:
        """Where it is."""
        return os.path.join(self.folder, self.name)


class Uploads:
    """The last files that were dropped, in a folder that ends with the server."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="bookworm-")
        self._lock = threading.Lock()
        self._known: OrderedDict[str, Upload] = OrderedDict()

    def keep(self, file: UploadFile) -> str:
        """Keeps a file; its key."""
        key = secrets.token_urlsafe(16)
        # For messages; it must be no path.
        name = os.path.basename((file.filename or "file").replace("\\", "/")).lstrip(".") or "file"
        upload = Upload(os.path.join(self._folder.name, key), name[-100:].replace("\0", ""))
        os.mkdir(upload.folder, 0o700)
        with open(upload.path, "wb") as kept:
            shutil.copyfileobj(file.file, kept)
        with self._lock:
            self._known[key] = upload
            if len(self._known) > MOST_UPLOADS:
                shutil.rmtree(self._known.popitem(last=False)[1].folder, ignore_errors=True)
        return key

    def get(self, key: str) -> Upload:
        """A file that was kept."""
        with self._lock:
            if key not in self._known:
                raise bookworm.NotFoundError("the file is no longer kept", field="file")
            return self._known[key]

    def close(self) -> None:
        """Removes all."""
        self._folder.cleanup()
