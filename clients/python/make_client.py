"""Writes plinth/_async/resources.py from methods.json, then plinth/_sync from plinth/_async.

setup.py, the release and the tests run it. What it writes is not checked in.
"""

import json
import os
import re
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

HERE = Path(__file__).parent
PLINTH = HERE / "plinth"

HEAD = '''"""Written by make_client.py from methods.json."""

from __future__ import annotations

from typing import Any, AsyncIterator, List, Mapping, Optional, Sequence, Union, cast

from ..requests import Call, CallOptions, Json, ProjectId, Value, given, if_match, path
from ..types import Building, Calibration, LinkAnswer, LinkBatch, Listing, Page, Project
from .special import AsyncAddressParsing, AsyncExportFiles, AsyncFeedUpload, AsyncFileMatching, AsyncLinkLookups, AsyncListingStream
from .transport import AsyncTransport, Group
'''

#: By `answer`: the default type, what a method returns, and its last line.
ANSWERS = {
    "data": ("Json", "{0}", 'return cast("{0}", await self._transport.data(call))'),
    "body": ("Page", "{0}", 'return cast("{0}", await self._transport.json(call))'),
    "nothing": ("None", "{0}", "await self._transport.data(call)"),
    "pages": ("Json", "AsyncIterator[{0}]", 'return cast("AsyncIterator[{0}]", self._transport.pages(call))'),
    "sequence": ("Json", "AsyncIterator[{0}]", "return self._transport.sequence(call, since)"),
    "lines": ("Json", "AsyncIterator[{0}]", 'return cast("AsyncIterator[{0}]", self._transport.lines(call))'),
}

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


def method_text(name: str, row: Dict[str, Any]) -> str:
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
    kind, returned, last = ANSWERS[answer]
    kind = row.get("returns", kind)
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


def class_text(name: str, group: Dict[str, Any]) -> str:
    """The classes of the groups inside it, then its own."""
    groups = group.get("groups", {})
    text = "".join(class_text(class_name(inner), row) for inner, row in groups.items())
    members = [f'    """{group["doc"]}"""\n'] if "doc" in group else []
    if groups:
        attributes = "".join(f"        self.{inner} = {class_name(inner)}(transport)\n" for inner in groups)
        start = "    def __init__(self, transport: AsyncTransport) -> None:\n        super().__init__(transport)\n"
        members.append(start + attributes)
    members += [method_text(method, row) for method, row in group["methods"].items()]
    base = f"Async{group['base']}" if "base" in group else "Group"
    return f"{text}\n\nclass {name}({base}):\n" + ("\n".join(members) or "    pass\n")


def resources_text() -> str:
    return HEAD + class_text("AsyncResources", json.loads((HERE / "methods.json").read_text(encoding="utf-8")))


#: In this order.
REPLACEMENTS = [
    (r"httpx\.AsyncClient", "httpx.Client"),
    (r"import asyncio\n(?:import inspect\n)?", "import time\n"),
    (r"asyncio\.sleep", "time.sleep"),
    (r"from contextlib import asynccontextmanager", "from contextlib import contextmanager"),
    (r"@asynccontextmanager", "@contextmanager"),
    (r"Callable\[\[\], Union\[str, Awaitable\[str\]\]\]", "Callable[[], str]"),
    (r"await given if inspect\.isawaitable\(given\) else given", "given"),
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
    write(PLINTH / "_async" / "resources.py", resources_text())
    (PLINTH / "_sync").mkdir(exist_ok=True)
    for source in sorted((PLINTH / "_async").glob("*.py")):
        write(PLINTH / "_sync" / source.name, sync_text(source.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
