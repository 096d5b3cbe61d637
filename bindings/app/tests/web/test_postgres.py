"""The same pages for a store on a PostgreSQL server: Tests/postgres/run starts one."""

from __future__ import annotations

import http.client
import os

import bookworm
import pytest

from .conftest import PATIENCE, Serve
from .test_live import next_event

ADDRESS = os.environ.get("BOOKWORM_TEST_SERVER", "")


@pytest.mark.skipif(not ADDRESS, reason="no server: run it by Tests/postgres/run")
def test_a_store_on_a_server_is_shown_changed_and_live(serve: Serve) -> None:
    with bookworm.open(ADDRESS) as store:
        store.genres.create_standard()
        numbers = range(60)
        store.books.create_many(
            title=[f"Book {n}" for n in numbers],
            author=["A. Author"] * 60,
            genres=[["Fantasy"]] * 60,
        )
        server = serve(ADDRESS)
        for page in ("/", "/books/1", "/books/1/edit", "/genres", "/statistics", "/people"):
            assert server.ask(page).status == 200, page
        assert server.ask("/books/1/rating", "POST", "rating=5").status == 303
        assert store.books[1].rating == 5
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        host = {"Host": f"localhost:{server.port}"}
        with store.observe() as observer:
            seen = observer.transaction
        connection.request("GET", f"/live/shelf?since={seen}", headers=host)
        stream = connection.getresponse()
        assert next_event(stream, "retry") == ["retry: 500"]
        store.books[8].rating = 3
        assert next_event(stream, "book-8")[0].startswith("id: ")
        connection.close()
        assert server.stop() == (0, "")
