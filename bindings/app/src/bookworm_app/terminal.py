"""The terminal: its width, colours, a pager; and sentences on standard error."""

from __future__ import annotations

import contextlib
import io
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: The width of tables that go to a pipe.
PIPED_WIDTH = 100
_force: bool | None = None


def is_terminal() -> bool:
    """Whether a person sees what is printed."""
    return sys.stdout.isatty()


def can_ask() -> bool:
    """Whether a person can answer a question."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def width() -> int:
    """Returns the number of columns in a line."""
    if not is_terminal():
        given = os.environ.get("COLUMNS", "")
        return int(given) if given.isdigit() and int(given) else PIPED_WIDTH
    import shutil

    return shutil.get_terminal_size((80, 24)).columns


def height() -> int:
    """Returns how many lines the terminal has."""
    import shutil

    return shutil.get_terminal_size((80, 24)).lines


def colour_depth() -> int:
    """Returns the number of colours: 0, 16, 256 or 16777216."""
    if os.environ.get("NO_COLOR"):
        return 0
    forced = os.environ.get("CLICOLOR_FORCE", "0") != "0" or os.environ.get("FORCE_COLOR")
    term = os.environ.get("TERM", "")
    if not forced and (not is_terminal() or term in ("", "dumb")):
        return 0
    if os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return 1 << 24
    return 256 if "256" in term or forced else 16


def is_unicode() -> bool:
    """Whether block characters, stars and hearts can be written."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    return encoding.startswith("utf")


def _index(rgb: tuple[int, int, int]) -> int:
    """Returns the closest of the 216 colours of a terminal with 256."""
    red, green, blue = (0 if part < 48 else min((part - 35) // 40, 5) for part in rgb)
    return 16 + 36 * red + 6 * green + blue


def painted(text: str, rgb: tuple[int, int, int], *, on: tuple[int, int, int] | None = None) -> str:
    """Colours a text, or its background with `on`. Unchanged if there are too few colours."""
    depth = colour_depth()
    if depth < 256:
        return text
    codes = []
    for base, colour in ((38, rgb), (48, on)):
        if colour is not None:
            part = f"2;{colour[0]};{colour[1]};{colour[2]}"
            codes.append(f"{base};{part if depth > 256 else f'5;{_index(colour)}'}")
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m"


def _styled(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour_depth() and text else text


def bold(text: str) -> str:
    """Highlights a text."""
    return _styled(text, "1")


def dim(text: str) -> str:
    """Dims a text that matters less."""
    return _styled(text, "2")


def yellow(text: str) -> str:
    """Colours stars."""
    return _styled(text, "33")


def red(text: str) -> str:
    """Colours hearts, and errors."""
    return _styled(text, "31")


def green(text: str) -> str:
    """Colours messages of success."""
    return _styled(text, "32")


def say(text: str, **values: object) -> None:
    """Prints a sentence for the user to standard error, apart from the output for programs.

    With values it is one of sentences.py, in the person's language. Earlier output is flushed
    first, so that the order stays.
    """
    from .sentences import sentence

    text = sentence(text, **values)
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    try:
        print(text, file=sys.stderr, flush=True)
    except UnicodeEncodeError:
        print(text.encode("ascii", "replace").decode(), file=sys.stderr, flush=True)


def prepare() -> None:
    """Makes standard output write question marks for what it cannot show, from here on."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def exact() -> None:
    """Makes standard output UTF-8 for data, unless it is a terminal."""
    if isinstance(sys.stdout, io.TextIOWrapper) and not is_terminal():
        sys.stdout.reconfigure(encoding="utf-8")


def write(text: str) -> None:
    """Prints text; through a pager where it is longer than the terminal."""
    lines = text.count("\n")
    if is_terminal() and lines >= height() and os.environ.get("BOOKWORM_PAGER", "x") != "":
        import click

        os.environ.setdefault("LESS", "FRX")
        pager = os.environ.get("BOOKWORM_PAGER")
        if pager:
            os.environ["PAGER"] = pager
        click.echo_via_pager(text, color=bool(colour_depth()))
        return
    sys.stdout.write(text)
    sys.stdout.flush()


def ignore_interrupts() -> None:
    """Ignores Ctrl-C from here on: the operation is complete, or was interrupted already."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextlib.contextmanager
def progress(name: str) -> Iterator[Callable[[int, int], None] | None]:
    """Yields a function that shows the progress of an operation on a terminal; None in a pipe.

    Nothing is shown if the operation ends within half a second.
    """
    if not sys.stderr.isatty():
        yield None
        return
    import time

    began, shown = time.monotonic(), 0.0

    def report(done: int, total: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - began > 0.5 and now - shown > 0.1 and done < total:
            shown = now
            part = f" {done * 100 // total:>3} %" if total else f" {done:,}"
            print(f"\r{name}{part}", end="", file=sys.stderr, flush=True)

    try:
        yield report
    finally:
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
