"""Common parts of all commands: the option --store, search lines, and output for programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import contextmanager

import click

from . import stores, terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, TypeVar

    from bookworm import Store

    from .sentences import Said

    _F = TypeVar("_F", bound=Callable[..., Any])


class Command(click.Command):
    """A command whose words may be a search line.

    There are no options of one letter, because `-horror` excludes the books that a word finds. An
    unknown option with two dashes is still an error.
    """

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Refuses unknown options, which would be words of the line."""
        if self.ignore_unknown:
            known = [
                name
                for each in self.get_params(context)
                for name in each.opts + each.secondary_opts
            ]
            for each in args:
                if each == "--":
                    break
                name = each.split("=")[0]
                if each.startswith("--") and name not in known:
                    close = [option for option in known if option.startswith(name)]
                    if len(close) != 1:
                        from .errors import closest

                        found = closest(name, known)
                        raise click.NoSuchOption(
                            name, possibilities=[found] if found else None, ctx=context
                        )
        return super().parse_args(context, args)

    def shell_complete(self, context: click.Context, incomplete: str) -> list[Any]:
        """Completes options, and words of a search line that begin with a minus."""
        found: list[Any] = super().shell_complete(context, incomplete)
        if self.ignore_unknown and re.match("-[^-]", incomplete):
            for each in self.get_params(context):
                if isinstance(each, click.Argument):
                    found += each.shell_complete(context, incomplete)
        return found

    ignore_unknown = False


def _keep_store(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    if value is not None:
        context.ensure_object(dict)["store"] = value


def _store_option(function: _F) -> _F:
    return click.option(
        "--store",
        metavar="PATH",
        expose_value=False,
        callback=_keep_store,
        help="Use this library: a file, or a server's address.",
    )(function)


def command(name: str, *, lines: bool = False) -> Callable[[_F], click.Command]:
    """Makes a command of a function. With `lines` its arguments may be a search line."""

    def made(function: _F) -> click.Command:
        settings = {"help_option_names": ["--help"], "max_content_width": 100}
        if lines:
            settings["ignore_unknown_options"] = True
        result: Any = click.command(name, cls=Command, context_settings=settings)(
            _store_option(function)
        )
        result.ignore_unknown = lines
        made_of_it: click.Command = result
        return made_of_it

    return made


def words(name: str = "line", *, required: bool = False) -> Callable[[_F], _F]:
    """Adds the argument that is a search line or ids."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> Any:
        from . import completing

        return completing.line(context, incomplete)

    return click.argument(
        "words",
        metavar=name.upper() if required else f"[{name.upper()}]",
        nargs=-1,
        shell_complete=complete,
    )


def forms(function: _F) -> _F:
    """Adds the options for programs: `form`, `template` and `names`."""
    for option in (
        click.option(
            "--fields", "names", metavar="NAMES", help="Choose the fields: title,author or all."
        ),
        click.option(
            "--format", "template", metavar="TEXT", help="Print each like this: '{title} ({year})'."
        ),
        click.option("--csv", "form", flag_value="csv", help="Print CSV with a header."),
        click.option("--nl", "form", flag_value="nl", help="Print one JSON object per line."),
        click.option("--json", "form", flag_value="json", default=None, help="Print a JSON array."),
    ):
        function = option(function)
    return function


def spoilers(function: _F) -> _F:
    """Adds the option of all commands that show reviews to a person."""
    return click.option("--spoilers", is_flag=True, help="Show reviews that give away the plot.")(
        function
    )


@contextmanager
def store(
    *, writing: bool = False, history: bool = False, rehearse: bool = False
) -> Iterator[Store]:
    """Opens the store of the command, and closes it when the block ends."""
    context = click.get_current_context()
    option = (context.obj or {}).get("store")
    with stores.open_store(option, writing=writing, history=history, rehearse=rehearse) as opened:
        yield opened


@contextmanager
def step(opened: Store, name: str | None = None, *, dry_run: bool = False) -> Iterator[None]:
    """Makes the block one step to undo; with `dry_run` it is rolled back."""

    class _TakeBack(Exception):
        pass

    try:
        with opened.transaction(name=name):
            yield
            if dry_run:
                raise _TakeBack
            # A command that is interrupted before this point changes nothing. From here on, Ctrl-C
            # would report an interruption although the change is complete.
            terminal.ignore_interrupts()
    except _TakeBack:
        pass


def name_step(opened: Store, name: Said) -> None:
    """Sets the name of the open step, once its outcome is known: one of the names of `steps`."""
    from .steps import written

    with opened.transaction(name=written(name)):
        pass


def dry_run(function: _F) -> _F:
    """Adds the option of all commands that change books."""
    return click.option(
        "--dry-run", "rehearse", is_flag=True, help="Only print what would change."
    )(function)


def day(context: click.Context, parameter: click.Parameter, value: str | None) -> Any:
    """Reads a day as a person types it: 2024-03-15, today or yesterday."""
    if value is None or context.resilient_parsing:
        return None
    from . import values

    return values.parse("started", value)
