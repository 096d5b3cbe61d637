"""Prints which foreign code a built library has inside, as a CycloneDX 1.6 document.

    sbom.py LIBRARY SWIFT_VERSION [PURL]

PURL names the package of Swift's runtime if it is not swift.org's.

Every package of the library contains it. It does not depend on the time and place of the build.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SQLITE = ROOT / ".build" / "sqlite"
UNICODE = ROOT / "Sources" / "CUnicodeData" / "CUnicodeData.c"
TYPES = ROOT / "Sources" / "CBookwormTypes" / "include" / "bookworm_types.h"


def found(pattern: str, file: Path) -> str:
    """Return what a pattern's group matches in a file, which must have it."""
    match = re.search(pattern, file.read_text(encoding="utf-8"), re.MULTILINE)
    if match is None:
        raise SystemExit(f"There is no {pattern} in {file}")
    return match[1]


def library_version() -> str:
    """Return the version that the header has too."""
    parts = ("MAJOR", "MINOR", "PATCH")
    return ".".join(found(rf"^#define BW_VERSION_{part} (\d+)$", TYPES) for part in parts)


def sqlite_source() -> dict[str, object]:
    """Return the origin of SQLite's source; for a source that was given, only that fact."""
    package, version, digest = ([*(SQLITE / "origin").read_text(encoding="utf-8").split(), "", ""])[
        :3
    ]
    if package == "given:":
        return {"properties": [{"name": "bookworm:source", "value": "given by the builder"}]}
    source = {
        "type": "library",
        "name": package,
        "version": version,
        "purl": f"pkg:pypi/{package}@{version}",
        "hashes": [{"alg": "SHA-256", "content": digest}],
    }
    return {"pedigree": {"ancestors": [source]}}


def document(library: Path, swift_version: str, swift_purl: str) -> dict[str, object]:
    """Return the whole document."""
    sqlite_version = found(r'^#define SQLITE_VERSION +"([0-9.]+)"$', SQLITE / "sqlite3.h")
    unicode_version = found(r'^const char cunicode_version_text\[\] = "([0-9.]+)";$', UNICODE)
    digest = hashlib.sha256(library.read_bytes()).hexdigest()
    components: list[dict[str, object]] = [
        {
            "bom-ref": "sqlite",
            "type": "library",
            "name": "SQLite",
            "version": sqlite_version,
            "cpe": f"cpe:2.3:a:sqlite:sqlite:{sqlite_version}:*:*:*:*:*:*:*",
            "licenses": [{"license": {"id": "blessing"}}],
            **sqlite_source(),
        },
        {
            "bom-ref": "swift",
            "type": "library",
            "name": "Swift standard library and runtime",
            "version": swift_version,
            "purl": swift_purl,
            "licenses": [{"expression": "Apache-2.0 WITH Swift-exception"}],
        },
        {
            "bom-ref": "unicode",
            "type": "data",
            "name": "Unicode Character Database",
            "version": unicode_version,
            "copyright": "Copyright 1991-2022 Unicode, Inc.",
            "licenses": [{"license": {"id": "Unicode-DFS-2016"}}],
        },
    ]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "bom-ref": "bookworm",
                "type": "library",
                "name": "libbookworm",
                "version": library_version(),
                "hashes": [{"alg": "SHA-256", "content": digest}],
            }
        },
        "components": components,
        "dependencies": [
            {"ref": "bookworm", "dependsOn": [each["bom-ref"] for each in components]},
        ],
    }


def main() -> int:
    """Print the document of the library that the command line names."""
    if len(sys.argv) not in (3, 4):
        sys.stderr.write("usage: sbom.py LIBRARY SWIFT_VERSION [PURL]\n")
        return 2
    library, version, *given = sys.argv[1:]
    purl = given[0] if given else f"pkg:github/swiftlang/swift@swift-{version}-RELEASE"
    print(json.dumps(document(Path(library), version, purl), indent=2, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
