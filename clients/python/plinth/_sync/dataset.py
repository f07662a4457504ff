# Written by make_sync.py from plinth/_async. Change that, then run it again.
"""The dataset: version, sources, changes and exports."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import Iterator, Mapping, Optional, cast

import httpx

from ..errors import PlinthError
from ..requests import Call, CallOptions, Json, Lines, Value, path
from ..types import Page
from .transport import Group


class Changes(Group):
    def list(self, since: int, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, self._page(path("changes"), options, {"since": since, **filters}))

    def iterate(self, since: int, *, options: Optional[CallOptions] = None, **filters: Value) -> Iterator[Json]:
        """Yields every change after `since`, in order.

        Store the `checkpoint` of a change after you process it, and pass it as `since` to resume.
        """
        return self._transport.sequence(Call("GET", path("changes"), query=filters, options=options or CallOptions()), since)


@dataclass(frozen=True)
class Download:
    rows: int
    dataset_version: str
    #: Pass it as `since` to `changes` to continue from this file.
    sequence: int
    #: SHA-256 of the whole file, uncompressed, in hexadecimal.
    sha256: str
    response: httpx.Response


class Exports(Group):
    def list(self, *, options: Optional[CallOptions] = None) -> Page:
        return cast(Page, self._page(path("exports"), options, {}))

    @contextmanager
    def download(self, file: str, *, options: Optional[CallOptions] = None) -> Iterator[Download]:
        """Opens a file such as `projects.ndjson`, `units.csv` or `buildings.parquet`. Read `response` as a stream."""
        with self._transport.open(_file(file, options)) as response:
            yield Download(response=response, **_described(response.headers))

    def records(self, name: str, *, options: Optional[CallOptions] = None) -> Iterator[Json]:
        """Yields the records of `projects`, `buildings`, `floor-plans`, `units` or `media`.

        Raises if the file is incomplete.
        """
        file = f"{name}.ndjson"
        lines, count = Lines(), 0
        with self.download(file, options=options) as download:
            try:
                for chunk in download.response.iter_bytes():
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


def _file(file: str, options: Optional[CallOptions]) -> Call:
    return Call("GET", path("exports", file), headers={"accept": "*/*"}, options=options or CallOptions())


def _described(headers: Mapping[str, str]) -> Json:
    return {
        "rows": int(headers.get("x-row-count", "0")),
        "dataset_version": headers.get("x-dataset-version", ""),
        "sequence": int(headers.get("x-sequence", "0")),
        "sha256": headers.get("x-file-sha256", ""),
    }


def _incomplete(file: str, count: int, rows: int) -> PlinthError:
    detail = f"{file} ended after {count} of {rows} rows. Download it again."
    return PlinthError(status=200, code="unexpected_answer", detail=detail)
