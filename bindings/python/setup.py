"""Builds the native library into the package; everything that does not depend on it is in
pyproject.toml.

BOOKWORM_PREBUILT_PREFIX names a prefix that bindings/install has filled before, to save building.
"""

from __future__ import annotations

import functools
import os
import runpy
import shutil
import subprocess
import tempfile
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build import build
from setuptools.command.build_py import build_py
from setuptools.command.egg_info import egg_info

HERE = Path(__file__).resolve().parent
INSTALL = HERE.parent / "install"
LIBRARY = "libbookworm.so.2"
# Intermediate files stay out of the checkout, and no old ones get into a wheel.
SCRATCH = tempfile.TemporaryDirectory(prefix="bookworm-build-")


@functools.cache
def built_prefix() -> Path:
    """Returns a prefix with the native library, which is built if necessary."""
    prefix = os.environ.get("BOOKWORM_PREBUILT_PREFIX")
    if not prefix:
        if not INSTALL.is_file():
            raise SystemExit(
                f"The source of the native library is not beside this package: there is no "
                f"{INSTALL}. Install from a checkout of the whole repository, with "
                f"`pip install ./bindings/python`, or set BOOKWORM_PREBUILT_PREFIX to a prefix "
                f"into which bindings/install has put the library."
            )
        prefix = str(Path(SCRATCH.name) / "prefix")
        subprocess.run([str(INSTALL), prefix], check=True)
    library = Path(prefix) / "lib" / LIBRARY
    if not library.is_file():
        raise SystemExit(f"There is no {library}: {prefix} was not filled by bindings/install")
    return Path(prefix)


def version() -> str:
    """Returns the version of the C interface, which is also this package's."""
    native = HERE / "src" / "bookworm" / "_native" / "prototypes.py"
    names = runpy.run_path(str(native))
    return ".".join(str(names[f"BW_VERSION_{part}"]) for part in ("MAJOR", "MINOR", "PATCH"))


class Build(build):
    def initialize_options(self) -> None:
        super().initialize_options()
        self.build_base = str(Path(SCRATCH.name) / "build")


class EggInfo(egg_info):
    def initialize_options(self) -> None:
        super().initialize_options()
        self.egg_base = SCRATCH.name


class BuildPy(build_py):
    """Copies the library, as a real file and not a link, next to the modules."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:  # then BOOKWORM_LIBRARY says where it is
            return
        folder = Path(self.build_lib) / "bookworm" / "_lib"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(built_prefix() / "lib" / LIBRARY, folder / LIBRARY)
        (folder / LIBRARY).chmod(0o755)


class BdistWheel(bdist_wheel):
    """The tag: any Python 3, but only this platform."""

    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]

    def egg2dist(self, egginfo_path: str, distinfo_path: str) -> None:
        """Writes the library's components and their licences next to the metadata (PEP 770)."""
        super().egg2dist(egginfo_path, distinfo_path)
        documents = built_prefix() / "share" / "doc" / "bookworm"
        for name, folder in (("sbom.cdx.json", "sboms"), ("copyright", "licenses")):
            target = Path(distinfo_path) / folder
            target.mkdir(exist_ok=True)
            shutil.copyfile(documents / name, target / name)


class PlatformDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        return True


setup(
    version=version(),
    distclass=PlatformDistribution,
    cmdclass={
        "build": Build,
        "build_py": BuildPy,
        "bdist_wheel": BdistWheel,
        "egg_info": EggInfo,
    },
)
