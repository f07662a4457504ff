"""Webhook endpoints, event types and deliveries."""

from __future__ import annotations

from typing import Any, AsyncIterator, List, Mapping, Optional, cast

from ..requests import CallOptions, Json, Value, path
from ..types import Page
from .transport import AsyncTransport, Group


class AsyncEndpoints(Group):
    async def list(self, *, options: Optional[CallOptions] = None) -> Page:
        return cast(Page, await self._page(path("webhooks", "endpoints"), options, {}))

    async def get(self, id: str, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, await self._get(path("webhooks", "endpoints", id), options))

    async def create(self, endpoint: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Json:
        """The secret is returned only once."""
        return cast(Json, await self._post(path("webhooks", "endpoints"), endpoint, options))

    async def update(
        self,
        id: str,
        change: Mapping[str, Any],
        *,
        version: Optional[int] = None,
        options: Optional[CallOptions] = None,
    ) -> Json:
        """With the `version` you read, fails with `precondition_failed` if the endpoint has changed since."""
        return cast(Json, await self._patch(path("webhooks", "endpoints", id), change, options, version))

    async def remove(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        await self._delete(path("webhooks", "endpoints", id), options)

    async def rotate_secret(
        self, id: str, *, overlap_seconds: Optional[int] = None, options: Optional[CallOptions] = None
    ) -> Json:
        """Deliveries are signed with both secrets for `overlap_seconds`."""
        body = {} if overlap_seconds is None else {"overlap_seconds": overlap_seconds}
        return cast(Json, await self._post(path("webhooks", "endpoints", id, "rotate-secret"), body, options))

    async def test(self, id: str, *, options: Optional[CallOptions] = None) -> Json:
        """Sends a ping now and returns the result."""
        return cast(Json, await self._post(path("webhooks", "endpoints", id, "test"), {}, options))

    async def enable(self, id: str, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, await self._post(path("webhooks", "endpoints", id, "enable"), {}, options))

    async def replay(self, id: str, request: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Json:
        """Resends all matching events after a sequence number."""
        return cast(Json, await self._post(path("webhooks", "endpoints", id, "replay"), request, options))


class AsyncDeliveries(Group):
    async def list(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, await self._page(path("webhooks", "deliveries"), options, filters))

    def iterate(self, *, options: Optional[CallOptions] = None, **filters: Value) -> AsyncIterator[Json]:
        return self._pages(path("webhooks", "deliveries"), options, filters)

    async def get(self, id: str, *, options: Optional[CallOptions] = None) -> Json:
        """Returns a delivery with its body and all attempts."""
        return cast(Json, await self._get(path("webhooks", "deliveries", id), options))

    async def redeliver(self, id: str, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, await self._post(path("webhooks", "deliveries", id, "redeliver"), {}, options))


class AsyncWebhooks(Group):
    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.endpoints = AsyncEndpoints(transport)
        self.deliveries = AsyncDeliveries(transport)

    async def event_types(self, *, options: Optional[CallOptions] = None) -> List[Json]:
        """Lists event types with JSON Schemas and examples."""
        return cast("List[Json]", await self._get(path("webhooks", "event-types"), options))


class AsyncSandbox(Group):
    async def send_event(self, event: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Json:
        """Makes an event of any type happen on the sandbox, for your account only. Needs a test key."""
        return cast(Json, await self._post(path("sandbox", "events"), event, options))
