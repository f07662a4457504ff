// The unit that makes a home: a normalized label, unless the listing is a parking spot or a locker. Pure.
import { readUnitHint } from '@plinth/matcher/internal/read/unit'
import { unitLabel } from '../../catalog/records/unit-labels.ts'

/** A longer label may have been cut, and two cut labels can be equal. */
const MAX_LABEL = 19
/** What people write where there is no unit, and kinds of units that do not say which. */
const NO_UNIT =
  /^(?:N\/?A|NONE|NIL|NULL|TB[AD]|VARIOUS|MULTIPLE|AUCUNE?|S\/?O|[LUSG]?PH|TH|UNIT|APT|SUITE|0+|[^\p{L}\d]*)$/u
const PARKING =
  /\b(?:parking|prkg|pkg|stall|garage|locker|lkr|storage|stationnements?|casiers?|rangements?|entreposage)\b/i
/** `Apartment with parking` */
const BESIDE = /\b(?:with|avec|incl)/i
/** `P1-23`: a level of the garage and a spot. */
const GARAGE_SPOT = /^P\d{1,2}-\d+$/

export interface UnitSource {
  readonly address: string
  /** The unit that was sent beside the address. */
  readonly hint: string | null
  /** The unit of the link: read in the address, or else the hint. */
  readonly unit: string | null
  /** What the listing says that is for sale. */
  readonly types: readonly (string | null)[]
}

/** Null if the listing names no unit, two different ones, or something that is not a home. */
export function homeUnit({ address, hint, unit, types }: UnitSource): string | null {
  if (unit === null || types.some((type) => type !== null && PARKING.test(type) && !BESIDE.test(type))) return null
  const label = labelOf(unit)
  if (label === null || isParking(address, label)) return null
  if (hint === null || hint.trim() === '') return label
  if (PARKING.test(hint) || GARAGE_SPOT.test(unitLabel(hint))) return null
  return labelOf(readUnitHint(hint) ?? hint) === label ? label : null
}

/** `PH-2`, `Penthouse 2` and `ph 2` are one label, and `1203-A` is `1203A`. Null if it names no unit. */
export function labelOf(text: string): string | null {
  if (PARKING.test(text)) return null
  const label = unitLabel(text)
    .replace(/^PENTHOUSE/, 'PH')
    .replace(/^TOWNHOUSE/, 'TH')
    .replace(/^([A-Z]{1,3})-(\d+)$/, '$1$2')
    .replace(/^(\d+)-([A-Z])$/, '$1$2')
  return label.length > MAX_LABEL || NO_UNIT.test(label) || GARAGE_SPOT.test(unitLabel(text)) ? null : label
}

/** `Locker 12, 55 Bloor St` is a locker; `1203 - 55 Bloor St, with parking 12` is unit 1203. */
function isParking(address: string, label: string): boolean {
  const found = PARKING.exec(address)
  if (!found) return false
  const after = address.slice(found.index + found[0].length)
  const [next] = /[A-Z]?\d[\w-]*/i.exec(after) ?? []
  if (next !== undefined && labelOf(next) === label) return true
  const before = address.slice(0, found.index)
  return ![...before.split(/[\s,#]+/), ...before.split(/[\s,#-]+/)].some((word) => labelOf(word) === label)
}
