"""The command behind Tests/Benchmarks/run."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from . import dataset, growth, page, report
from .growth import Grown
from .machine import in_words
from .options import read_options, sizes
from .suites import HERE, Run


def _load_ms(programs: Path, library: Path) -> float:
    command = [str(programs / "load_time"), str(library)]
    runs = [subprocess.run(command, capture_output=True, check=True).stdout for _ in range(15)]
    return statistics.median(float(text) for text in runs)


def _measure(run: Run) -> None:
    suites = run.options.suites
    run.take_schema()
    if "c" in suites:
        run.c()
    if "python" in suites:
        run.python()
    if "goodbooks" in suites:
        run.goodbooks()
    run.compare_languages()


def main() -> int:
    options = read_options()
    data = dataset.write(options.programs / "data", options.books)
    in_folder = options.folder or options.programs
    words = in_words(in_folder, options.repository)
    with tempfile.TemporaryDirectory(dir=in_folder, prefix="stores-") as stores:
        run = Run(options, sizes(options), Path(stores), data)
        _measure(run)
    run.found.refuse_disagreements()
    if options.smoke:
        print("The benchmark's programs run, and their results agree.")
        return 0
    grown = growth.measure(options) if options.growth or options.growth_to else []
    _report(run, grown, words)
    return 0


def _report(run: Run, grown: list[Grown], words: str) -> None:
    options, found = run.options, run.found
    file = (options.prefix / "lib/libbookworm.so").resolve()
    library = (
        f"The library is one file of {file.stat().st_size / 1e6:.2f} MB and loads in"
        f" {_load_ms(options.programs, file):.1f} ms."
    )
    how = (
        f"{options.books:,} generated books, two genres each; {run.sizes.rounds} interleaved "
        f"rounds, medians; batches of {run.sizes.batch:,},\n"
        f"{run.sizes.deletes:,} books deleted; "
        "WAL, synchronous NORMAL, 16 MiB cache for every SQLite"
    )
    print(f"{words}\n{how}")
    report.print_tables(found)
    if grown:
        print("\nHow cost grows")
        report.print_rows(growth.table(grown))
    print(library)
    _write(options.json, json.dumps(_whole(run, grown, words, how), indent=1))
    folder = HERE if options.publish else options.programs
    page.write(
        folder / "RESULTS.md",
        found,
        machine=words,
        how=how,
        grown=grown,
        others=options.also,
        library=library,
    )
    print(f"Written: {folder / 'RESULTS.md'}")
    if options.publish:
        command = [str(options.environment / "bin/python"), "-m", "harness.chart"]
        subprocess.run([*command, str(options.json), str(folder)], check=True)


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
