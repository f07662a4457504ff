"""The client: one attribute per resource."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Mapping, Optional, Type, cast

import httpx

from ..requests import RETRIES, TIMEOUT_SECONDS, Body, Call, CallOptions, Json, Value, path
from ..types import SuggestAnswer
from .account import (
    AsyncAccounts,
    AsyncApiKeys,
    AsyncApplications,
    AsyncAuditLog,
    AsyncConsents,
    AsyncInvitations,
    AsyncPeople,
    AsyncPlanRequests,
    AsyncRequestLogs,
)
from .building_links import AsyncAddresses, AsyncBuildingLinks
from .catalogue import AsyncBuildings, AsyncCities, AsyncDevelopers, AsyncFloorPlans, AsyncMedia, AsyncProjects, AsyncUnits
from .dataset import AsyncChanges, AsyncExports
from .listings import AsyncFeeds, AsyncListings
from .transport import AsyncTransport, Token
from .webhooks import AsyncSandbox, AsyncWebhooks


class AsyncClient:
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
        self._transport = transport = AsyncTransport(
            base_url,
            api_key=api_key,
            access_token=access_token,
            get_token=get_token,
            language=language,
            retries=retries,
            timeout=timeout,
            http_client=http_client,
        )
        self.building_links = AsyncBuildingLinks(transport)
        self.addresses = AsyncAddresses(transport)
        self.listings = AsyncListings(transport)
        self.feeds = AsyncFeeds(transport)
        self.projects = AsyncProjects(transport)
        self.buildings = AsyncBuildings(transport)
        self.floor_plans = AsyncFloorPlans(transport)
        self.units = AsyncUnits(transport)
        self.media = AsyncMedia(transport)
        self.developers = AsyncDevelopers(transport)
        self.cities = AsyncCities(transport)
        self.changes = AsyncChanges(transport)
        self.exports = AsyncExports(transport)
        self.accounts = AsyncAccounts(transport)
        self.api_keys = AsyncApiKeys(transport)
        self.people = AsyncPeople(transport)
        self.invitations = AsyncInvitations(transport)
        self.applications = AsyncApplications(transport)
        self.consents = AsyncConsents(transport)
        self.plan_requests = AsyncPlanRequests(transport)
        self.audit_log = AsyncAuditLog(transport)
        self.request_logs = AsyncRequestLogs(transport)
        self.webhooks = AsyncWebhooks(transport)
        self.sandbox = AsyncSandbox(transport)

    async def dataset(self, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, await self._transport.data(_get("dataset", None, options)))

    async def attributions(self, *, options: Optional[CallOptions] = None) -> Json:
        """The sources of the dataset with their licences, and the statements to show with the data."""
        return cast(Json, await self._transport.data(_get("dataset/attributions", None, options)))

    async def suggest(self, q: str, *, options: Optional[CallOptions] = None, **filters: Value) -> SuggestAnswer:
        """Suggests addresses, buildings and names for a text that someone types."""
        # The next key sends a newer text, so that a late answer has no use.
        chosen = options or CallOptions(retries=0)
        return cast(SuggestAnswer, await self._transport.json(_get("suggest", {"q": q, **filters}, chosen)))

    async def plans(self, *, options: Optional[CallOptions] = None) -> Json:
        """The plans with their features and limits."""
        return cast(Json, await self._transport.data(_get("plans", None, options)))

    async def me(self, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, await self._transport.data(_get("me", None, options)))

    async def usage(self, *, month: Optional[str] = None, options: Optional[CallOptions] = None) -> Json:
        """Usage for a month, such as `2026-10`. Default: the current month."""
        return cast(Json, await self._transport.data(_get("usage", {"month": month}, options)))

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


def _get(name: str, query: Optional[Mapping[str, Value]], options: Optional[CallOptions]) -> Call:
    return Call("GET", path(*name.split("/")), query=query, options=options or CallOptions())
