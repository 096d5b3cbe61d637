"""Tests that a signal handler may use a module that is just being loaded."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from conftest import Script

import bookworm

ROOT = Path(bookworm.__file__).parent
# The parts of prototypes.py are created at first use, from modules that the package's own import
# has loaded.
ALLOWED = {("_native/prototypes.py", "import sys"), ("_native/prototypes.py", "from .layout")}


def test_no_function_imports_anything() -> None:
    found = set()
    for file in ROOT.rglob("*.py"):
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                continue
            for node in ast.walk(function):
                if isinstance(node, (ast.Import, ast.ImportFrom)):
                    line = ast.unparse(node).partition(" import ")[0]
                    found.add((file.relative_to(ROOT).as_posix(), line))
    assert found == ALLOWED


def lazily_used() -> dict[str, set[str]]:
    """Returns the names that the package uses of each module that is loaded late."""
    used: dict[str, set[str]] = {}
    for file in ROOT.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                call = node.value
                if getattr(call.func, "id", "") == "LazyModule":
                    own = "" if call.keywords else "bookworm."
                    names[ast.unparse(node.targets[0])] = own + ast.literal_eval(call.args[0])
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) in names:
                used.setdefault(names[ast.unparse(node.value)], set()).add(node.attr)
    return used


# Loads each module in a process of its own. Meanwhile, a signal arrives after one of the statements
# that are run, and its handler uses the same module.
INTERRUPT = """
import importlib.machinery as machinery
import importlib.util
import ast, os, signal, sys, traceback
import bookworm
from bookworm._native.modules import LazyModule

def compiled(path):
    with open(path, "rb") as file:
        tree = ast.parse(file.read())
    body = []
    for statement in tree.body:
        body.append(statement)
        first = isinstance(statement, ast.Expr)  # a text about the module, as a rule
        if not first and getattr(statement, "module", "") != "__future__":
            body += ast.parse("__import__('builtins').statement()").body
    tree.body = body
    return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)

class Loader(machinery.SourceFileLoader):
    def get_code(self, name):
        return codes[self.path]

class Finder:
    def find_spec(self, name, path=None, target=None):
        spec = machinery.PathFinder.find_spec(name, path)
        if spec is not None and spec.origin in codes:
            spec.loader = Loader(name, spec.origin)
        return spec

used = eval(sys.argv[1])
package = os.path.dirname(bookworm.__file__)
paths = [os.path.join(folder, file) for folder, _, files in os.walk(package) for file in files]
# A module that is built into this Python has no file.
origins = [importlib.util.find_spec(module).origin for module in used if "." not in module]
paths += [origin for origin in origins if origin]
codes = {path: compiled(path) for path in paths if path.endswith(".py")}

def use(module, names):
    own = module.startswith("bookworm.")
    lazy = LazyModule(module.partition(".")[2]) if own else LazyModule(module, package=None)
    for name in names:
        getattr(lazy, name)

def interrupted(module, names, place):
    # Returns the number of statements. The handler runs at the statement at that place.
    import builtins
    count = handled = 0
    def statement():
        nonlocal count
        if count == place:
            os.kill(os.getpid(), signal.SIGUSR1)
        count += 1
    def handle(number, frame):
        nonlocal handled
        use(module, names)
        handled += 1
    builtins.statement = statement
    signal.signal(signal.SIGUSR1, handle)
    sys.meta_path.insert(0, Finder())
    use(module, names)
    assert handled == (0 <= place < count), (handled, place, count)
    return count

def child(module, names, place):
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.write(writing, str(interrupted(module, names, place)).encode())
        except BaseException:
            os.write(writing, (f"{module}, statement {place}: " + traceback.format_exc()).encode())
        os._exit(0)
    os.close(writing)
    with open(reading, encoding="utf-8") as answer:
        said = answer.read()
    os.waitpid(pid, 0)
    if not said.isdigit():
        sys.exit(said)
    return int(said)

tried = 0
for module, names in sorted(used.items()):
    if module in sys.modules:
        continue
    count = child(module, names, -1)
    for place in sorted({*range(0, count, max(count // 5, 1)), count - 1} - {-1}):
        child(module, names, place)
        tried += 1
print(tried)
"""


def test_a_handler_may_interrupt_any_module_that_is_loaded_late(run: Script) -> None:
    used = lazily_used()
    assert len(used) > 30
    done = run(INTERRUPT, used)
    assert done.stderr == ""
    assert int(done.stdout) > 100


@pytest.mark.parametrize("statement", ["import decimal", "import bookworm.prices"])
def test_a_handler_that_interrupts_a_programs_own_import_does_not_wait_for_ever(
    run: Script, statement: str
) -> None:
    script = f"""
    import os, signal, sys, bookworm
    from bookworm._native.modules import LazyModule
    prices = LazyModule("prices")
    class Interrupting:
        def find_spec(self, name, path=None, target=None):
            if name == "_decimal":
                os.kill(os.getpid(), signal.SIGUSR1)
    seen = []
    def handle(number, frame):
        try:
            prices.Price(1299, "EUR").decimal
        except (AttributeError, ImportError) as error:  # as with every half-made module
            seen.append(error)
        else:
            seen.append(None)
    signal.signal(signal.SIGUSR1, handle)
    sys.meta_path.insert(0, Interrupting())
    {statement}
    import decimal
    assert len(seen) == 1
    print(prices.Price(1299, "EUR").decimal)
    """
    done = run(script)
    assert done.stderr == ""
    assert done.stdout == "12.99\n"
