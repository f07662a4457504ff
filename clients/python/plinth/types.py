"""Shapes of the most used answers. Fields that a plan does not include are missing."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, TypedDict

Record = Dict[str, Any]


class Link(TypedDict, total=False):
    project_id: int
    project_name: str
    canonical_mls_address: str
    project_address: str
    match_method: str
    match_confidence: float
    latitude: float
    longitude: float
    building_id: int
    building_name: Optional[str]
    unit: Optional[str]
    unit_known: Optional[bool]
    match_strategy: str
    match_level: str
    #: With `include=evidence` and the like.
    evidence: Record


class LinkMeta(TypedDict, total=False):
    outcome: str
    recommended_action: str
    reason: Optional[str]
    reason_detail: Optional[str]
    none_probability: float
    below_min_confidence: int
    dataset_version: str
    model_version: str


class LinkAnswer(TypedDict):
    data: List[Link]
    meta: LinkMeta


class ItemError(TypedDict):
    code: str
    message: str


class LinkResult(TypedDict, total=False):
    query_id: str
    data: List[Link]
    meta: LinkMeta
    error: ItemError


class LinkBatch(TypedDict):
    data: List[LinkResult]
    meta: Record


class Calibration(TypedDict):
    model_version: str
    reliability: Any
    maps: Any
    figures: Any


class Page(TypedDict):
    """One page of a list; `meta["next_cursor"]` is None on the last one."""

    data: List[Record]
    meta: Record


class SuggestAnswer(Page):
    pass


class AddressAnswer(Page):
    pass


class Project(TypedDict, total=False):
    id: int
    slug: str
    name: str
    address: str
    city_name: str
    province: str
    postal_code: Optional[str]
    latitude: float
    longitude: float
    status: str
    storeys: Optional[int]
    units_total: Optional[int]
    year_built: Optional[int]
    buildings: List[Record]
    floor_plans: List[Record]
    media: List[Record]


class Building(TypedDict, total=False):
    id: int
    project_id: int
    project_name: str
    name: Optional[str]
    address: str
    addresses: List[Record]
    city_name: str
    province: str
    postal_code: Optional[str]
    latitude: float
    longitude: float
    storeys: Optional[int]
    units: Optional[int]
    year_built: Optional[int]
    parcels: List[Record]
    distance_m: float


class Listing(TypedDict, total=False):
    key: str
    feed: Optional[str]
    address: str
    link: Record
    decision: Optional[Record]
    gone_at: Optional[str]
    created_at: str
    updated_at: str
