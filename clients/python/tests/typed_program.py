"""A program that `mypy --strict` must accept. Each `type: ignore` is a mistake that it must find."""

from __future__ import annotations

import os
from typing import Iterator, List, Optional

from plinth import AsyncClient, Client, link_dataframe, link_partitions
from plinth.types import BuildingLink, Listing


class Frame:
    """Stands for a DataFrame, so that the program needs no types of pandas."""


def title(link: BuildingLink) -> str:
    wrong: str = link["building_name"]  # type: ignore[assignment]
    return link["building_name"] or link["project_name"] or wrong


def rows(client: Client) -> Iterator[Optional[float]]:
    answer = client.building_links.resolve("#1203 -77 huntley", city="Toronto")
    reason: str = answer["meta"]["reason"]  # type: ignore[assignment]
    for link in answer["data"]:
        print(title(link), reason, link["match_level"])
        yield link["latitude"]
        link["no_such_field"]  # type: ignore[typeddict-item]
    for listing in client.listings.iterate(status="active"):
        match = listing["link"]["match"]
        match["project_id"]  # type: ignore[index]
        yield None if match is None else match["longitude"]
    for project in client.projects.list(city="Toronto")["data"]:
        storeys: Optional[int] = project["storeys"]
        print(storeys, project["id"] + 1)


async def keys(client: AsyncClient) -> List[Optional[str]]:
    listing: Listing = await client.listings.get("C7012345")
    return [listing["city"], *[one["city"] async for one in client.listings.iterate()]]


def frames(client: Client, frame: Frame) -> List[Frame]:
    linked = link_dataframe(client, frame, address="Address")
    return list(link_partitions([linked], buildings="buildings.plinth", hints={"city": "City"}))


if __name__ == "__main__":
    with Client(os.environ["PLINTH_SERVER"]) as client:
        print(list(rows(client)))
