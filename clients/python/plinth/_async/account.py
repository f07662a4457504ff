"""Accounts, API keys, people, OAuth applications, consents and logs."""

from __future__ import annotations

from typing import Any, AsyncIterator, Mapping, Optional, Sequence, cast

from ..requests import Call, CallOptions, Json, Value, path
from ..types import Page
from .transport import Group


class AsyncAccounts(Group):
    async def create(self, email: str, *, options: Optional[CallOptions] = None) -> Json:
        """Creates a sandbox account. The response contains its API key, which is returned only once."""
        return cast(Json, await self._post(path("accounts"), {"email": email}, options))

    async def delete(self, confirm: str, *, options: Optional[CallOptions] = None) -> Json:
        """Deletes your account: suspended at once, erased after seven days. `confirm` is the id of the account."""
        return cast(Json, await self._delete(path("account"), options, confirm=confirm))


class AsyncPlanRequests(Group):
    async def create(self, request: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> None:
        """Asks the operator for another plan. Needs the session of an owner."""
        await self._post(path("plan-requests"), request, options)


class AsyncApiKeys(Group):
    async def list(self, *, options: Optional[CallOptions] = None) -> Page:
        return cast(Page, await self._page(path("api-keys"), options, {}))

    async def create(
        self,
        *,
        name: Optional[str] = None,
        mode: Optional[str] = None,
        scopes: Optional[Sequence[str]] = None,
        expires_at: Optional[str] = None,
        options: Optional[CallOptions] = None,
    ) -> Json:
        """The key is returned only once. `mode` is `live` or `test`."""
        given = {"name": name, "mode": mode, "scopes": scopes, "expires_at": expires_at}
        body = {field: value for field, value in given.items() if value is not None}
        return cast(Json, await self._post(path("api-keys"), body, options))

    async def rotate(
        self, id: str, *, overlap_seconds: Optional[int] = None, options: Optional[CallOptions] = None
    ) -> Json:
        """Replaces a key. The old key keeps working for `overlap_seconds`."""
        body = {} if overlap_seconds is None else {"overlap_seconds": overlap_seconds}
        return cast(Json, await self._post(path("api-keys", id, "rotate"), body, options))

    async def revoke(self, id: str, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, await self._delete(path("api-keys", id), options))


class AsyncPeople(Group):
    async def list(self, *, options: Optional[CallOptions] = None) -> Page:
        """Lists the people of the account. Needs a session."""
        return cast(Page, await self._page(path("people"), options, {}))

    async def create(self, person: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Json:
        """Adds a person with a password, who can then sign in to the account."""
        return cast(Json, await self._post(path("people"), person, options))

    async def change_role(self, id: str, role: str, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, await self._patch(path("people", id), {"account_role": role}, options))

    async def remove(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Ends the person's sessions. API keys stay."""
        await self._delete(path("people", id), options)


class AsyncInvitations(Group):
    async def list(self, *, options: Optional[CallOptions] = None) -> Page:
        return cast(Page, await self._page(path("invitations"), options, {}))

    async def create(self, invitation: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, await self._post(path("invitations"), invitation, options))

    async def resend(self, id: str, *, options: Optional[CallOptions] = None) -> Json:
        """The earlier link stops working."""
        return cast(Json, await self._post(path("invitations", id, "resend"), {}, options))

    async def withdraw(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        await self._delete(path("invitations", id), options)


class AsyncApplications(Group):
    async def list(self, *, options: Optional[CallOptions] = None) -> Page:
        return cast(Page, await self._page(path("oauth", "applications"), options, {}))

    async def create(self, application: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Json:
        """The secret is returned only once."""
        return cast(Json, await self._post(path("oauth", "applications"), application, options))

    async def update(self, id: str, change: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, await self._patch(path("oauth", "applications", id), change, options))

    async def rotate_secret(
        self, id: str, *, overlap_seconds: Optional[int] = None, options: Optional[CallOptions] = None
    ) -> Json:
        """Replaces the secret. The old one keeps working for `overlap_seconds`."""
        body = {} if overlap_seconds is None else {"overlap_seconds": overlap_seconds}
        return cast(Json, await self._post(path("oauth", "applications", id, "rotate-secret"), body, options))

    async def remove(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        await self._delete(path("oauth", "applications", id), options)


class AsyncConsents(Group):
    """What people of the account allowed applications to do. They need a session."""

    async def list(self, *, options: Optional[CallOptions] = None) -> Page:
        return cast(Page, await self._page(path("oauth", "grants"), options, {}))

    async def withdraw(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        await self._delete(path("oauth", "grants", id), options)


class AsyncRequestLogs(Group):
    async def list(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, await self._page(path("request-logs"), options, filters))

    def iterate(self, *, options: Optional[CallOptions] = None, **filters: Value) -> AsyncIterator[Json]:
        """Iterates over all requests, newest first."""
        return self._pages(path("request-logs"), options, filters)


class AsyncAuditLog(Group):
    async def list(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, await self._page(path("audit-log"), options, filters))

    def iterate(self, *, options: Optional[CallOptions] = None, **filters: Value) -> AsyncIterator[Json]:
        """Iterates over all entries, newest first."""
        return self._pages(path("audit-log"), options, filters)

    def export(self, *, options: Optional[CallOptions] = None, **filters: Value) -> AsyncIterator[Json]:
        """Yields all entries in one request, oldest first. Raises if the response is incomplete."""
        headers = {"accept": "*/*"}
        call = Call("GET", path("audit-log", "export"), query=filters, headers=headers, options=options or CallOptions())
        return self._transport.lines(call)
