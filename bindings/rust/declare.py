"""Write Rust's declarations of the C interface: declare.py bookworm.json > declarations.rs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

NUMBERS = {
    **{f"int{bits}": f"i{bits}" for bits in (8, 32, 64)},
    **{f"uint{bits}": f"u{bits}" for bits in (8, 32, 64)},
    "double": "f64",
    "char": "std::os::raw::c_char",
    "void": "std::os::raw::c_void",
}
RESERVED = {"type", "match", "use", "ref", "move", "where"}


def name(given: str) -> str:
    """Return a name that Rust does not keep for itself."""
    return f"r#{given}" if given in RESERVED else given


def spelled(kind: dict[str, Any]) -> str:
    """Return a type as Rust spells it."""
    base = NUMBERS.get(kind["name"], kind["name"])
    pointer = "*const " if kind["c"].startswith("const ") else "*mut "
    return pointer * kind["pointers"] + base


def structure(struct: dict[str, Any]) -> str:
    """Return a struct whose layout the compiler compares with the expected one."""
    members = []
    for member in struct["members"]:
        kind = spelled(member["type"])
        kind = f"[{kind}; {member['length']}]" if "length" in member else kind
        members.append(f"    pub {name(member['name'])}: {kind},")
    return "\n".join(
        (
            "#[repr(C)]",
            "#[derive(Clone, Copy)]",
            f"pub struct {struct['name']} {{",
            *members,
            "}",
            f"const _: () = assert!(size_of::<{struct['name']}>() == {struct['size']});",
        )
    )


def function(call: dict[str, Any]) -> str:
    """Return a function."""
    parameters = ", ".join(f"{name(p['name'])}: {spelled(p['type'])}" for p in call["parameters"])
    result = "" if call["returns"]["c"] == "void" else f" -> {spelled(call['returns'])}"
    return f"    pub fn {call['name']}({parameters}){result};"


def main() -> None:
    """Write all declarations."""
    data = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    lines = ["use std::mem::size_of;"]
    for constant in data["constants"]:
        kind = "u64" if "bit" in constant else "u32"
        lines.append(f"pub const {constant['name']}: {kind} = {constant['value']};")
    lines += [f"pub type {mask['name']} = u64;" for mask in data["masks"]]
    for enum in data["enums"]:
        lines.append(f"pub type {enum['name']} = i32;")
        lines += [
            f"pub const {constant['name']}: {enum['name']} = {constant['value']};"
            for constant in enum["constants"]
        ]
    opaque = [handle["name"] for handle in data["handles"]] + data["foreign"]
    lines += [f"#[repr(C)]\npub struct {each} {{\n    _opaque: [u8; 0],\n}}" for each in opaque]
    lines += [structure(struct) for struct in data["structs"]]
    lines.append('#[link(name = "bookworm")]\nextern "C" {')
    lines += [function(call) for call in data["functions"]]
    lines.append("}")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
