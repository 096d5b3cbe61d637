"""Write the manual's pages of the C interface, one for each call and each type.

manpages.py INTERFACE FOLDER, where INTERFACE is bookworm.json.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from pathlib import Path
from typing import Any


def escaped(text: str) -> str:
    """Escape a text for the formatter."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(?m)^([.'])", r"\\&\1", text)


def marked(text: str) -> str:
    """Return a text with its names in bold: text in backticks, and calls."""
    bold = re.sub(r"`([^`]+)`", r"\\fB\1\\fP", escaped(text))
    return re.sub(r"\b(bw_\w+)\(\)", r"\\fB\1\\fP(3)", bold)


def described(doc: str) -> str:
    """Return what is said of something as paragraphs, lists and code."""
    lines = []
    for block in doc.split("\n\n"):
        if block.startswith("    "):
            lines += [
                ".PP",
                ".RS 4",
                ".nf",
                escaped(re.sub("(?m)^    ", "", block)),
                ".fi",
                ".RE",
            ]
        elif block.startswith("- "):
            lines += [".IP \\(bu 2", marked(block[2:])]
        else:
            lines += [".PP", marked(" ".join(block.split()))]
    return "\n".join(lines[1:] if lines[:1] == [".PP"] else lines)


def spelled(kind: dict[str, Any], name: str) -> str:
    """Return a declaration as C spells it."""
    return f"{kind['c']}{'' if kind['c'].endswith('*') else ' '}{name}"


def summary(doc: str) -> str:
    """Return the first sentence without its full stop, as the heading of a page has it."""
    sentence = re.split(r"[.:;](?:\s|$)", " ".join(doc.split("\n\n")[0].split()))[0]
    return re.sub("`", "", sentence)


class Manual:
    """The pages, by their names."""

    def __init__(self, interface: Path) -> None:
        self.data: dict[str, Any] = json.loads(interface.read_text(encoding="utf-8"))
        self.types = {
            item["name"]
            for kind in ("structs", "enums", "masks", "handles")
            for item in self.data[kind]
        }
        self.subjects = {
            name: subject for subject in self.data["subjects"] for name in subject["functions"]
        }

    def page(self, name: str, what: str, synopsis: str, body: str, see: list[str]) -> str:
        """Return a page."""
        if name != "bookworm":  # the header's overview, which "above" means there
            body = re.sub(r'("[A-Z][\w ]+") above', r"\1 in \\fBbookworm\\fP(3)", body)
        also = ",\n".join(f".BR {each} (3)" for each in dict.fromkeys(["bookworm", *see]))
        also = re.sub(r"\(3\),\n", "(3),\n", also)
        return "\n".join(
            (
                '.\\" Generated from bookworm.json: do not edit.',
                f'.TH {name} 3 "" "Bookworm {self.data["version"]}" "Bookworm"',
                ".nh",  # no hyphens within names
                *(".SH NAME", f"{name} \\- {escaped(what)}"),
                *(
                    ".SH SYNOPSIS",
                    ".nf",
                    ".B #include <bookworm.h>",
                    "",
                    synopsis,
                    ".fi",
                ),
                *(".SH DESCRIPTION", body),
                *(".SH SEE ALSO", also, ""),
            )
        )

    def function(self, call: dict[str, Any]) -> str:
        """Return the page of a call."""
        parameters = call["parameters"]
        listed = ", ".join(spelled(p["type"], p["name"]) for p in parameters) or "void"
        head = f"{spelled(call['returns'], call['name'])}("
        # No break within a parameter.
        listed = re.sub(r"(?<!,) ", "\N{NO-BREAK SPACE}", listed)
        lines = textwrap.wrap(f"{listed});", 76 - len(head))
        prototype = head + ("\n" + " " * len(head)).join(lines).replace("\N{NO-BREAK SPACE}", " ")
        used = [each["type"]["name"] for each in parameters]
        body = described(call["doc"])
        lines = []
        for parameter in parameters:
            said = []
            if parameter["nullable"] and parameter["name"] != "error":
                said.append("may be NULL")
            owner = parameter.get("ownership")
            if owner == "caller":
                said.append("yours to end")
            if owner == "borrowed":
                said.append(f"its texts and lists are borrowed from {parameter['borrowed_from']}")
            if said:
                lines += [".TP", f".I {parameter['name']}", ", ".join(said)]
        if lines:
            body = "\n".join((body, ".SS Parameters", *lines))
        see = [name for name in used if name in self.types and name != "bw_error"]
        see += re.findall(r"\b(bw_\w+)\(\)", call["doc"])
        see = [name for name in see if name != call["name"]]
        return self.page(
            call["name"],
            summary(call["doc"]),
            f"\\fB{escaped(prototype)}\\fP",
            body,
            sorted(set(see)),
        )

    def structure(self, struct: dict[str, Any]) -> str:
        """Return the page of a struct."""
        members = []
        body = [described(struct["doc"]), ".SS Members"]
        for member in struct["members"]:
            length = f"[{member['length']}]" if "length" in member else ""
            members.append(f"    {spelled(member['type'], member['name'])}{length};")
            if member["doc"]:
                body += [".TP", f".I {member['name']}", described(member["doc"])]
        declared = "\n".join((f"typedef struct {struct['name']} {{", *members, "}"))
        synopsis = f"{declared} {struct['name']};"
        see = {member["type"]["name"] for member in struct["members"]} & self.types
        what = summary(struct["doc"])
        return self.page(struct["name"], what, escaped(synopsis), "\n".join(body), sorted(see))

    def values(self, name: str, doc: str, constants: list[dict[str, Any]], declared: str) -> str:
        """Return the page of a type that has names for its values."""
        body = [described(doc or f"The values of {name}.")]
        for constant in constants:
            value = f"1 << {constant['bit']}" if "bit" in constant else constant["value"]
            body += [".TP" if constant["doc"] else ".PP", f'.BR {constant["name"]} " = {value}"']
            body += [described(constant["doc"])] if constant["doc"] else []
        return self.page(name, summary(doc or "names for values"), declared, "\n".join(body), [])

    def handle(self, handle: dict[str, Any]) -> str:
        """Return the page of a kind of handle."""
        declared = f".B typedef struct {handle['name']} {handle['name']};"
        ends = " or ".join(f"\\fB{name}\\fP(3)" for name in handle["ended_by"])
        body = f"{described(handle['doc'])}\n.PP\nIt is ended with {ends}."
        ended_by = handle["ended_by"]
        return self.page(handle["name"], summary(handle["doc"]), declared, body, ended_by)

    def overview(self) -> str:
        """Return the page of the whole interface."""
        body = []
        for block in re.split(r"\n\n(?!    )", self.data["overview"]):
            lines = block.split("\n")
            if len(lines) > 1 and re.match(r"  \S", lines[1]) and not lines[0].startswith(" "):
                body += [
                    f".SS {escaped(lines[0])}",
                    marked(" ".join(" ".join(lines[1:]).split())),
                ]
            else:
                text, _, code = block.partition("\n\n    ")
                body += [".PP", marked(" ".join(text.split()))]
                if code:
                    body += [".PP", described("    " + code)]
        for subject in self.data["subjects"]:
            body += [f".SS {escaped(subject['title'])}", described(subject["doc"])]
            for name in subject["functions"]:
                call = next(each for each in self.data["functions"] if each["name"] == name)
                body += [".TP", f".BR {name} (3)", marked(summary(call["doc"]))]
        what = "books, genres, quotes and readings in a store that programs share"
        synopsis = ".B cc main.c $(pkg\\-config \\-\\-cflags \\-\\-libs bookworm)"
        return self.page("bookworm", what, synopsis, "\n".join(body[1:]), [])

    def pages(self) -> dict[str, str]:
        """Return every page by its name."""
        data = self.data
        found = {"bookworm": self.overview()}
        found |= {call["name"]: self.function(call) for call in data["functions"]}
        found |= {struct["name"]: self.structure(struct) for struct in data["structs"]}
        found |= {handle["name"]: self.handle(handle) for handle in data["handles"]}
        for enum in data["enums"]:
            declared = f".B {enum['name']}"
            found[enum["name"]] = self.values(
                enum["name"], enum["doc"], enum["constants"], declared
            )
        for mask in data["masks"]:
            bits = [constant for constant in data["constants"] if "bit" in constant]
            declared = f".B typedef uint64_t {mask['name']};"
            found[mask["name"]] = self.values(mask["name"], mask["doc"], bits, declared)
        return found


def main() -> None:
    """Write every page into the folder."""
    folder = Path(sys.argv[2])
    for name, page in Manual(Path(sys.argv[1])).pages().items():
        (folder / f"{name}.3").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
