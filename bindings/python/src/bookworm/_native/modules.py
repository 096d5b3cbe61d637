"""How the package's modules are loaded, and where help() and tracebacks say that things are."""

from __future__ import annotations

import _thread
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
    from typing import Any
else:
    import _signal  # without enum, which signal imports

PACKAGE = __name__.partition(".")[0]


def load(module: str, name: str) -> Any:
    """A module of this package, with something of it, at first use.

    A signal handler of the program may interrupt the main thread in the middle of an import, and
    would find the module half made if it used that too. So where there is a handler another thread
    imports, which no handler interrupts; the handler waits for it as every other thread does.
    """
    # Who imports the package waits for nobody: the other thread would wait for it.
    if not _has_handler() or getattr(sys.modules[PACKAGE].__spec__, "_initializing", False):
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


class LazyModule:
    """A module of this package that is loaded when something of it is first used.

    For what is called often: an import within a function costs a microsecond at each call, and
    this a fiftieth of it.
    """

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, name: str) -> Any:
        module = load(f"{PACKAGE}.{self.__name__}", name)
        found = self.__dict__[name] = getattr(module, name)
        return found


def publish(*things: Any) -> None:
    """Has tracebacks, help() and pickle say that classes and functions are in bookworm itself."""
    for thing in things:
        thing.__module__ = PACKAGE
