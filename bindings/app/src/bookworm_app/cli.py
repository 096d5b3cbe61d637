"""The program `bookworm`: its global options, its commands, loaded on demand, and its exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from . import __version__
from .commands import table
from .errors import BROKEN_PIPE, DONE, INTERRUPTED, STORE, USAGE, Failure, code_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_INTERRUPTED = "Interrupted."
EXIT_CODES = """\b
Exit codes:
  0  done
  1  nothing found, or not everything done: rows refused, differences found
  2  invalid input: an option, a search line, a value or a file
  3  the library cannot be used
"""


class Commands(click.Group):
    """The commands: each is a module, loaded when it is used.

    Any other word begins a search line: `bookworm dune` is `bookworm list dune`.
    """

    def list_commands(self, context: click.Context) -> list[str]:
        """Returns all names, in the order of the help."""
        return [name for _, names in table.SECTIONS for name in names]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Returns the command of a name."""
        return table.load(name)

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Returns the command by its name; for any other word, the command `list`."""
        name = args[0]
        if name in table.MODULES:
            return name, table.load(name), args[1:]
        return "list", table.load("list"), args

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Reads the group's options before the command. Any other option begins a search line."""
        place = 0
        while place < len(args) and args[place].split("=")[0] == "--store":
            place += 1 if "=" in args[place] else 2
        left = args[place:]
        if not left and context.resilient_parsing:
            # The first word is being completed: it may be a command.
            return super().parse_args(context, args)
        if not left or (left[0].startswith("-") and left[0] not in ("--help", "--version")):
            args = [*args[:place], "list", *left]
        return super().parse_args(context, args)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the commands by subject, without loading any."""
        for title, names in table.SECTIONS:
            with formatter.section(title):
                formatter.write_dl([(name, table.HELP[name]) for name in names])

    def format_epilog(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the exit codes."""
        formatter.write_paragraph()
        formatter.write(EXIT_CODES.replace("\b\n", ""))

    def shell_complete(self, context: click.Context, incomplete: str) -> list[Any]:
        """Commands, and what a search line may begin with."""
        from . import completing

        known = [
            click.shell_completion.CompletionItem(name, help=table.HELP[name])
            for name in self.list_commands(context)
            if name.startswith(incomplete)
        ]
        return [*known, *completing.line(context, incomplete)]


@click.group(
    cls=Commands,
    invoke_without_command=False,
    context_settings={"help_option_names": ["--help"], "max_content_width": 100},
)
@click.option("--store", metavar="PATH", help="Use this library: a file, or a server's address.")
@click.version_option(package_name=None, version=__version__, message="bookworm %(version)s")
@click.pass_context
def bookworm(context: click.Context, store: str | None) -> None:
    """Your library of books in the terminal.

    \b
      bookworm dune 'rating>=4'         lists the books that a search line finds
      bookworm import goodreads.csv     imports your books
      bookworm COMMAND --help           shows how to use a command, with examples

    --store or BOOKWORM_STORE selects the library. Without them, it is the one in your data folder.
    """
    context.obj = {"store": store}


def run(args: Sequence[str] | None = None) -> int:
    """Runs the command, and returns its exit code."""
    try:
        if "_BOOKWORM_COMPLETE" in os.environ:
            from . import shells  # noqa: F401 - registers them

            bookworm.main(prog_name="bookworm")
        # main() is not called, because it treats a closed pipe as a failure.
        given = sys.argv[1:] if args is None else list(args)
        with bookworm.make_context("bookworm", given) as context:
            made = bookworm.invoke(context)
        sys.stdout.flush()
        return made if isinstance(made, int) else DONE
    except Failure as failure:
        _tell(failure.message, failure.hint)
        return failure.code
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.UsageError as error:
        _tell_usage(error)
        return USAGE
    except click.ClickException as error:
        _tell(error.format_message())
        return USAGE
    except (KeyboardInterrupt, click.exceptions.Abort):
        from . import terminal
        from .sentences import sentence

        terminal.ignore_interrupts()
        print(f"\n{sentence(_INTERRUPTED)}", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _silence()
        return BROKEN_PIPE
    except ImportError as error:
        if error.name and error.name.split(".")[0] == "bookworm_app":
            raise
        _tell(str(error))
        return STORE
    except OSError as error:
        return _of_the_system(error)
    except Exception as error:
        import bookworm as library

        if not isinstance(error, library.Error):
            raise
        return _of_the_library(error)


def _of_the_library(error: Any) -> int:
    from .errors import sentence

    code = code_of(error)
    if code == STORE:
        _tell(sentence(error), _advice(error))
    else:
        _tell(sentence(error))
    return code


def _advice(error: Any) -> str:
    import bookworm as library

    from .sentences import sentence

    if isinstance(error, library.BusyError):
        return sentence("Another program is writing to the store. Try again.")
    if isinstance(error, library.CorruptError):
        return sentence("`bookworm check` shows details; `bookworm restore` restores a backup.")
    if isinstance(error, library.NotAStoreError):
        return sentence(
            "Check the path. If it was your library, restore a backup with `bookworm restore`."
        )
    if isinstance(error, library.ReadOnlyError):
        return sentence("This store is read-only. Choose another with --store.")
    if isinstance(error, library.NotPermittedError):
        return sentence("Change the permissions, or choose another place.")
    if isinstance(error, library.CannotOpenError):
        if "://" in str(error):
            return sentence("Start the server, or check the address.")
        return sentence("Check the path.")
    if isinstance(error, library.DiskFullError):
        return sentence("Free some space, then try again.")
    if isinstance(error, library.OutcomeUnknownError):
        return sentence("Check whether the change was made before you repeat it.")
    return ""


def _of_the_system(error: OSError) -> int:
    import bookworm as library

    if isinstance(error, library.Error):
        return _of_the_library(error)
    name = f"{error.filename}: " if error.filename else ""
    _tell(f"{name}{error.strerror or error}.")
    return USAGE


def _tell(message: str, hint: str = "") -> None:
    from . import terminal

    terminal.say(f"bookworm: {message}" + (f"\n{hint}" if hint else ""))


def _tell_usage(error: click.UsageError) -> None:
    message = error.format_message()
    path = error.ctx.command_path if error.ctx else "bookworm"
    from .sentences import sentence

    _tell(message, sentence("`{command} --help` shows examples.", command=path))


def _silence() -> None:
    """Drops buffered output, which nobody reads any more, so that Python ends without an error."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())


def main() -> None:
    """Runs the command `bookworm`."""
    from . import terminal

    terminal.prepare()
    code = run()
    terminal.ignore_interrupts()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _silence()
        code = BROKEN_PIPE
    sys.exit(code)
