"""The interface as the compiler lays it out, as a list of lines; `--record` updates abi.txt.

Functions and enum values are read from the header; sizes and offsets come from a C program that is
generated from it, compiled and run. Recording accepts additions only: no option breaks a promise.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import support
from pycparser import c_ast, c_generator  # type: ignore[import-untyped]

RECORD = Path(__file__).with_name("abi.txt")
HEADING = "# What programs are compiled against. Tests/headers/run --record adds to it."


def spelled(node: c_ast.Node) -> str:
    """Return a type as it is written in C."""
    return " ".join(c_generator.CGenerator().visit(node).split())


def function_line(name: str, function: c_ast.FuncDecl) -> str:
    """Return a function with its types; the names of parameters are not part of the ABI."""
    types = []
    for parameter in function.args.params if function.args else ():
        kind = parameter.type
        inner = kind
        while isinstance(inner, c_ast.PtrDecl):
            inner = inner.type
        inner.declname = None
        types.append(spelled(kind))
    result = function.type
    inner = result
    while isinstance(inner, c_ast.PtrDecl):
        inner = inner.type
    inner.declname = None
    return f"function {name}({', '.join(types)}) -> {spelled(result)}"


def structs() -> list[tuple[str, str, c_ast.Struct]]:
    """Return the structs that cross the boundary, each with its tag and its name in C.

    Structs with only a tag are Arrow's, whose layout we cannot change.
    """
    found = []
    for node in support.declarations():
        kind = node.type.type if isinstance(node, c_ast.Typedef) else getattr(node, "type", None)
        if isinstance(kind, c_ast.Struct) and kind.decls:
            tagged = not isinstance(node, c_ast.Typedef)
            name = kind.name if tagged else node.name
            found.append((name, f"struct {name}" if tagged else name, kind))
    return found


def program() -> str:
    """Return a C program that prints the layout of every struct and the value of every constant."""
    prints = []

    def value(label: str, expression: str) -> None:
        prints.append(f'printf("{label} %lld\\n", (long long)({expression}));')

    for node in support.declarations():
        kind = node.type.type if isinstance(node, c_ast.Typedef) else None
        if isinstance(kind, c_ast.Enum):
            value(f"size of enum {node.name}:", f"sizeof({node.name})")
            for constant in kind.values.enumerators:
                value(f"constant {constant.name}:", constant.name)
    for name, type_name, struct in structs():
        value(f"size of struct {name}:", f"sizeof({type_name})")
        for member in struct.decls:
            offset = f"offsetof({type_name}, {member.name})"
            value(f"member {name}.{member.name}: {spelled(member)}; at", offset)
    for name in support.flags():
        value(f"constant {name}:", name)
    value("constant BW_ABI_VERSION:", "BW_ABI_VERSION")
    body = "\n  ".join(prints)
    return f"#include <bookworm.h>\n#include <stdio.h>\nint main(void) {{\n  {body}\n}}\n"


def current() -> list[str]:
    """Return the lines that describe the header and the library as they are."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "layout.c").write_text(program(), encoding="utf-8")
        include = f"-I{support.HEADER.parent}"
        support.output("gcc", include, folder / "layout.c", "-o", folder / "layout")
        lines = support.output(folder / "layout").splitlines()
    lines += [function_line(*item) for item in support.functions().items()]
    symbols = support.symbols().items()
    lines += [f"symbol {name}@{version}" for name, version in symbols if name.startswith("bw_")]
    for function in support.interface()["functions"]:
        for parameter in function["parameters"]:
            if parameter["nullable"]:
                lines.append(f"nullable {function['name']}.{parameter['name']}")
    return sorted(lines)


def recorded() -> list[str]:
    """Return the lines of abi.txt."""
    if not RECORD.exists():
        return []
    return RECORD.read_text(encoding="utf-8").splitlines()[1:]


def lost(before: list[str], now: list[str]) -> list[str]:
    """Return the lines that are no longer true. A struct that has a size may grow at its end."""
    sizes = dict(line.rsplit(" ", 1) for line in now if line.startswith("size of struct "))
    gone = []
    for line in sorted(set(before) - set(now)):
        key, _, size = line.rpartition(" ")
        sized = f"member {key[len('size of struct ') : -1]}.size: uint32_t size; at 0"
        if not (key in sizes and int(sizes[key]) > int(size) and sized in now):
            gone.append(line)
    return gone


def main() -> int:
    """Record additions; refuse if something would be lost."""
    if sys.argv[1:] != ["--record"]:
        sys.stderr.write("usage: Tests/headers/run --record\n")
        return 2
    now = current()
    gone = lost(recorded(), now)
    if gone:
        sys.stderr.write("These lines of abi.txt no longer hold; programs rely on them:\n  ")
        sys.stderr.write("\n  ".join(gone))
        sys.stderr.write("\nTake the change back. (Before a first release: delete the lines.)\n")
        return 1
    RECORD.write_text("\n".join([HEADING, *now]) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
