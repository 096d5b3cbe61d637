"""The wheel and the Debian packages that the tests share, built from the prefix."""

from __future__ import annotations

from pathlib import Path

import pytest
import support


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    return Path(support.output(support.PACKAGING / "wheel", support.PREFIX, folder).strip())


@pytest.fixture(scope="session")
def packages(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The Debian packages by name."""
    folder = tmp_path_factory.mktemp("debian")
    made = support.output(support.PACKAGING / "debian" / "build", wheel, folder).split()
    return {Path(path).name.partition("_")[0]: Path(path) for path in made}
