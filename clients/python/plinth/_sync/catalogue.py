# Written by make_sync.py from plinth/_async. Change that, then run it again.
"""Projects, buildings, floor plans, units, media, developers and cities."""

from __future__ import annotations

from typing import Any, Iterator, List, Mapping, Optional, Union, cast

from ..requests import Call, CallOptions, Json, Value, path
from ..types import Building, Page, Project
from .transport import Group

#: A project's id or slug.
ProjectId = Union[int, str]


class Projects(Group):
    def list(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, self._page(path("projects"), options, filters))

    def iterate(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Iterator[Project]:
        return cast("Iterator[Project]", self._pages(path("projects"), options, filters))

    def get(self, id: ProjectId, *, options: Optional[CallOptions] = None, **query: Value) -> Project:
        return cast(Project, self._get(path("projects", id), options, **query))

    def facets(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Json:
        """Returns valid filter values with their counts."""
        return cast(Json, self._get(path("projects", "facets"), options, **filters))

    def map(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Json:
        """Returns projects as GeoJSON points for a map."""
        return cast(Json, self._page(path("projects", "map"), options, filters))

    def map_labels(self, *, options: Optional[CallOptions] = None, **query: Value) -> Json:
        """Returns street names and neighbourhoods for a map, as GeoJSON."""
        return cast(Json, self._page(path("map", "labels"), options, query))

    def floor_plans(self, id: ProjectId, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, self._page(path("projects", id, "floor-plans"), options, filters))

    def units(self, id: ProjectId, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, self._page(path("projects", id, "units"), options, filters))

    def media(self, id: ProjectId, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, self._page(path("projects", id, "media"), options, filters))

    def history(self, id: ProjectId, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, self._page(path("projects", id, "history"), options, filters))


class Buildings(Group):
    def list(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, self._page(path("buildings"), options, filters))

    def iterate(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Iterator[Building]:
        return cast("Iterator[Building]", self._pages(path("buildings"), options, filters))

    def get(self, id: int, *, options: Optional[CallOptions] = None, **query: Value) -> Building:
        return cast(Building, self._get(path("buildings", id), options, **query))

    def search(self, search: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Page:
        """Returns one page of the buildings in a polygon."""
        return cast(Page, self._transport.json(self._search(search, options)))

    def iterate_search(
        self, search: Mapping[str, Any], *, options: Optional[CallOptions] = None
    ) -> Iterator[Building]:
        """Yields every building in a polygon."""
        return cast("Iterator[Building]", self._transport.pages(self._search(search, options)))

    def map(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Json:
        """Returns buildings as GeoJSON points for a map."""
        return cast(Json, self._page(path("buildings", "map"), options, filters))

    @staticmethod
    def _search(search: Mapping[str, Any], options: Optional[CallOptions]) -> Call:
        return Call("POST", path("buildings", "search"), body=search, options=options or CallOptions())


class _Records(Group):
    _path: str

    def list(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, self._page(self._path, options, filters))

    def iterate(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Iterator[Json]:
        return self._pages(self._path, options, filters)


class FloorPlans(_Records):
    _path = path("floor-plans")

    def get(self, id: int, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, self._get(path("floor-plans", id), options))

    def price_history(self, id: int, *, options: Optional[CallOptions] = None) -> List[Json]:
        """Returns all prices of a floor plan, oldest first."""
        return cast("List[Json]", self._get(path("floor-plans", id, "price-history"), options))


class Units(_Records):
    _path = path("units")


class Media(_Records):
    _path = path("media")

    def get(self, id: int, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, self._get(path("media", id), options))


class Developers(_Records):
    _path = path("developers")


class Cities(_Records):
    _path = path("cities")
