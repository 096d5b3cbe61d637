"""`bookworm serve`."""

from __future__ import annotations

import click

from .. import sentences, stores, terminal
from ..command import command as make
from ..errors import STORE, Failure, sentence, usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@make("serve")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="NUMBER",
    help="Use this port; 8765 by default.",
)
@click.option("--read-only", is_flag=True, help="Do not let browsers change anything.")
@click.option("--lan", is_flag=True, help="Let in other machines, by a link that works once.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def command(port: int | None, lan: bool, read_only: bool, no_browser: bool) -> None:
    """Show the library in a browser.

    \b
      bookworm serve
      bookworm serve --port 9000 --no-browser
      bookworm serve --lan              for your phone: scan the code

    Pages are updated when any program changes the library. Only browsers on this machine can
    reach the server, unless you use --lan. Ctrl-C ends it.
    """
    serving = _serving()
    given = (click.get_current_context().obj or {}).get("store")
    # Creates the store if there is none, and reports a fault before the server starts.
    _check(given, read_only=read_only)
    try:
        serving.serve(
            stores.chosen(given)[0],
            port=serving.PORT if port is None else port,
            lan=lan,
            read_only=read_only,
            browser=not no_browser,
            say=terminal.say,
        )
    except serving.PortsInUse:
        usage("No port is free there.", "Choose another with --port.")


def _check(given: str | None, *, read_only: bool) -> None:
    import bookworm

    try:
        stores.open_store(given, writing=not read_only).close()
    except bookworm.ReadOnlyError as error:
        advice = "`bookworm serve --read-only` shows it."
        raise Failure(sentence(error), STORE, sentences.sentence(advice)) from None


def _serving() -> Any:
    try:
        from ..web import serving
    except ModuleNotFoundError as error:
        if error.name and error.name.split(".")[0] in ("bookworm_app", "bookworm"):
            raise
        usage(
            "`bookworm serve` needs the package {name}.",
            "Install what it needs: pip install 'bookworm-app[web]'",
            name=error.name,
        )
    return serving
