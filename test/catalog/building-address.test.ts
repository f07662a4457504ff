// Which address is that of a building, and which building a decision is about.
import { expect, it } from 'vitest'
import { addressOfBuilding, decidedBuilding, onlyBuilding } from '../../src/catalog/records/building-facts.ts'
import type { Address, Building } from '../../src/catalog/records/record-schemas.ts'
import type { ProjectRecord } from '../../src/catalog/records/record-types.ts'

const at = (line: string, more: Partial<Address> = {}): Address => ({
  ...{ line, kind: 'municipal', valid_from: null, valid_to: null },
  ...more,
})
const tower = (id: number, ...addresses: Address[]) => ({ id, addresses }) as unknown as Building
const site = (...buildings: Building[]) =>
  ({ address: '887 Jane St, Toronto, ON', city_name: 'Toronto', province: 'ON', buildings }) as unknown as ProjectRecord

const other = tower(9, at('1 Other St'))
it.each([
  ['its municipal address', [at('891 Jane St')], '891 Jane St, Toronto, ON'],
  ['the project’s address if it is one of its own', [at('885 Jane St'), at('887 Jane St')], '887 Jane St, Toronto, ON'],
  [
    'no longer a past one',
    [at('887 Jane St', { valid_to: '2020-01-01' }), at('891 Jane St')],
    '891 Jane St, Toronto, ON',
  ],
  ['no marketing address', [at('1 Park Place', { kind: 'marketing' }), at('891 Jane St')], '891 Jane St, Toronto, ON'],
  ['the first where none is municipal', [at('1 Park Place', { kind: 'marketing' })], '1 Park Place, Toronto, ON'],
  ['the project’s where it has none', [], '887 Jane St, Toronto, ON'],
] as const)('a tower has %s', (_, addresses, expected) => {
  const building = tower(1, ...addresses)
  expect(addressOfBuilding({ project: site(building, other), building })).toBe(expected)
})

it('the only building has the address of its project', () => {
  const building = tower(1, at('891 Jane St'))
  expect(addressOfBuilding({ project: site(building), building })).toBe('887 Jane St, Toronto, ON')
})

it('a decision about a project is about its only building, and one about a removed building about none', () => {
  const one = tower(1, at('891 Jane St'))
  expect([onlyBuilding(site(one))?.id, onlyBuilding(site(one, other))?.id]).toEqual([1, undefined])
  const decided = (project: ProjectRecord, id: number | null) => decidedBuilding(project, id)?.id
  expect([decided(site(one), null), decided(site(one, other), null)]).toEqual([1, undefined])
  expect([decided(site(one, other), 9), decided(site(one), 9)]).toEqual([9, undefined])
})
