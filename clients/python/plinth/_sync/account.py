# Written by make_sync.py from plinth/_async. Change that, then run it again.
"""Accounts, API keys, people, OAuth applications, consents and logs."""

from __future__ import annotations

from typing import Any, Iterator, Mapping, Optional, Sequence, cast

from ..requests import Call, CallOptions, Json, Value, path
from ..types import Page
from .transport import Group


class Accounts(Group):
    def create(self, email: str, *, options: Optional[CallOptions] = None) -> Json:
        """Creates a sandbox account. The response contains its API key, which is returned only once."""
        return cast(Json, self._post(path("accounts"), {"email": email}, options))

    def delete(self, confirm: str, *, options: Optional[CallOptions] = None) -> Json:
        """Deletes your account: suspended at once, erased after seven days. `confirm` is the id of the account."""
        return cast(Json, self._delete(path("account"), options, confirm=confirm))


class PlanRequests(Group):
    def create(self, request: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> None:
        """Asks the operator for another plan. Needs the session of an owner."""
        self._post(path("plan-requests"), request, options)


class ApiKeys(Group):
    def list(self, *, options: Optional[CallOptions] = None) -> Page:
        return cast(Page, self._page(path("api-keys"), options, {}))

    def create(
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
        return cast(Json, self._post(path("api-keys"), body, options))

    def rotate(
        self, id: str, *, overlap_seconds: Optional[int] = None, options: Optional[CallOptions] = None
    ) -> Json:
        """Replaces a key. The old key keeps working for `overlap_seconds`."""
        body = {} if overlap_seconds is None else {"overlap_seconds": overlap_seconds}
        return cast(Json, self._post(path("api-keys", id, "rotate"), body, options))

    def revoke(self, id: str, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, self._delete(path("api-keys", id), options))


class People(Group):
    def list(self, *, options: Optional[CallOptions] = None) -> Page:
        """Lists the people of the account. Needs a session."""
        return cast(Page, self._page(path("people"), options, {}))

    def create(self, person: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Json:
        """Adds a person with a password, who can then sign in to the account."""
        return cast(Json, self._post(path("people"), person, options))

    def change_role(self, id: str, role: str, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, self._patch(path("people", id), {"account_role": role}, options))

    def remove(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Ends the person's sessions. API keys stay."""
        self._delete(path("people", id), options)


class Invitations(Group):
    def list(self, *, options: Optional[CallOptions] = None) -> Page:
        return cast(Page, self._page(path("invitations"), options, {}))

    def create(self, invitation: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, self._post(path("invitations"), invitation, options))

    def resend(self, id: str, *, options: Optional[CallOptions] = None) -> Json:
        """The earlier link stops working."""
        return cast(Json, self._post(path("invitations", id, "resend"), {}, options))

    def withdraw(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        self._delete(path("invitations", id), options)


class Applications(Group):
    def list(self, *, options: Optional[CallOptions] = None) -> Page:
        return cast(Page, self._page(path("oauth", "applications"), options, {}))

    def create(self, application: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Json:
        """The secret is returned only once."""
        return cast(Json, self._post(path("oauth", "applications"), application, options))

    def update(self, id: str, change: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, self._patch(path("oauth", "applications", id), change, options))

    def rotate_secret(
        self, id: str, *, overlap_seconds: Optional[int] = None, options: Optional[CallOptions] = None
    ) -> Json:
        """Replaces the secret. The old one keeps working for `overlap_seconds`."""
        body = {} if overlap_seconds is None else {"overlap_seconds": overlap_seconds}
        return cast(Json, self._post(path("oauth", "applications", id, "rotate-secret"), body, options))

    def remove(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        self._delete(path("oauth", "applications", id), options)


class Consents(Group):
    """What people of the account allowed applications to do. They need a session."""

    def list(self, *, options: Optional[CallOptions] = None) -> Page:
        return cast(Page, self._page(path("oauth", "grants"), options, {}))

    def withdraw(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        self._delete(path("oauth", "grants", id), options)


class RequestLogs(Group):
    def list(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, self._page(path("request-logs"), options, filters))

    def iterate(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Iterator[Json]:
        """Iterates over all requests, newest first."""
        return self._pages(path("request-logs"), options, filters)


class AuditLog(Group):
    def list(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, self._page(path("audit-log"), options, filters))

    def iterate(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Iterator[Json]:
        """Iterates over all entries, newest first."""
        return self._pages(path("audit-log"), options, filters)

    def export(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Iterator[Json]:
        """Yields all entries in one request, oldest first. Raises if the response is incomplete."""
        headers = {"accept": "*/*"}
        call = Call("GET", path("audit-log", "export"), query=filters, headers=headers, options=options or CallOptions())
        return self._transport.lines(call)
