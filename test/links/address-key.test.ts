// All spellings of an address share one key, and no other address has it.
import { describe, expect, it } from 'vitest'
import { addressKey, completeReading, streetKey } from '../../src/links/address-key.ts'
import { keysOf } from '../../src/links/reading-keys.ts'
import { fromCases } from '../support/cases.ts'
import { projectRow } from '../support/rows.ts'
import { snapshotOf } from '../support/snapshots.ts'

const tower = (line: string) => [
  {
    key: 'tower',
    name: null,
    storeys: 20,
    units: 200,
    latitude: null,
    longitude: null,
    year_built: null,
    addresses: [{ line, kind: 'municipal' as const, valid_from: null, valid_to: null }],
  },
]

const row = (key: string, line: string, city_name: string, province: 'BC' | 'ON' | 'QC' | 'AB', postal: string) =>
  projectRow(key, {
    address: `${line}, ${city_name}, ${province}`,
    city_name,
    province,
    postal_code: postal,
    buildings: tower(line),
  })

const snapshot = snapshotOf([
  row('1', '1480 Howe St', 'Vancouver', 'BC', 'V6Z 1R8'),
  row('2', '501 Adelaide St W', 'Toronto', 'ON', 'M5V 1T4'),
  row('3', '1288 Av des Canadiens-de-Montréal', 'Montréal', 'QC', 'H3B 3B3'),
  row('4', '99 Mount Pleasant Rd', 'Toronto', 'ON', 'M4W 2S1'),
  row('5', '100 10 Ave SW', 'Calgary', 'AB', 'T2R 0A9'),
])

function keyOf(address: string, city: string | null = null, province: string | null = null): string | null {
  const query = { address, city, province }
  const { typed, completed } = keysOf(query, snapshot.matcher.match(query), snapshot)
  return completed ?? typed
}

describe('the same key', () => {
  it.each(fromCases<[string, string?, string?][]>('links/address-key', 'Howe Street'))(
    'for every spelling of Howe Street: %s %s %s',
    (address: string, city?: string, province?: string) => {
      expect(keyOf(address, city, province)).toBe('1480|howe|st||vancouver|bc')
    },
  )

  it.each([
    ['501 Adelaide St W, Toronto, ON'],
    ['501 Adelaide West', 'Toronto'],
    ['501 W Adelaide Street, Toronto'],
    ['PH5 - 501 ADELAIDE ST. WEST', 'North York', 'ON'],
  ])('for a street with a direction: %s', (address: string, city?: string, province?: string) => {
    expect(keyOf(address, city, province)).toBe('501|adelaide|st|w|toronto|on')
  })

  it.each([
    ['1288 Av des Canadiens-de-Montréal, Montréal, QC'],
    ['1288 avenue des Canadiens de Montreal app. 4501', 'Montreal'],
    ['4501-1288 Des Canadiens-de-Montréal Ave', 'Montréal', 'Quebec'],
  ])('for a French street: %s', (address: string, city?: string, province?: string) => {
    expect(keyOf(address, city, province)).toBe(keyOf('1288 Av des Canadiens-de-Montréal, Montréal, QC'))
  })

  it('for an unknown street, with the province implied by the city', () => {
    const key = keyOf('7 Zebra Cres, Toronto, ON')
    expect(key).toBe('7|zebra|cres||toronto|on')
    expect(keyOf('Apt 3 - 7 ZEBRA CRESCENT', 'Toronto')).toBe(key)
  })

  it('for abbreviated names: Mt is Mount, a final s is ignored', () => {
    expect(keyOf('99 Mt Pleasant Rd', 'Toronto')).toBe(keyOf('99 Mount Pleasant Road, Toronto, ON'))
    expect(streetKey("Heron's Hill")).toBe(streetKey('Heron Hill'))
  })
})

describe('a different key', () => {
  it.each(fromCases<[string, string][]>('links/address-key', 'different keys'))('for %s', (_, address) => {
    expect(keyOf(address)).not.toBe('1480|howe|st||vancouver|bc')
  })
})

describe('no key', () => {
  it.each([['Vancouver, BC'], ['Howe St, Vancouver'], ['The Howe Residences'], [''], ['7 Zebra Cres']])(
    'without a number, street or place: %s',
    (address) => {
      expect(keyOf(address)).toBeNull()
    },
  )
})

it('never overrides typed parts with those of the matched building', () => {
  const reading = (address: string) => snapshot.matcher.match({ address }).reading!
  const lines = [reading('1480 Howe St')]
  const typed = reading('1480 Howe Ave, Vancouver')
  expect(completeReading(typed, lines, { city: 'Vancouver', province: 'BC' }).street_type).toBe(typed.street_type)
  expect(addressKey(reading('1480 Howe St'))).toBeNull()
})
