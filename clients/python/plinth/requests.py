"""What a request consists of, and when it is sent again. Shared by both clients; sends nothing."""

from __future__ import annotations

import json
import random
import re
import uuid
from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union
from urllib.parse import quote, urlsplit

from .errors import PlinthError

#: A value of a query parameter. A list of numbers is one value, as in `near=[49.28, -123.12]`.
Value = Union[str, int, float, bool, Sequence[str], Sequence[float], None]
Body = Union[Mapping[str, Any], Sequence[Any]]
Json = Dict[str, Any]
#: A project's id or slug.
ProjectId = Union[int, str]

RETRIES = 3
TIMEOUT_SECONDS = 30.0
PAGE_SIZE = 200
#: Items in one request of a stream.
MAX_ITEMS = 1000
#: A batch body has at most 4 MiB; this leaves room for separators.
MAX_BATCH_BYTES = 4_000_000

_FIRST_DELAY = 0.25
_MAX_DELAY = 20.0
#: For a longer wait, the client raises so that the program can decide.
_MAX_RETRY_AFTER = 60.0
_TRANSIENT = ("network_error", "timeout", "idempotency_in_progress", "rate_limited")
#: URL parsers remove `.` and `..` segments even when escaped, which would change the path.
_DOTS = re.compile(r"/(?:\.|%2e){1,2}(?:/|$)", re.IGNORECASE)


@dataclass(frozen=True)
class CallOptions:
    """Options of a single call. Every method takes them as `options`."""

    headers: Mapping[str, str] = field(default_factory=dict)
    retries: Optional[int] = None
    #: Seconds until the response starts.
    timeout: Optional[float] = None
    #: For POST requests. By default the client generates one and reuses it for retries.
    idempotency_key: Optional[str] = None


@dataclass(frozen=True)
class Call:
    """One request, without the credential."""

    method: str
    path: str
    query: Optional[Mapping[str, Value]] = None
    body: Optional[Body] = None
    #: A raw body. Requests with a stream are not retried.
    content: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    options: CallOptions = CallOptions()

    @property
    def retries(self) -> Optional[int]:
        """0 for requests that are not safe to repeat; None for the client's default."""
        return 0 if self.content is not None or self.method == "PATCH" else self.options.retries


def path(*parts: Union[str, int]) -> str:
    """`path("projects", 7)` is `/api/v1/projects/7`, with every part escaped."""
    return "/api/v1/" + "/".join(quote(str(part), safe="") for part in parts)


def given(**fields: Any) -> Json:
    """A body with the fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


def if_match(version: Optional[int]) -> Dict[str, str]:
    return {} if version is None else {"if-match": f'"{version}"'}


def base_url(text: str) -> str:
    url = urlsplit(text)
    if url.scheme not in ("http", "https") or not url.netloc:
        raise ValueError(f'base_url must be an http or https URL; got "{text}"')
    return text.rstrip("/")


def refuse_dots(call: Call) -> None:
    if _DOTS.search(call.path):
        raise PlinthError(status=400, code="invalid_parameter", detail='An id must not be "." or "..".')


def query_pairs(query: Optional[Mapping[str, Value]]) -> List[Tuple[str, Union[str, int, float, bool, None]]]:
    pairs: List[Tuple[str, Union[str, int, float, bool, None]]] = []
    for name, value in (query or {}).items():
        if value is None:
            continue
        if isinstance(value, (str, int, float)):
            pairs.append((name, _text(value)))
        elif all(isinstance(part, (int, float)) for part in value):
            pairs.append((name, ",".join(_text(part) for part in value)))
        else:
            pairs.extend((name, _text(part)) for part in value)
    return pairs


def _text(value: Union[str, int, float, bool]) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def headers_of(call: Call, token: Optional[str], language: Optional[str], idempotency_key: Optional[str]) -> Dict[str, str]:
    headers = {"accept": "application/json"}
    if language is not None:
        headers["accept-language"] = language
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    if idempotency_key is not None:
        headers["idempotency-key"] = idempotency_key
    if call.body is not None:
        headers["content-type"] = "application/json"
    headers.update(call.headers)
    headers.update(call.options.headers)
    return headers


def idempotency_key_of(call: Call) -> Optional[str]:
    """The same key for every attempt, so that a retry gets the first attempt's result."""
    return (call.options.idempotency_key or str(uuid.uuid4())) if call.method == "POST" else None


def content_of(call: Call) -> Any:
    return call.content if call.body is None else json.dumps(call.body, ensure_ascii=False).encode()


def retry_delay(error: PlinthError, attempt: int, chance: Optional[float] = None) -> Optional[float]:
    """Seconds before the next attempt, or None if a retry would not help."""
    if error.code not in _TRANSIENT and error.status not in (502, 503, 504):
        return None
    jitter = random.random() if chance is None else chance
    if error.retry_after is not None:
        # Add jitter, so that not all callers retry at the same time.
        return None if error.retry_after > _MAX_RETRY_AFTER else error.retry_after + jitter * _FIRST_DELAY
    return min(_FIRST_DELAY * 2.0**attempt, _MAX_DELAY) * (0.5 + jitter / 2)


def batches(items: Iterable[Any]) -> Iterator[List[Any]]:
    """Groups items into requests of at most 1,000 items and 4 MiB."""
    batch: List[Any] = []
    size = 0
    for item in items:
        length = len(json.dumps(item, ensure_ascii=False).encode()) + 1
        if batch and (len(batch) == MAX_ITEMS or size + length > MAX_BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += length
    if batch:
        yield batch


class Lines:
    """Splits chunks of NDJSON at line feeds only: JSON may contain other line separators."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, chunk: bytes) -> Iterator[Json]:
        lines = (self._rest + chunk).split(b"\n")
        self._rest = lines.pop()
        for line in lines:
            if line.strip():
                yield self._parse(line)

    def end(self) -> Iterator[Json]:
        if self._rest.strip():
            yield self._parse(self._rest)

    @staticmethod
    def _parse(line: bytes) -> Json:
        try:
            value = json.loads(line)
        except ValueError as error:
            detail = "The stream ended in the middle of a line."
            raise PlinthError(status=200, code="unexpected_answer", detail=detail) from error
        return raise_error_line(value)


def raise_error_line(value: Json) -> Json:
    """A last line with only an `error` says why the server ended a stream."""
    if isinstance(value, dict) and set(value) == {"error"} and isinstance(value["error"], dict):
        error = value["error"]
        detail = str(error.get("message") or error.get("detail") or "The server ended the stream.")
        raise PlinthError(status=503, code=str(error.get("code", "unexpected_answer")), detail=detail)
    return value
