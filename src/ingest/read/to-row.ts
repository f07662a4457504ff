// Turns a draft into a row, or rejects it with a column and reason. Pure.

import { fixCapitals } from '../../addresses/street-name.ts'
import type { Province } from '../../catalog/records/record-schemas.ts'
import { Address } from '../../catalog/records/record-schemas.ts'
import type { Draft, RejectedRow } from '../record/draft.ts'
import { quoted } from '../record/draft.ts'
import { BuildingRow, FloorPlanRow, MediaRow, ProjectRow, UnitRow } from '../record/row.ts'
import type { AddressRow, Municipality } from './address-lines.ts'
import { addressLines, distinct, MAX_ADDRESS_LENGTH } from './address-lines.ts'
import { canonicalPostal, provinceOf, provinceOfPostal } from './canonical-address.ts'
import { rowProblem } from './row-checks.ts'
import { TEXT_FIELDS } from './row-fields.ts'

type Fields = Readonly<Record<string, unknown>>

class RowError extends Error {
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

export type RowOrRejected =
  | { readonly row: ProjectRow; readonly rejected: null }
  | { readonly row: null; readonly rejected: RejectedRow; readonly path: string }

export function toRow(draft: Draft, thisYear: number): RowOrRejected {
  const { line, fields, columns = {} } = draft
  const rawKey = fields.key
  const key = typeof rawKey === 'string' ? rawKey.trim() : typeof rawKey === 'number' ? String(rawKey) : null
  try {
    const row = draft.published ? publishedRow(fields, key) : completeRow(readTexts(fields), key)
    const parsed = ProjectRow.safeParse(row)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new RowError(issue!.path.join('.'), `${quoted(valueAt(row, issue!.path))}: ${issue!.message}`)
    }
    const found = rowProblem(parsed.data, thisYear)
    if (found) throw new RowError(found.path, found.reason)
    return { row: parsed.data, rejected: null }
  } catch (error) {
    // JSON can be nested deeper than the stack allows.
    if (!(error instanceof RowError) && !(error instanceof RangeError)) throw error
    const path = error instanceof RowError ? error.path : ''
    const reason = error instanceof RowError ? error.message : 'the row is nested too deeply'
    const column = columns[path] ?? columns[path.split('.')[0]!] ?? (path === '' ? null : path)
    return { row: null, rejected: { line, column, key: key === '' ? null : key, reason }, path }
  }
}

function readTexts(fields: Fields): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value !== 'string' || !Object.hasOwn(TEXT_FIELDS, field)) {
      out[field] = value
      continue
    }
    const text = value.trim()
    if (text === '') continue
    if (text.length > MAX_VALUE_LENGTH)
      throw new RowError(field, `has ${text.length} characters; the limit is ${MAX_VALUE_LENGTH}`)
    // Canonical addresses and names drop characters that are not letters, this one too.
    if (text.includes('\ufffd')) throw new RowError(field, `${quoted(text)} contains invalid UTF-8`)
    const read = TEXT_FIELDS[field]!(text)
    if ('problem' in read) throw new RowError(field, `${quoted(text)} ${read.problem}`)
    out[field] = read.value
  }
  return out
}

function completeRow(fields: Fields, key: string | null): Fields {
  if (!key) throw new RowError('key', 'the key is missing')
  const city = textOf(fields, 'city_name')
  if (city === null) throw new RowError('city_name', 'the city is missing')
  const postal = postalOf(fields)
  const province = provinceIn(fields, postal)
  const cityName = fixCapitals(city)
  const name = textOf(fields, 'name')
  const municipality = { city: cityName, province }
  const lines = topLevelAddresses(fields.address, municipality)
  const buildings = buildingRows(fields, lines, name, municipality)
  const first =
    lines[0] ?? buildings[0]!.addresses.find(({ kind }) => kind !== 'marketing') ?? buildings[0]!.addresses[0]!
  return mergeFields(NULLS.project, fields, saidOrUnknown(fields), {
    key,
    name: name === null ? first.line : fixCapitals(name),
    city_name: cityName,
    province,
    postal_code: postal,
    address: `${first.line}, ${cityName}, ${province}`,
    location_accuracy: fields.location_accuracy ?? (fields.latitude == null ? null : 'street'),
    description: fields.description ?? '',
    buildings,
    floor_plans: rows(fields, 'floor_plans').map(planRow),
    units: rows(fields, 'units').map((unit) => mergeFields(NULLS.unit, unit)),
    media: rows(fields, 'media').map((item) =>
      mergeFields(NULLS.media, { position: 0, is_cover: false, rights: '', alt: '' }, item),
    ),
    history: rows(fields, 'history').map((entry) => ({ floor_plan_key: null, ...entry })),
  })
}

/** Fields that an older version did not have yet get their empty value. */
function publishedRow(fields: Fields, key: string | null): Fields {
  const list = (field: string, empty: Fields) => rows(fields, field).map((item) => mergeFields(empty, item))
  return mergeFields(NULLS.project, fields, {
    key,
    buildings: list('buildings', NULLS.building),
    floor_plans: list('floor_plans', NULLS.plan),
    units: list('units', NULLS.unit),
    media: list('media', NULLS.media),
    history: [],
  })
}

/** What a row does not say is unknown. A rental has a tenure, but no sales. */
function saidOrUnknown({ building_type, tenure, sales_status, construction_status }: Fields): Fields {
  return {
    building_type: building_type ?? 'unknown',
    tenure: tenure ?? (building_type === 'rental_apartment' ? 'rental' : 'unknown'),
    sales_status: sales_status ?? 'unknown',
    construction_status: construction_status ?? 'unknown',
  }
}

function textOf(fields: Fields, field: string): string | null {
  const value = fields[field]
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') throw new RowError(field, `${quoted(value)} is not text`)
  return value
}

function postalOf(fields: Fields): string | null {
  const text = textOf(fields, 'postal_code')
  if (text === null) return null
  const postal = canonicalPostal(text)
  if (postal === null) throw new RowError('postal_code', `${quoted(text)} is not a Canadian postal code`)
  return postal
}

function provinceIn(fields: Fields, postal: string | null): Province {
  const text = textOf(fields, 'province')
  const province = text === null ? (postal === null ? null : provinceOfPostal(postal)) : provinceOf(text)
  if (province !== null) return province
  throw new RowError(
    'province',
    text === null ? 'the province is missing' : `${quoted(text)} is not a Canadian province`,
  )
}

/** The longest text in any field. */
const MAX_VALUE_LENGTH = 20_000

function linesIn(text: string, rest: Partial<AddressRow>, municipality: Municipality): AddressRow[] {
  if (text.length > MAX_ADDRESS_LENGTH)
    throw new RowError('address', `has ${text.length} characters; the limit is ${MAX_ADDRESS_LENGTH}`)
  return addressLines(text, rest, municipality)
}

function topLevelAddresses(value: unknown, municipality: Municipality): AddressRow[] {
  if (value === undefined || value === null) return []
  // A text has been split into a list.
  if (!Array.isArray(value)) throw new RowError('address', `${quoted(value)} is not text`)
  return value.flatMap((text: unknown) => {
    if (typeof text !== 'string') throw new RowError('address', `${quoted(text)} is not text`)
    return linesIn(text, {}, municipality)
  })
}

function buildingRows(fields: Fields, lines: readonly AddressRow[], name: string | null, municipality: Municipality) {
  const list = rows(fields, 'buildings')
  if (list.length > 0) return list.map((building, at) => buildingRow(building, at, lines, municipality))
  if (lines.length === 0 && name === null) throw new RowError('address', 'the row has neither an address nor a name')
  const { storeys, units_total: units, latitude, longitude, year_built, unit_labels, parcels } = fields
  const unnumbered: AddressRow = { line: name ?? '', kind: 'marketing', valid_from: null, valid_to: null }
  const addresses = lines.length > 0 ? distinct(lines) : [unnumbered]
  return [
    mergeFields(NULLS.building, {
      key: 'main',
      storeys,
      units,
      latitude,
      longitude,
      year_built,
      unit_labels,
      parcels,
      addresses,
    }),
  ] as BuildingRow[]
}

function buildingRow(
  building: Fields,
  at: number,
  lines: readonly AddressRow[],
  municipality: Municipality,
): BuildingRow {
  const list = building.addresses ?? []
  if (!Array.isArray(list)) throw new RowError(`buildings.${at}.addresses`, `${quoted(list)} is not a list`)
  const addresses = list.flatMap((address: unknown): AddressRow[] => {
    if (typeof address === 'string') return linesIn(address, {}, municipality)
    const parsed = Address.partial().safeParse(address)
    if (!parsed.success || parsed.data.line === undefined)
      throw new RowError(`buildings.${at}.addresses`, `${quoted(address)} is not an address`)
    const { line, kind = 'municipal', valid_from = null, valid_to = null } = parsed.data
    return linesIn(line, { kind, valid_from, valid_to }, municipality)
  })
  const own = addresses.length > 0 ? addresses : lines
  return mergeFields(NULLS.building, { key: String(at + 1) }, building, { addresses: distinct(own) }) as BuildingRow
}

function planRow(plan: Fields): Fields {
  const { bedrooms, dens = 0 } = plan
  const label = bedrooms === 0 ? 'Studio' : dens === 0 ? String(bedrooms) : `${bedrooms}+${dens}`
  const defaults = { dens: 0, bedrooms_label: label, bathrooms_half: 0, is_penthouse: false }
  return mergeFields(NULLS.plan, defaults, plan)
}

function rows(fields: Fields, field: string): Fields[] {
  const list = fields[field]
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) throw new RowError(field, `${quoted(list)} is not a list`)
  const invalid = list.findIndex((item) => item === null || typeof item !== 'object' || Array.isArray(item))
  if (invalid >= 0) throw new RowError(`${field}.${invalid}`, `${quoted(list[invalid])} is not an object`)
  return list as Fields[]
}

/** Null or an empty list for each field whose schema allows it. */
function nullsOf(schema: {
  shape: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>>
}): Fields {
  const found = Object.entries(schema.shape).flatMap(([field, type]) => {
    if (type.safeParse(undefined).success) return []
    const empty = [null, []].find((value) => type.safeParse(value).success)
    return empty === undefined ? [] : [[field, empty] as const]
  })
  return Object.fromEntries(found)
}

const NULLS = {
  project: nullsOf(ProjectRow),
  building: nullsOf(BuildingRow),
  plan: nullsOf(FloorPlanRow),
  unit: nullsOf(UnitRow),
  media: nullsOf(MediaRow),
}

/** Later parts win; undefined values are skipped. A loop, because spreading takes four times as long. */
function mergeFields(...parts: readonly Fields[]): Fields {
  const out: Record<string, unknown> = {}
  for (const part of parts) {
    // JSON can contain `__proto__`; assigning it would set the prototype.
    for (const field in part) if (part[field] !== undefined && field !== '__proto__') out[field] = part[field]
  }
  return out
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown> | null | undefined)?.[step], value)
}
