"""Calls everything in the package at random and wrongly: `misuse.py THREADS CALLS SEED FOLDER`.

The things to call are looked up, so that new ones are called too. Any exception is accepted unless
it reports a fault of the package; at the end the store must be sound. The folder belongs to this
program, and fills up.
"""

from __future__ import annotations

import inspect
import itertools
import os
import random
import sys
import threading
from typing import Any

import bookworm

FAULTS = (
    bookworm.InternalError,
    bookworm.CorruptError,
    bookworm.DiskError,
    bookworm.ForkedError,
    SystemError,
    AssertionError,
    RecursionError,
    NameError,
)
JUNK: list[Any] = [
    *(None, True, False, 0, 1, -1, 5, 6, 2**31, -(2**63), 2**64, 1.5, float("nan"), float("inf")),
    *("", " ", "Dune", "title", "rating", "genres", "*", "-created", "\0", "\ud800", "é" * 9000),
    *(b"Dune", bytearray(b"x"), [], [1], ["a", 2], [None], [[]], (), (1, 2), {}, {"title": 1}),
    *({1}, range(3), object(), object, len, iter([1]), lambda *_: False, Ellipsis, NotImplemented),
    *({"title": "T", "author": "A"}, [{"title": "T", "author": "A"}], ("isbn", "1"), "#123456"),
]
TIMES = [0, 0.001, -1, float("nan"), "1", -(2**70)]
DUNDERS = (
    *("__len__", "__bool__", "__contains__", "__getitem__", "__delitem__", "__eq__", "__hash__"),
    *("__repr__", "__exit__", "__reduce__", "__arrow_c_stream__", "__lt__", "__and__", "__or__"),
)
# Calls that wait for ever by intention.
WAITS = {"Observer": {"__next__", "__iter__", "__anext__"}, "Binding": {"__iter__", "__aiter__"}}
CLOSERS = {"close", "__exit__"}

calls = itertools.count()
wrong: list[BaseException] = []


def members(thing: Any) -> list[str]:
    """Returns the names of the thing's public members."""
    names = [name for name in dir(thing) if not name.startswith("_") or name in DUNDERS]
    return [name for name in names if name not in WAITS.get(type(thing).__name__, set())]


def belongs(thing: Any) -> bool:
    """Returns whether the package made it."""
    return type(thing).__module__.partition(".")[0] == "bookworm"


class Caller:
    """One thread, and the objects that it has obtained."""

    def __init__(self, store: bookworm.Store, seed: int) -> None:
        self.dice = random.Random(seed)
        self.store = store
        self.things: list[Any] = [bookworm, store, store.books, store.genres]

    def value(self) -> Any:
        thing = self.dice.choice(self.things)
        # An observer passed as a list would be waited for, for ever.
        if self.dice.random() < 0.4 and type(thing).__name__ not in WAITS:
            return thing
        return self.dice.choice(JUNK)

    def arguments(self, function: Any) -> tuple[list[Any], dict[str, Any]]:
        """Returns arguments for some of its parameters, by position or by name."""
        try:
            made = isinstance(function, type)
            signature = inspect.signature(function.__init__ if made else function)
            parameters = list(signature.parameters.values())[made:]
        except (TypeError, ValueError):
            return [self.value() for _ in range(self.dice.randrange(3))], {}
        places: list[Any] = []
        names: dict[str, Any] = {}
        for each in parameters:
            if each.name == "timeout":
                names[each.name] = self.dice.choice(TIMES)
            elif each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
                if each.kind == each.VAR_POSITIONAL and not names:
                    places += [self.value() for _ in range(self.dice.randrange(3))]
            elif each.kind == each.KEYWORD_ONLY or names:
                if each.default is each.empty or self.dice.random() < 0.5:
                    names[each.name] = self.value()
            elif each.default is each.empty or self.dice.random() < 0.5:
                places.append(self.value())
            else:
                names[each.name] = self.value()
        return places, names

    def keep(self, made: Any) -> None:
        if isinstance(made, (list, tuple)) and made:
            made = made[0]
        if belongs(made) and not isinstance(made, type):
            if len(self.things) > 40:
                self.things.pop(self.dice.randrange(4, len(self.things)))
            self.things.append(made)

    def call(self) -> None:
        """Makes one call, of a function, a method or a property."""
        thing = self.dice.choice(self.things)
        if thing is bookworm:
            names = [name for name in dir(bookworm) if not name.startswith("_")]
            member = getattr(bookworm, self.dice.choice(names))
        else:
            name = self.dice.choice(members(thing))
            if name in CLOSERS and (thing is self.store or self.dice.random() < 0.8):
                return
            if self.dice.random() < 0.15:
                setattr(thing, name, self.value())
            member = getattr(thing, name)
        if callable(member) and not (isinstance(member, type) and issubclass(member, Exception)):
            places, names_ = self.arguments(member)
            made = member(*places, **names_)
            self.keep(made)
        else:
            self.keep(member)

    def run(self, count: int) -> None:
        for _ in range(count):
            next(calls)
            try:
                self.call()
            except FAULTS as fault:
                wrong.append(fault)
                raise
            except Exception:  # any other exception is accepted
                continue
        for thing in self.things:
            if isinstance(thing, bookworm.Transaction):
                thing.__exit__(ValueError, ValueError(), None)


def main() -> int:
    threads, count, seed = map(int, sys.argv[1:4])
    os.chdir(sys.argv[4])
    store = bookworm.open("store", durability="normal", timeout=0.05)
    store.books.create("Dune", "Frank Herbert", genres=["Horror"], rating=4)
    callers = [Caller(store, seed * 100 + number) for number in range(threads)]
    running = [threading.Thread(target=caller.run, args=(count,)) for caller in callers]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    callers.clear()
    store.close()
    with bookworm.open("store") as again:
        problems = again.check()
    print(f"{next(calls)} calls, {len(wrong)} faults, {len(problems)} problems")
    return 1 if wrong or problems else 0


if __name__ == "__main__":
    sys.exit(main())
