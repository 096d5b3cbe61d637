"""An engine of SQLAlchemy with the pragmas of every peer."""

from __future__ import annotations

from typing import Any

from objects import pragmas
from sqlalchemy import Engine, create_engine, event


def engine(path: str) -> Engine:
    created = create_engine(f"sqlite:///{path}")

    @event.listens_for(created, "connect")
    def _(connection: Any, _: object) -> None:
        for each in pragmas():
            connection.execute(each)

    return created
