"""The interface as JSON agrees with the header, and with the compiler's layouts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import abi
import support


def spelled(type_: dict[str, Any], name: str) -> str:
    """Return a type with a name, as C declares it."""
    gap = "" if type_["c"].endswith("*") else " "
    return f"{type_['c']}{gap}{name}"


def lines() -> list[str]:
    """Return abi.py's description of the header and the library, but from the JSON alone."""
    found = []
    data = support.interface()
    for constant in data["constants"]:
        if "bit" in constant or constant["name"] == "BW_ABI_VERSION":
            found.append(f"constant {constant['name']}: {constant['value']}")
    for enum in data["enums"]:
        found.append(f"size of enum {enum['name']}: {enum['size']}")
        found += [f"constant {item['name']}: {item['value']}" for item in enum["constants"]]
    for struct in data["structs"]:
        found.append(f"size of struct {struct['name']}: {struct['size']}")
        for member in struct["members"]:
            length = f"[{member['length']}]" if "length" in member else ""
            declaration = spelled(member["type"], member["name"]) + length
            found.append(
                f"member {struct['name']}.{member['name']}: {declaration}; at {member['offset']}"
            )
    for function in data["functions"]:
        types = [parameter["type"]["c"] for parameter in function["parameters"]] or ["void"]
        result = function["returns"]["c"]
        found.append(f"function {function['name']}({', '.join(types)}) -> {result}")
    return sorted(found)


def test_it_has_all_that_the_header_declares_as_the_compiler_lays_it_out() -> None:
    kinds = ("size of struct", "member")
    others = [f"{kind} {name}" for name in support.interface()["foreign"] for kind in kinds]
    left_out = ("symbol ", "nullable ", *others)
    header = [line for line in abi.current() if not line.startswith(left_out)]
    # The compiler prints the value of a bit as a signed number.
    assert lines() == sorted(
        line.replace(": -9223372036854775808", ": 9223372036854775808") for line in header
    )


def test_members_have_the_sizes_that_the_compiler_gives_them(tmp_path: Path) -> None:
    program = ["#include <bookworm.h>"]
    for struct in support.interface()["structs"]:
        name = struct["name"]
        program.append(f'_Static_assert(_Alignof({name}) == {struct["alignment"]}, "{name}");')
        for member in struct["members"]:
            size = f"sizeof((({name} *)0)->{member['name']})"
            program.append(f'_Static_assert({size} == {member["size"]}, "{name}");')
    assert len(program) > 100
    (tmp_path / "sizes.c").write_text("\n".join(program) + "\n", encoding="utf-8")
    include = f"-I{support.HEADER.parent}"
    support.output("gcc", "-std=c11", "-fsyntax-only", include, tmp_path / "sizes.c")


def test_what_a_type_leads_to_is_declared() -> None:
    data = support.interface()
    declared = {
        item["name"] for kind in ("structs", "enums", "handles", "masks") for item in data[kind]
    }
    declared |= set(data["foreign"])
    used = [
        parameter["type"] for function in data["functions"] for parameter in function["parameters"]
    ]
    used += [member["type"] for struct in data["structs"] for member in struct["members"]]
    used += [function["returns"] for function in data["functions"]]
    named = [type_ for type_ in used if type_["kind"] not in ("number", "void")]
    assert len(named) > 200
    assert {type_["name"] for type_ in named} <= declared


def test_every_handle_is_ended_by_calls_of_its_own() -> None:
    data = support.interface()
    functions = {function["name"]: function for function in data["functions"]}
    ending = {
        name
        for name, function in functions.items()
        if function["parameters"] and function["parameters"][0].get("ownership") == "ended"
    }
    named = [name for handle in data["handles"] for name in handle["ended_by"]]
    assert all(handle["ended_by"] for handle in data["handles"])
    assert sorted(named) == sorted(ending)
    for handle in data["handles"]:
        for name in handle["ended_by"]:
            assert functions[name]["parameters"][0]["type"]["name"] == handle["name"]


def test_what_is_borrowed_names_what_it_is_borrowed_from() -> None:
    lenders = 0
    for function in support.interface()["functions"]:
        names = {parameter["name"] for parameter in function["parameters"]} | {"library"}
        for parameter in function["parameters"]:
            assert parameter.get("count", parameter["name"]) in names
            if parameter.get("ownership") == "borrowed":
                assert parameter["borrowed_from"] in names - {parameter["name"]}
                lenders += 1
    assert lenders > 10


def test_everything_is_described() -> None:
    data = support.interface()
    assert data["overview"].startswith("Bookworm keeps")
    items = data["functions"] + data["structs"] + data["handles"] + data["subjects"]
    items += [constant for constant in data["constants"] if "bit" in constant]
    assert [item for item in items if not item["doc"]] == []
    functions = [name for subject in data["subjects"] for name in subject["functions"]]
    assert functions == [function["name"] for function in data["functions"]]
