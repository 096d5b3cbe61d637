"""Every block of C on the pages, and the header's example, compiles and runs; no link is dead."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
import support

PAGES = ["README.md", "bindings/README.md", "Sources/README.md"]
BEFORE = """
#include <bookworm.h>
int main(void) {
  bw_store *store = NULL;
  bw_book book;
  BW_INIT(book);
  book.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR;
  book.title = (bw_text){"Dune", -1};
  book.author = (bw_text){"Frank Herbert", -1};
  if (bw_store_open("library.books", -1, NULL, &store, NULL) != BW_OK) return 1;
  if (bw_book_create(store, &book, NULL, NULL) != BW_OK) return 2;
  return bw_store_close(store, NULL);
}
"""


def blocks() -> list[str]:
    """Return the complete C programs on all pages, and the one in the header's first comment."""
    found = []
    for page in PAGES:
        text = (support.ROOT / page).read_text(encoding="utf-8")
        found += re.findall(r"^```c\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    comment = support.HEADER.read_text(encoding="utf-8").partition("*/\n\n/*")[2].partition("*/")[0]
    lines = [line[7:] for line in comment.splitlines() if line[:7].strip() == "*"]
    found.append("\n".join(lines[: lines.index("}") + 1]) + "\n")
    return found


EXAMPLES = """
#define _GNU_SOURCE
#include <bookworm.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

static bw_error error;
static int64_t shown, calls;

static void show(bw_result *rows) {
  int64_t count = 0;
  if (bw_result_count(rows, &count, &error) == BW_OK) shown += count;
  calls++;
}

static int page_through(bw_store *store, bw_query *query) {
%s
  return shown == 120 && calls == 3 ? 0 : 1;
}

static int wait_for_changes(const char *path) {
  bw_store *store;
  bw_observer *observer;
%s
  bw_observer_free(observer);
  bw_store_close(store, &error);
  return shown == 1 && calls == 1 ? 0 : 2;
}

static bw_status add(bw_store *store) {
  bw_book book;
  BW_INIT(book);
  book.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR;
  book.title = (bw_text){"Dune", -1};
  book.author = (bw_text){"Frank Herbert", -1};
  return bw_book_create(store, &book, NULL, &error);
}

/* Another program, which adds a book when the first one observes, and then sends Ctrl-C. */
static int disturb(pid_t watcher) {
  bw_store *store;
  usleep(500000);
  if (bw_store_open("examples.books", -1, NULL, &store, &error) != BW_OK) return 1;
  if (add(store) != BW_OK) return 1;
  usleep(500000);
  bw_store_close(store, &error);
  return kill(watcher, SIGINT);
}

int main(void) {
  BW_INIT(error);
  pid_t watcher = getpid();
  if (fork() == 0) return disturb(watcher);
  int failed = wait_for_changes("examples.books");
  if (failed != 0) return failed;
  bw_store *store;
  bw_query *query;
  shown = calls = 0;
  if (bw_store_open(":memory:", -1, NULL, &store, &error) != BW_OK) return 3;
  for (int book = 0; book < 120; book++) {
    if (add(store) != BW_OK) return 4;
  }
  if (bw_query_new(&query, &error) != BW_OK) return 5;
  failed = page_through(store, query);
  bw_query_free(query);
  bw_store_close(store, &error);
  return failed;
}
"""


def test_the_examples_of_the_header_page_and_wait(tmp_path: Path) -> None:
    parts = [section_example(title) for title in ("Queries", "Observers")]
    done = run(EXAMPLES % tuple(parts), tmp_path, "examples")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def section_example(title: str) -> str:
    """Return the code in the comment of a section of the header."""
    header = support.HEADER.read_text(encoding="utf-8")
    comment = re.search(rf"^ \* {title}\n \* -+\n(.*?)\*/", header, re.MULTILINE | re.DOTALL)
    assert comment is not None
    lines = comment[1].splitlines()
    return "\n".join(line[5:] for line in lines if line.startswith(" *     "))


def run(program: str, folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    source = folder / f"{name}.c"
    source.write_text(program, encoding="utf-8")
    support.output(
        *("gcc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, "-o"),
        *(folder / name, f"-I{support.HEADER.parent}", support.LIBRARY),
        f"-Wl,-rpath,{support.LIBRARY.parent}",
    )
    return subprocess.run([folder / name], cwd=folder, capture_output=True, text=True, check=False)


def test_the_readme_and_the_header_each_have_a_program() -> None:
    assert len(blocks()) >= 2
    assert all("int main(void)" in block for block in blocks())


@pytest.mark.parametrize("block", blocks())
def test_a_program_of_a_page_runs(block: str, tmp_path: Path) -> None:
    done = run(BEFORE, tmp_path, "before")
    assert (done.returncode, done.stderr) == (0, "")
    done = run(block, tmp_path, "block")
    assert (done.returncode, done.stderr) == (0, "")


def pages() -> list[str]:
    """Return every page of the project except headergen's, which is a template."""
    found = [support.ROOT / "README.md"]
    for folder in ("Sources", "Tests", "bindings"):
        found += (support.ROOT / folder).rglob("*.md")
    listed = sorted(str(page.relative_to(support.ROOT)) for page in found)
    return [page for page in listed if page != "Sources/headergen/bindings.md"]


def test_the_pages_are_found() -> None:
    assert {*PAGES, "Tests/README.md", "bindings/python/README.md"} <= set(pages())


@pytest.mark.parametrize("page", pages())
def test_a_link_to_a_file_leads_to_one(page: str) -> None:
    text = (support.ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if "://" not in target:
            assert ((support.ROOT / page).parent / target).exists(), target
