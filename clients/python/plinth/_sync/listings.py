# Written by make_sync.py from plinth/_async. Change that, then run it again.
"""Stored listings, and feeds that Plinth reads by itself."""

from __future__ import annotations

from typing import Any, Iterable, Iterator, List, Mapping, Optional, Sequence, Union, cast

from ..requests import Call, CallOptions, Json, Value, batches, path
from ..types import Listing, Page
from .transport import Group

LISTINGS = path("listings")


class Listings(Group):
    def put(self, key: str, listing: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Listing:
        """Stores a listing under your key and links it to its building."""
        call = Call("PUT", path("listings", key), body=listing, options=options or CallOptions())
        return cast(Listing, self._transport.data(call))

    def get(self, key: str, *, options: Optional[CallOptions] = None) -> Listing:
        return cast(Listing, self._get(path("listings", key), options))

    def list(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, self._page(LISTINGS, options, filters))

    def iterate(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Iterator[Listing]:
        return cast("Iterator[Listing]", self._pages(LISTINGS, options, filters))

    def remove(self, key: str, *, options: Optional[CallOptions] = None) -> None:
        self._delete(path("listings", key), options)

    def remove_feed(self, feed: str, *, options: Optional[CallOptions] = None) -> Json:
        """Deletes all listings of a feed, or with a label."""
        return cast(Json, self._delete(LISTINGS, options, feed=feed))

    def batch(self, items: Sequence[Mapping[str, Any]], *, options: Optional[CallOptions] = None) -> Page:
        """Stores or deletes up to 1,000 listings. An item with `"delete": True` deletes the listing."""
        call = Call("POST", LISTINGS + "/batch", body={"listings": list_of(items)}, options=options or CallOptions())
        return cast(Page, self._transport.json(call))

    def stream(
        self, items: Iterable[Mapping[str, Any]], *, options: Optional[CallOptions] = None
    ) -> Iterator[Json]:
        """Stores or deletes any number of listings and yields results in order, 1,000 at a time."""
        for batch in batches(items):
            for result in (self.batch(batch, options=options))["data"]:
                yield result

    def export(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Iterator[Listing]:
        """Yields all listings that match the filters, in one request. Raises if the response is incomplete."""
        headers = {"accept": "*/*"}
        call = Call("GET", LISTINGS + "/export", query=filters, headers=headers, options=options or CallOptions())
        return cast("Iterator[Listing]", self._transport.lines(call))

    def counts(self, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, self._get(LISTINGS + "/counts", options))

    def changes(self, since: int, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        """Changes of links after a sequence number, in order, with none skipped."""
        return cast(Page, self._page(LISTINGS + "/changes", options, {"since": since, **filters}))

    def iterate_changes(self, since: int, *, options: Optional[CallOptions] = None, **filters: Value) -> Iterator[Json]:
        """Yields every change after `since`, each with a `checkpoint` to pass as `since` next time."""
        call = Call("GET", LISTINGS + "/changes", query=filters, options=options or CallOptions())
        return self._transport.sequence(call, since)

    def duplicates(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        """Groups of listings that are probably the same home."""
        return cast(Page, self._page(LISTINGS + "/duplicates", options, filters))

    def iterate_duplicates(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Iterator[Json]:
        return self._pages(LISTINGS + "/duplicates", options, filters)

    def history(self, key: str, *, options: Optional[CallOptions] = None) -> List[Json]:
        """The changes of a listing's link, newest first."""
        return cast("List[Json]", self._get(path("listings", key, "history"), options))

    def decide(self, key: str, decision: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Listing:
        """Confirms, corrects or rejects the link. Applies at once, to this listing only."""
        return cast(Listing, self._post(path("listings", key, "decision"), decision, options))

    def undo_decision(self, key: str, *, options: Optional[CallOptions] = None) -> Listing:
        return cast(Listing, self._delete(path("listings", key, "decision"), options))

    def in_project(
        self, project: Union[int, str], *, options: Optional[CallOptions] = None, **filters: Value
    ) -> Page:
        """Your listings in a project, by building and unit."""
        return cast(Page, self._page(path("projects", project, "listings"), options, filters))


def list_of(items: Sequence[Mapping[str, Any]]) -> List[Mapping[str, Any]]:
    """Inside the class, `list` is a method."""
    return [*items]


class Feeds(Group):
    def list(self, *, options: Optional[CallOptions] = None) -> Page:
        return cast(Page, self._page(path("feeds"), options, {}))

    def get(self, id: str, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, self._get(path("feeds", id), options))

    def create(self, feed: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, self._post(path("feeds"), feed, options))

    def try_feed(self, feed: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Json:
        """Reads the first rows without storing anything."""
        return cast(Json, self._post(path("feeds", "try"), feed, options))

    def update(
        self,
        id: str,
        change: Mapping[str, Any],
        *,
        version: Optional[int] = None,
        options: Optional[CallOptions] = None,
    ) -> Json:
        """With the `version` you read, fails with `precondition_failed` if the feed has changed since."""
        return cast(Json, self._patch(path("feeds", id), change, options, version))

    def remove(self, id: str, *, options: Optional[CallOptions] = None) -> None:
        """Deletes the feed, its listings and their history."""
        self._delete(path("feeds", id), options)

    def run(self, id: str, *, sweep: Optional[bool] = None, options: Optional[CallOptions] = None) -> Json:
        body = {} if sweep is None else {"sweep": sweep}
        return cast(Json, self._post(path("feeds", id, "run"), body, options))

    def pause(self, id: str, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, self._post(path("feeds", id, "pause"), {}, options))

    def resume(self, id: str, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, self._post(path("feeds", id, "resume"), {}, options))

    def approve(self, id: str, *, options: Optional[CallOptions] = None) -> Json:
        """Marks the listings gone that a held sweep did not find."""
        return cast(Json, self._post(path("feeds", id, "approve"), {}, options))

    def upload(self, id: str, file: Any, *, options: Optional[CallOptions] = None) -> Json:
        """Reads a whole CSV or NDJSON file (bytes, or an iterator of bytes) into a feed without a URL."""
        headers = {"content-type": "application/octet-stream"}
        call = Call("POST", path("feeds", id, "file"), content=file, headers=headers, options=options or CallOptions(timeout=0))
        return cast(Json, self._transport.data(call))

    def runs(self, id: str, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, self._page(path("feeds", id, "runs"), options, filters))

    def iterate_runs(self, id: str, *, options: Optional[CallOptions] = None, **filters: Value) -> Iterator[Json]:
        return self._pages(path("feeds", id, "runs"), options, filters)
