// Fills what the anchor's row does not say from the other rows about the project. Pure.

import { nameSource } from '../../catalog/query/name-source.ts'
import { developerDisplay } from '../../catalog/records/derived-fields.ts'
import type { Building } from '../../catalog/records/record-schemas.ts'
import type { ProjectRecord, SourceRow } from '../../catalog/records/record-types.ts'
import { isInventedSource } from '../../catalog/records/record-types.ts'
import { headlineStatus } from '../../catalog/records/status.ts'
import { joinLabels } from '../../catalog/records/unit-labels.ts'
import { foldText } from '../../catalog/snapshot/fold-name.ts'
import type { BuildingRow, ProjectRow } from '../record/row.ts'
import { asAlias, withAddresses } from './alias-addresses.ts'

type Tower = Readonly<Building>
type Fields = Readonly<Record<string, unknown>>

/** A row about the project. Older installations stored only some fields of it. */
export interface RowAbout extends SourceRow {
  readonly row: Partial<ProjectRow>
  /** True when its values count more than the anchor's. */
  readonly outranks?: boolean
}

/** Fields on one line belong together and come from one row. */
const FILLABLE: readonly (readonly string[])[] = [
  ['name'],
  ['name_fr'],
  ['aliases'],
  ['neighbourhood_name'],
  ['postal_code'],
  ['latitude', 'longitude', 'location_accuracy'],
  ['developers'],
  ['architects'],
  ['interior_designers'],
  ['building_type'],
  ['tenure'],
  ['storeys'],
  ['units_total'],
  ['sales_status'],
  ['construction_status'],
  ['planning'],
  ['price_from', 'price_to'],
  ['size_min_sqft', 'size_max_sqft'],
  ['bedrooms_min', 'bedrooms_max'],
  ['launch_date'],
  ['occupancy_date'],
  ['completion_date'],
  ['year_built'],
  ['condo_corp'],
  ['deposit'],
  ['maintenance_fee'],
  ['parking'],
  ['locker'],
  ['amenities'],
  ['description'],
  ['description_fr'],
  ['website_url'],
]

const TOWER_FILLABLE = [['storeys'], ['units'], ['year_built'], ['latitude', 'longitude'], ['parcels']] as const
type TowerField = (typeof TOWER_FILLABLE)[number][number]

export function isUnknown(value: unknown): boolean {
  return value == null || value === '' || value === 'unknown' || (Array.isArray(value) && value.length === 0)
}

/** A name that repeats the address is no name. */
function reportedValue(fields: Fields, field: string): unknown {
  const isAddress = field === 'name' && 'buildings' in fields && nameSource(fields as ProjectRow) === 'address'
  return isAddress ? null : fields[field]
}

/** `others` are in order of trust, without rows of the anchor's source: two rows of one source would contradict. */
export function compose(
  base: ProjectRecord,
  anchor: SourceRow,
  others: readonly RowAbout[],
  developerId: (name: string) => number,
): ProjectRecord {
  const rows = [anchor, ...others].map(({ source, key, observed_at }) => ({ source, key, observed_at }))
  const observed = new Map<string, string>()
  for (const { source, observed_at } of rows)
    if (observed_at > (observed.get(source) ?? '')) observed.set(source, observed_at)
  const invented = base.sources.filter(({ kind }) => isInventedSource(kind) && !observed.has(kind))
  const sources = [...invented, ...Array.from(observed, ([kind, observed_at]) => ({ kind, observed_at }))]
  const row_of: Record<string, number> = {}
  const values = filledFields(base, others, row_of)
  if (Array.isArray(values.developers)) {
    const developers = values.developers as ProjectRow['developers']
    values.developers = developers.map((developer) => ({ id: developerId(developer.name), ...developer }))
    values.developer = developerDisplay(developers)
  }
  const buildings = others.reduce((towers, other, at) => fillTowers(towers, other, at + 1, row_of), base.buildings)
  const labels = withUnitLabels(base, others)
  const filled = { ...base, ...values, buildings, sources, rows, row_of, ...labels } as ProjectRecord
  return { ...filled, status: headlineStatus(filled.sales_status, filled.construction_status) }
}

function filledFields(
  base: ProjectRecord,
  others: readonly RowAbout[],
  row_of: Record<string, number>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  const speaking = others.map(({ source }, at) => others.findIndex((one) => one.source === source) === at)
  const perSource = (source: string) => others.filter((one) => one.source === source).length
  for (const group of FILLABLE) {
    const saysIt = ({ source, row }: RowAbout, i: number) => {
      // The units of one tower are not those of the project.
      const isPart = perSource(source) > 1 || (row.buildings?.length ?? 1) < base.buildings.length
      if (!speaking[i] || (group[0] === 'units_total' && isPart)) return false
      return group.some((field) => !isUnknown(reportedValue(row, field)))
    }
    const stronger = others.findIndex((one, i) => one.outranks && saysIt(one, i))
    const isOpen = group.every((field) => isUnknown(reportedValue(base, field)))
    const at = stronger >= 0 ? stronger : isOpen ? others.findIndex(saysIt) : -1
    if (at < 0) continue
    for (const field of group) {
      const value = (others[at]!.row as Fields)[field]
      if (value === undefined) continue
      values[field] = value
      row_of[field] = at + 1
    }
  }
  return values
}

function fillTowers(
  towers: readonly Tower[],
  { row, outranks = false }: RowAbout,
  rowNumber: number,
  row_of: Record<string, number>,
): readonly Tower[] {
  let filled = towers
  const others = row.buildings ?? []
  for (const other of others) {
    const own = counterpartOf(other, others.length, filled)
    if (!own) continue
    // The first row that outranks the anchor has the last word.
    const isOpen = (field: string) => !(`buildings.${own.id}.${field}` in row_of)
    const isWanted = (field: TowerField) => own[field] == null || (outranks && isOpen(field))
    const next = fillTower(own, other, isWanted, (field) => {
      row_of[`buildings.${own.id}.${field}`] = rowNumber
    })
    filled = filled.map((tower) => (tower === own ? next : tower))
  }
  return filled
}

/** A unit that any row lists is known. */
function withUnitLabels(base: ProjectRecord, others: readonly RowAbout[]): Partial<ProjectRecord> {
  let lists = base.unit_labels
  const rows: Record<number, number[]> = Object.fromEntries(Object.keys(lists ?? {}).map((id) => [id, [0]]))
  for (const [at, { row }] of others.entries())
    for (const { unit_labels, addresses } of row.buildings ?? []) {
      const own = unit_labels && counterpartOf({ addresses }, row.buildings!.length, base.buildings)
      if (!own) continue
      lists = { ...lists, [own.id]: joinLabels(lists?.[own.id], unit_labels) }
      rows[own.id] = [...new Set([...(rows[own.id] ?? []), at + 1])]
    }
  return lists ? { unit_labels: lists, unit_label_rows: rows } : {}
}

/** The building with a common address, or the only one on both sides. */
export function counterpartOf(
  { addresses }: Pick<Tower, 'addresses'>,
  othersCount: number,
  towers: readonly Tower[],
): Tower | undefined {
  const lines = new Set(addresses.map(({ line }) => foldText(line)))
  const shared = towers.find((tower) => tower.addresses.some(({ line }) => lines.has(foldText(line))))
  return shared ?? (othersCount === 1 && towers.length === 1 ? towers[0] : undefined)
}

function fillTower(
  tower: Tower,
  other: BuildingRow,
  isWanted: (field: TowerField) => boolean,
  onFilled: (field: TowerField) => void,
): Tower {
  const values: Record<string, unknown> = {}
  for (const group of TOWER_FILLABLE) {
    const fields: readonly TowerField[] = group
    if (!fields.every(isWanted) || fields.every((field) => other[field] == null)) continue
    for (const field of fields) {
      values[field] = other[field]
      onFilled(field)
    }
  }
  return withAddresses({ ...tower, ...values }, other.addresses.map(asAlias))
}

/** Returns the project as its anchor reports it, when the anchor's row is not stored. */
export function withoutFilled(project: ProjectRecord): ProjectRecord {
  const values: Record<string, unknown> = {}
  for (const field of Object.keys(project.row_of ?? {})) {
    const value = project[field as keyof ProjectRecord]
    if (field.includes('.')) continue
    if (field === 'name') values.name = project.address.split(',')[0]
    else if (['tenure', 'building_type', 'sales_status', 'construction_status'].includes(field))
      values[field] = 'unknown'
    else values[field] = Array.isArray(value) ? [] : field === 'description' ? '' : null
  }
  const buildings = project.buildings.map((tower) => {
    const fields = TOWER_FILLABLE.flat().filter((field) => `buildings.${tower.id}.${field}` in (project.row_of ?? {}))
    return { ...tower, ...Object.fromEntries(fields.map((field) => [field, null])) }
  })
  const developers = (values.developers ?? project.developers) as ProjectRecord['developers']
  const { unit_labels: _labels, unit_label_rows: _rows, ...kept } = project
  const base = { ...kept, ...values, buildings, row_of: {}, developer: developerDisplay(developers) }
  return base as ProjectRecord
}
