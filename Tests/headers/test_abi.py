"""The header and the library have exactly the interface that abi.txt promises."""

from __future__ import annotations

import abi


def test_nothing_that_is_promised_has_changed_or_gone() -> None:
    gone = abi.lost(abi.recorded(), abi.current())
    assert not gone, "abi.txt promises what no longer holds; take the change back"


def test_everything_is_recorded() -> None:
    new = sorted(set(abi.current()) - set(abi.recorded()))
    assert not new, "not in abi.txt; if it is meant, run Tests/headers/run --record"


def test_a_struct_that_knows_its_size_may_grow_and_nothing_else_may_change() -> None:
    size = "member s.size: uint32_t size; at 0"
    before = ["constant A: 1", size, "size of struct s: 8", "size of struct t: 8"]
    grown = ["constant A: 1", size, "size of struct s: 16", "size of struct t: 8"]
    changed = ["constant A: 2", size, "size of struct s: 8", "size of struct t: 9"]
    assert abi.lost(before, grown) == []
    assert abi.lost(grown, before) == ["size of struct s: 16"]
    assert abi.lost(before, changed) == ["constant A: 1", "size of struct t: 8"]
