"""A Python script and a C program use one store in turn, and each sees the other's changes.

    python quickstart.py LIBRARIAN STORE

LIBRARIAN is the compiled bindings/c/examples/librarian.c. STORE is a file, which is created again,
or the address of a server, postgresql://..., without a store yet. The store stays open here all the
time, while the C program opens it for each of its commands.
"""

from __future__ import annotations

import pathlib
import subprocess
import sys

import bookworm

CATALOGUE = [
    ("The Left Hand of Darkness", "Ursula K. Le Guin", 1969, ["Science Fiction"]),
    ("Dune", "Frank Herbert", 1965, ["Science Fiction"]),
    ("Solaris", "Stanisław Lem", 1961, ["Science Fiction", "Philosophy"]),
    ("Beloved", "Toni Morrison", 1987, ["Historical"]),
    ("채식주의자", "한강", 2007, ["Literary"]),
    ("Pride and Prejudice", "Jane Austen", 1813, ["Romance"]),
    ("Die Verwandlung", "Franz Kafka", 1915, ["Literary"]),
    ("A Wizard of Earthsea", "Ursula K. Le Guin", 1968, ["Fantasy"]),
    ("Iliad", "Homer", -750, ["Poetry"]),
]


def say(text: str) -> None:
    print(f"Python  {text}", flush=True)


def show(books: bookworm.Query) -> None:
    for book in books:
        stars = "*" * book.rating or "not rated"
        genres = ", ".join(genre.name for genre in book.genres)
        print(f"          {stars:9}  {book.title}, {book.author} [{genres}]", flush=True)


def main(librarian: str, path: str) -> None:
    server = path.startswith(("postgresql://", "postgres://"))
    for suffix in () if server else ("", "-wal", "-shm", "-wake"):
        pathlib.Path(path + suffix).unlink(missing_ok=True)

    def c(*verb: str) -> None:
        print(f"C       librarian {' '.join(verb)}", flush=True)
        done = subprocess.run([librarian, path, *verb], stdout=subprocess.PIPE, text=True)
        print("".join(f"        {line}\n" for line in done.stdout.splitlines()), end="", flush=True)
        if done.returncode != 0:
            sys.exit(f"the C program failed on {verb}")

    with bookworm.open(path) as store:
        if len(store.books) or len(store.genres):
            sys.exit("There are books already; bookworm_schema=NAME names another store.")
        say("creates the standard genres, one of its own, and nine books in one step")
        store.genres.create_standard()
        store.genres.create("Historical", "#8D6E63")
        with store.transaction():
            for title, author, year, genres in CATALOGUE:
                store.books.create(title, author, year=year, genres=genres)
        say(f"sees {len(store.books)} books and {len(store.genres)} genres")

        c("list")
        c("rate", "Dune", "5")
        c("rate", "Solaris", "4")
        c("add", "The Dispossessed", "Ursula K. Le Guin", "Science Fiction")
        c("new-genre", "Classics", "#00897B")
        c("add-genre", "Pride and Prejudice", "Classics")
        c("recolour", "Literary", "#3949AB")
        c("delete", "Beloved")

        solaris = store.books.where(title_contains="solaris")[0]
        say(f"has {solaris.title} open, in {' and '.join(solaris.genres.names())}, and observes it")
        with solaris.observe() as observer:
            c("delete-genre", "Philosophy")
            changes = observer.next(timeout=5) or sys.exit("nothing was heard")
            for change in changes:
                fields = f" ({', '.join(change.fields)})" if change.fields else ""
                say(f"hears: {change.entity} {change.id} {change.kind}{fields}")
        say(f"shows {solaris.title} in {' and '.join(solaris.genres.names())}")

        say("sees at once what the C program did")
        show(store.books.order_by("author", "title"))
        for genre in store.genres:
            print(f"          {genre.colour}  {genre.name}, {len(genre.books)} books", flush=True)

        say("rates, changes a status, finds, renames and deletes")
        for book in store.books.where(author_contains="le guin"):
            book.rating = 5
        dune = store.books.where(title_contains="dune").first()
        if dune is None:
            sys.exit("Dune is gone")
        dune.status = "completed"
        say(f"says that Dune is {dune.status.value}, finished on {dune.finished}")
        show(store.books.where(genre="science fiction", rating=(4, 5)).order_by("-rating", "title"))
        store.genres["Literary"].name = "Literary Fiction"
        store.genres["Poetry"].delete()
        store.books.where(title_contains="verwandlung").delete()

        print("C       librarian watch 3", flush=True)
        watching = subprocess.Popen(
            [librarian, path, "watch", "3"], stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert watching.stdout is not None
        print(f"        {watching.stdout.readline()}", end="", flush=True)
        say("rates a book, renames a genre, and enters two books in one transaction")
        store.books.where(title_contains="earthsea")[0].rating = 4
        store.genres["Kids"].name = "Children"
        with store.transaction():
            for title in ("The Tombs of Atuan", "The Farthest Shore"):
                store.books.create(title, "Ursula K. Le Guin", genres=["Fantasy"])
        for line in watching.stdout:
            print(f"        {line}", end="", flush=True)
        if watching.wait() != 0:
            sys.exit("the C program failed to watch")

        c("best", "4")
        c("genres")
        c("list", "Literary Fiction")

        say("gets a clear answer to what cannot be")
        try:
            store.books.create("  ", "Nobody", rating=6)
        except bookworm.InvalidError as error:
            print(f"          {type(error).__name__}: {error}", flush=True)

    print(f"\nBoth programs worked on {store.path}", end="")
    print("" if server else f"; look into it with: sqlite3 {path} .schema")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
