"""Every function's name follows the rule in the header's overview: subject, verb, object."""

from __future__ import annotations

import pytest
import support
from pycparser import c_ast  # type: ignore[import-untyped]

# Longest first, for names that begin with another one.
SUBJECTS = (
    "exact_rating",
    "field",
    "star_control",
    "transaction",
    "observer",
    "currency",
    "binding",
    "stepper",
    "backup",
    "colour",
    "facet",
    "readings",
    "reading",
    "shelves",
    "genres",
    "orders",
    "result",
    "stream",
    "books",
    "genre",
    "order",
    "query",
    "quotes",
    "person",
    "quote",
    "error",
    "money",
    "shelf",
    "store",
    "book",
    "form",
    "isbn",
    "name",
    "uuid",
)
VERBS = (
    "add",
    "begin",
    "cancel",
    "check",
    "clear",
    "close",
    "commit",
    "compact",
    "copy",
    "count",
    "create",
    "delete",
    "drop",
    "export",
    "find",
    "format",
    "free",
    "get",
    "has",
    "import",
    "list",
    "merge",
    "new",
    "next",
    "observe",
    "open",
    "order",
    "parse",
    "place",
    "rate",
    "rebuild",
    "recolour",
    "redo",
    "remove",
    "rename",
    "restore",
    "resume",
    "rollback",
    "run",
    "save",
    "scale",
    "search",
    "set",
    "step",
    "tap",
    "toggle",
    "undo",
    "update",
    "where",
)
# These verbs need an object.
WITH_OBJECT = ("add", "clear", "drop", "has", "list", "rate", "remove", "set", "toggle", "where")
# These functions nevertheless have no object.
ALONE = (
    "bw_genres_list",
    "bw_orders_list",
    "bw_books_list",
    "bw_shelves_list",
    "bw_quotes_list",
    "bw_readings_list",
    "bw_binding_set",
)


def returns_status(function: c_ast.FuncDecl) -> bool:
    """Return whether the function returns a bw_status."""
    kind = function.type
    return isinstance(kind, c_ast.TypeDecl) and "bw_status" in getattr(kind.type, "names", ())


def fault(name: str) -> str | None:
    """Return the fault in the name of a function that returns a status, or None."""
    rest = name[len("bw_") :]
    subject = next((each for each in SUBJECTS if rest.startswith(each + "_")), None)
    if subject is None:
        return "it begins with no subject"
    verb, _, thing = rest[len(subject) + 1 :].partition("_")
    if verb not in VERBS:
        return f"{verb} is no verb of the list"
    if verb in WITH_OBJECT and not thing and name not in ALONE:
        return f"{verb} needs an object"
    return None


def test_every_function_that_returns_a_status_is_subject_verb_object() -> None:
    faults = {
        name: fault(name)
        for name, function in support.functions().items()
        if returns_status(function)
    }
    assert len(faults) > 100
    assert {name: wrong for name, wrong in faults.items() if wrong} == {}


def test_only_what_computes_from_plain_values_is_called_otherwise() -> None:
    nouns = {name for name, function in support.functions().items() if not returns_status(function)}
    pointers = {
        name
        for name in nouns
        for parameter in (support.functions()[name].args or c_ast.ParamList([])).params
        if isinstance(parameter.type, c_ast.PtrDecl)
    }
    assert "bw_version" in nouns
    assert pointers == set(), "what takes a handle or a struct can fail, and returns a status"


@pytest.mark.parametrize(
    "name",
    [
        "bw_orders",
        "bw_get_form_defaults",
        "bw_book_quotes",
        "bw_query_rating",
        "bw_genre_books",
        "bw_query_where",
        "bw_drawer_open",
    ],
)
def test_a_name_of_another_shape_is_noticed(name: str) -> None:
    assert fault(name)
