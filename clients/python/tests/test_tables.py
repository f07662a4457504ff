"""Values of queries, and tables of Polars and Arrow. Where those are not installed, small fakes have the methods used."""

import importlib
import math
import sys
import unittest
from datetime import date, datetime
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import pandas  # noqa: E402

from plinth.tables import Column, rows_of, with_columns  # noqa: E402

ROWS = {"a": ["1 Main St", None], "n": [1, 2]}
NEW = {"id": Column("integer", [7, None]), "share": Column("number", [0.5, None]), "n": Column("text", ["x", None])}
EXPECTED = {"a": ["1 Main St", None], "n": ["x", None], "id": [7, None], "share": [0.5, None]}


class Values:
    def __init__(self, values: Any, dtype: Any = None) -> None:
        self.values, self.dtype = list(values), dtype

    def to_list(self) -> list:
        return self.values

    to_pylist = to_list


class FakePolars:
    """polars.DataFrame"""

    __module__ = "polars.dataframe.frame"

    def __init__(self, columns: dict) -> None:
        self._columns = {name: Values(values) for name, values in columns.items()}
        self.columns = list(columns)

    def __getitem__(self, name: str) -> Values:
        return self._columns[name]

    def with_columns(self, series: list) -> "FakePolars":
        return FakePolars({**{name: self[name].values for name in self.columns}, **{one.name: one.values for one in series}})


class FakeArrow:
    """pyarrow.Table and pyarrow.RecordBatch"""

    __module__ = "pyarrow.lib"

    def __init__(self, columns: dict) -> None:
        self.columns, names = [Values(values) for values in columns.values()], list(columns)
        fields = [SimpleNamespace(name=name) for name in names]
        self.schema = FakeSchema(fields, b"kept")

    def column(self, at: int) -> Values:
        return self.columns[at]

    @classmethod
    def from_arrays(cls, arrays: list, schema: Any) -> "FakeArrow":
        assert schema.metadata == b"kept"
        return cls({name: array.values for name, array in zip(schema.names, arrays)})


class FakeSchema(list):
    def __init__(self, fields: list, metadata: Any) -> None:
        super().__init__(fields)
        self.names, self.metadata = [field.name for field in fields], metadata
        self.get_field_index = self.names.index


def fake(name: str, **members: Any) -> ModuleType:
    module = ModuleType(name)
    module.__dict__.update(members)
    return module


FAKES = {
    "polars": fake(
        "polars",
        DataFrame=FakePolars,
        Series=lambda name, values, dtype: SimpleNamespace(name=name, values=list(values)),
        **dict.fromkeys(["Utf8", "Int64", "Float64"]),
    ),
    "pyarrow": fake(
        "pyarrow",
        table=FakeArrow,
        array=Values,
        field=lambda name, kind: SimpleNamespace(name=name),
        schema=lambda fields, metadata: FakeSchema(fields, metadata),
        **dict.fromkeys(["string", "int64", "float64"], lambda: None),
    ),
}


def library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return sys.modules.setdefault(name, FAKES[name])


class Tables(unittest.TestCase):
    def check(self, table: Any, read: Any) -> None:
        self.assertEqual(list(rows_of(table, {"address": "a", "unit": "n"})), [{"address": "1 Main St", "unit": "1"}, {"unit": "2"}])
        linked = with_columns(table, NEW)
        self.assertIs(type(linked), type(table))
        self.assertEqual({name: read(linked, name) for name in EXPECTED}, EXPECTED)

    def test_pandas(self) -> None:
        self.check(pandas.DataFrame(ROWS), lambda table, name: table[name].astype(object).where(table[name].notna(), None).tolist())

    def test_polars(self) -> None:
        self.check(library("polars").DataFrame(ROWS), lambda table, name: table[name].to_list())

    def test_arrow(self) -> None:
        def read(table: Any, name: str) -> list:
            return table.column(table.schema.get_field_index(name)).to_pylist()

        self.check(library("pyarrow").table(ROWS), read)

    def test_values(self) -> None:
        values = [pandas.NA, pandas.NaT, math.nan, "", None, 1480.0, 0.5, date(2026, 1, 2), datetime(2026, 1, 2, 3), "x"]
        texts = [None] * 5 + ["1480", "0.5", "2026-01-02", "2026-01-02", "x"]
        numbers = [None] * 5 + [1480.0, 0.5, None, None, None]
        frame = pandas.DataFrame({"v": pandas.Series(values, dtype=object)})
        rows = list(rows_of(frame, {"listed_on": "v", "latitude": "v"}))
        self.assertEqual([row.get("listed_on") for row in rows], texts)
        self.assertEqual([row.get("latitude") for row in rows], numbers)
        typed = pandas.DataFrame({"v": pandas.array(["x", None], dtype="string")})
        self.assertEqual(list(rows_of(typed, {"address": "v"})), [{"address": "x"}, {}])


if __name__ == "__main__":
    unittest.main()
