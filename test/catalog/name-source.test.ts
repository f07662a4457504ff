// Tells a project's own name from a name that is only its address.
import { expect, it } from 'vitest'
import { nameSource } from '../../src/catalog/query/name-source.ts'

const at = (name: string, line: string, kind: 'municipal' | 'marketing' | 'historic' = 'municipal') =>
  nameSource({ name, buildings: [{ addresses: [] }, { addresses: [{ line, kind }] }] })

it.each([
  ['12 Marlow St', '12 Marlow St', 'address'],
  ['12 MARLOW ST.', '12 Marlow St', 'address'],
  ['1000 Rue Sherbrooke O', '1000 rue Sherbrooke O', 'address'],
  ['12 Marlow', '12 Marlow St', 'source'],
  ['Marlow House', '12 Marlow St', 'source'],
])('%s at %s is a name of the %s', (name, line, source) => {
  expect(at(name, line)).toBe(source)
})

it('a marketing address can be the name that a source gives', () => {
  expect(at('Corner House', 'Corner House', 'marketing')).toBe('source')
})
