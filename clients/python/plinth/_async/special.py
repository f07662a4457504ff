"""Methods that are more than one request: lookups by text or point, streams, uploads and files."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, AsyncIterator, Dict, Iterable, Mapping, Optional, Sequence, cast

import httpx

from ..errors import PlinthError
from ..requests import Call, CallOptions, Json, Lines, Value, batches, path
from .transport import Group

if TYPE_CHECKING:
    from .. import types as shapes


class AsyncLinkLookups(Group):
    async def resolve(self, address: Optional[str] = None, *, options: Optional[CallOptions] = None, **hints: Value) -> shapes.BuildingLinkAnswer:
        """Finds the building of an address (up to 512 characters), a point or a postal code.

        If there is no match, `data` is empty and `meta["reason"]` says why.
        """
        query: Dict[str, Value] = {"address": address, **hints}
        call = Call("GET", path("building-links"), query=query, options=options or CallOptions())
        return cast("shapes.BuildingLinkAnswer", await self._transport.json(call))

    async def stream(
        self, queries: Iterable[Mapping[str, Any]], *, options: Optional[CallOptions] = None
    ) -> AsyncIterator[shapes.BatchAnswer]:
        """Looks up any number of addresses and yields results in order, 1,000 at a time."""
        async for result in self._stream(path("building-links", "batch"), "queries", queries, options):
            yield cast("shapes.BatchAnswer", result)


class AsyncListingStream(Group):
    async def stream(
        self, items: Iterable[Mapping[str, Any]], *, options: Optional[CallOptions] = None
    ) -> AsyncIterator[Json]:
        """Stores or deletes any number of listings and yields results in order, 1,000 at a time."""
        async for result in self._stream(path("listings", "batch"), "listings", items, options):
            yield result


class AsyncAddressParsing(Group):
    async def parse(self, addresses: Sequence[Any], *, options: Optional[CallOptions] = None) -> shapes.ParseAddressesResponse:
        """Standardizes up to 1,000 addresses. Works on every plan, finds no building and costs no lookup."""
        # A text is short for `{"address": text}`.
        items = [{"address": address} if isinstance(address, str) else address for address in addresses]
        call = Call("POST", path("addresses", "parse"), body={"addresses": items}, options=options or CallOptions())
        return cast("shapes.ParseAddressesResponse", await self._transport.json(call))


class AsyncFeedUpload(Group):
    async def upload(
        self, id: str, file: Any, *, options: Optional[CallOptions] = None
    ) -> shapes.UploadFeedFileResponseData:
        """Reads a whole CSV or NDJSON file (bytes, or an iterator of bytes) into a feed without a URL."""
        headers = {"content-type": "application/octet-stream"}
        call = Call("POST", path("feeds", id, "file"), content=file, headers=headers, options=options or CallOptions(timeout=0))
        return cast("shapes.UploadFeedFileResponseData", await self._transport.data(call))


class AsyncFileMatching(Group):
    async def create(self, file: Any, *, options: Optional[CallOptions] = None, **query: Value) -> shapes.File:
        """Uploads a file of addresses: bytes, an open file, or an iterator of bytes."""
        headers = {"content-type": "application/octet-stream"}
        chosen = options or CallOptions(timeout=0)
        call = Call("POST", path("files"), query=query, content=file, headers=headers, options=chosen)
        return cast("shapes.File", await self._transport.data(call))

    async def result(
        self, id: str, *, format: Optional[str] = None, options: Optional[CallOptions] = None
    ) -> AsyncIterator[bytes]:
        """Yields the bytes of the result of a finished file."""
        headers = {"accept": "*/*"}
        call = Call("GET", path("files", id, "result"), query={"format": format}, headers=headers, options=options or CallOptions())
        async with self._transport.open(call) as response:
            try:
                async for chunk in response.aiter_bytes():
                    yield chunk
            except httpx.HTTPError as error:
                raise PlinthError(status=0, code="network_error", detail="The result was interrupted.") from error

    async def match(
        self,
        file: Any,
        *,
        mapping: Optional[Mapping[str, Any]] = None,
        format: Optional[str] = None,
        options: Optional[CallOptions] = None,
        **query: Value,
    ) -> AsyncIterator[bytes]:
        """Uploads a file, waits until it is finished, and yields the bytes of its result.

        `mapping` says which column has the address, as in `{"address": "Where"}`. By default it is guessed.
        """
        made = await self.create(file, options=options, hold=mapping is not None, **query)
        one = path("files", made["id"])
        if mapping is not None:
            await self._transport.data(Call("PATCH", one, body={"mapping": mapping}))
        wait = 0.25
        while made["state"] != "finished":
            await asyncio.sleep(wait)
            wait = min(wait * 2, 5.0)
            made = cast("shapes.File", await self._transport.data(Call("GET", one)))
            if made["state"] in ("waiting", "paused", "failed"):
                raise _not_finished(made)
        async for chunk in self.result(made["id"], format=format):
            yield chunk


def _not_finished(file: shapes.File) -> PlinthError:
    names = ", ".join(column["name"] for column in file["columns"])
    detail = f"It is not certain which column has the address. Pass a mapping. File {file['id']} has: {names}."
    if file["problem"] is not None:
        detail = file["problem"]["detail"]
    return PlinthError(status=409, code="state_conflict", detail=detail)


@dataclass(frozen=True)
class AsyncDownload:
    rows: int
    dataset_version: str
    #: Pass it as `since` to `changes` to continue from this file.
    sequence: int
    #: SHA-256 of the whole file, uncompressed, in hexadecimal.
    sha256: str
    response: httpx.Response


class AsyncExportFiles(Group):
    @asynccontextmanager
    async def download(self, file: str, *, options: Optional[CallOptions] = None) -> AsyncIterator[AsyncDownload]:
        """Opens a file such as `projects.ndjson`, `units.csv` or `buildings.parquet`. Read `response` as a stream."""
        call = Call("GET", path("exports", file), headers={"accept": "*/*"}, options=options or CallOptions())
        async with self._transport.open(call) as response:
            headers = response.headers
            yield AsyncDownload(
                rows=int(headers.get("x-row-count", "0")),
                dataset_version=headers.get("x-dataset-version", ""),
                sequence=int(headers.get("x-sequence", "0")),
                sha256=headers.get("x-file-sha256", ""),
                response=response,
            )

    async def records(self, name: str, *, options: Optional[CallOptions] = None) -> AsyncIterator[Json]:
        """Yields the records of `projects`, `buildings`, `floor-plans`, `units` or `media`.

        Raises if the file is incomplete.
        """
        file = f"{name}.ndjson"
        lines, count = Lines(), 0
        async with self.download(file, options=options) as download:
            try:
                async for chunk in download.response.aiter_bytes():
                    for record in lines.feed(chunk):
                        count += 1
                        yield record
            except httpx.HTTPError as error:
                raise _incomplete(file, count, download.rows) from error
            for record in lines.end():
                count += 1
                yield record
            if count != download.rows:
                raise _incomplete(file, count, download.rows)


def _incomplete(file: str, count: int, rows: int) -> PlinthError:
    detail = f"{file} ended after {count} of {rows} rows. Download it again."
    return PlinthError(status=200, code="unexpected_answer", detail=detail)
