"""Projects, buildings, floor plans, units, media, developers and cities."""

from __future__ import annotations

from typing import Any, AsyncIterator, List, Mapping, Optional, Union, cast

from ..requests import Call, CallOptions, Json, Value, path
from ..types import Building, Page, Project
from .transport import Group

#: A project's id or slug.
ProjectId = Union[int, str]


class AsyncProjects(Group):
    async def list(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, await self._page(path("projects"), options, filters))

    def iterate(self, *, options: Optional[CallOptions] = None, **filters: Value) -> AsyncIterator[Project]:
        return cast("AsyncIterator[Project]", self._pages(path("projects"), options, filters))

    async def get(self, id: ProjectId, *, options: Optional[CallOptions] = None, **query: Value) -> Project:
        return cast(Project, await self._get(path("projects", id), options, **query))

    async def facets(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Json:
        """Returns valid filter values with their counts."""
        return cast(Json, await self._get(path("projects", "facets"), options, **filters))

    async def map(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Json:
        """Returns projects as GeoJSON points for a map."""
        return cast(Json, await self._page(path("projects", "map"), options, filters))

    async def map_labels(self, *, options: Optional[CallOptions] = None, **query: Value) -> Json:
        """Returns street names and neighbourhoods for a map, as GeoJSON."""
        return cast(Json, await self._page(path("map", "labels"), options, query))

    async def floor_plans(self, id: ProjectId, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, await self._page(path("projects", id, "floor-plans"), options, filters))

    async def units(self, id: ProjectId, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, await self._page(path("projects", id, "units"), options, filters))

    async def media(self, id: ProjectId, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, await self._page(path("projects", id, "media"), options, filters))

    async def history(self, id: ProjectId, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, await self._page(path("projects", id, "history"), options, filters))


class AsyncBuildings(Group):
    async def list(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, await self._page(path("buildings"), options, filters))

    def iterate(self, *, options: Optional[CallOptions] = None, **filters: Value) -> AsyncIterator[Building]:
        return cast("AsyncIterator[Building]", self._pages(path("buildings"), options, filters))

    async def get(self, id: int, *, options: Optional[CallOptions] = None, **query: Value) -> Building:
        return cast(Building, await self._get(path("buildings", id), options, **query))

    async def search(self, search: Mapping[str, Any], *, options: Optional[CallOptions] = None) -> Page:
        """Returns one page of the buildings in a polygon."""
        return cast(Page, await self._transport.json(self._search(search, options)))

    def iterate_search(
        self, search: Mapping[str, Any], *, options: Optional[CallOptions] = None
    ) -> AsyncIterator[Building]:
        """Yields every building in a polygon."""
        return cast("AsyncIterator[Building]", self._transport.pages(self._search(search, options)))

    async def map(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Json:
        """Returns buildings as GeoJSON points for a map."""
        return cast(Json, await self._page(path("buildings", "map"), options, filters))

    @staticmethod
    def _search(search: Mapping[str, Any], options: Optional[CallOptions]) -> Call:
        return Call("POST", path("buildings", "search"), body=search, options=options or CallOptions())


class _Records(Group):
    _path: str

    async def list(self, *, options: Optional[CallOptions] = None, **filters: Value) -> Page:
        return cast(Page, await self._page(self._path, options, filters))

    def iterate(self, *, options: Optional[CallOptions] = None, **filters: Value) -> AsyncIterator[Json]:
        return self._pages(self._path, options, filters)


class AsyncFloorPlans(_Records):
    _path = path("floor-plans")

    async def get(self, id: int, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, await self._get(path("floor-plans", id), options))

    async def price_history(self, id: int, *, options: Optional[CallOptions] = None) -> List[Json]:
        """Returns all prices of a floor plan, oldest first."""
        return cast("List[Json]", await self._get(path("floor-plans", id, "price-history"), options))


class AsyncUnits(_Records):
    _path = path("units")


class AsyncMedia(_Records):
    _path = path("media")

    async def get(self, id: int, *, options: Optional[CallOptions] = None) -> Json:
        return cast(Json, await self._get(path("media", id), options))


class AsyncDevelopers(_Records):
    _path = path("developers")


class AsyncCities(_Records):
    _path = path("cities")
