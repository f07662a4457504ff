# Written by make_sync.py from plinth/_async. Change that, then run it again.
"""The client: one attribute per resource."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Mapping, Optional, Type, cast

import httpx

from ..requests import RETRIES, TIMEOUT_SECONDS, Body, Call, CallOptions, Json, Value, path
from ..types import SuggestAnswer
from .account import (
    Accounts,
    ApiKeys,
    Applications,
    AuditLog,
    Consents,
    Invitations,
    People,
    PlanRequests,
    RequestLogs,
)
from .building_links import Addresses, BuildingLinks
from .catalogue import Buildings, Cities, Developers, FloorPlans, Media, Projects, Units
from .dataset import Changes, Exports
from .listings import Feeds, Listings
from .transport import Transport, Token
from .webhooks import Sandbox, Webhooks


class Client:
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
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        self._transport = transport = Transport(
            base_url,
            api_key=api_key,
            access_token=access_token,
            get_token=get_token,
            language=language,
            retries=retries,
            timeout=timeout,
            http_client=http_client,
        )
        self.building_links = BuildingLinks(transport)
        self.addresses = Addresses(transport)
        self.listings = Listings(transport)
        self.feeds = Feeds(transport)
        self.projects = Projects(transport)
        self.buildings = Buildings(transport)
        self.floor_plans = FloorPlans(transport)
        self.units = Units(transport)
        self.media = Media(transport)
        self.developers = Developers(transport)
        self.cities = Cities(transport)
        self.changes = Changes(transport)
        self.exports = Exports(transport)
        self.accounts = Accounts(transport)
        self.api_keys = ApiKeys(transport)
        self.people = People(transport)
        self.invitations = Invitations(transport)
        self.applications = Applications(transport)
        self.consents = Consents(transport)
        self.plan_requests = PlanRequests(transport)
        self.audit_log = AuditLog(transport)
        self.request_logs = RequestLogs(transport)
        self.webhooks = Webhooks(transport)
        self.sandbox = Sandbox(transport)

    def dataset(self, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, self._transport.data(_get("dataset", None, options)))

    def attributions(self, *, options: Optional[CallOptions] = None) -> Json:
        """The sources of the dataset with their licences, and the statements to show with the data."""
        return cast(Json, self._transport.data(_get("dataset/attributions", None, options)))

    def suggest(self, q: str, *, options: Optional[CallOptions] = None, **filters: Value) -> SuggestAnswer:
        """Suggests addresses, buildings and names for a text that someone types."""
        # The next key sends a newer text, so that a late answer has no use.
        chosen = options or CallOptions(retries=0)
        return cast(SuggestAnswer, self._transport.json(_get("suggest", {"q": q, **filters}, chosen)))

    def plans(self, *, options: Optional[CallOptions] = None) -> Json:
        """The plans with their features and limits."""
        return cast(Json, self._transport.data(_get("plans", None, options)))

    def me(self, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, self._transport.data(_get("me", None, options)))

    def usage(self, *, month: Optional[str] = None, options: Optional[CallOptions] = None) -> Json:
        """Usage for a month, such as `2026-10`. Default: the current month."""
        return cast(Json, self._transport.data(_get("usage", {"month": month}, options)))

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Value]] = None,
        body: Optional[Body] = None,
        options: Optional[CallOptions] = None,
    ) -> Any:
        """Calls any operation by method and path, with the same credentials, retries and errors. Returns the JSON body."""
        return self._transport.json(Call(method, path, query=query, body=body, options=options or CallOptions()))

    def close(self) -> None:
        self._transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


def _get(name: str, query: Optional[Mapping[str, Value]], options: Optional[CallOptions]) -> Call:
    return Call("GET", path(*name.split("/")), query=query, options=options or CallOptions())
