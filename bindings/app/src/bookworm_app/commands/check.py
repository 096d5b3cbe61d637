"""`bookworm check`."""

from __future__ import annotations

import click

from .. import output, terminal
from ..command import command as make, store
from ..errors import DONE, NOTHING
from ..sentences import counted, sentence


@make("check")
@click.option("--mend", is_flag=True, help="Rebuild sort keys, counts and the index.")
@click.option("--json", "as_json", is_flag=True, help="Print the problems as a JSON array.")
def command(mend: bool, as_json: bool) -> int:
    """Look for damage in the library.

    \b
      bookworm check
      bookworm check --mend

    Reads the whole library. Other programs can use it in the meantime. If there are problems, the
    exit code is 1.
    """
    with store(writing=mend) as opened:
        found = opened.check()
        if mend and any(each.mendable for each in found):
            opened.rebuild()
            found = opened.check()
            terminal.say("Rebuilt all derived data. Earlier steps can no longer be undone.")
    if as_json:
        output.document([each._asdict() for each in found])
    for each in () if as_json else found:
        place = f"{each.table} {each.id}: " if each.table and each.id else ""
        print(f"{place}{each.text}")
    if not found:
        terminal.say("The library has no problems.")
        return DONE
    mends = sentence("`bookworm check --mend` repairs them.")
    hint = mends if all(each.mendable for each in found) else ""
    terminal.say(f"{counted(len(found), 'problem')}. {hint}".strip())
    return NOTHING
