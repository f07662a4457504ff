"""Plinth tells a Canadian listing which building it is in."""

from ._async.client import AsyncClient
from ._async.special import AsyncDownload
from ._sync.client import Client
from ._sync.special import Download
from .dataframe import link_dataframe
from .errors import PlinthError
from .partitions import link_partitions
from .requests import CallOptions
from .webhook import WebhookVerificationError, events_of, verify_webhook

__version__ = "1.0.0"

__all__ = [
    "AsyncClient",
    "AsyncDownload",
    "CallOptions",
    "Client",
    "Download",
    "PlinthError",
    "WebhookVerificationError",
    "events_of",
    "link_dataframe",
    "link_partitions",
    "verify_webhook",
]
