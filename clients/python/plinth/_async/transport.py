"""Sends requests: credentials, timeout, and retries that are safe to repeat."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import Any, AsyncIterator, Awaitable, Callable, Iterable, Mapping, Optional, Union

import httpx

from ..errors import PlinthError, error_from_response
from ..requests import (
    PAGE_SIZE,
    RETRIES,
    TIMEOUT_SECONDS,
    Body,
    Call,
    CallOptions,
    Json,
    Lines,
    Value,
    base_url,
    batches,
    content_of,
    headers_of,
    idempotency_key_of,
    query_pairs,
    refuse_dots,
    retry_delay,
)

Token = Callable[[], Union[str, Awaitable[str]]]


class AsyncTransport:
    def __init__(
        self,
        url: str,
        *,
        api_key: Optional[str],
        access_token: Optional[str],
        get_token: Optional[Token],
        language: Optional[str],
        retries: int = RETRIES,
        timeout: float = TIMEOUT_SECONDS,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        self._base = base_url(url)
        self._token = access_token or api_key
        self._get_token = get_token
        self._language = language
        self._retries = retries
        self._timeout = timeout
        # A redirect could send the key to another server.
        self._http = http_client or httpx.AsyncClient(follow_redirects=False)
        self._owns_http = http_client is None

    async def close(self) -> None:
        if self._owns_http:
            await self._http.aclose()

    async def json(self, call: Call) -> Any:
        """Returns the JSON body of the response; None if it is empty."""
        async with self.open(call) as response:
            raw = await _read(response)
            if response.status_code == 204 or not raw:
                return None
            try:
                return response.json()
            except ValueError as error:
                raise PlinthError(
                    status=response.status_code,
                    code="unexpected_answer",
                    detail=f"The response to {call.method} {call.path} is incomplete or is not JSON.",
                    request_id=response.headers.get("x-request-id"),
                ) from error

    async def data(self, call: Call) -> Any:
        """Returns the `data` of the response."""
        body = await self.json(call)
        return body["data"] if isinstance(body, dict) else None

    async def lines(self, call: Call) -> AsyncIterator[Json]:
        """Yields one JSON value per line."""
        lines = Lines()
        async with self.open(call) as response:
            try:
                async for chunk in response.aiter_bytes():
                    for value in lines.feed(chunk):
                        yield value
            except httpx.HTTPError as error:
                detail = "The response was interrupted."
                raise PlinthError(status=0, code="network_error", detail=detail) from error
            for value in lines.end():
                yield value

    async def pages(self, call: Call) -> AsyncIterator[Json]:
        """Yields every record of all pages of a list with cursors."""
        position: Mapping[str, Value] = {}
        while True:
            page = await self.json(at_page(call, position))
            for record in page["data"]:
                yield record
            cursor = page["meta"]["next_cursor"]
            if cursor is None:
                return
            position = {"cursor": cursor}

    async def sequence(self, call: Call, since: int) -> AsyncIterator[Json]:
        """Yields every change after `since`, each with a `checkpoint` to resume from."""
        while True:
            page = await self.json(with_query(call, {"limit": 1000, **(call.query or {}), "since": since}))
            changes, meta = page["data"], page["meta"]
            since = meta["next_since"]
            for position, change in enumerate(changes):
                checkpoint = since if position == len(changes) - 1 else change["sequence"]
                yield {**change, "checkpoint": checkpoint}
            if not meta["has_more"]:
                return

    @asynccontextmanager
    async def open(self, call: Call) -> AsyncIterator[httpx.Response]:
        """The response, whose body is not read yet. Raises a PlinthError unless the status is 2xx."""
        response = await self._send(call)
        try:
            yield response
        finally:
            await response.aclose()

    async def _send(self, call: Call) -> httpx.Response:
        refuse_dots(call)
        key = idempotency_key_of(call)
        retries = self._retries if call.retries is None else call.retries
        attempt = 0
        while True:
            try:
                return await self._attempt(call, key)
            except PlinthError as error:
                delay = retry_delay(error, attempt) if attempt < retries else None
                if delay is None:
                    raise
            attempt += 1
            await asyncio.sleep(delay)

    async def _attempt(self, call: Call, idempotency_key: Optional[str]) -> httpx.Response:
        timeout = self._timeout if call.options.timeout is None else call.options.timeout
        token = self._token
        if self._get_token is not None:
            given = self._get_token()
            token = given if isinstance(given, str) else await given
        request = self._http.build_request(
            call.method,
            self._base + call.path,
            params=query_pairs(call.query) or None,
            content=content_of(call),
            headers=headers_of(call, token, self._language, idempotency_key),
            timeout=timeout if timeout > 0 else None,
        )
        try:
            response = await self._http.send(request, stream=True)
        except httpx.TimeoutException as error:
            detail = f"No response within {timeout:g} s."
            raise PlinthError(status=0, code="timeout", detail=detail) from error
        except httpx.HTTPError as error:
            detail = f"Can't reach the server at {self._base}: {error}"
            raise PlinthError(status=0, code="network_error", detail=detail) from error
        if 200 <= response.status_code < 300:
            return response
        try:
            body = await _problem(response)
        finally:
            await response.aclose()
        raise error_from_response(response.status_code, response.headers, body, str(request.url))


async def _read(response: httpx.Response) -> bytes:
    try:
        return await response.aread()
    except httpx.TimeoutException as error:
        raise PlinthError(status=0, code="timeout", detail="The response did not arrive in time.") from error
    except httpx.HTTPError as error:
        raise PlinthError(status=0, code="network_error", detail="The response was interrupted.") from error


async def _problem(response: httpx.Response) -> Any:
    try:
        await response.aread()
        return response.json()
    except (ValueError, httpx.HTTPError):
        return None


def with_query(call: Call, query: Mapping[str, Value]) -> Call:
    return Call(call.method, call.path, query, call.body, call.content, call.headers, call.options)


def at_page(call: Call, position: Mapping[str, Value]) -> Call:
    """Lists take the cursor in the query, searches in the body."""
    if call.body is None:
        return with_query(call, {"limit": PAGE_SIZE, **(call.query or {}), **position})
    body: Body = {"limit": PAGE_SIZE, **dict(call.body), **position}
    return Call(call.method, call.path, call.query, body, call.content, call.headers, call.options)


class Group:
    """Methods of one resource."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def _stream(
        self, path: str, field: str, items: Iterable[Mapping[str, Any]], options: Optional[CallOptions]
    ) -> AsyncIterator[Json]:
        """Sends items in batches and yields their results."""
        for batch in batches(items):
            call = Call("POST", path, body={field: batch}, options=options or CallOptions())
            for result in (await self._transport.json(call))["data"]:
                yield result
