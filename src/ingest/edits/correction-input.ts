// What a person wants to correct, checked against the project and brought into the form it is kept in. Pure.
import type { Building } from '../../catalog/record-schemas.ts'
import type { ProjectRecord } from '../../catalog/records.ts'
import { CONSTRUCTION_MOVES, SALES_MOVES } from '../../catalog/status.ts'
import { Fault } from '../../kernel/fault.ts'
import type { CorrectableField } from '../overrides/corrections.ts'
import { addressesField, fieldValue, withValue } from '../overrides/corrections.ts'
import { isCorrection, sameValue } from '../publish/field-changes.ts'
import type { AddressRow } from '../read/address-lines.ts'
import { addressLines, distinct } from '../read/address-lines.ts'
import { canonicalPostal } from '../read/canonical-address.ts'
import { valueProblem } from '../read/row-checks.ts'

type AddressInput = Pick<AddressRow, 'line' | 'kind'> & {
  readonly valid_from?: string | null | undefined
  readonly valid_to?: string | null | undefined
}

export interface CorrectionInput extends Partial<Pick<ProjectRecord, CorrectableField>> {
  readonly buildings?: readonly { readonly id: number; readonly addresses: readonly AddressInput[] }[]
  readonly reason: string | null
}

export interface FieldValue {
  readonly field: string
  readonly value: unknown
}

function invalid(pointer: string, message: string): Fault {
  return new Fault('invalid_parameter', {
    detail: message,
    errors: [{ pointer, code: 'invalid_parameter', message }],
  })
}

/** The fields that would say something else than they do, and what they would say. */
export function correctedFields(project: ProjectRecord, wish: CorrectionInput, today: string): FieldValue[] {
  const { buildings = [], reason: _, ...fields } = wish
  const twice = buildings.findIndex(({ id }, at) => buildings.findIndex((other) => other.id === id) < at)
  if (twice >= 0) throw invalid(`/buildings/${twice}/id`, `Building ${buildings[twice]!.id} is named twice.`)
  const towers = buildings.map((tower, at) => ({
    field: addressesField(tower.id),
    value: correctedAddresses(project, tower, at),
  }))
  const after = towers.reduce((at, { field, value }) => withValue(at, field, value), project)
  const plain = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => ({ field, value: correctedValue(after, field, value, today) }))
  const followed = plain.some(({ field }) => field === 'address') ? [] : movedAddress(project, after, today)
  const changed = [...plain, ...towers, ...followed].filter(
    ({ field, value }) => !sameValue(fieldValue(project, field), value),
  )
  if (changed.length === 0) throw new Fault('state_conflict', { detail: 'The project says all of this already.' })
  for (const { field, value } of changed) requireReason(project, field, value, wish.reason)
  return changed
}

function correctedValue(project: ProjectRecord, field: string, value: unknown, today: string): unknown {
  const found = valueProblem(value, field, Number(today.slice(0, 4)))
  if (found) throw invalid(`/${field}`, `"${field}": ${found.reason}.`)
  if (field === 'website_url' && value !== null && !/^https?:\/\/[^\s]+$/i.test(String(value)))
    throw invalid('/website_url', '"website_url" is not a web address.')
  if (field === 'postal_code' && value !== null) {
    const postal = canonicalPostal(String(value))
    if (postal === null) throw invalid('/postal_code', '"postal_code" is not a Canadian postal code.')
    return postal
  }
  return field === 'address' ? correctedAddress(project, String(value)) : value
}

const placeOf = ({ city_name: city, province }: ProjectRecord) => ({ city, province })
const canonicalOf = (project: ProjectRecord, line: string): string =>
  `${line}, ${project.city_name}, ${project.province}`

/** The canonical address is one of a tower's: what nothing has for an address, nobody would find. */
function correctedAddress(project: ProjectRecord, text: string): string {
  const line = addressLines(text, {}, placeOf(project))[0]?.line
  const known = project.buildings.flatMap(({ addresses }) => addresses.map((address) => address.line))
  if (line !== undefined && known.includes(line)) return canonicalOf(project, line)
  throw invalid('/address', '"address" must be an address of one of its towers; add it there in the same correction.')
}

/** Whether a tower has this address for one of its own today. */
export function isInForce({ kind, valid_to }: Pick<AddressRow, 'kind' | 'valid_to'>, today: string): boolean {
  return kind !== 'historic' && (valid_to === null || valid_to >= today)
}

/** When the line that is the canonical address is out of force, the first one that is not takes its place. */
function movedAddress(before: ProjectRecord, after: ProjectRecord, today: string): FieldValue[] {
  const inForce = ({ buildings }: ProjectRecord) =>
    buildings.flatMap(({ addresses }) => addresses.filter((address) => isInForce(address, today)))
  const stands = (project: ProjectRecord) =>
    inForce(project).some(({ line }) => canonicalOf(project, line) === before.address)
  if (!stands(before) || stands(after)) return []
  const left = inForce(after)
  const next = left.find(({ kind }) => kind === 'municipal' || kind === 'range') ?? left[0]
  return next ? [{ field: 'address', value: canonicalOf(after, next.line) }] : []
}

/** Lines that the tower has already stay as they are written; new ones are brought into the form that imports give them. */
function correctedAddresses(
  project: ProjectRecord,
  tower: { readonly id: number; readonly addresses: readonly AddressInput[] },
  at: number,
): Building['addresses'] {
  const building = project.buildings.find(({ id }) => id === tower.id)
  const pointer = `/buildings/${at}`
  if (!building) throw invalid(`${pointer}/id`, `Project ${project.id} has no building ${tower.id}.`)
  const known = new Set(building.addresses.map(({ line }) => line))
  const lines = tower.addresses.flatMap(({ line, kind, valid_from = null, valid_to = null }, i): AddressRow[] => {
    const where = `${pointer}/addresses/${i}`
    const problem = valueProblem(line, 'line', 0)
    if (problem) throw invalid(`${where}/line`, `"line": ${problem.reason}.`)
    if (valid_from !== null && valid_to !== null && valid_from > valid_to)
      throw invalid(`${where}/valid_to`, `"valid_to" (${valid_to}) is before "valid_from" (${valid_from}).`)
    if (known.has(line)) return [{ line, kind, valid_from, valid_to }]
    const found = addressLines(line, { kind, valid_from, valid_to }, placeOf(project))
    if (found.length === 0 || (kind !== 'marketing' && !/^\d/.test(found[0]!.line)))
      throw invalid(
        `${where}/line`,
        `"${line.slice(0, 80)}" has no civic number; only a marketing address goes without.`,
      )
    return found
  })
  return distinct(lines)
}

/** A move in the table is what happens to projects; any other says that we were wrong, and why. */
function requireReason(project: ProjectRecord, field: string, to: unknown, reason: string | null): void {
  const from = fieldValue(project, field)
  if (reason !== null || !isCorrection({ field, from, to })) return
  const allowed = allowedMoves(project)[field as 'sales_status' | 'construction_status'].ordinary
  const next = allowed.length === 0 ? 'none' : allowed.join(', ')
  const message = `From ${from} the ordinary moves are: ${next}. Any other is a correction and needs a reason.`
  throw new Fault('invalid_transition', {
    detail: message,
    errors: [{ pointer: `/${field}`, code: 'invalid_transition', message, allowed }],
  })
}

export interface Moves {
  /** Need no reason. */
  readonly ordinary: readonly string[]
  readonly corrections: readonly string[]
}

/** Where the two axes can go from where they are. */
export function allowedMoves(project: Pick<ProjectRecord, 'sales_status' | 'construction_status'>) {
  const of = (moves: Readonly<Record<string, readonly string[]>>, from: string): Moves => {
    const ordinary = moves[from] ?? []
    return { ordinary, corrections: Object.keys(moves).filter((to) => to !== from && !ordinary.includes(to)) }
  }
  return {
    sales_status: of(SALES_MOVES, project.sales_status),
    construction_status: of(CONSTRUCTION_MOVES, project.construction_status),
  }
}
