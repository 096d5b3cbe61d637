"""Pictures to upload."""

from __future__ import annotations

import struct
import zlib


def png(wide: int = 40, high: int = 60, colour: bytes = b"\x20\x60\xa0") -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    lines = zlib.compress((b"\0" + colour * wide) * high)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", lines) + chunk(b"IEND", b"")
