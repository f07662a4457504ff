"""plinth/types.py against docs/openapi.json: which fields may be null or missing."""

import json
import sys
import typing
import unittest
from pathlib import Path
from typing import Any, Dict, Iterator, Tuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from plinth import Client, types  # noqa: E402

DOCUMENT = json.loads((Path(__file__).parents[3] / "docs" / "openapi.json").read_text(encoding="utf-8"))
SCHEMAS: Dict[str, Any] = DOCUMENT["components"]["schemas"]


def is_nullable(schema: Dict[str, Any]) -> bool:
    schema = resolved(schema)
    kind = schema.get("type")
    return kind == "null" or (isinstance(kind, list) and "null" in kind) or any(map(is_nullable, schema.get("anyOf", [])))


def resolved(schema: Dict[str, Any]) -> Dict[str, Any]:
    return SCHEMAS[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def parts_of(hint: Any) -> Iterator[Any]:
    """The hint and every type in it."""
    yield hint
    for part in typing.get_args(hint):
        yield from parts_of(part)


def fields_of(name: str, schema: Dict[str, Any], shape: Any) -> Iterator[Tuple[str, Dict[str, Any], Any, bool]]:
    """Every field of an object and of the objects in it: its path, schema, type and whether it is required."""
    hints = typing.get_type_hints(shape)
    assert set(hints) == set(schema["properties"]), name
    for field, value in schema["properties"].items():
        yield f"{name}.{field}", value, hints[field], field in shape.__required_keys__
        inner = [option for option in [value, value.get("items", {}), *value.get("anyOf", [])] if "properties" in option]
        shapes = [part for part in parts_of(hints[field]) if hasattr(part, "__required_keys__")]
        for option, one in zip(inner, shapes):
            yield from fields_of(f"{name}.{field}", option, one)


class Types(unittest.TestCase):
    def test_every_field_is_optional_exactly_if_it_may_be_null_and_missing(self) -> None:
        count = 0
        answered = {name: schema for name, schema in SCHEMAS.items() if hasattr(types, name)}
        self.assertGreater(len(answered), 80)
        for name, schema in answered.items():
            required = set(schema.get("required", []))
            for path, value, hint, is_required in fields_of(name, schema, getattr(types, name)):
                self.assertEqual(type(None) in typing.get_args(hint), is_nullable(value), path)
                if path.count(".") == 1:
                    self.assertEqual(is_required, path.partition(".")[2] in required, path)
                count += is_nullable(value)
        self.assertGreater(count, 200)

    def test_methods_return_them(self) -> None:
        with Client("http://127.0.0.1:9") as client:
            self.assertEqual(self.returned(client.listings.get), types.Listing)
            self.assertEqual(self.returned(client.building_links.batch), types.BatchBuildingLinksResponse)
            self.assertEqual(self.returned(client.listings.iterate), Iterator[types.Listing])

    def returned(self, method: Any) -> Any:
        return typing.get_type_hints(method, {**method.__globals__, "shapes": types})["return"]


if __name__ == "__main__":
    unittest.main()
