"""Makes the Python package's pages by pdoc, each class with all that can be used of it.

pages.py, with pdoc's own arguments. What a public class inherits from a class that has no page is
shown as its own, and so is what its text names of one of Python's classes.
"""

from __future__ import annotations

import sys
from typing import Any

import pdoc.__main__
from pdoc import doc

_taken_from = doc.Class._taken_from


def _has_page(module: str, qualified: str) -> bool:
    """Whether a class is one that the package, or a page of its, names as its own."""
    if module.partition(".")[0] != "bookworm":
        return True  # Python's own: its members are not ours to describe
    return qualified.partition(".")[0] in getattr(sys.modules.get(module), "__all__", ())


def _declared(self: doc.Class, name: str, thing: Any) -> tuple[str, str]:
    module, qualified = _taken_from(self, name, thing)
    if _has_page(module, qualified) and f"`{name}`" not in (self.obj.__doc__ or ""):
        return module, qualified
    return self.modulename, f"{self.qualname}.{name}"


doc.Class._taken_from = _declared  # type: ignore[method-assign]

if __name__ == "__main__":
    pdoc.__main__.cli()
