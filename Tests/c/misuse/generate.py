"""Writes a C table of every function in bookworm.h, for the misuse tests to call each one wrongly.

Usage: generate.py HEADER INTERFACE > table.c. The JSON interface says which parameters may be NULL.
Fails on an unknown type, so that a new kind of parameter cannot escape the tests.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from pycparser import c_ast, c_parser

# The types of the standard headers, for a parser that does not read system headers.
PRELUDE = """
typedef signed int int32_t; typedef unsigned int uint32_t; typedef unsigned char uint8_t;
typedef signed long int64_t; typedef unsigned long uint64_t; typedef unsigned long size_t;
"""


class UnknownTypeError(Exception):
    """A type or a parameter that this generator must be taught."""


def parse(header: Path) -> c_ast.FileAST:
    source = re.sub(r"^\s*#\s*include.*$", "", header.read_text("utf-8"), flags=re.MULTILINE)
    done = subprocess.run(
        ["gcc", "-E", "-P", "-x", "c", "-D__attribute__(x)=", "-"],
        input=PRELUDE + source,
        capture_output=True,
        text=True,
        check=True,
    )
    return c_parser.CParser().parse(done.stdout)


class Types:
    """The struct, enum and handle names that the header declares."""

    def __init__(self, tree: c_ast.FileAST) -> None:
        self.enums: set[str] = set()
        self.structs: dict[str, bool] = {}
        self.members: dict[str, list[c_ast.Decl]] = {}
        self.handles: set[str] = set()
        for item in tree.ext:
            if not isinstance(item, c_ast.Typedef) or not isinstance(item.type, c_ast.TypeDecl):
                continue
            inner = item.type.type
            if isinstance(inner, c_ast.Enum):
                self.enums.add(item.name)
            if isinstance(inner, c_ast.Struct) and not inner.decls:
                self.handles.add(item.name)
            if isinstance(inner, c_ast.Struct) and inner.decls:
                self.structs[item.name] = inner.decls[0].name == "size"
                self.members[item.name] = inner.decls


def spelled(node: c_ast.Node) -> tuple[str, bool, int]:
    """The name of the type, whether it is const, and how many pointers lead to it."""
    depth = 0
    while isinstance(node, c_ast.PtrDecl):
        node, depth = node.type, depth + 1
    if isinstance(node, c_ast.TypeDecl) and isinstance(node.type, c_ast.Struct):
        return f"struct {node.type.name}", "const" in node.quals, depth
    if not isinstance(node, c_ast.TypeDecl) or not isinstance(node.type, c_ast.IdentifierType):
        raise UnknownTypeError(f"a type of another shape: {node}")
    return " ".join(node.type.names), "const" in node.quals, depth


def scalar_kind(name: str, previous: str, parameter: str, types: Types) -> str:
    if name in types.enums:
        return "ENUM"
    if name == "int64_t" and previous == "TEXT" and parameter.endswith("length"):
        return "LENGTH"
    if name == "int64_t" and parameter.endswith("count"):
        return "COUNT"
    kinds = {"int64_t": "INT64", "int32_t": "INT32", "uint32_t": "UINT32"}
    kinds |= {"bw_fields": "FIELDS", "double": "DOUBLE"}
    if name not in kinds:
        raise UnknownTypeError(name)
    return kinds[name]


# Structs that a call reads and then writes.
IN_AND_OUT = {"bw_page"}


def pointer_kind(name: str, constant: bool, parameter: str, types: Types) -> str:
    if name in types.handles:
        return "HANDLE"
    if name == "bw_error" and parameter == "error":
        return "ERROR"
    if name == "char" and constant:
        return "TEXT"
    if name == "bw_text" or name in types.structs:
        sized = types.structs.get(name, False)
        way = "IN" if constant else "IN_OUT" if name in IN_AND_OUT else "OUT"
        return ("SIZED_" if sized else "PLAIN_") + way
    if name in types.enums or name in ("int64_t", "int32_t", "uint32_t", "uint8_t", "double"):
        return "PLAIN_IN" if constant else "PLAIN_OUT"
    raise UnknownTypeError(f"{name} *")


def kind_of(node: c_ast.Decl, previous: str, types: Types, function: str) -> tuple[str, str]:
    """The kind of a parameter, and its type without pointers."""
    name, constant, depth = spelled(node.type)
    if (name, depth) == ("struct ArrowArrayStream", 1):
        # Arrow's callbacks do not mark structs that they only read as const.
        return ("ARROW_IN" if function.endswith("_from_arrow") else "ARROW_OUT"), name
    if depth == 0:
        return scalar_kind(name, previous, node.name, types), name
    if depth == 1:
        return pointer_kind(name, constant, node.name, types), name
    if depth == 2 and name in types.handles and not constant:
        return "HANDLE_OUT", name
    raise UnknownTypeError(f"{name} {'*' * depth}")


def parameters(
    declaration: c_ast.FuncDecl, types: Types, function: str
) -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    for node in declaration.args.params if declaration.args else []:
        if isinstance(node, c_ast.Typename) and node.name is None:
            continue  # (void)
        kind, name = kind_of(node, found[-1][1] if found else "", types, function)
        found.append((node.name, kind, name))
    return found


def member_kind(node: c_ast.Decl, types: Types) -> str | None:
    """Return the kind of a struct's member; None if the caller controls nothing with it."""
    name, _, depth = spelled(node.type)
    if depth > 0:
        return "POINTER_MEMBER"
    if name == "int64_t" and node.name.endswith("count"):
        return "COUNT_MEMBER"
    if name in ("bw_text", "double"):
        return "TEXT_MEMBER" if name == "bw_text" else "DOUBLE_MEMBER"
    if name == "bw_uuid":
        return None
    if name in types.enums or name in ("int64_t", "int32_t", "uint32_t", "bw_fields"):
        return "NUMBER_MEMBER"
    raise UnknownTypeError(f"{node.name}: {name}")


def member_rows(struct: str, types: Types, header: str) -> list[str]:
    """Return the lines of the table of members for a struct that some call accepts."""
    rows = []
    for node in types.members[struct]:
        # An array within the struct is read as it is: any bytes in it are valid.
        if node.name == "size" or isinstance(node.type, c_ast.ArrayDecl):
            continue
        kind = member_kind(node, types)
        if kind is None:
            continue
        bit = f"BW_{struct[3:]}_{node.name}".upper()
        if not re.search(rf"^#define {bit} ", header, re.MULTILINE):
            bit = "0"
        place = f"offsetof({struct}, {node.name}), sizeof((({struct} *)0)->{node.name})"
        rows.append(f'    {{"{struct}", "{node.name}", {kind}, {place}, {bit}}},')
    return rows


def call(function: str, result: tuple[str, bool, int], found: list[tuple[str, str, str]]) -> str:
    arguments = []
    for index, (_, kind, name) in enumerate(found):
        if kind in ("ENUM", "LENGTH", "COUNT", "INT64", "INT32", "UINT32", "FIELDS"):
            arguments.append(f"({name})a[{index}].number")
        elif kind == "DOUBLE":
            arguments.append(f"a[{index}].real")
        else:
            arguments.append(f"a[{index}].pointer")
    expression = f"{function}({', '.join(arguments)})"
    unused = "" if found else "  (void)a;\n"
    if result == ("bw_status", False, 0):
        body = f"  return {expression};\n"
    elif result == ("char", True, 1):
        body = f"  return {expression} != NULL ? BW_OK : BW_ERROR_INTERNAL;\n"
    elif result[0] in ("uint32_t", "int32_t", "double") and result[2] == 0:
        body = f"  {result[0]} value = {expression};\n  (void)value;\n  return BW_OK;\n"
    else:
        raise UnknownTypeError(f"{function} returns {result}")
    return f"static bw_status call_{function}(const struct argument *a) {{\n{unused}{body}}}\n"


def main() -> int:
    tree = parse(Path(sys.argv[1]))
    types = Types(tree)
    nullable = {
        (function["name"], parameter["name"]): str(parameter["nullable"]).lower()
        for function in json.loads(Path(sys.argv[2]).read_text("utf-8"))["functions"]
        for parameter in function["parameters"]
    }
    calls, rows = [], []
    taken: set[str] = set()
    for item in tree.ext:
        if not isinstance(item, c_ast.Decl) or not isinstance(item.type, c_ast.FuncDecl):
            continue
        try:
            found = parameters(item.type, types, item.name)
            calls.append(call(item.name, spelled(item.type.type), found))
        except UnknownTypeError as unknown:
            print(f"{item.name}: unknown to the misuse tests: {unknown}", file=sys.stderr)
            return 1
        taken |= {name for _, kind, name in found if kind in ("SIZED_IN", "SIZED_IN_OUT")}
        described = "".join(
            f'\n      {{"{name}", {kind}, "{type_name}", '
            f"sizeof({'void *' if type_name in types.handles else type_name}), "
            f"{nullable[item.name, name]}}},"
            for name, kind, type_name in found
        )
        rows.append(
            f'    {{"{item.name}", call_{item.name}, {len(found)}, {{{described or "{0}"}}}}},'
        )
    if len(rows) != len(re.findall(r"^[a-z][\w *]*\bbw_\w+\(", _flat(sys.argv[1]), re.MULTILINE)):
        print("the parser and the header's text differ in the number of functions", file=sys.stderr)
        return 1
    header = Path(sys.argv[1]).read_text("utf-8")
    try:
        members = [row for name in sorted(taken) for row in member_rows(name, types, header)]
    except UnknownTypeError as unknown:
        print(f"a member unknown to the misuse tests: {unknown}", file=sys.stderr)
        return 1
    print('// Generated from bookworm.h by generate.py.\n#include "misuse.h"\n')
    print("#include <stddef.h>\n")
    print("\n".join(calls))
    print("const struct function functions[] = {\n" + "\n".join(rows) + "\n};")
    print("const int function_count = sizeof(functions) / sizeof(functions[0]);")
    print("const struct member members[] = {\n" + "\n".join(members) + "\n};")
    print("const int member_count = sizeof(members) / sizeof(members[0]);")
    return 0


def _flat(path: str) -> str:
    """Return the header's text without comments, for a count that does not depend on the parser."""
    text = re.sub(r"/\*.*?\*/", "", Path(path).read_text("utf-8"), flags=re.DOTALL)
    return re.sub(r"//[^\n]*", "", text)


if __name__ == "__main__":
    sys.exit(main())
