"""PlinthError: an error response from the server, or a failed connection."""

from __future__ import annotations

from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Dict, List, Mapping, Optional


class PlinthError(Exception):
    """A failed call. `code` is the server's error code, or `network_error`, `timeout` or `unexpected_answer`."""

    def __init__(
        self,
        *,
        status: int,
        code: str,
        detail: str,
        errors: Optional[List[Dict[str, Any]]] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
        problem: Optional[Dict[str, Any]] = None,
    ) -> None:
        super().__init__(f"{code}: {detail}")
        #: The HTTP status, or 0 if there was no response.
        self.status = status
        self.code = code
        self.detail = detail
        self.errors: List[Dict[str, Any]] = errors or []
        #: Identifies the request in the server log.
        self.request_id = request_id
        #: Seconds to wait before a retry, if the server sent `Retry-After`.
        self.retry_after = retry_after
        #: The complete problem document, including fields such as `required_plans`.
        self.problem: Dict[str, Any] = problem or {}


def retry_after_seconds(headers: Mapping[str, str], now: Optional[datetime] = None) -> Optional[float]:
    """Parses a Retry-After header, which contains seconds or a date."""
    value = headers.get("retry-after")
    if value is None:
        return None
    if value.strip().isdigit():
        return float(value)
    try:
        at = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    return max(0.0, (at - (now or datetime.now(timezone.utc))).total_seconds())


def error_from_response(status: int, headers: Mapping[str, str], body: Any, url: str) -> PlinthError:
    """`body` is the parsed JSON, or None."""
    request_id = headers.get("x-request-id")
    retry_after = retry_after_seconds(headers)
    if not isinstance(body, dict) or not isinstance(body.get("code"), str):
        detail = f"The server returned {status} without a problem document. Check that {url} is a Plinth server."
        return PlinthError(
            status=status, code="unexpected_answer", detail=detail, request_id=request_id, retry_after=retry_after
        )
    errors = body.get("errors")
    return PlinthError(
        status=status,
        code=body["code"],
        detail=str(body.get("detail") or body.get("title") or ""),
        errors=errors if isinstance(errors, list) else None,
        request_id=request_id,
        retry_after=retry_after,
        problem=body,
    )
