// The text to store for the desk: as typed, or the address found in a long text.
import type { Reading } from '@plinth/matcher'
import { formatAddress } from './address-key.ts'

const MAX_LENGTH = 512

/** A curator reviews an address, not the whole post, and counted queries must not fill the memory. */
export function caseText(text: string, reading: Reading | null): string {
  if (text.length <= MAX_LENGTH) return text
  const address = reading && reading.civic_number !== null && reading.street_name !== null ? written(reading) : ''
  if (address !== '' && address.length <= MAX_LENGTH) return address
  return `${text.slice(0, MAX_LENGTH - 1).toWellFormed()}…`
}

function written(reading: Reading): string {
  const { unit, city, province, postal_code } = reading
  const line = `${unit === null ? '' : `#${unit} - `}${formatAddress(reading)}`
  return [line, city, [province, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}
