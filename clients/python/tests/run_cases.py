"""Runs test/cases/client.json with one of the clients, and prints what went wrong.

python3 run_cases.py sync|async CASES.json SETTINGS.json
"""

import asyncio
import inspect
import json
import sys
import time
from pathlib import Path
from typing import Any, Dict, List

sys.path.insert(0, str(Path(__file__).parent.parent))

from plinth import AsyncClient, Client, PlinthError  # noqa: E402

#: `try` is a word of the language.
NAMES = {"feeds.try": "feeds.try_feed"}
#: Which argument of a method is the content of a file.
FILES = {"feeds.upload": 1, "files.create": 0}
PATIENCE_SECONDS = 30


def look(value: Any, path: str) -> Any:
    for part in path.split("."):
        if part == "exists":
            return value is not None
        if part == "length":
            value = len(value)
        elif isinstance(value, list):
            value = value[int(part)] if int(part) < len(value) else None
        else:
            value = value.get(part) if isinstance(value, dict) else None
    return value


def fill(value: Any, known: Dict[str, Any]) -> Any:
    if isinstance(value, str) and value.startswith("$"):
        return known[value[1:]]
    if isinstance(value, list):
        return [fill(item, known) for item in value]
    if isinstance(value, dict):
        return {name: fill(item, known) for name, item in value.items()}
    return value


def method_of(client: Any, call: str) -> Any:
    for name in NAMES.get(call, call).split("."):
        client = getattr(client, name)
    return client


async def result_of(client: Any, case: Dict[str, Any], known: Dict[str, Any]) -> Any:
    arguments = fill(case.get("arguments", []), known)
    if case["call"] in FILES:
        at = FILES[case["call"]]
        arguments[at] = arguments[at].encode()
    result = method_of(client, case["call"])(*arguments, **fill(case.get("named", {}), known))
    if inspect.isawaitable(result):
        result = await result
    if "take" not in case:
        return result
    taken: List[Any] = []
    if hasattr(result, "__anext__"):
        async for item in result:
            taken.append(item)
            if len(taken) == case["take"]:
                break
    else:
        for item in result:
            taken.append(item)
            if len(taken) == case["take"]:
                break
    return taken


async def problem_of(client: Any, case: Dict[str, Any], known: Dict[str, Any]) -> str:
    """What is wrong, or an empty text."""
    try:
        result = await result_of(client, case, known)
    except PlinthError as error:
        expected = case.get("error")
        if expected is None:
            return f"{error.status} {error}"
        wrong = [name for name, value in expected.items() if getattr(error, name) != value]
        return f"expected {expected}, got {error.status} {error}" if wrong else ""
    if "error" in case:
        return f"expected {case['error']}, got {json.dumps(result)[:200]}"
    for path, value in fill(case["expect"], known).items():
        if look(result, path) != value:
            return f"{path} is {look(result, path)!r}, not {value!r}: {json.dumps(result)[:200]}"
    for name, path in case.get("save", {}).items():
        known[name] = look(result, path)
    return ""


async def run(kind: str, cases: List[Dict[str, Any]], settings: Dict[str, Any]) -> List[str]:
    make = Client if kind == "sync" else AsyncClient
    clients = {key: make(settings["url"], api_key=text) for key, text in settings["keys"].items()}
    visitor = make(settings["url"])
    problems = []
    for number, case in enumerate(cases):
        known = settings["known"]
        known["unique"] = f"{kind}-{number}@example.ca"
        client = visitor if case["key"] is None else clients[case["key"]]
        until = time.monotonic() + (PATIENCE_SECONDS if case.get("eventually") else 0)
        problem = await problem_of(client, case, known)
        while problem and time.monotonic() < until:
            await asyncio.sleep(0.1)
            problem = await problem_of(client, case, known)
        if problem:
            problems.append(f"{case['name']} ({case['call']}): {problem}")
    for client in [visitor, *clients.values()]:
        closed = client.close()
        if inspect.isawaitable(closed):
            await closed
    return problems


if __name__ == "__main__":
    kind, cases_file, settings_file = sys.argv[1:]
    found = asyncio.run(run(kind, json.loads(Path(cases_file).read_text()), json.loads(Path(settings_file).read_text())))
    print(json.dumps(found))
