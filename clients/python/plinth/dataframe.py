"""Links the addresses of a pandas DataFrame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, Mapping, Optional

if TYPE_CHECKING:
    import pandas

    from ._sync.client import Client

_COLUMNS = (
    "outcome",
    "reason",
    "project_id",
    "project_name",
    "building_id",
    "canonical_mls_address",
    "project_address",
    "unit",
    "match_confidence",
    "latitude",
    "longitude",
)


def link_dataframe(
    client: Client,
    frame: pandas.DataFrame,
    *,
    address: str = "address",
    hints: Optional[Mapping[str, str]] = None,
    prefix: str = "plinth_",
) -> pandas.DataFrame:
    """Returns a copy with the building of every row in new columns such as `plinth_building_id`.

    `hints` names further columns to send: `{"city": "City", "postal_code": "Postal"}`. Rows without an
    address get the outcome `not_sent`, and rows that the server refuses the outcome `error` with its reason.
    """
    import pandas

    columns = {"address": address, **(hints or {})}
    missing = [column for column in columns.values() if column not in frame.columns]
    if missing:
        raise ValueError(f"The DataFrame has no column {', '.join(map(repr, missing))}.")

    def queries() -> Iterator[Dict[str, Any]]:
        for row in range(len(frame)):
            given = {field: _text(frame[column].iloc[row]) for field, column in columns.items()}
            if given["address"] is not None:
                yield {"query_id": str(row), **{field: value for field, value in given.items() if value is not None}}

    rows: Dict[int, Dict[str, Any]] = {}
    for result in client.building_links.stream(queries()):
        rows[int(result["query_id"])] = _row(result)
    answers = [rows.get(row, {"outcome": "not_sent"}) for row in range(len(frame))]
    linked = frame.copy()
    for name in _COLUMNS:
        values = pandas.array([answer.get(name) for answer in answers], dtype=_TYPES.get(name, "string"))
        linked[prefix + name] = pandas.Series(values, index=frame.index)
    return linked


#: Types that can hold "not known".
_TYPES = {
    "project_id": "Int64",
    "building_id": "Int64",
    "match_confidence": "Float64",
    "latitude": "Float64",
    "longitude": "Float64",
}


def _row(result: Mapping[str, Any]) -> Dict[str, Any]:
    error = result.get("error")
    if error is not None:
        return {"outcome": "error", "reason": error["code"]}
    best = result["data"][0] if result["data"] else {}
    meta = result["meta"]
    return {**best, "outcome": meta.get("outcome"), "reason": meta.get("reason")}


def _text(value: Any) -> Optional[str]:
    """None for missing values of any kind."""
    if value is None or value != value or str(value) in ("", "<NA>", "NaT"):
        return None
    return str(value)
