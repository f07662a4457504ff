"""Values of queries, and tables of Polars and Arrow. Where those are not installed, small fakes have the methods used."""

import importlib
import math
import sys
import unittest
from datetime import date, datetime
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, Callable

sys.path.insert(0, str(Path(__file__).parent.parent))

import pandas  # noqa: E402

from plinth.tables import Column, rows_of, with_columns  # noqa: E402

ROWS = {"a": ["1 Main St", None], "n": [1, 2]}
NEW = {"id": Column("integer", [7, None]), "share": Column("number", [0.5, None]), "n": Column("text", ["x", None])}
EXPECTED = {"a": ["1 Main St", None], "n": ["x", None], "id": [7, None], "share": [0.5, None]}


def series(values: Any, *_: Any) -> Any:
    return SimpleNamespace(values=values, to_list=lambda: values, to_pylist=lambda: values)


class FakePolars(dict):
    __module__ = "polars.dataframe.frame"
    columns = property(lambda self: list(self))

    def __getitem__(self, name: str) -> Any:
        return series(super().__getitem__(name))

    def with_columns(self, added: list) -> "FakePolars":
        return FakePolars({**self, **dict(added)})


class FakeSchema(list):
    metadata = b"kept"
    names = property(lambda self: [field.name for field in self])

    def get_field_index(self, name: str) -> int:
        return self.names.index(name)


class FakeArrow:
    __module__ = "pyarrow.lib"

    def __init__(self, columns: dict) -> None:
        self.columns = [series(values) for values in columns.values()]
        self.schema = FakeSchema(SimpleNamespace(name=name) for name in columns)

    def column(self, at: int) -> Any:
        return self.columns[at]

    @classmethod
    def from_arrays(cls, arrays: list, schema: FakeSchema) -> "FakeArrow":
        return cls({name: array.values for name, array in zip(schema.names, arrays)})


FAKES = {
    "polars": {
        "DataFrame": FakePolars,
        "Series": lambda name, values, dtype: (name, values),
        **dict.fromkeys(["Utf8", "Int64", "Float64"]),
    },
    "pyarrow": {
        "table": FakeArrow,
        "array": series,
        "field": lambda name, kind: SimpleNamespace(name=name),
        "schema": lambda fields, metadata: FakeSchema(fields if metadata == b"kept" else []),
        **dict.fromkeys(["string", "int64", "float64"], lambda: None),
    },
}


def library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        sys.modules[name] = ModuleType(name)
        sys.modules[name].__dict__.update(FAKES[name])
        return sys.modules[name]


class Tables(unittest.TestCase):
    def check(self, table: Any, read: Callable[[Any, str], list]) -> None:
        queries = list(rows_of(table, {"address": "a", "unit": "n"}))
        self.assertEqual(queries, [{"address": "1 Main St", "unit": "1"}, {"unit": "2"}])
        linked = with_columns(table, NEW)
        self.assertIs(type(linked), type(table))
        self.assertEqual({name: read(linked, name) for name in EXPECTED}, EXPECTED)

    def test_pandas(self) -> None:
        self.check(pandas.DataFrame(ROWS), lambda table, name: [None if pandas.isna(one) else one for one in table[name]])

    def test_polars(self) -> None:
        self.check(library("polars").DataFrame(ROWS), lambda table, name: table[name].to_list())

    def test_arrow(self) -> None:
        table = library("pyarrow").table(ROWS)
        self.check(table, lambda table, name: table.column(table.schema.get_field_index(name)).to_pylist())

    def test_values(self) -> None:
        values = [pandas.NA, pandas.NaT, math.nan, "", None, 1480.0, 0.5, date(2026, 1, 2), datetime(2026, 1, 2, 3), "x"]
        frame = pandas.DataFrame({"v": pandas.Series(values, dtype=object)})
        rows = list(rows_of(frame, {"listed_on": "v", "latitude": "v"}))
        texts = [None] * 5 + ["1480", "0.5", "2026-01-02", "2026-01-02", "x"]
        self.assertEqual([row.get("listed_on") for row in rows], texts)
        self.assertEqual([row.get("latitude") for row in rows], [None] * 5 + [1480.0, 0.5, None, None, None])


if __name__ == "__main__":
    unittest.main()
