// Amounts of money among the fields of a record.
import { formatMoney } from '../../../language/format.ts'

const MONEY = /(^|_)(price|psf|fee|amount)(_|$)|^value$/

const cents = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' })

/** Null if the field is no amount of money. */
export function describeMoney(field: string, value: unknown): string | null {
  if (typeof value !== 'number' || !MONEY.test(field)) return null
  return Number.isInteger(value) ? formatMoney(value) : cents.format(value)
}
