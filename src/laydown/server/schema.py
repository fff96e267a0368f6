"""The tables of the store, and the statements that write them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

metadata = sa.MetaData()

event = sa.Table(
    "event",
    metadata,
    sa.Column("stream", sa.String(80), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)

listing = sa.Table(
    "listing",
    metadata,
    sa.Column("browser", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("key", sa.String(80), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
"""Projections: what a browser's key gets to see of its own matches and rounds."""

_KEYS = [listing.c.browser, listing.c.kind, listing.c.key]


def _replacing(add: sqlite.Insert | postgresql.Insert) -> sa.Insert:
    changed = {"at": add.excluded.at, "body": add.excluded.body}
    return add.on_conflict_do_update(index_elements=_KEYS, set_=changed)


ADD_EVENTS = sa.insert(event)
REPLACE_ROWS = {
    "sqlite": _replacing(sqlite.insert(listing)),
    "postgresql": _replacing(postgresql.insert(listing)),
}
"""By dialect: rows that are replaced where they exist."""
ADD_ROWS = {
    "sqlite": sqlite.insert(listing).on_conflict_do_nothing(index_elements=_KEYS),
    "postgresql": postgresql.insert(listing).on_conflict_do_nothing(index_elements=_KEYS),
}
"""By dialect: rows that stay as they are where they exist."""
