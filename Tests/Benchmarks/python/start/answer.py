"""The answer of a program that has opened a store and read its first page."""

from __future__ import annotations

from collections.abc import Iterable

from memory import peak_memory


def answer(ids: Iterable[int]) -> None:
    """The page in the form of sum_page in c/harness.c, and the process's own peak memory."""
    page = list(ids)
    check = len(page)
    for number in page:
        check = (check * 31 + number) % 2**64
    print(f'{{"seconds": 0, "operations": 1, "check": {check}, "memory": {peak_memory()}}}')
