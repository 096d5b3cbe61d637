"""Tests histories kept in a store: undo in the next process, and undo of single steps."""

from __future__ import annotations

import datetime
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from conftest import Script

import bookworm


@pytest.fixture
def terminal(path: Path) -> Any:
    with bookworm.open(path, durability="normal", history="terminal") as opened:
        yield opened


@pytest.fixture
def dune(terminal: bookworm.Store) -> bookworm.Book:
    book = terminal.books.create("Dune", "Frank Herbert")
    terminal.clear_undo()
    return book


def test_the_next_process_undoes_what_the_last_one_did(path: Path, run: Script) -> None:
    start = "import bookworm, sys\nstore = bookworm.open(sys.argv[1], history='terminal')\n"

    def command(line: str) -> str:
        done = run(start + line, path)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    rows = [{"title": f"Book {n}", "author": "A", "source_id": str(n)} for n in range(300)]
    command(f"store.books.import_from('shop', {rows})")
    command("store.books.all().update(publisher='Ace', add_genres=['Read'])")
    command("store.books[1].merge(2)")
    command("store.books.all().delete()")
    assert command("print(len(store.books))") == "0"
    assert command("print(store.undo())") == "Delete 299 books"
    assert command("print(store.undo(), len(store.books))") == "Merge books 300"
    assert command("print(store.undo())") == "Change 300 books"
    assert command("print(store.books.where(publisher_contains='Ace').count())") == "0"
    assert command("print(store.undo(), len(store.books))") == "Import from shop 0"
    assert command("print(store.undo_name)") == "None"
    assert command("print([step.name() for step in store.history if step.undone])") == (
        "['Import from shop', 'Change 300 books', 'Merge books', 'Delete 299 books']"
    )
    assert command("print(store.redo(), store.redo(), len(store.books))") == (
        "Import from shop Change 300 books 300"
    )
    assert command("print(store.check())") == "[]"


def test_steps_are_listed(terminal: bookworm.Store, dune: bookworm.Book) -> None:
    before = datetime.datetime.now(datetime.timezone.utc)
    dune.rating = 4
    dune.favourite = True
    dune.status = "completed"
    terminal.books.create_many(title=["a", "b"], author=["x", "y"])
    steps = terminal.history
    assert [step.name() for step in steps] == [
        "Add 2 books",
        "Status of “Dune”: Completed",
        "Make “Dune” a favourite",
        "Rate “Dune” 4",
    ]
    assert steps[3].name("de") == "„Dune“ mit 4 bewerten"
    assert steps[-1].name("pl") == "Oceń „Dune” na 4"
    assert steps[3].name("ko") == "‘Dune’에 4점 주기"
    assert [step.action for step in steps] == ["add", "edit", "edit", "rate"]
    assert [step.value for step in steps] == [None, "completed", True, 4]
    assert [step.rows for step in steps] == [2, 1, 1, 1]
    assert [step.row for step in steps] == [None, dune.id, dune.id, dune.id]
    assert [step.subject for step in steps] == [None, "Dune", "Dune", "Dune"]
    assert {step.entity for step in steps} == {"book"}
    assert steps[3].fields == {"rating"}
    assert not any(step.undone or step.more for step in steps)
    assert all(step.kept for step in steps)
    instants = [step.at for step in steps]
    assert instants == sorted(instants, reverse=True)
    assert instants[-1] >= before - datetime.timedelta(seconds=1)
    assert steps[0].id == terminal.last_step
    assert steps[0] == terminal.history[0] != steps[1]
    assert len({*steps, *terminal.history}) == 4
    assert steps[1:3] == [steps[1], steps[2]]
    assert repr(steps) == "<History: 4 steps>"
    assert repr(steps[3]) == f"<Step {steps[3].id}: Rate “Dune” 4>"
    with pytest.raises(IndexError):
        steps[4]
    with pytest.raises(bookworm.InvalidError):
        steps[0].name("tlh")


def test_a_message_undoes_its_own_step(terminal: bookworm.Store, dune: bookworm.Book) -> None:
    dune.rating = 4
    message = terminal.last_step
    assert message is not None
    terminal.books.create("Emma", "Jane Austen")
    assert terminal.undo(message) == "Rate book"
    dune.refresh()
    assert dune.rating == 0
    assert terminal.books.count() == 2
    assert terminal.redo(terminal.history[0]) == "Rate book"
    dune.refresh()
    assert dune.rating == 4


def test_a_conflict_says_which_step_is_in_the_way(
    terminal: bookworm.Store, dune: bookworm.Book, path: Path
) -> None:
    dune.rating = 4
    step = terminal.history[0]
    with bookworm.open(path, history="phone") as phone:
        phone.books[dune.id].rating = 5
        theirs = phone.last_step
        with pytest.raises(bookworm.ConflictError) as caught:
            terminal.undo(step)
        assert f'book {dune.id} (changed by step {theirs} of "phone")' in str(caught.value)
        assert caught.value.field == "undo"
        (change,) = terminal.undo_conflicts(step)
        assert (change.kind, change.id, set(change.fields)) == ("updated", dune.id, {"rating"})
        assert change.step == theirs
        with pytest.raises(bookworm.NotFoundError) as absent:
            terminal.undo(theirs)
        assert absent.value.field == "step"
        dune.refresh()
        assert dune.rating == 5
        phone.undo()
        assert terminal.undo_conflicts(step) == []
    with bookworm.open(path) as nameless:
        nameless.books[dune.id].rating = 1
    with pytest.raises(bookworm.ConflictError, match="changed by another program"):
        terminal.undo(step)
    assert [change.step for change in terminal.undo_conflicts(step)] == [None]


def test_a_global_id_that_was_used_again_is_a_conflict(
    terminal: bookworm.Store, dune: bookworm.Book
) -> None:
    quote = dune.quotes.add("Fear is the mind-killer.")
    global_id = dune.global_id
    dune.delete()
    step = terminal.history[0]
    row = {"source_id": "1", "title": "Dune", "author": "Frank Herbert", "global_id": global_id}
    (again,) = terminal.books.import_from("another copy", [row])
    (change,) = terminal.undo_conflicts(step)
    assert (change.kind, change.entity, change.id) == ("inserted", "book", again.book_id)
    with pytest.raises(bookworm.ConflictError, match=f"book {again.book_id} "):
        terminal.undo(step)
    assert terminal.undo() == "Import from another copy"
    assert terminal.undo(step) == "Delete book"
    assert terminal.books[dune.id].global_id == global_id
    assert [each.id for each in terminal.books[dune.id].quotes] == [quote.id]


def test_a_global_id_that_a_merge_gave_to_another_row_is_a_conflict(path: Path) -> None:
    copy = path.with_name("copy.books")
    with bookworm.open(path, history="a") as ours:
        genre = ours.genres.create("Fantasy")
        shelf = ours.shelves.create("Later", "status:unread")
        ours.backup(copy)
        with bookworm.open(copy) as other:
            other.genres["Fantasy"].name = "Wonders"
            other.shelves["Later"].name = "Soon"
            ours.genres.create("Wonders")
            ours.shelves.create("Soon", "status:unread")
            for gone in (genre, shelf):
                gone.delete()
            steps = ours.history[:2]
            with bookworm.open(path) as second:
                second.merge(other, rule="ours")
        for step, entity in zip(steps, ("shelf", "genre")):
            (change,) = ours.undo_conflicts(step)
            assert (change.kind, change.entity) == ("updated", entity)
            assert set(change.fields) == {"global_id"}
            with pytest.raises(bookworm.ConflictError, match=f"{entity} {change.id} "):
                ours.undo(step)
        assert ours.check() == []


def test_a_global_id_that_an_undone_merge_gives_back_is_a_conflict(path: Path) -> None:
    copy = path.with_name("copy.books")
    older, moved = path.with_name("older.books"), path.with_name("moved.books")
    with bookworm.open(older) as store:
        store.backup(copy)
        store.genres.create("Wonders")
    with bookworm.open(copy, history="a") as ours:
        ours.genres.create("Wonders")
        ours.backup(moved)
        with bookworm.open(moved) as other:
            other.genres["Wonders"].name = "Marvels"
            with bookworm.open(older) as first:
                ours.merge(first, rule="ours")
            step = ours.history[0]
            with bookworm.open(copy) as second:
                second.merge(other, rule="ours")
        (change,) = ours.undo_conflicts(step)
        assert (change.kind, change.entity) == ("inserted", "genre")
        with pytest.raises(bookworm.ConflictError, match=f"genre {change.id} "):
            ours.undo(step)
        assert ours.check() == []


def test_a_global_id_that_only_an_own_forgotten_step_used_is_a_conflict() -> None:
    with bookworm.open(":memory:") as store:
        book = store.books.create("Dune", "Frank Herbert")
        global_id = book.global_id
        book.delete()
        row = {"source_id": "1", "title": "Dune", "author": "F. H.", "global_id": global_id}
        store.books.import_from("another copy", [row])
        store.drop_undo()
        with pytest.raises(bookworm.ConflictError, match="another row now has a global id"):
            store.undo()
        assert store.check() == []


def test_what_cannot_be_is_refused(
    terminal: bookworm.Store, dune: bookworm.Book, path: Path, store: bookworm.Store
) -> None:
    dune.rating = 4
    (step,) = terminal.history
    for wrong in ("", "  ", "a\nb", "a\x00b", "\x1b[0m", "x" * 129, "x" * (1 << 20), "\ud800"):
        with pytest.raises(bookworm.Error) as caught:
            bookworm.open(path, history=wrong)
        assert caught.value.field == "history"
    for field, number in (("steps", 0), ("limit", -1), ("steps", 100_001), ("limit", 262_145)):
        options: dict[str, Any] = {f"history_{field}": number}
        with pytest.raises(bookworm.ArgumentError) as limit:
            bookworm.open(path, history="a", **options)
        assert limit.value.field == f"history_{field}"
    for wrong_type in (3, b"a", ["a"]):
        with pytest.raises(TypeError):
            bookworm.open(path, history=wrong_type)  # type: ignore[arg-type]
    for gone in (step.id + 1000, 2**63 - 1, -1, 0):
        with pytest.raises(bookworm.NotFoundError) as absent:
            terminal.undo(gone)
        sentence = bookworm.presentation.error_text(absent.value)
        assert sentence == "This step is no longer available."
    with pytest.raises(TypeError):
        terminal.undo("1")  # type: ignore[arg-type]
    with pytest.raises(bookworm.InvalidError):
        terminal.redo(step)
    terminal.undo(step)
    with pytest.raises(bookworm.InvalidError, match="undone already"):
        terminal.undo(step)
    for call in (lambda: store.history, lambda: store.undo(1), lambda: store.undo_conflicts(1)):
        with pytest.raises(bookworm.ArgumentError) as nameless:
            call()
        assert nameless.value.field == "history"
    assert store.last_step is None
    with terminal.transaction(), pytest.raises(bookworm.ArgumentError):
        terminal.undo(step)


def test_a_history_has_bounds(path: Path, terminal: bookworm.Store, dune: bookworm.Book) -> None:
    with bookworm.open(path, history="short", history_steps=3) as short:
        for rating in (1, 2, 3, 4, 5):
            short.books[dune.id].rating = rating
        assert [step.value for step in short.history] == [5, 4, 3]
        assert short.undo_count == 3
    with bookworm.open(path, history="small", history_limit=64) as small:
        large = small.books.create("Large", "A", notes="x" * 70_000)
        large.delete()
        assert [step.kept for step in small.history] == [False, True]
        with pytest.raises(bookworm.TooLargeError, match="history_limit"):
            small.undo()
        small.drop_undo()
        assert len(small.history) == 1
    assert list(terminal.history) == []


def test_two_processes_have_one_history(path: Path, terminal: bookworm.Store, run: Script) -> None:
    books = [terminal.books.create(f"Book {number}", "A") for number in range(2)]
    terminal.clear_undo()
    script = """
        import bookworm, sys
        with bookworm.open(sys.argv[1], history="terminal", timeout=30) as store:
            book = store.books[int(sys.argv[2])]
            for number in range(100):
                book.rating = number % 5 + 1
    """
    processes = [
        subprocess.Popen([sys.executable, "-c", textwrap.dedent(script), str(path), str(book.id)])
        for book in books
    ]
    assert [process.wait(60) for process in processes] == [0, 0]
    assert terminal.undo_count == 200
    first = [step for step in terminal.history if step.row == books[0].id]
    assert len(first) == 100
    for step in first:
        terminal.undo(step)
    for book in books:
        book.refresh()
    assert [book.rating for book in books] == [0, 5]
    assert terminal.check() == []


def test_a_killed_process_leaves_each_step_with_its_change(
    path: Path, terminal: bookworm.Store
) -> None:
    book = terminal.books.create("Dune", "Frank Herbert", rating=5)
    terminal.clear_undo()
    script = """
        import bookworm, sys
        store = bookworm.open(sys.argv[1], history="terminal", durability="normal")
        book, number = store.books[int(sys.argv[2])], 0
        while True:
            number += 1
            if number % 3:
                book.update(notes=str(number) * 1000, rating=number % 5)
            else:
                store.undo()
            if number == 20:
                print("going", flush=True)
    """
    for _ in range(4):
        process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(script), str(path), str(book.id)],
            stdout=subprocess.PIPE,
        )
        assert process.stdout is not None
        assert process.stdout.readline() == b"going\n"
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
    assert terminal.check() == []
    done = terminal.undo_count
    assert done > 20
    for _ in range(done):
        terminal.undo()
    book.refresh()
    assert (book.rating, book.notes) == (5, None)


def test_a_backup_and_a_preview_have_histories(
    terminal: bookworm.Store, dune: bookworm.Book, tmp_path: Path
) -> None:
    dune.rating = 4
    terminal.backup(tmp_path / "backup")
    with bookworm.open(tmp_path / "backup", history="terminal") as backup:
        backup.undo()
        assert backup.books[dune.id].rating == 0
    with bookworm.open_preview(history="form") as preview:
        assert list(preview.history) == []
        next(iter(preview.books)).toggle_favourite()
        assert len(preview.history) == 1


def test_merging_two_stores_is_one_step_and_leaves_the_others_history(
    terminal: bookworm.Store, dune: bookworm.Book, tmp_path: Path
) -> None:
    terminal.backup(tmp_path / "laptop")
    with bookworm.open(tmp_path / "laptop", history="terminal") as laptop:
        laptop.books[dune.id].rating = 4
        laptop.books.create("Emma", "Jane Austen")
        terminal.merge(laptop, rule="later")
    assert [step.name() for step in terminal.history] == ["Merge stores"]
    assert terminal.books.count() == 2
    terminal.undo(terminal.history[0])
    dune.refresh()
    assert (terminal.books.count(), dune.rating) == (1, 0)


@pytest.mark.file
def test_a_document_has_no_history(
    terminal: bookworm.Store, dune: bookworm.Book, tmp_path: Path
) -> None:
    dune.rating = 4
    terminal.export_json(tmp_path / "library.json")
    with bookworm.open(tmp_path / "other", history="terminal") as other:
        other.import_json(tmp_path / "library.json")
        assert other.books.count() == 1
        assert list(other.history) == []


def test_what_a_history_has_forgotten_is_counted(path: Path, store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    assert store.histories() == []
    for ratings in ([1, 2, 3], [4, 5]):
        with bookworm.open(path, history="short", history_steps=2) as short:
            for rating in ratings:
                short.books[book.id].rating = rating
            short.drop_undo()
    with bookworm.open(path, history="short", history_steps=2) as short:
        assert (len(short.history), short.history.forgotten) == (1, 2)
    with bookworm.open(path, history="phone") as phone:
        assert phone.history.forgotten == 0
        phone.books[book.id].rating = 4
    listed = {each.name: each for each in store.histories()}
    assert {name: (each.steps, each.forgotten) for name, each in listed.items()} == {
        "short": (1, 2),
        "phone": (1, 0),
    }
    assert listed["short"].bytes > 0
    assert listed["short"].last <= listed["phone"].last
