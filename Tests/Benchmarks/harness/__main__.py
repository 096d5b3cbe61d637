"""The command behind Tests/Benchmarks/run."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from . import growth, made_books, markdown, report
from .growth import Grown
from .lines import Lines
from .machine import in_words
from .options import read_options, sizes
from .parts import HERE, Run


def _load_ms(programs: Path, library: Path) -> float:
    command = [str(programs / "load_time"), str(library)]
    runs = [subprocess.run(command, capture_output=True, check=True).stdout for _ in range(15)]
    return statistics.median(float(text) for text in runs)


def _measure(run: Run) -> None:
    parts = run.options.parts
    run.take_schema()
    if "c" in parts:
        run.c()
    if "python" in parts:
        run.python_part()
    if "goodbooks" in parts:
        run.goodbooks()
    run.compare_languages()


def main() -> int:
    options = read_options()
    data = made_books.write(options.programs / "data", options.books)
    in_folder = options.folder or options.programs
    words = in_words(in_folder)
    with tempfile.TemporaryDirectory(dir=in_folder, prefix="stores-") as made:
        run = Run(options, sizes(options), Path(made), data)
        _measure(run)
    run.found.refuse_disagreements()
    if options.smoke:
        print("The benchmark's programs run, and their results agree.")
        return 0
    grown = growth.measure(options) if options.growth or options.growth_to else []
    return _tell(run, grown, words)


def _tell(run: Run, grown: list[Grown], words: str) -> int:
    options, found = run.options, run.found
    lines = Lines.read(HERE / "thresholds.json")
    library = (options.prefix / "lib/libbookworm.so.2").resolve()
    how = (
        f"{options.books:,} made books, two genres each; {run.sizes.rounds} interleaved rounds, "
        f"medians; batches of {run.sizes.batch:,},\n"
        f"{run.sizes.deletes:,} books deleted; "
        "WAL, synchronous NORMAL, 16 MiB cache for every SQLite"
    )
    print(f"{words}\n{how}")
    report.print_tables(found)
    if grown:
        print("\nHow cost grows")
        report.print_rows(growth.table(grown))
    verdicts = lines.verdicts(found)
    report.print_lines(verdicts)
    short = [verdict for verdict in verdicts if not verdict.holds]
    small = report.print_library(
        library.stat().st_size / 1e6, _load_ms(options.programs, library), lines
    )
    print(f"{len(verdicts) - len(short)} of {len(verdicts)} lines are reached.")
    _write(options.json, json.dumps(_whole(run, grown, words, how), indent=1))
    _write(options.markdown, markdown.tables(found, grown, verdicts, words, how))
    if options.chart:
        environment = options.environment or Path(sys.prefix)
        command = [str(environment / "bin/python"), "-m", "harness.chart"]
        subprocess.run([*command, str(options.json), str(options.chart)], check=True)
    return 1 if options.check and (short or not small) else 0


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    print(f"Written: {path}")


def _whole(run: Run, grown: list[Grown], words: str, how: str) -> dict[str, Any]:
    found = run.found
    return {
        "machine": words,
        "how": how,
        "books": run.options.books,
        "versions": found.versions,
        "missing": found.missing,
        "answers": found.as_list(),
        "growth": [{"books": each.books, "answers": each.found.as_list()} for each in grown],
    }


if __name__ == "__main__":
    sys.exit(main())
