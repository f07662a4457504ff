"""The client: a connection, and one attribute per resource."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Mapping, Optional, Type, cast

import httpx

from ..requests import RETRIES, TIMEOUT_SECONDS, Body, Call, CallOptions, Value, path
from .resources import AsyncResources
from .transport import AsyncTransport, Token

if TYPE_CHECKING:
    from .. import types as shapes


class AsyncClient(AsyncResources):
    """Calls a Plinth server. Use it as a context manager, or call `close`.

    `get_token` is called before each attempt, for tokens that expire. `language` is `en` or `fr`.
    `timeout` is in seconds; 0 for none.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: Optional[str] = None,
        access_token: Optional[str] = None,
        get_token: Optional[Token] = None,
        language: Optional[str] = None,
        retries: int = RETRIES,
        timeout: float = TIMEOUT_SECONDS,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        transport = AsyncTransport(
            base_url,
            api_key=api_key,
            access_token=access_token,
            get_token=get_token,
            language=language,
            retries=retries,
            timeout=timeout,
            http_client=http_client,
        )
        super().__init__(transport)

    async def suggest(self, q: str, *, options: Optional[CallOptions] = None, **filters: Value) -> shapes.SuggestResponse:
        """Suggests addresses, buildings and names for a text that someone types."""
        # The next key sends a newer text, so that a late answer has no use.
        chosen = options or CallOptions(retries=0)
        call = Call("GET", path("suggest"), query={"q": q, **filters}, options=chosen)
        return cast("shapes.SuggestResponse", await self._transport.json(call))

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Value]] = None,
        body: Optional[Body] = None,
        options: Optional[CallOptions] = None,
    ) -> Any:
        """Calls any operation by method and path, with the same credentials, retries and errors. Returns the JSON body."""
        return await self._transport.json(Call(method, path, query=query, body=body, options=options or CallOptions()))

    async def close(self) -> None:
        await self._transport.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()
