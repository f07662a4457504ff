"""Building links and addresses."""

from __future__ import annotations

from typing import Any, AsyncIterator, Iterable, List, Mapping, Optional, Sequence, cast

from ..requests import Call, CallOptions, Json, Value, batches, path
from ..types import AddressAnswer, Calibration, LinkAnswer, LinkBatch, LinkResult
from .transport import Group

LINKS = path("building-links")


class AsyncBuildingLinks(Group):
    async def resolve(self, address: Optional[str] = None, *, options: Optional[CallOptions] = None, **hints: Value) -> LinkAnswer:
        """Finds the building of an address (up to 512 characters), a point or a postal code.

        If there is no match, `data` is empty and `meta["reason"]` says why.
        """
        return cast(LinkAnswer, await self._page(LINKS, options, {"address": address, **hints}))

    async def ask(self, query: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> LinkAnswer:
        """The same lookup by POST: keeps details out of URLs and logs, and takes texts of up to 8,000 characters."""
        call = Call("POST", LINKS, body=query, options=options or CallOptions())
        return cast(LinkAnswer, await self._transport.json(call))

    async def batch(self, queries: Sequence[Mapping[str, Any]], *, options: Optional[CallOptions] = None) -> LinkBatch:
        """Looks up to 1,000 addresses. Results are in order; an invalid query has its own `error`."""
        call = Call("POST", LINKS + "/batch", body={"queries": list(queries)}, options=options or CallOptions())
        return cast(LinkBatch, await self._transport.json(call))

    async def stream(
        self, queries: Iterable[Mapping[str, Any]], *, options: Optional[CallOptions] = None
    ) -> AsyncIterator[LinkResult]:
        """Looks up any number of addresses and yields results in order, 1,000 at a time."""
        for batch in batches(queries):
            for result in (await self.batch(batch, options=options))["data"]:
                yield result

    async def feedback(self, feedback: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Json:
        """Confirms, corrects or rejects a result. A curator reviews the feedback."""
        return cast(Json, await self._post(LINKS + "/feedback", feedback, options))

    async def calibration(self, *, options: Optional[CallOptions] = None) -> Calibration:
        """Returns how often results are correct at each confidence level."""
        return cast(Calibration, await self._get(LINKS + "/calibration", options))


class AsyncAddresses(Group):
    async def parse(self, addresses: Sequence[Any], *, options: Optional[CallOptions] = None) -> AddressAnswer:
        """Standardizes up to 1,000 addresses. Works on every plan, finds no building and costs no lookup."""
        call = Call("POST", path("addresses", "parse"), body={"addresses": as_items(addresses)}, options=options or CallOptions())
        return cast(AddressAnswer, await self._transport.json(call))


def as_items(addresses: Sequence[Any]) -> List[Any]:
    """A text is short for `{"address": text}`."""
    return [{"address": address} if isinstance(address, str) else address for address in addresses]
