"""Links the addresses of a table through a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional

from .tables import Column, Table, rows_of, with_columns

if TYPE_CHECKING:
    from . import types as shapes
    from ._sync.client import Client

#: New columns and what they hold.
_COLUMNS = {
    "outcome": "text",
    "recommended_action": "text",
    "reason": "text",
    "project_id": "integer",
    "project_name": "text",
    "building_id": "integer",
    "canonical_mls_address": "text",
    "project_address": "text",
    "unit": "text",
    "match_level": "text",
    "match_confidence": "number",
    "latitude": "number",
    "longitude": "number",
}


def link_dataframe(
    client: Client,
    frame: Table,
    *,
    address: str = "address",
    hints: Optional[Mapping[str, str]] = None,
    prefix: str = "plinth_",
) -> Table:
    """Returns a copy with the building of every row in new columns such as `plinth_building_id`.

    `frame` is a DataFrame of pandas or Polars, or a Table of pyarrow, and so is the copy. `hints` names
    further columns to send: `{"city": "City", "postal_code": "Postal"}`. Rows without an address get the
    outcome `not_sent`, and rows that the server refuses the outcome `error` with its reason.
    """
    rows = list(rows_of(frame, {"address": address, **(hints or {})}))
    queries = ({**row, "query_id": str(number)} for number, row in enumerate(rows) if "address" in row)
    found = {str(result["query_id"]): _answer(result) for result in client.building_links.stream(queries)}
    answers = [found.get(str(number), {"outcome": "not_sent"}) for number in range(len(rows))]
    columns = {prefix + name: Column(kind, [answer.get(name) for answer in answers]) for name, kind in _COLUMNS.items()}
    return with_columns(frame, columns)


def _answer(result: shapes.BatchAnswer) -> Dict[str, Any]:
    error = result.get("error")
    if error is not None:
        return {"outcome": "error", "reason": error["code"]}
    best: Dict[str, Any] = dict(result["data"][0]) if result["data"] else {}
    meta: Dict[str, Any] = dict(result["meta"])
    return {**best, **{name: meta.get(name) for name in ("outcome", "recommended_action", "reason")}}
