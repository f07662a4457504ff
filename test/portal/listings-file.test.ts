// Rows of a dropped file as listings.
import { describe, expect, it } from 'vitest'
import { LISTING_HEADERS } from '../../portal/csv/columns.ts'
import { readTable } from '../../portal/csv/read-table.ts'
import { guessChoice, hasHeader, toTable } from '../../portal/csv/table.ts'
import { rowToListing } from '../../portal/pages/account/load/listing-rows.ts'

async function listingsOf(file: string, label = ''): Promise<object[]> {
  const grid = await readTable(file, { maxRows: 100, name: 'listings.csv' })
  const table = toTable(grid, hasHeader(grid), 100)
  const columns = guessChoice(table, LISTING_HEADERS)
  return table.rows.map((row) => rowToListing(row, columns, label))
}

describe('a row of a file', () => {
  it('sends the key, the address and the hints that have a value', async () => {
    const csv = 'MLS,Address,City,Unit,Price\nC1, 1480 Howe St ,Vancouver,1203,5\nC2,15 Lower Jarvis,,,6\n'
    expect(await listingsOf(csv, 'may')).toEqual([
      { key: 'C1', address: '1480 Howe St', city: 'Vancouver', unit: '1203', feed: 'may' },
      { key: 'C2', address: '15 Lower Jarvis', feed: 'may' },
    ])
  })

  it('sends coordinates only in pairs, as numbers, and dates without the time', async () => {
    const csv =
      'key,address,lat,lng,ListingContractDate\na,1 A St,49.2,-123.1,2026-05-01T00:00:00\nb,2 A St,49.2,,\nc,3 A St,north,-123,\n'
    expect(await listingsOf(csv)).toEqual([
      { key: 'a', address: '1 A St', latitude: 49.2, longitude: -123.1, listed_on: '2026-05-01' },
      { key: 'b', address: '2 A St' },
      { key: 'c', address: '3 A St', latitude: 'north', longitude: -123 },
    ])
  })

  it('keeps an empty key and address, so that the row gets its own error', async () => {
    expect(await listingsOf('{"key":"","address":"1 A St"}\n{"key":"x","address":""}\n')).toEqual([
      { key: '', address: '1 A St' },
      { key: 'x', address: '' },
    ])
  })
})
