"""Verifies webhook signatures. Needs only the standard library."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union


class WebhookVerificationError(Exception):
    """The delivery is not authentic. Respond with 400 and ignore the body."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        #: missing_header, invalid_timestamp, too_old, too_new, invalid_secret, no_match or invalid_body
        self.reason = reason


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """Verifies the signature and returns the event, or a batch of events: see `events_of`.

    `body` must be the raw body before parsing, because the signature covers the bytes.
    During a rotation, pass both secrets.
    """
    if not isinstance(body, (str, bytes)):
        raise WebhookVerificationError("invalid_body", "The body must be the raw text or bytes, not parsed JSON.")
    names = {name.lower(): value for name, value in headers.items()}
    identifier = _header(names, "webhook-id")
    timestamp = _header(names, "webhook-timestamp")
    signatures = _header(names, "webhook-signature").split(" ")
    _check_time(timestamp, tolerance_seconds, time.time() if now is None else now)
    keys = [_key(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise WebhookVerificationError("invalid_secret", "Pass at least one secret.")
    raw = body.encode() if isinstance(body, str) else body
    message = f"{identifier}.{timestamp}.".encode() + raw
    matches = False
    for key in keys:
        expected = b"v1," + base64.b64encode(hmac.new(key, message, hashlib.sha256).digest())
        for signature in signatures:
            matches = hmac.compare_digest(signature.encode(), expected) or matches
    if not matches:
        raise WebhookVerificationError(
            "no_match", "No signature matches the body and the secret. Check the secret, and pass the raw body."
        )
    try:
        event: Dict[str, Any] = json.loads(raw)
    except ValueError as error:
        raise WebhookVerificationError("invalid_body", "The signature is valid, but the body is not JSON.") from error
    return event


def events_of(message: Mapping[str, Any]) -> List[Dict[str, Any]]:
    """The events of a request: those of a batch, or the one event."""
    return list(message["data"]["events"]) if message["type"] == "batch" else [dict(message)]


def _header(names: Mapping[str, str], name: str) -> str:
    value = names.get(name)
    if not value:
        raise WebhookVerificationError("missing_header", f"The {name} header is missing.")
    return value


def _check_time(timestamp: str, tolerance_seconds: float, now: float) -> None:
    """Rejects old deliveries, which may be replay attacks."""
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("invalid_timestamp", "webhook-timestamp must be a number of seconds.")
    age = now - int(timestamp)
    if age > tolerance_seconds:
        raise WebhookVerificationError("too_old", f"The delivery was signed {round(age)} s ago. Check your system clock.")
    if -age > tolerance_seconds:
        raise WebhookVerificationError(
            "too_new", f"The delivery was signed {round(-age)} s in the future. Check your system clock."
        )


def _key(secret: str) -> bytes:
    text = secret[len("whsec_") :] if secret.startswith("whsec_") else secret
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise WebhookVerificationError(
            "invalid_secret", "The secret must be whsec_ followed by base64. Copy the whole secret."
        )
    return key
