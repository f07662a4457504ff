"""Writes plinth/types.py from docs/openapi.json, plinth/_async/resources.py from methods.json, then plinth/_sync from plinth/_async.

setup.py, the release and the tests run it. What it writes is not checked in.
"""

import json
import keyword
import os
import re
from pathlib import Path
from typing import Any, Dict, List, Optional, Set, Tuple

HERE = Path(__file__).parent
PLINTH = HERE / "plinth"
OPENAPI = HERE.parent.parent / "docs" / "openapi.json"

HEAD = '''"""Written by make_client.py from methods.json."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, AsyncIterator, List, Mapping, Optional, Sequence, Union, cast

from ..requests import Call, CallOptions, Json, ProjectId, Value, given, if_match, path
from .special import AsyncAddressParsing, AsyncExportFiles, AsyncFeedUpload, AsyncFileMatching, AsyncLinkLookups, AsyncListingStream
from .transport import AsyncTransport, Group

if TYPE_CHECKING:
    from .. import types as shapes
'''

#: By `answer`: what a method returns, and its last line.
ANSWERS = {
    "data": ("{0}", 'return cast("{0}", await self._transport.data(call))'),
    "body": ("{0}", 'return cast("{0}", await self._transport.json(call))'),
    "nothing": ("None", "await self._transport.data(call)"),
    "pages": ("AsyncIterator[{0}]", 'return cast("AsyncIterator[{0}]", self._transport.pages(call))'),
    "sequence": ("AsyncIterator[{0}]", "return self._transport.sequence(call, since)"),
    "lines": ("AsyncIterator[{0}]", 'return cast("AsyncIterator[{0}]", self._transport.lines(call))'),
}

PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


class Shapes:
    """The types of the schemas of an OpenAPI document, as TypedDicts."""

    def __init__(self, document: Dict[str, Any]) -> None:
        self._classes: Dict[str, str] = {}
        self._operations = {
            (verb.upper(), re.sub(r"\{.*?\}", "{}", url)): operation
            for url, verbs in document["paths"].items()
            for verb, operation in verbs.items()
        }
        self._schemas = document["components"]["schemas"]
        #: By the identity of an object. Only schemas that some answer has become types.
        self._names: Dict[int, str] = {id(schema): name for name, schema in self._schemas.items()}
        self._added: Set[str] = set()
        for operation in self._operations.values():
            self.kind(answer_of(operation), operation["operationId"][0].upper() + operation["operationId"][1:] + "Response")

    def text(self) -> str:
        head = '"""Written by make_client.py from docs/openapi.json: what the API answers."""\n\n'
        imports = "from typing import Any, Dict, List, Optional, TypedDict, Union\n"
        return head + "from __future__ import annotations\n\n" + imports + "".join(self._classes.values())

    def kind(self, schema: Dict[str, Any], name: str) -> str:
        """The Python type of a schema. An object that has no name gets `name`."""
        if "$ref" in schema:
            name = str(schema["$ref"].rpartition("/")[2])
            schema = self._schemas[name]
        kind = schema.get("type")
        options = schema.get("anyOf") or schema.get("oneOf")
        if options or isinstance(kind, list):
            each = (self.kind(option, name) for option in options) if options else (self._plain(schema, one, name) for one in kind)
            kinds = list(dict.fromkeys(each))
            real = [one for one in kinds if one != "None"]
            joined = f"Union[{', '.join(real)}]" if len(real) > 1 else "".join(real)
            return f"Optional[{joined}]" if "None" in kinds else joined
        return self._plain(schema, kind, name)

    def _plain(self, schema: Dict[str, Any], kind: Optional[str], name: str) -> str:
        """The type of a schema of one kind."""
        if kind == "array":
            return f"List[{self.kind(schema.get('items') or {}, name)}]"
        if "properties" in schema and kind != "null":
            if id(schema) not in self._names:
                while name in self._names.values():
                    name += "Item"
                self._names[id(schema)] = name
            name = self._names[id(schema)]
            if name not in self._added:
                self._added.add(name)
                self._add(name, schema)
            return name
        if kind == "object":
            return f"Dict[str, {self.kind(schema.get('additionalProperties') or {}, name)}]"
        return PLAIN.get(kind or "", "Any")

    def answer(self, verb: str, route: str, answer: str) -> str:
        """What a method returns, as `shapes.Listing`; Json where the document has no schema."""
        if answer in ("nothing", "sequence", "lines"):
            return "Json"
        schema = answer_of(self._operations[verb, "/api/v1/" + re.sub(r"\{.*?\}", "{}", route)])
        for step in {"body": [], "data": ["properties", "data"], "pages": ["properties", "data", "items"]}[answer]:
            schema = schema[step]
        kind = self.kind(schema, "")
        return re.sub(r"\b(?!(?:Any|Dict|List|Optional|Union|None|str|int|float|bool)\b)(\w+)", r"shapes.\1", kind)

    def _add(self, name: str, schema: Dict[str, Any]) -> None:
        fields: Dict[bool, Dict[str, str]] = {True: {}, False: {}}
        for field, value in schema["properties"].items():
            inner = name + "".join(word.title() for word in re.split(r"\W|_", field))
            fields[field in schema.get("required", [])][field] = self.kind(value, inner)
        base = "TypedDict"
        if fields[True]:
            base = f"_{name}Required" if fields[False] else name
            self._classes[base] = typed_dict(base, "TypedDict", fields[True])
        if base != name:
            self._classes[name] = typed_dict(name, f"{base}, total=False", fields[False])


def answer_of(operation: Dict[str, Any]) -> Dict[str, Any]:
    """The schema of the JSON that a success answers; empty if it answers no JSON."""
    (success, *_) = (response for status, response in operation["responses"].items() if status.startswith("2"))
    return next((content["schema"] for content in success.get("content", {}).values() if "schema" in content), {})


def typed_dict(name: str, bases: str, fields: Dict[str, str]) -> str:
    if any(keyword.iskeyword(field) or not field.isidentifier() for field in fields):
        if bases != "TypedDict":
            raise ValueError(f"{name} has an optional field that is no name of Python.")
        return f"\n\n{name} = TypedDict({json.dumps(name)}, {json.dumps(fields)})\n"
    lines = "".join(f"    {field}: {kind}\n" for field, kind in fields.items())
    return f"\n\nclass {name}({bases}):\n{lines or '    pass' + chr(10)}"


OPTIONS = "options: Optional[CallOptions] = None"


def record(pairs: List[str], rest: Optional[str] = None) -> str:
    return "{" + ", ".join([*pairs, *([f"**{rest}"] if rest else [])]) + "}"


def path_of(route: str) -> Tuple[List[str], str]:
    """`feeds/{id}/run` has the argument `id: str` and the path `path("feeds", id, "run")`."""
    arguments, parts = [], []
    for part in re.split(r"/(?![^{]*\})", route):
        found = re.fullmatch(r"\{(\w+)(?::(.+))?\}", part)
        parts.append(found.group(1) if found else json.dumps(part))
        if found:
            arguments.append(f"{found.group(1)}: {found.group(2) or 'str'}")
    return arguments, f"path({', '.join(parts)})"


def method_text(name: str, row: Dict[str, Any], shapes: Shapes) -> str:
    verb, _, route = row["call"].partition(" ")
    arguments, url = path_of(route)
    body: Optional[str] = "{}" if verb == "POST" else None
    query: List[str] = []
    for argument, use in row.get("takes", {}).items():
        place, _, kind = use.partition(" ")
        place, _, field = place.partition(":")
        pair = f'"{field or argument}": {f"[*{argument}]" if place == "list" else argument}'
        kinds = {"body": "Mapping[str, Any]", "list": "Sequence[Mapping[str, Any]]"}
        arguments.append(f"{argument}: {kind or kinds[place]}")
        if place == "query":
            query.append(pair)
        else:
            body = argument if place == "body" else record([pair])
    named = row.get("keywords", {})
    if named and verb == "GET":
        query += [f'"{field}": {field}' for field in named]
    elif named:
        body = f"given({', '.join(f'{field}={field}' for field in named)})"
    keywords = [f"{field}: Optional[{kind}] = None" for field, kind in named.items()]
    if row.get("version"):
        keywords.append("version: Optional[int] = None")
    rest = row.get("rest")
    answer = row.get("answer", "data")
    parts = [f'"{verb}"', url]
    if query or rest:
        parts.append(f"query={rest if rest and not query else record(query, rest)}")
    if body:
        parts.append(f"body={body}")
    if row.get("version"):
        parts.append("headers=if_match(version)")
    if answer == "lines":
        parts.append('headers={"accept": "*/*"}')
    returned, last = ANSWERS[answer]
    kind = row.get("returns") or shapes.answer(verb, route, answer)
    signature = ["self", *arguments, "*", *keywords, OPTIONS, *([f"**{rest}: Value"] if rest else [])]
    start = "def" if "Iterator" in returned else "async def"
    lines = [f"    {start} {name}({', '.join(signature)}) -> {returned.format(kind)}:"]
    if "doc" in row:
        text = row["doc"].replace("\n", "\n        ").replace("\n        \n", "\n\n")
        lines.append(f'        """{text}' + ('\n        """' if "\n" in text else '"""'))
    lines.append(f"        call = Call({', '.join(parts)}, options=options or CallOptions())")
    lines.append(f"        {last.format(kind)}")
    return "\n".join(lines) + "\n"


def class_name(group: str) -> str:
    return "Async" + "".join(word.title() for word in group.split("_"))


def class_text(name: str, group: Dict[str, Any], shapes: Shapes) -> str:
    """The classes of the groups inside it, then its own."""
    groups = group.get("groups", {})
    text = "".join(class_text(class_name(inner), row, shapes) for inner, row in groups.items())
    members = [f'    """{group["doc"]}"""\n'] if "doc" in group else []
    if groups:
        attributes = "".join(f"        self.{inner} = {class_name(inner)}(transport)\n" for inner in groups)
        start = "    def __init__(self, transport: AsyncTransport) -> None:\n        super().__init__(transport)\n"
        members.append(start + attributes)
    members += [method_text(method, row, shapes) for method, row in group["methods"].items()]
    base = f"Async{group['base']}" if "base" in group else "Group"
    return f"{text}\n\nclass {name}({base}):\n" + ("\n".join(members) or "    pass\n")


def resources_text(shapes: Shapes) -> str:
    return HEAD + class_text("AsyncResources", json.loads((HERE / "methods.json").read_text(encoding="utf-8")), shapes)


#: In this order.
REPLACEMENTS = [
    (r"httpx\.AsyncClient", "httpx.Client"),
    (r"import asyncio\n", "import time\n"),
    (r"asyncio\.sleep", "time.sleep"),
    (r"from contextlib import asynccontextmanager", "from contextlib import contextmanager"),
    (r"@asynccontextmanager", "@contextmanager"),
    (r"Callable\[\[\], Union\[str, Awaitable\[str\]\]\]", "Callable[[], str]"),
    (r"given if isinstance\(given, str\) else await given", "given"),
    (r"AsyncIterator", "Iterator"),
    (r", Awaitable\b", ""),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\ba(iter_bytes|read|close)\b", r"\1"),
    (r"__aenter__", "__enter__"),
    (r"__aexit__", "__exit__"),
    (r"The asynchronous client", "The synchronous client"),
]


def sync_text(text: str) -> str:
    for pattern, replacement in REPLACEMENTS:
        text = re.sub(pattern, replacement, text)
    # Names from `typing` stay sorted and are named once.
    def sort(match: "re.Match[str]") -> str:
        names = sorted({name.strip() for name in match.group(1).split(",")})
        kept = [name for name in names if len(re.findall(rf"\b{name}\b", text)) > 1]
        return f"from typing import {', '.join(kept)}\n"

    text = re.sub(r"from typing import ([^\n(]+)\n", sort, text)
    return "# Written by make_client.py from plinth/_async.\n" + text


def write(file: Path, text: str) -> None:
    if file.exists() and file.read_text(encoding="utf-8") == text:
        return
    # Another process may read it meanwhile.
    draft = file.with_suffix(f".{os.getpid()}.tmp")
    draft.write_text(text, encoding="utf-8")
    draft.replace(file)


def main() -> None:
    shapes = Shapes(json.loads(OPENAPI.read_text(encoding="utf-8")))
    write(PLINTH / "_async" / "resources.py", resources_text(shapes))
    write(PLINTH / "types.py", shapes.text())
    (PLINTH / "_sync").mkdir(exist_ok=True)
    for source in sorted((PLINTH / "_async").glob("*.py")):
        write(PLINTH / "_sync" / source.name, sync_text(source.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
