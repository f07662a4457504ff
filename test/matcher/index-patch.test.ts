// Tests that a patched index gives the verdicts of an index built from scratch.

import { isDeepStrictEqual } from 'node:util'
import type { MatchBuilding, MatchQuery, StreetIndex } from '@plinth/matcher'
import { buildIndex, createMatcherFromIndex, patchIndex } from '@plinth/matcher'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadStreets } from '../../src/catalog/snapshot/street-files.ts'
import { amount } from '../support/amount.ts'
import { fromCases } from '../support/cases.ts'

/** Few values, so that buildings share streets, numbers, names, corporations and cities. */
const LINES = fromCases<string[]>('matcher/index-patch', 'lines')
const NUMBERS = ['7', '12', '12Z', '14', '12-16', '20A', '88', '1288']
const CITIES = fromCases<[string, string][]>('matcher/index-patch', 'cities')
const NAMES = [null, 'Harbour Lofts', 'Harbour Place', 'Tower A', 'Tower B', 'Harbor Lofts', '14 Kings', 'Crown Court']

const address = fc
  .tuple(fc.constantFrom(...NUMBERS), fc.constantFrom(...LINES), fc.boolean())
  .map(([number, street, isOld]) => ({
    line: `${number} ${street}`,
    ...(isOld && { kind: 'historic' as const, valid_from: '1990-01-01', valid_to: '2001-06-30' }),
  }))

/** A building without its key and group. */
const anyBuilding = fc
  .record({
    name: fc.constantFrom(...NAMES),
    aliases: fc.subarray(['Crown Court', 'Harbour Lofts', 'Maple Residences'], { maxLength: 2 }),
    addresses: fc.array(address, { minLength: 1, maxLength: 2 }),
    city: fc.constantFrom(...CITIES),
    postal: fc.constantFrom(null, 'M5V 1A1', 'H3B'),
    storeys: fc.constantFrom(null, 4, 40),
    condo_corp: fc.constantFrom(null, { registry: 'TSCC', number: 2345 }, { registry: 'EPS', number: 12 }),
  })
  .map(({ city: [city, province], ...rest }): Omit<MatchBuilding, 'key'> => ({ ...rest, city, province }))

type Project = readonly Omit<MatchBuilding, 'key'>[]

const anyProject = fc.array(anyBuilding, { minLength: 1, maxLength: 3 })
/** One version of a dataset: some projects are replaced or removed, and new ones come at the end. */
const anyChange = fc.record({
  replaced: fc.array(fc.tuple(fc.nat(40), fc.option(anyProject, { freq: 3 })), { maxLength: 5 }),
  added: fc.array(anyProject, { maxLength: 4 }),
})

/** Projects by id, in the order of their ids. Every third has no group. */
type Dataset = ReadonlyMap<number, Project>

const buildingsOf = (id: number, project: Project): MatchBuilding[] =>
  project.map((b, i) => ({ ...b, key: `${id}-${id % 3 === 0 ? 0 : i}`, ...(id % 3 !== 0 && { group: `p${id}` }) }))

const allBuildings = (dataset: Dataset): MatchBuilding[] => [...dataset].flatMap(([id, p]) => buildingsOf(id, p))

const QUERIES: readonly MatchQuery[] = NUMBERS.flatMap((number) =>
  LINES.flatMap((street, i): MatchQuery[] => {
    const [city, province] = CITIES[i % CITIES.length] as (typeof CITIES)[number]
    return [
      { address: `${number} ${street}`, city, province },
      { address: `${number} ${street.replace('i', 'o')}, Harbour Lofts`, listed_on: '1995-02-03' },
    ]
  }),
).concat(
  [...NAMES, 'Harbour Loft condos', 'Crown condos', 'TSCC 2345', 'EPS 12', 'Riverside', 'Smallville, ON'].flatMap(
    (name) => (name ? [{ address: name }, { address: `${name}, Kings Rd, Toronto` }] : []),
  ),
)

function expectSameVerdicts(patched: StreetIndex, built: StreetIndex): void {
  const one = createMatcherFromIndex(patched)
  const other = createMatcherFromIndex(built)
  expect(patched.keys.toArray()).toEqual(built.keys.toArray())
  for (const query of QUERIES) {
    const full = { ...query, explain: true, min_confidence: 0.001, limit: 20 }
    // much faster than toEqual, which is for the message
    if (!isDeepStrictEqual(one.match(full), other.match(full))) expect(one.match(full)).toEqual(other.match(full))
  }
}

describe('patchIndex', () => {
  const streets = loadStreets()

  it('gives the verdicts of an index built from scratch, patch after patch', () => {
    fc.assert(
      fc.property(
        fc.array(anyProject, { minLength: 1, maxLength: 12 }),
        fc.array(anyChange, { minLength: 1, maxLength: 3 }),
        (first, changes) => {
          const dataset = new Map(first.map((project, id) => [id, project]))
          let nextId = first.length
          let index = buildIndex(allBuildings(dataset), streets)
          for (const { replaced, added } of changes) {
            const removedKeys: string[] = []
            const newBuildings: MatchBuilding[] = []
            for (const [id, project] of new Map(replaced.map(([id, p]) => [id % nextId, p] as const))) {
              const old = dataset.get(id)
              if (!old) continue
              removedKeys.push(...buildingsOf(id, old).map((b) => b.key))
              if (project) {
                dataset.set(id, project)
                newBuildings.push(...buildingsOf(id, project))
              } else dataset.delete(id)
            }
            for (const project of added) {
              dataset.set(nextId, project)
              newBuildings.push(...buildingsOf(nextId++, project))
            }
            index = patchIndex(index, removedKeys, newBuildings, streets)
          }
          expectSameVerdicts(index, buildIndex(allBuildings(dataset), streets))
        },
      ),
      { numRuns: amount(2), seed: 20261116 },
    )
  })

  const at = (key: string, line: string, more: Partial<MatchBuilding> = {}): MatchBuilding => ({
    key,
    addresses: [{ line }],
    city: 'Toronto',
    province: 'ON',
    ...more,
  })

  it('puts a new tower after the last tower of its project', () => {
    const index = buildIndex([at('a1', '1 King St W', { group: 'a' }), at('b1', '2 King St W', { group: 'b' })])
    const patched = patchIndex(index, [], [at('a2', '3 King St W', { group: 'a' }), at('c', '4 King St W')])
    expect(patched.keys.toArray()).toEqual(['a1', 'a2', 'b1', 'c'])
  })

  it('gives back a letter that was dropped once a plain number appears', () => {
    const register = at('z', '1288Z rue Peel', { city: 'Montréal', province: 'QC' })
    const plain = at('plain', '1288 rue Peel', { city: 'Montréal', province: 'QC' })
    const patched = patchIndex(buildIndex([register]), [], [plain])
    const query = { address: '1288Z rue Peel', city: 'Montréal' }
    expect(createMatcherFromIndex(patched).match(query)).toEqual(
      createMatcherFromIndex(buildIndex([register, plain])).match(query),
    )
    expect(createMatcherFromIndex(patched).match(query).candidates[0]?.key).toBe('z')
  })

  it('leaves the index that it patches as it was', () => {
    const index = buildIndex([at('a', '1 King St W'), at('b', '2 King St W')])
    const before = createMatcherFromIndex(index).match({ address: '1 King St W', explain: true })
    patchIndex(index, ['a'], [at('c', '1 King St W')])
    expect(createMatcherFromIndex(index).match({ address: '1 King St W', explain: true })).toEqual(before)
  })
})
