// How two rows are compared for people.
import { expect, it } from 'vitest'
import { compareRows } from '../../src/ingest/edits/compare-rows.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { projectRow } from '../support/rows.ts'

const agreementOf = (a: Partial<ProjectRow>, b: Partial<ProjectRow>) => {
  const fields = compareRows(projectRow('a', a), projectRow('b', b))
  return Object.fromEntries(fields.map(({ field, agreement }) => [field, agreement]))
}

it('treats case, accents and a postal prefix as the same, and numbers strictly', () => {
  const compared = agreementOf(
    { name: 'Château  Marlow', postal_code: 'M4B', storeys: 22, year_built: 1999 },
    { name: 'CHATEAU MARLOW', postal_code: 'M4B 1B3', storeys: 23, year_built: null },
  )
  expect(compared).toMatchObject({
    name: 'same',
    postal_code: 'same',
    storeys: 'different',
    year_built: 'one_side',
  })
})

it('leaves out what neither row knows, and a name that is only the address', () => {
  const row = { name: '12 Marlow St', address: '12 Marlow St, Toronto, ON', condo_corp: null }
  expect(Object.keys(agreementOf(row, row))).not.toEqual(expect.arrayContaining(['name', 'condo_corp']))
  expect(compareRows(null, projectRow('b')).every(({ value }) => value === null)).toBe(true)
})

it('treats rows that share an address as having the same address', () => {
  const address = (line: string) => ({ line, kind: 'municipal' as const, valid_from: null, valid_to: null })
  const corner = projectRow('a')
  const buildings = [{ ...corner.buildings[0]!, addresses: [address('12 Marlow St'), address('3 Tallow Rd')] }]
  const compared = agreementOf(
    { address: '12 Marlow St, Toronto, ON', buildings },
    { address: '3 Tallow Rd, Toronto, ON', buildings: [{ ...buildings[0]!, addresses: [address('3 Tallow Rd')] }] },
  )
  expect(compared.address).toBe('same')
})
