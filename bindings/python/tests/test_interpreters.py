"""Tests that sub-interpreters are refused, with either kind of lock, and that nobody else is
harmed.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest
from conftest import Script

import bookworm

MODULE = "_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters"
# How to create an interpreter with a lock of its own, and another with its parent's.
KINDS = (
    ["create('isolated')", "create('legacy')"]
    if sys.version_info >= (3, 13)
    else ["create(isolated=True)", "create(isolated=False)"]
)
SCRIPT = """
import sys, bookworm, {module} as interpreters
run = getattr(interpreters, "exec", None) or interpreters.run_string
with bookworm.open(sys.argv[1]) as store:
    other = interpreters.{create}
    run(other, '''
try:
    import bookworm
except ImportError as error:
    print(error, flush=True)
''')
    interpreters.destroy(other)
    print(store.books.create("Dune", "Frank Herbert").title)
"""


@pytest.mark.skipif(importlib.util.find_spec(MODULE) is None, reason="no sub-interpreters here")
@pytest.mark.parametrize("create", KINDS)
def test_the_package_is_refused_in_a_sub_interpreter(run: Script, path: Path, create: str) -> None:
    done = run(SCRIPT.format(module=MODULE, create=create), path)
    assert (done.returncode, done.stderr) == (0, "")
    refusal, title = done.stdout.splitlines()
    # In 3.12 ctypes itself refuses an interpreter with a lock of its own.
    assert "main interpreter" in refusal or "_ctypes" in refusal
    assert title == "Dune"
    with bookworm.open(path) as store:
        assert len(store.books) == 1
