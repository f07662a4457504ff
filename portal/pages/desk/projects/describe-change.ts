// Project fields and values as readable text.
import type { DeskProject } from '../../../../src/http/api-types.ts'
import { fill } from '../../../language/choose-language.ts'
import { formatMoney, humanize } from '../../../language/format.ts'
import { describeMoney } from '../parts/describe-money.ts'
import { text } from './text.ts'

/** `Tower A (1042)` */
export function describeTower(name: string | null, id: number): string {
  return fill(text.tower, { name: name ?? text.building, id })
}

/** `buildings.1042.addresses` → `Addresses, Tower A (1042)`. */
export function describeField(project: Pick<DeskProject, 'buildings'>, field: string): string {
  const tower = /^buildings\.(\d+)\.addresses$/.exec(field)?.[1]
  if (tower !== undefined) {
    const building = project.buildings.find(({ id }) => String(id) === tower)
    return `${text.fields.addresses}, ${describeTower(building?.name ?? null, Number(tower))}`
  }
  return text.fields[field as keyof typeof text.fields] ?? humanize(field)
}

/** Enum values have no spaces: `under_construction` becomes `Under construction`. Other text stays as it is. */
export function describeValue(value: unknown, field = ''): string {
  if (value === null || value === undefined || value === '') return text.empty
  if (Array.isArray(value))
    return value.length === 0 ? text.empty : value.map((each) => describeValue(each, field)).join(' · ')
  if (typeof value === 'object') return describeObject(value as Readonly<Record<string, unknown>>)
  const money = describeMoney(field, value)
  if (money !== null) return money
  const word = String(value)
  return /^[a-z]+(_[a-z]+)*$/.test(word) ? humanize(word) : word
}

function describeObject(value: Readonly<Record<string, unknown>>): string {
  const { line, kind, valid_from, valid_to, date, addresses, registry, number } = value
  if (typeof registry === 'string') return `${registry} ${number}`
  if (typeof line === 'string') {
    const dates = valid_from || valid_to ? `, ${valid_from ?? '…'} – ${valid_to ?? '…'}` : ''
    return `${line} (${humanize(String(kind))}${dates})`
  }
  if ('location_accuracy' in value) return describePoint(value)
  if ('price_from' in value) return describePrices(value)
  if (Array.isArray(addresses)) return addresses.map((address) => describeValue(address)).join(' · ')
  return typeof date === 'string' ? date : JSON.stringify(value)
}

function describePoint({ latitude, longitude, location_accuracy }: Readonly<Record<string, unknown>>): string {
  return latitude === null ? text.empty : `${latitude}, ${longitude} (${humanize(String(location_accuracy))})`
}

function describePrices({ price_from: from, price_to: to }: Readonly<Record<string, unknown>>): string {
  return from === null && to === null ? text.empty : `${formatMoney(from as number)} – ${formatMoney(to as number)}`
}
