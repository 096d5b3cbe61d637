"""Completion in bash, zsh and fish.

Each shell passes the line up to the cursor, and reads one completion per line. Click's own scripts
are not used: in bash they take a word such as `genre:horror` for three words, in fish they cut a
value at a comma, and they complete no names of files.
"""

from __future__ import annotations

import os
import re

from click.shell_completion import CompletionItem, ShellComplete, add_completion_class

_BASH = """\
_bookworm_completion() {
    mapfile -t COMPREPLY < <(
        COMP_LINE="${COMP_LINE:0:COMP_POINT}" _BOOKWORM_COMPLETE=bash_complete "$1"
    )
    [[ -n ${COMPREPLY[0]-} ]] || COMPREPLY=()
    [[ ${COMPREPLY[0]-} == *: ]] && compopt -o nospace
    return 0
}
complete -o nosort -o default -F _bookworm_completion %(prog_name)s
"""
_ZSH = """\
#compdef %(prog_name)s
_bookworm_completion() {
    local line="${(j: :)words[1,CURRENT-1]} " value label
    local -a values labels open openlabels
    [[ -n $PREFIX ]] && line+="${(q)${(Q)PREFIX}}"
    while IFS=$'\\t' read -r value label; do
        if [[ -z $value ]]; then
            continue
        elif [[ $value == *: ]]; then
            open+=("$value") openlabels+=("$value${label:+  $label}")
        else
            values+=("$value") labels+=("$value${label:+  $label}")
        fi
    done < <(COMP_LINE="$line" _BOOKWORM_COMPLETE=zsh_complete %(prog_name)s)
    if (( $#values + $#open )); then
        compadd -U -S '' -V keys -d openlabels -a open
        compadd -U -V values -d labels -a values
    else
        _files
    fi
}
compdef _bookworm_completion %(prog_name)s
"""
_FISH = """\
function _bookworm_completion
    set -l line (commandline --current-process --cut-at-cursor | string collect)
    set -l found (env COMP_LINE=$line _BOOKWORM_COMPLETE=fish_complete %(prog_name)s)
    if test -n "$found[1]"
        printf '%%s\\n' $found
    else
        __fish_complete_path (commandline --current-token)
    end
end
complete --no-files --command %(prog_name)s --arguments '(_bookworm_completion)'
"""


class Line:
    """A line up to the cursor, as a shell reads it.

    words  without their quotes; the last one is unfinished
    quote  the quote that is open, or ""
    kept   how many characters of the last word bash leaves as they are: those before the last
           colon, equals sign or open quote
    """

    def __init__(self, text: str) -> None:
        """Reads a text."""
        self.words, self.quote, self.kept = [""], "", 0
        signs = iter(text)
        for sign in signs:
            if sign == self.quote:
                self.quote = ""
            elif sign == "\\" and self.quote != "'":
                self.words[-1] += next(signs, "")
            elif self.quote:
                self.words[-1] += sign
            elif sign in "\"'":
                self.quote, self.kept = sign, len(self.words[-1])
            elif sign.isspace():
                if self.words[-1]:
                    self.words.append("")
                self.kept = 0
            else:
                self.words[-1] += sign
                if sign in ":=":
                    self.kept = len(self.words[-1])


class _Shell(ShellComplete):
    """A shell that passes the line as COMP_LINE."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Returns the words after the command, and the one to complete."""
        self.line = Line(os.environ.get("COMP_LINE", ""))
        return self.line.words[1:-1], self.line.words[-1]

    def format_completion(self, item: CompletionItem) -> str:
        """Formats a value and its label."""
        value = " ".join(item.value.split())
        return f"{value}\t{item.help}" if item.help else value


@add_completion_class
class Bash(_Shell):
    """Bash keeps a part of the word, and inserts the completion after it."""

    name = "bash"
    source_template = _BASH

    def format_completion(self, item: CompletionItem) -> str:
        """Returns the part of a value after the kept part, quoted unless a quote is open."""
        value = " ".join(item.value.split())[self.line.kept :]
        return value if self.line.quote else re.sub(r"([^\w@%+=:,./-])", r"\\\1", value)


@add_completion_class
class Zsh(_Shell):
    """Zsh quotes a value when it inserts it."""

    name = "zsh"
    source_template = _ZSH


@add_completion_class
class Fish(_Shell):
    """Fish quotes a value when it inserts it."""

    name = "fish"
    source_template = _FISH
