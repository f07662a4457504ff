// Checks a correction against the project and brings it into stored form. Pure.
import type { Building } from '../../catalog/records/record-schemas.ts'
import type { ProjectRecord } from '../../catalog/records/record-types.ts'
import { CONSTRUCTION_MOVES, SALES_MOVES } from '../../catalog/records/status.ts'
import { Fault, fieldFault } from '../../kernel/fault.ts'
import type { CorrectableField, GroupedField } from '../overrides/corrections.ts'
import { addressesField, fieldValue, withValue } from '../overrides/corrections.ts'
import { isCorrection } from '../publish/field-changes.ts'
import type { AddressRow } from '../read/address-lines.ts'
import { addressLines, distinct } from '../read/address-lines.ts'
import { canonicalPostal } from '../read/canonical-address.ts'
import { valueProblem } from '../read/row-checks.ts'
import { sameValue } from '../record/same-value.ts'
import { correctedGroups } from './correction-groups.ts'

type AddressInput = Pick<AddressRow, 'line' | 'kind'> & {
  readonly valid_from?: string | null | undefined
  readonly valid_to?: string | null | undefined
}

export interface CorrectionInput extends Partial<Pick<ProjectRecord, CorrectableField | GroupedField>> {
  readonly buildings?: readonly { readonly id: number; readonly addresses: readonly AddressInput[] }[]
  readonly reason: string | null
}

export interface FieldValue {
  readonly field: string
  readonly value: unknown
}

/** Returns the fields that change, with their new values. */
export function correctedFields(project: ProjectRecord, input: CorrectionInput, today: string): FieldValue[] {
  const { buildings = [], reason: _, ...rest } = input
  const { groups, fields } = correctedGroups(project, rest)
  const repeated = buildings.findIndex(({ id }, at) => buildings.findIndex((other) => other.id === id) < at)
  if (repeated >= 0)
    throw fieldFault(
      'invalid_parameter',
      `/buildings/${repeated}/id`,
      `Building ${buildings[repeated]!.id} appears twice. Send each building once.`,
    )
  const towers = buildings.map((tower, at) => ({
    field: addressesField(tower.id),
    value: correctedAddresses(project, tower, at),
  }))
  const after = towers.reduce((at, { field, value }) => withValue(at, field, value), project)
  const plain = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => ({ field, value: correctedValue(after, field, value, today) }))
  for (const { value } of groups) requirePlausible(value, '', today)
  const moved = plain.some(({ field }) => field === 'address') ? [] : movedAddress(project, after, today)
  const changed = [...plain, ...groups, ...towers, ...moved].filter(
    ({ field, value }) => !sameValue(fieldValue(project, field), value),
  )
  if (changed.length === 0)
    throw new Fault('state_conflict', { detail: 'The project already has all of these values.' })
  for (const { field, value } of changed) requireReason(project, field, value, input.reason)
  return changed
}

/** Text is clean, numbers are in range, a point is in Canada. */
function requirePlausible(value: unknown, path: string, today: string): void {
  const found = valueProblem(value, path, Number(today.slice(0, 4)))
  if (found) throw fieldFault('invalid_parameter', `/${found.path}`, `"${found.path}": ${found.reason}.`)
}

function correctedValue(project: ProjectRecord, field: string, value: unknown, today: string): unknown {
  requirePlausible(value, field, today)
  if (field === 'website_url' && value !== null && !/^https?:\/\/[^\s]+$/i.test(String(value)))
    throw fieldFault('invalid_parameter', '/website_url', '"website_url" must be an http or https URL.')
  if (field === 'postal_code' && value !== null) {
    const postal = canonicalPostal(String(value))
    if (postal === null)
      throw fieldFault(
        'invalid_parameter',
        '/postal_code',
        '"postal_code" must be a Canadian postal code, such as M5V 2T6.',
      )
    return postal
  }
  return field === 'address' ? correctedAddress(project, String(value)) : value
}

const placeOf = ({ city_name: city, province }: ProjectRecord) => ({ city, province })
const canonicalOf = (project: ProjectRecord, line: string): string =>
  `${line}, ${project.city_name}, ${project.province}`

/** The canonical address must belong to a building; otherwise lookups cannot find it. */
function correctedAddress(project: ProjectRecord, text: string): string {
  const line = addressLines(text, {}, placeOf(project))[0]?.line
  const known = project.buildings.flatMap(({ addresses }) => addresses.map((address) => address.line))
  if (line !== undefined && known.includes(line)) return canonicalOf(project, line)
  throw fieldFault(
    'invalid_parameter',
    '/address',
    '"address" must be an address of one of the buildings. Add it to a building in the same correction.',
  )
}

/** True when the address is valid today. */
export function isInForce({ kind, valid_to }: Pick<AddressRow, 'kind' | 'valid_to'>, today: string): boolean {
  return kind !== 'historic' && (valid_to === null || valid_to >= today)
}

/** When the canonical address is no longer in force, the first address in force replaces it. */
function movedAddress(before: ProjectRecord, after: ProjectRecord, today: string): FieldValue[] {
  const inForce = ({ buildings }: ProjectRecord) =>
    buildings.flatMap(({ addresses }) => addresses.filter((address) => isInForce(address, today)))
  const hasCanonical = (project: ProjectRecord) =>
    inForce(project).some(({ line }) => canonicalOf(project, line) === before.address)
  if (!hasCanonical(before) || hasCanonical(after)) return []
  const left = inForce(after)
  const next = left.find(({ kind }) => kind === 'municipal' || kind === 'range') ?? left[0]
  return next ? [{ field: 'address', value: canonicalOf(after, next.line) }] : []
}

/** Existing lines stay as written. New lines get the canonical form that imports use. */
function correctedAddresses(
  project: ProjectRecord,
  tower: { readonly id: number; readonly addresses: readonly AddressInput[] },
  at: number,
): Building['addresses'] {
  const building = project.buildings.find(({ id }) => id === tower.id)
  const pointer = `/buildings/${at}`
  if (!building)
    throw fieldFault('invalid_parameter', `${pointer}/id`, `Project ${project.id} has no building ${tower.id}.`)
  const known = new Set(building.addresses.map(({ line }) => line))
  const lines = tower.addresses.flatMap(({ line, kind, valid_from = null, valid_to = null }, i): AddressRow[] => {
    const where = `${pointer}/addresses/${i}`
    const problem = valueProblem(line, 'line', 0)
    if (problem) throw fieldFault('invalid_parameter', `${where}/line`, `"line": ${problem.reason}.`)
    if (valid_from !== null && valid_to !== null && valid_from > valid_to)
      throw fieldFault(
        'invalid_parameter',
        `${where}/valid_to`,
        `"valid_to" (${valid_to}) is before "valid_from" (${valid_from}).`,
      )
    if (known.has(line)) return [{ line, kind, valid_from, valid_to }]
    const found = addressLines(line, { kind, valid_from, valid_to }, placeOf(project))
    if (found.length === 0 || (kind !== 'marketing' && !/^\d/.test(found[0]!.line)))
      throw fieldFault(
        'invalid_parameter',
        `${where}/line`,
        `"${line.slice(0, 80)}" has no civic number. Only marketing addresses can omit it.`,
      )
    return found
  })
  return distinct(lines)
}

/** A status move outside the table means that the earlier status was wrong, so it needs a reason. */
function requireReason(project: ProjectRecord, field: string, to: unknown, reason: string | null): void {
  const from = fieldValue(project, field)
  if (reason !== null || !isCorrection({ field, from, to })) return
  const allowed = allowedMoves(project)[field as 'sales_status' | 'construction_status'].ordinary
  const next = allowed.length === 0 ? 'none' : allowed.join(', ')
  const message = `From ${from}, the ordinary moves are: ${next}. Any other move is a correction and needs a reason.`
  throw fieldFault('invalid_transition', `/${field}`, message, { allowed })
}

export interface Moves {
  /** These need no reason. */
  readonly ordinary: readonly string[]
  readonly corrections: readonly string[]
}

/** The possible next values of both status fields. */
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
