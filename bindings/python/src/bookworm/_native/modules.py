"""How the package's modules are loaded, and where help() and tracebacks say that things are."""

from __future__ import annotations

import _thread
import sys

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
    """A module, of this package or of Python's own, with something of it, at first use.

    A signal handler of the program may interrupt the main thread in the middle of an import, and
    would find the module half made if it used that too. So where there is a handler another thread
    imports, which no handler interrupts; the handler waits for it as every other thread does.
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
    """Whether a signal calls something in Python but for Ctrl-C's own exception."""
    default = _signal.default_int_handler
    return any(
        callable(handler) and handler is not default
        for handler in map(_signal.getsignal, _signal.valid_signals())
    )


def _is_importing() -> bool:
    """Whether this thread is in the middle of importing this package, or a module of Python's own.

    Another thread might need that too, and wait for this one, which would wait for it.
    """
    own = getattr(sys, "stdlib_module_names", None)  # before Python 3.10 it might be any
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
    """A module that is loaded when something of it is first used: one of this package, or another.

    An import within a function is no such thing: it might be interrupted, as load() says, and costs
    a microsecond at each call, and this a fiftieth of it.
    """

    def __init__(self, name: str, package: str | None = PACKAGE) -> None:
        self.__name__ = name if package is None else f"{package}.{name}"

    def __getattr__(self, name: str) -> Any:
        found = self.__dict__[name] = getattr(load(self.__name__, name), name)
        return found


class Brief(type):
    """Keeps help(bookworm) short: what all exceptions and tuples have is not said of each again."""

    def __dir__(cls) -> list[str]:
        return [name for name in vars(cls) if not name.startswith("_")]


def publish(*things: Any) -> None:
    """Has tracebacks, help() and pickle say that classes and functions are in bookworm itself."""
    for thing in things:
        thing.__module__ = PACKAGE
