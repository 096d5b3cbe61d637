"""The wheel of the command: its contents, and that it runs with the library's wheel and click."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
import support


@pytest.fixture(scope="module")
def app(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, which packaging/app has tried."""
    folder = tmp_path_factory.mktemp("app")
    return Path(support.output(support.PACKAGING / "app", wheel, folder).strip())


def test_it_is_for_every_machine_and_has_all_files_of_the_package(app: Path) -> None:
    assert app.name == f"bookworm_app-{support.version()}-py3-none-any.whl"
    source = support.ROOT / "bindings" / "app" / "src"
    listed = support.output("git", "-C", support.ROOT, "ls-files", source).split()
    wanted = {str(Path(name).relative_to("bindings/app/src")) for name in listed}
    with zipfile.ZipFile(app) as contents:
        names = {name for name in contents.namelist() if ".dist-info/" not in name}
        (points,) = (name for name in contents.namelist() if name.endswith("entry_points.txt"))
        assert "bookworm = bookworm_app.start:main" in contents.read(points).decode()
    assert names == wanted


def test_the_same_sources_give_the_same_bytes(app: Path, wheel: Path, tmp_path: Path) -> None:
    again = support.output(support.PACKAGING / "app", wheel, tmp_path).strip()
    assert Path(again).read_bytes() == app.read_bytes()
