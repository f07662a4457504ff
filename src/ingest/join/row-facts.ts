// The facts of a row that decide which rows describe one building. Pure.

import type { BuildingAddress, CondoCorp, MatchBuilding } from '@plinth/matcher/internal/types/match-query'
import { nameSource } from '../../catalog/query/name-source.ts'
import type { Building, Project } from '../../catalog/records/record-schemas.ts'
import { foldText } from '../../catalog/snapshot/fold-name.ts'

export interface BuildingFacts {
  readonly name: string | null
  readonly lat: number | null
  readonly lng: number | null
  readonly storeys: number | null
  readonly addresses: readonly BuildingAddress[]
}

/** Stored next to the row, because reading every whole row for each import would take minutes. */
export interface RowFacts {
  readonly address: string
  readonly city: string
  readonly province: string
  readonly postal: string | null
  /** Null when the row has no name of its own. */
  readonly name: string | null
  readonly aliases: readonly string[]
  readonly corporation: CondoCorp | null
  readonly buildings: readonly BuildingFacts[]
}

/** A row, or the record of a project whose row is not stored. */
export type Described = Pick<
  Project,
  | 'name'
  | 'name_fr'
  | 'aliases'
  | 'address'
  | 'city_name'
  | 'province'
  | 'postal_code'
  | 'latitude'
  | 'longitude'
  | 'storeys'
  | 'condo_corp'
> & {
  readonly buildings: readonly Pick<Building, 'name' | 'latitude' | 'longitude' | 'storeys' | 'addresses'>[]
}

export function factsOf(row: Described): RowFacts {
  return {
    address: row.address,
    city: row.city_name,
    province: row.province,
    postal: row.postal_code,
    name: nameSource(row) === 'address' ? null : row.name,
    aliases: [...(row.name_fr === null ? [] : [row.name_fr]), ...row.aliases],
    corporation: row.condo_corp,
    buildings: row.buildings.map(({ name, latitude, longitude, storeys, addresses }) => {
      const hasPoint = latitude !== null && longitude !== null
      const [lat, lng] = hasPoint ? [latitude, longitude] : [row.latitude, row.longitude]
      return { name, lat, lng, storeys: storeys ?? row.storeys, addresses }
    }),
  }
}

/** Null without a corporation. Registries number their corporations by province. */
export function corporationKey({ corporation, province }: RowFacts): string | null {
  return corporation === null ? null : `${province} ${foldText(corporation.registry)} ${corporation.number}`
}

/** The civic addresses of a row, folded, with city and province. Former addresses may belong to another building now. */
export function addressKeys({ buildings, city, province }: RowFacts): string[] {
  const lines = buildings.flatMap(({ addresses }) => addresses.filter(isCivic).map(({ line }) => line))
  return [...new Set(lines)].map((line) => foldText(`${line}, ${city}, ${province}`))
}

const isCivic = ({ line, kind, valid_to }: BuildingAddress): boolean =>
  /^\d/.test(line) && kind !== 'historic' && (valid_to ?? null) === null

export type Point = readonly [lat: number, lng: number]

export function pointsOf({ buildings }: RowFacts): Point[] {
  return buildings.flatMap(({ lat, lng }): Point[] => (lat === null || lng === null ? [] : [[lat, lng]]))
}

/** The buildings of a row as the matcher reads them. */
export function* matchBuildingsOf(facts: RowFacts, key: string, group: string): Generator<MatchBuilding> {
  const { city, province, postal, name, aliases, corporation } = facts
  const names = name === null ? aliases : [name, ...aliases]
  for (const [at, building] of facts.buildings.entries()) {
    const { addresses, lat, lng, storeys } = building
    const place = { city, province, postal, lat, lng }
    yield {
      key: `${key} ${at}`,
      group,
      name: building.name,
      aliases: names,
      addresses,
      ...place,
      storeys,
      condo_corp: corporation,
    }
  }
}
