"""Which requests are accepted, and the headers of the answers."""

from __future__ import annotations

import contextlib
import re
import socket
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlencode

import bookworm
import pytest

from .conftest import PATIENCE, Serve, Server
from .test_trouble import FORMS

RATE = "rating=1"
#: The fields of the form of a book that are typed.
CONTROLS = (
    "title", "subtitle", "author", "author_sort", "genres", "rating", "exact_rating", "series",
    "series_number", "year", "edition_year", "publisher", "pages", "language", "format", "price",
    "identifiers", "synopsis", "review", "notes", "isbn", "started", "finished",
)  # fmt: skip
PAGES = (
    "/", "/books/1", "/books/1/edit", "/books/new", "/genres", "/genres/1", "/genres/1?into=2",
    "/history", "/people", "/person?name=Frank+Herbert", "/duplicates", "/duplicates/1/2",
    "/statistics", "/import",
)  # fmt: skip


def rating(path: Path) -> int:
    with bookworm.open(path) as store:
        return store.books.where(title_contains="Messiah")[0].rating


def messiah(library: bookworm.Store) -> str:
    return f"/books/{library.books.where(title_contains='Messiah')[0].id}/rating"


def test_another_host_is_refused_before_any_route(server: Server) -> None:
    here = server.port
    for host in (
        "evil.test",
        "localhost",
        "localhost:1",
        f"evil.test:{here}",
        f"localhost.evil.test:{here}",
        "",
    ):
        for page in ("/", "/live/shelf", "/static/style.css", "/nothing"):
            answer = server.ask(page, Host=host)
            assert answer.status == 421, host
            assert "Dune" not in answer.text


def test_this_machine_may_be_called_by_its_names(server: Server) -> None:
    for host in ("localhost", "127.0.0.1", "[::1]", "LOCALHOST"):
        assert server.ask("/", Host=f"{host}:{server.port}").status == 200


def test_two_hosts_are_refused(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        host = f"localhost:{server.port}"
        raw.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\nHost: evil.test\r\n\r\n".encode())
        assert raw.recv(100).split()[1] in (b"400", b"421")


def test_another_site_changes_nothing(server: Server, library: bookworm.Store, path: Path) -> None:
    own = f"http://localhost:{server.port}"
    for sent in (
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Origin": "http://evil.test"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Sec_Fetch_Site": "cross-site", "Origin": own},
    ):
        assert server.ask(messiah(library), "POST", RATE, **sent).status == 403, sent
    assert rating(path) == 4


def test_no_unsafe_method_of_another_site_is_let_through(server: Server) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE", "MADE-UP"):
        for sent in ({"Sec_Fetch_Site": "cross-site"}, {"Origin": "http://evil.test"}):
            for page in ("/", "/books/1", "/undo", "/nothing"):
                assert server.ask(page, method, **sent).status == 403, (method, page)


def test_another_site_embeds_and_fetches_nothing(server: Server) -> None:
    for site in ("cross-site", "same-site"):
        for mode, status in (("cors", 403), ("no-cors", 403), ("navigate", 200)):
            sent = {"Sec_Fetch_Site": site, "Sec_Fetch_Mode": mode}
            assert server.ask("/", **sent).status == status, sent
            assert server.ask("/genres.css", **sent).status == status, sent


def test_a_page_leads_back_to_this_server_alone(server: Server, library: bookworm.Store) -> None:
    own = f"http://localhost:{server.port}"
    for came, back in (
        ("/genres?x=1", "/genres?x=1"),
        ("//evil.test/x", "/evil.test/x"),
        ("/\\\\evil.test", "/evil.test"),
    ):
        answer = server.ask(messiah(library), "POST", "rating=1", Referer=own + came)
        assert answer.headers["location"] == back, came
    answer = server.ask(messiah(library), "POST", RATE, Referer="http://evil.test/x")
    assert answer.headers["location"] == "/"


def test_its_own_pages_and_programs_change_books(
    server: Server, library: bookworm.Store, path: Path
) -> None:
    own = f"http://localhost:{server.port}"
    sent: dict[str, str]
    for stars, sent in enumerate(({"Sec_Fetch_Site": "same-origin"}, {"Origin": own}, {}), 1):
        assert server.ask(messiah(library), "POST", f"rating={stars}", **sent).status == 303
        assert rating(path) == stars


def test_asking_for_a_page_never_writes(
    server: Server, library: bookworm.Store, path: Path
) -> None:
    with bookworm.open(path) as store, store.observe() as observer:
        before = observer.transaction
        for page in PAGES:
            assert server.ask(page).status == 200
        for act in ("/books/1/rating?rating=1", "/books/1/delete", "/undo", "/settings"):
            assert server.ask(act).status == 405
        assert observer.next(0) is None
        assert observer.transaction == before


def test_every_answer_keeps_the_browser_in(server: Server) -> None:
    for page in ("/", "/nothing", "/genres.css", "/static/bookworm.js"):
        headers = server.ask(page).headers
        policy = headers["content-security-policy"].split("; ")
        assert policy[0] == "default-src 'none'"
        assert "script-src 'self'" in policy
        assert "unsafe" not in " ".join(policy)
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        # The server's own pages may use the camera, to scan bar codes.
        assert headers["permissions-policy"].split(", ")[0] == "camera=(self)"


class _Tags(HTMLParser):
    """Collects the tags that a text could have inserted into a page to run a script."""

    def __init__(self) -> None:
        super().__init__()
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_own = (given.get("src") or "").startswith("/static/bookworm.js?")
        if (tag == "script" and not is_own) or any(name.startswith("on") for name in given):
            self.foreign.append(self.get_starttag_text() or tag)


BAD = "\"'></textarea></title><script>alert(1)</script><img src=x onerror=alert(1)>"
#: Every form that keeps a text, with a field for each of them.
TEXTS = {
    "/books": (*CONTROLS, "person", "person_role", "person_sort", "new_genre"),
    "/books/1/edit": (*CONTROLS, "person", "person_role", "person_sort", "new_genre"),
    "/books/1/quotes": ("text", "page"),
    "/quotes/1": ("text", "page"),
    "/books/1/readings": ("note", "progress", "started"),
    "/genres": ("name", "colour"),
    "/genres/1": ("name", "colour"),
    "/shelves": ("name", "line"),
    "/people": ("old", "name"),
    "/series": ("old", "name"),
    "/settings": ("language", "look"),
    "/select": ("do", "line", "add_genres"),
    "/books/1/rating": ("rating",),
    "/books/1/status": ("status",),
    "/books/1/orders": ("quantity",),
}


def test_scripts_in_every_field_of_every_form_are_text(
    server: Server, library: bookworm.Store
) -> None:
    for number, (path, names) in enumerate(TEXTS.items()):
        for name in names:
            # All fields first, some of them refused; then each field by itself.
            whole = {"title": "T", "author": "A", **dict.fromkeys(names, f"{number}{BAD}")}
            one = {"title": "T", "author": "A", "name": f"{number} {name}", "text": "t", name: BAD}
            for form in (whole, one):
                answer = server.ask(path, "POST", urlencode(form))
                assert answer.status < 500, (path, name)
                if answer.status != 303:
                    assert foreign(answer.text) == [], (path, name)
    assert any(BAD in book.title for book in library.books)
    assert any(BAD in genre.name for genre in library.genres)
    assert any(BAD in shelf.name for shelf in library.shelves)
    for book in library.books:
        for path in (f"/books/{book.id}", f"/books/{book.id}/edit"):
            assert foreign(server.ask(path).text) == [], path
    for path in (*PAGES, "/quotes", "/series", "/shelves", "/orders", "/facets/author"):
        assert foreign(server.ask(path).text) == [], path
    for path in ("/?", "/statistics?", "/facets/genre?words=x&", "/person?", "/books/new?"):
        for name in ("q", "sort", "name", "title", "isbn", "after", "only"):
            answer = server.ask(f"{path}{urlencode({name: BAD})}")
            assert foreign(answer.text) == [], (path, name)


def foreign(text: str) -> list[str]:
    tags = _Tags()
    tags.feed(text)
    return tags.foreign


def test_the_cookie_is_for_no_script_and_no_other_site(server: Server) -> None:
    cookie = server.ask("/").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_it_listens_on_this_machine_alone(server: Server) -> None:
    for here in ("127.0.0.1", "::1") if socket.has_ipv6 else ("127.0.0.1",):
        with socket.create_connection((here, server.port)):
            pass
    own = socket.gethostbyname(socket.gethostname())
    if own.startswith("127."):
        pytest.skip("this machine has no other address")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((own, server.port), timeout=2)


def test_a_body_that_is_too_large_is_not_read(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        head = f"POST /books HTTP/1.1\r\nHost: localhost:{server.port}\r\n"
        raw.sendall(f"{head}Content-Length: 999999999999\r\n\r\n".encode())
        assert raw.recv(100).split()[1] == b"413"


def test_a_body_without_a_length_is_read_up_to_the_limit(
    server: Server, library: bookworm.Store
) -> None:
    chunk = b"100000\r\n" + b"x" * (1 << 20) + b"\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as raw:
        head = f"POST /books HTTP/1.1\r\nHost: localhost:{server.port}\r\n"
        kind = "Content-Type: application/x-www-form-urlencoded\r\n"
        raw.sendall(f"{head}{kind}Transfer-Encoding: chunked\r\n\r\n".encode())
        # The server may refuse the request and close the connection before all of it is sent.
        with contextlib.suppress(ConnectionError):
            for _ in range(60):
                raw.sendall(chunk)
            raw.sendall(b"0\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            assert raw.recv(100).split()[1][:1] == b"4"
    assert server.ask("/").status == 200
    assert library.books.count() == 4


def test_a_port_in_use_is_left_for_the_next_free_one(
    serve: Serve, library: bookworm.Store, path: Path
) -> None:
    first = serve(path)
    second = serve(path, port=first.port)
    assert second.port > first.port
    assert f"Port {first.port} is not available" in " ".join(second.said)


def test_a_network_gets_in_by_a_link_that_works_once(
    serve: Serve, library: bookworm.Store, path: Path
) -> None:
    server = serve(path, "--lan")
    assert server.ask("/").status == 401
    assert server.ask("/live/shelf").status == 401
    assert server.process.stderr
    here, there, warning = (server.process.stderr.readline() for _ in range(3))
    assert "works once" in warning
    own = re.search(r"http://([^/]+)(/enter/\S+)", there)
    assert own
    answer = server.ask(own[2], Host=own[1])
    assert (answer.status, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].partition(";")[0]
    assert server.ask("/", Cookie=cookie).status == 200
    assert server.ask(own[2]).status == 401
    assert server.ask("/enter/guess").status == 401
    assert server.ask("/", Cookie=cookie, Host=f"evil.test:{server.port}").status == 421
    link = re.search(r"/enter/\S+", here)
    assert link
    assert server.ask(link[0]).status == 303
    # Both links are used, so the server prints a new one.
    assert "/enter/" in server.process.stderr.readline()


@pytest.mark.parametrize(
    ("status", "asked"),
    [
        (421, {"Host": "evil.test"}),
        (403, {"method": "POST", "Sec_Fetch_Site": "cross-site"}),
        (403, {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "cors"}),
        (413, {"method": "POST", "Content_Length": str(1 << 30)}),
        (401, {}),
        # A link that was used, or never printed.
        (401, {"path": "/enter/guess"}),
    ],
)
def test_what_is_refused_is_said_in_the_browsers_language(
    serve: Serve, library: bookworm.Store, path: Path, status: int, asked: dict[str, str]
) -> None:
    server = serve(path, *(["--lan"] if status == 401 else []))
    said = {}
    for language in ("en", "de", "pl", "ko"):
        answer = server.ask(**{"path": "/", **asked}, Accept_Language=f"fr, {language};q=0.5")
        assert answer.status == status
        said[language] = answer.text
        chosen = {"Accept_Language": "fr, en", "Cookie": f"language={language}"}
        assert server.ask(**{"path": "/", **asked}, **chosen).text == answer.text
    assert len(set(said.values())) == 4, said
    unknown = {"Accept_Language": "fr", "Cookie": "language=xx"}
    assert server.ask(**{"path": "/", **asked}, **unknown).text == said["en"]


def test_what_a_link_lets_in_is_said_in_the_terminals_language(
    serve: Serve, library: bookworm.Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(*options: str) -> str:
        server = serve(path, "--lan", *options)
        assert server.process.stderr
        return "".join([*server.said, *(server.process.stderr.readline() for _ in range(3))])

    assert "can read and change" in said()
    assert "can read your library" in said("--read-only")
    monkeypatch.setenv("BOOKWORM_LANGUAGE", "de")
    german = said()
    for each in ("Deine Bibliothek ist unter", "Öffne auf einem anderen", "nicht verschlüsselt"):
        assert each in german


def test_a_qr_code_is_drawn() -> None:
    pytest.importorskip("segno", reason="`bookworm serve --lan` needs segno")
    from bookworm_app.web.door import qr_code

    lines = qr_code("http://192.168.1.23:8765/enter/abcdefghijklmnop").splitlines()
    assert len({len(line) for line in lines}) == 1
    assert 10 < len(lines) < 30


def test_a_read_only_server_shows_and_changes_nothing(
    serve: Serve, library: bookworm.Store, path: Path
) -> None:
    server = serve(path, "--read-only")
    page = server.ask("/")
    assert "Dune Messiah" in page.text
    assert "/books/new" not in page.text
    assert server.ask(messiah(library), "POST", RATE).status == 403
    with library.observe() as observer:
        for address, form in (*FORMS, ("/undo", ""), ("/redo", ""), ("/books/1/delete", "")):
            assert 400 <= server.ask(address, "POST", form).status < 500, address
        assert observer.next(0) is None
    assert rating(path) == 4
