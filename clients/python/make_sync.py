"""Writes plinth/_sync from plinth/_async. setup.py, the release and the tests run it; _sync is not checked in."""

import os
import re
from pathlib import Path

HERE = Path(__file__).parent / "plinth"
NOTE = "# Written by make_sync.py from plinth/_async.\n"

#: In this order.
REPLACEMENTS = [
    (r"httpx\.AsyncClient", "httpx.Client"),
    (r"import asyncio\nimport inspect\n", "import time\n"),
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
    return NOTE + text


def main() -> None:
    target = HERE / "_sync"
    target.mkdir(exist_ok=True)
    for source in sorted((HERE / "_async").glob("*.py")):
        file = target / source.name
        text = sync_text(source.read_text(encoding="utf-8"))
        if file.exists() and file.read_text(encoding="utf-8") == text:
            continue
        # Another process may read it meanwhile.
        draft = file.with_suffix(f".{os.getpid()}.tmp")
        draft.write_text(text, encoding="utf-8")
        draft.replace(file)


if __name__ == "__main__":
    main()
