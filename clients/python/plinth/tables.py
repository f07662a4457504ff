"""Reads and extends tables of pandas, Polars and Arrow, whichever the caller has."""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, TypeVar

#: A DataFrame of pandas or Polars, or a Table or RecordBatch of pyarrow. What comes in goes out.
Table = TypeVar("Table")


class Column(NamedTuple):
    #: `text`, `integer` or `number`.
    kind: str
    values: Sequence[Any]


def _pandas_with(table: Any, columns: Mapping[str, Column]) -> Any:
    import pandas

    types = {"text": "string", "integer": "Int64", "number": "Float64"}
    arrays = {name: pandas.array(list(values), dtype=types[kind]) for name, (kind, values) in columns.items()}
    return table.assign(**{name: pandas.Series(array, index=table.index) for name, array in arrays.items()})


def _polars_with(table: Any, columns: Mapping[str, Column]) -> Any:
    import polars

    types = {"text": polars.Utf8, "integer": polars.Int64, "number": polars.Float64}
    return table.with_columns([polars.Series(name, values, dtype=types[kind]) for name, (kind, values) in columns.items()])


def _arrow_with(table: Any, columns: Mapping[str, Column]) -> Any:
    import pyarrow

    types = {"text": pyarrow.string(), "integer": pyarrow.int64(), "number": pyarrow.float64()}
    arrays, fields = dict(zip(table.schema.names, table.columns)), dict(zip(table.schema.names, table.schema))
    for name, (kind, values) in columns.items():
        arrays[name], fields[name] = pyarrow.array(values, types[kind]), pyarrow.field(name, types[kind])
    schema = pyarrow.schema(list(fields.values()), metadata=table.schema.metadata)
    return type(table).from_arrays(list(arrays.values()), schema=schema)


class _Library(NamedTuple):
    names: Callable[[Any], Sequence[Any]]
    values: Callable[[Any, str], List[Any]]
    with_columns: Callable[[Any, Mapping[str, Column]], Any]


_LIBRARIES = {
    "pandas": _Library(lambda table: list(table.columns), lambda table, name: list(table[name].tolist()), _pandas_with),
    "polars": _Library(lambda table: list(table.columns), lambda table, name: list(table[name].to_list()), _polars_with),
    "pyarrow": _Library(
        lambda table: list(table.schema.names),
        lambda table, name: list(table.column(table.schema.get_field_index(name)).to_pylist()),
        _arrow_with,
    ),
}


def _library_of(table: object) -> _Library:
    for kind in type(table).__mro__:
        found = _LIBRARIES.get(kind.__module__.partition(".")[0])
        if found is not None:
            return found
    name = type(table).__name__
    raise TypeError(f"Pass a DataFrame of pandas or Polars, or a Table or RecordBatch of pyarrow; got {name}.")


def rows_of(table: object, columns: Mapping[str, str]) -> Iterator[Dict[str, Any]]:
    """Yields the fields of every row that have a value. `columns` says which column holds a field."""
    library = _library_of(table)
    there = library.names(table)
    missing = [column for column in columns.values() if column not in there]
    if missing:
        raise ValueError(f"The table has no column {', '.join(map(repr, missing))}.")
    fields = [(field, _number if field in _NUMBERS else _text) for field in columns]
    for row in zip(*(library.values(table, column) for column in columns.values())):
        read = ((field, convert(value)) for (field, convert), value in zip(fields, row))
        yield {field: value for field, value in read if value is not None}


def with_columns(table: Table, columns: Mapping[str, Column]) -> Table:
    """A copy with more columns."""
    copy: Table = _library_of(table).with_columns(table, columns)
    return copy


_NUMBERS = ("lat", "lng", "latitude", "longitude")


def _text(value: Any) -> Optional[str]:
    """None for missing values of any kind."""
    if value is None or str(value) in ("", "<NA>", "NaT") or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, float) and value.is_integer():
        # A column of whole numbers with gaps is one of floats in pandas.
        return str(int(value))
    return str(value.date()) if hasattr(value, "date") else str(value)


def _number(value: Any) -> Optional[float]:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None
