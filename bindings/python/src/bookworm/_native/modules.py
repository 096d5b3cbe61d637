"""Loads the package's modules, and determines the names of classes in help() and tracebacks."""

from __future__ import annotations

import _thread
import sys
from abc import ABCMeta

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
    from types import FrameType
    from typing import Any
else:
    import _signal  # without enum, which signal imports

PACKAGE = __name__.partition(".")[0]
_IMPORTER = "<frozen importlib._bootstrap>"


def load(module: str, name: str) -> Any:
    """Returns a module, of this package or of Python; loads it at its first use.

    `name` is any name in the module: without one, __import__() would return the package.

    A signal handler of the program may interrupt the main thread during an import, and would find
    the module half loaded. So if there is a handler, another thread imports, which no handler
    interrupts; the handler waits for it like every other thread.
    """
    if not _has_handler() or _is_importing():
        return __import__(module, fromlist=[name])
    done = _thread.allocate_lock()
    result: list[Any] = []

    def run() -> None:
        try:
            result.append(__import__(module, fromlist=[name]))
        except BaseException as error:
            result.append(error)
        finally:
            done.release()

    done.acquire()
    try:
        _thread.start_new_thread(run, ())
    except RuntimeError:  # no more threads, or none in this interpreter
        return __import__(module, fromlist=[name])
    done.acquire()
    if isinstance(result[0], BaseException):
        raise result[0]
    return result[0]


def _has_handler() -> bool:
    """Whether a signal has a handler in Python, other than Python's own for Ctrl-C."""
    default = _signal.default_int_handler
    return any(
        callable(handler) and handler is not default
        for handler in map(_signal.getsignal, _signal.valid_signals())
    )


def _is_importing() -> bool:
    """Whether this thread is importing this package or a module of Python.

    If it is, another thread that imports might wait for the same module, and so for this thread,
    which would wait for it.
    """
    own = getattr(sys, "stdlib_module_names", None)  # unknown before Python 3.10
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if code.co_name == "_find_and_load" and code.co_filename == _IMPORTER:
            imported = frame.f_locals["name"].partition(".")[0]
            if own is None or imported in own or imported == PACKAGE:
                return True
        frame = frame.f_back
    return False


class LazyModule:
    """A module, of this package or another, that is loaded at its first use.

    An import within a function would not do: it might be interrupted, as load() explains. It also
    costs a microsecond at each call; a LazyModule costs a fiftieth of that.
    """

    def __init__(self, name: str, package: str | None = PACKAGE) -> None:
        self.__name__ = name if package is None else f"{package}.{name}"

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__[name] = getattr(load(self.__name__, name), name)
        return found


# The special methods that a user calls by an operator, a statement or a built-in function.
# __exit__() is left out: __enter__() already shows that a class works with the `with` statement.
_OPERATORS = {
    "__enter__",
    "__iter__",
    "__aiter__",
    "__len__",
    "__bool__",
    "__contains__",
    "__getitem__",
    "__setitem__",
    "__delitem__",
    "__or__",
    "__sub__",
    "__arrow_c_stream__",
}
# Of these, help() shows only those with a docstring; otherwise the name says everything. The texts
# of a collection and of its __getitem__() also cover iterating.
_OBVIOUS = {"__len__", "__bool__", "__contains__"}
# The named tuples that a program creates itself. The library returns the others.
_VALUES = {"Contributor", "Identifier", "Price"}


class Brief(type):
    """Keeps help(bookworm) short: dir() of a class is what the class adds to Python's own types.

    Members of a private class that several public ones derive from are listed for one of these: the
    private class names it as `_shown_in`. Members that a class names in `_fields`, as every named
    tuple does, are described by its docstring.
    """

    def __dir__(cls) -> list[str]:
        shown: dict[str, None] = {}
        for kind in cls.__mro__:
            if kind is cls or (isinstance(kind, Brief) and kind._is_shown_in(cls)):
                shown.update(dict.fromkeys(vars(kind)))
        members = getattr(cls, "_fields", ())
        return [name for name in shown if _is_shown(cls, name) and name not in members]

    @property
    def __signature__(cls) -> tuple[()] | None:
        """The signature of the class as a function: none if only the library calls it.

        Only the library calls it if the docstring of __init__() says so, or if the class is a
        named tuple that is not in _VALUES. A result other than a Signature makes inspect raise
        TypeError, and help() then leaves the signature out.
        """
        is_internal = (cls.__init__.__doc__ or "").startswith("Not for use")  # type: ignore[misc]
        is_returned = issubclass(cls, tuple) and cls.__name__ not in _VALUES
        return () if is_internal or is_returned else None

    def _is_shown_in(cls, heir: type) -> bool:
        return cls.__module__ != PACKAGE and vars(cls).get("_shown_in") in (None, heir.__name__)


def _is_shown(cls: type, name: str) -> bool:
    """Whether help() shows a member: a public one, or an operator that needs a description."""
    if name[0] != "_":
        return True
    is_obvious = name in _OBVIOUS or (name == "__iter__" and hasattr(cls, "__getitem__"))
    return name in _OPERATORS and not (is_obvious and getattr(cls, name).__doc__ is None)


class BriefABC(Brief, ABCMeta):
    """Brief, for classes that derive from those of collections.abc."""


def publish(*things: Any) -> None:
    """Makes tracebacks, help() and pickle say that classes and functions are in bookworm itself."""
    for thing in things:
        thing.__module__ = PACKAGE
