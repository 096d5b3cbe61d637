"""Write the pages of the C interface: one for each subject, and one of all types.

c_pages.py INTERFACE FOLDER, where INTERFACE is bookworm.json.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from pathlib import Path
from typing import Any


class Reference:
    """The pages, in reStructuredText."""

    def __init__(self, interface: Path) -> None:
        self.data: dict[str, Any] = json.loads(interface.read_text(encoding="utf-8"))
        self.roles = {call["name"]: "func" for call in self.data["functions"]}
        for kind in ("structs", "masks", "handles", "foreign"):
            for item in self.data[kind]:
                self.roles[item if kind == "foreign" else item["name"]] = "type"
        for enum in self.data["enums"]:
            self.roles[enum["name"]] = "enum"
            for constant in enum["constants"]:
                self.roles[constant["name"]] = "enumerator"
        for constant in self.data["constants"]:
            self.roles[constant["name"]] = "macro"

    def linked(self, text: str) -> str:
        """Return a text whose names link to what they name."""

        def link(found: re.Match[str]) -> str:
            quoted, name, called = found["quoted"], found["name"], found["called"] or ""
            if quoted is not None:
                return f"``{quoted}``"
            role = self.roles.get(name)
            if role is None:
                return f"``{name}{called}``"
            return f":c:{role}:`{name}`"

        pattern = r"`(?P<quoted>[^`]+)`|\b(?P<name>(?:bw|BW)_\w+)\b(?!\*)(?P<called>\(\))?"
        escaped = re.sub(r"(?<!`)([*|\\]|(?<=\w)_(?!\w))(?!`)", r"\\\1", text)
        return re.sub(pattern, link, escaped)

    def described(self, doc: str) -> str:
        """Return a comment as paragraphs, lists and code."""
        blocks = []
        for block in doc.split("\n\n"):
            if block.startswith("    ") and blocks and blocks[-1].startswith(".. code"):
                blocks[-1] += f"\n\n{block}"
            elif block.startswith("    "):
                blocks.append(f".. code-block:: c\n\n{block}")
            elif block.startswith("- "):
                items = re.split(r"^- ", block, flags=re.M)[1:]
                blocks.append("\n".join(f"- {self.linked(' '.join(i.split()))}" for i in items))
            else:
                blocks.append(self.linked(" ".join(block.split())))
        return "\n\n".join(blocks)

    def function(self, call: dict[str, Any]) -> str:
        """Return what there is to say of a call."""
        listed = ", ".join(declared(each["type"], each["name"]) for each in call["parameters"])
        body = [self.described(call["doc"])]
        for parameter in call["parameters"]:
            said = []
            if parameter["nullable"] and parameter["name"] != "error":
                said.append("May be NULL.")
            if parameter.get("ownership") == "caller":
                said.append("Yours to end.")
            if parameter.get("ownership") == "borrowed":
                said.append(f"Texts and lists are borrowed from ``{parameter['borrowed_from']}``.")
            if said:
                body.append(f":param {parameter['name']}: {' '.join(said)}")
        prototype = f"{declared(call['returns'], call['name'])}({listed or 'void'})"
        return directive("function", prototype, "\n\n".join(body[:1]), "\n".join(body[1:]))

    def subject(self, subject: dict[str, Any]) -> str:
        """Return the page of a subject."""
        calls = {call["name"]: call for call in self.data["functions"]}
        parts = [heading(subject["title"]), self.described(subject["doc"])]
        return "\n\n".join(parts + [self.function(calls[name]) for name in subject["functions"]])

    def overview(self) -> str:
        """Return the header's first comment as a page."""
        parts = [heading("The C interface")]
        for block in re.split(r"\n\n(?=\S)", self.data["overview"]):
            title, _, rest = block.partition("\n")
            if rest.startswith("  ") and not rest.startswith("    "):
                parts += [heading(title, "-"), self.described(textwrap.dedent(rest))]
            else:
                parts.append(self.described(block))
        return "\n\n".join(parts)

    def types(self) -> str:
        """Return the page of handles, structs, enumerations and constants."""
        parts = [heading("Types and constants"), heading("Handles", "-")]
        parts += [
            directive("type", each["name"], self.described(each["doc"]))
            for each in self.data["handles"]
        ]
        parts.append(heading("Structs", "-"))
        for struct in self.data["structs"]:
            members = [
                directive(
                    "member",
                    declared(each["type"], each["name"])
                    + (f"[{each['length']}]" if "length" in each else ""),
                    self.described(each["doc"]),
                )
                for each in struct["members"]
            ]
            parts.append(
                directive("struct", struct["name"], self.described(struct["doc"]), *members)
            )
        parts.append(heading("Enumerations", "-"))
        for enum in self.data["enums"]:
            named = [
                directive("enumerator", f"{each['name']} = {each['value']}", each_doc)
                for each in enum["constants"]
                for each_doc in [self.described(each["doc"])]
            ]
            parts.append(directive("enum", enum["name"], self.described(enum["doc"]), *named))
        parts.append(heading("Sets of bits, and constants", "-"))
        parts += [
            directive("type", f"uint64_t {each['name']}", self.described(each["doc"]))
            for each in self.data["masks"]
        ]
        for each in self.data["constants"]:
            value = f"Bit {each['bit']}." if "bit" in each else f"{each['value']}."
            parts.append(directive("macro", each["name"], f"{self.described(each['doc'])} {value}"))
        return "\n\n".join(parts)

    def index(self) -> str:
        """Return the page that leads to all calls by their subject."""
        parts = [heading("Functions by subject")]
        slugs = "\n".join(f"   {slug(each['title'])}" for each in self.data["subjects"])
        parts.append(f".. toctree::\n   :hidden:\n\n{slugs}")
        for subject in self.data["subjects"]:
            names = ", ".join(f":c:func:`{name}`" for name in subject["functions"])
            parts.append(f":doc:`{slug(subject['title'])}`\n   {names}")
        return "\n\n".join(parts)


def heading(text: str, line: str = "=") -> str:
    """Return a heading."""
    return f"{text}\n{line * len(text)}"


def slug(title: str) -> str:
    """Return the name of a subject's page."""
    return title.lower().replace(" ", "-")


def declared(kind: dict[str, Any], name: str) -> str:
    """Return a declaration as C spells it."""
    return f"{kind['c']}{'' if kind['c'].endswith('*') else ' '}{name}"


def directive(name: str, argument: str, *body: str) -> str:
    """Return what declares something, with what is in it."""
    inner = "\n\n".join(textwrap.indent(part, "   ") for part in body if part)
    return f".. c:{name}:: {argument}\n\n{inner}"


def main() -> int:
    """Write the pages that the command line asks for."""
    reference, folder = Reference(Path(sys.argv[1])), Path(sys.argv[2])
    folder.mkdir(parents=True)
    pages = {"index": reference.index, "overview": reference.overview, "types": reference.types}
    for name, page in pages.items():
        (folder / f"{name}.rst").write_text(page() + "\n", encoding="utf-8")
    for subject in reference.data["subjects"]:
        page_path = folder / f"{slug(subject['title'])}.rst"
        page_path.write_text(reference.subject(subject) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
