// The public types of what goes into the matcher: buildings and queries.

export type AddressKind = 'municipal' | 'marketing' | 'historic' | 'range' | 'entrance'

/** One civic address of a building as its source writes it. Dates are YYYY-MM-DD. */
export interface BuildingAddress {
  readonly line: string
  readonly kind?: AddressKind
  readonly valid_from?: string | null
  readonly valid_to?: string | null
}

export interface CondoCorp {
  readonly registry: string
  readonly number: number
}

/** A building (tower). Towers of one project share `group`. */
export interface MatchBuilding {
  readonly key: string
  readonly group?: string
  readonly name?: string | null
  /** Other names, including the project's. */
  readonly aliases?: readonly string[]
  readonly addresses: readonly BuildingAddress[]
  readonly city: string
  readonly province: string
  readonly postal?: string | null
  readonly lat?: number | null
  readonly lng?: number | null
  readonly storeys?: number | null
  readonly condo_corp?: CondoCorp | null
}

export interface MatchQuery {
  readonly address: string
  readonly city?: string | null
  readonly province?: string | null
  readonly postal?: string | null
  readonly lat?: number | null
  readonly lng?: number | null
  readonly building_name?: string | null
  readonly condo_corp?: string | null
  /** Used when the text gives no unit. */
  readonly unit?: string | null
  /** The day the listing was written, YYYY-MM-DD. Addresses are then compared by date. */
  readonly listed_on?: string | null
  /** Leaves out candidates below this confidence. Default 0.2. */
  readonly min_confidence?: number
  /** The maximum number of candidates. Default 5. */
  readonly limit?: number
  /** Adds evidence and readings to the verdict. */
  readonly explain?: boolean
}

/** The buildings that the matcher reads differently: as they were, and as they are. */
export interface BuildingChanges {
  readonly before: readonly MatchBuilding[]
  readonly after: readonly MatchBuilding[]
  /** Any building of the new version by its key. */
  readonly buildingOf: (key: string) => MatchBuilding | undefined
}
