// Tests that a stored index gives the same verdicts, and that another format is refused.

import { isDeepStrictEqual } from 'node:util'
import type { IndexSections, MatchBuilding, MatchQuery } from '@plinth/matcher'
import {
  buildIndex,
  createMatcher,
  createMatcherFromIndex,
  createMatcherFromSections,
  indexFromSections,
  indexToSections,
} from '@plinth/matcher'
import { describe, expect, it } from 'vitest'
import { loadStreets } from '../../src/catalog/snapshot/street-files.ts'
import { generateCases } from '../../tools/bench/generated-cases.ts'
import { syntheticBuildings, syntheticCases } from '../../tools/bench/synthetic-buildings.ts'
import { fixtureBuildings, fixtureCases } from './fixture.ts'

/** As another thread or a file gives them back: the same values in other buffers. */
function copyOf(sections: IndexSections): IndexSections {
  return Object.fromEntries(
    Object.entries(sections).map(([name, array]) => {
      const buffer = new SharedArrayBuffer(array.byteLength)
      const copy = new (array.constructor as new (buffer: SharedArrayBuffer) => typeof array)(buffer)
      copy.set(array)
      return [name, copy]
    }),
  )
}

function expectSameVerdicts(buildings: readonly MatchBuilding[], queries: Iterable<MatchQuery>): number {
  const streets = loadStreets()
  const index = buildIndex(buildings, streets)
  const built = createMatcherFromIndex(index)
  const opened = createMatcherFromSections(copyOf(indexToSections(index)), { streets })
  expect(opened.size).toBe(buildings.length)
  let count = 0
  for (const query of queries) {
    count++
    // Much faster than toEqual, which is for the message.
    if (!isDeepStrictEqual(opened.match(query), built.match(query)))
      expect(opened.match(query)).toEqual(built.match(query))
  }
  return count
}

describe('indexToSections and indexFromSections', () => {
  it('give the same verdicts for every case of the tables', () => {
    const queries = [...fixtureCases.values()]
      .flat()
      .map(({ expect: _, why: __, ...query }) => ({ ...query, explain: true }))
    expect(expectSameVerdicts(fixtureBuildings, queries)).toBeGreaterThan(300)
  })

  it('give the same verdicts for thousands of misspelled addresses, names and corporations', () => {
    const buildings = syntheticBuildings(5, 12)
    const cases = [
      ...syntheticCases(buildings, () => false),
      ...generateCases(buildings, { seed: 3, sample: 0.05, hints: 'all' }),
    ]
    const queries = cases.map((c, i) => ({
      address: c.text,
      city: c.city,
      province: c.province,
      explain: i % 4 === 0,
      ...(i % 7 === 0 && { listed_on: '1997-05-01' }),
    }))
    expect(expectSameVerdicts(buildings, queries)).toBeGreaterThan(3000)
  })

  it('keep keys, groups and names that are not ASCII', () => {
    const odd = ['é', '東京 🏙', '\ud800 lone', 'a'.repeat(5000), '']
    const buildings = odd.map((text, i) => ({
      key: `${text}${i}`,
      group: `g${text}`,
      name: text,
      addresses: [{ line: `${i + 1} King St W` }],
      city: 'Toronto',
      province: 'ON',
    }))
    const opened = indexFromSections(copyOf(indexToSections(buildIndex(buildings))))
    expect(opened.keys.toArray()).toEqual(buildings.map((b) => b.key))
    expect(opened.groups.strings.toArray()).toEqual(buildings.map((b) => b.group))
    expect(opened.buildingNames.toArray()).toEqual(odd)
  })

  it('open an index without buildings', () => {
    const opened = createMatcherFromSections(indexToSections(buildIndex([])))
    expect(opened.match({ address: '1480 Howe St' })).toEqual(createMatcher([]).match({ address: '1480 Howe St' }))
  })

  it('refuse another format, reader version or gazetteer, and name it', () => {
    const sections = indexToSections(buildIndex(fixtureBuildings))
    const names = ['format', 'reader version', 'gazetteer']
    for (const [i, name] of names.entries()) {
      const header = (sections.header as Uint32Array).slice()
      header[i]!++
      expect(() => indexFromSections({ ...sections, header })).toThrow(`${name} ${header[i]}`)
    }
  })

  it('refuse a missing section and one of another type', () => {
    const { entryNumber, ...rest } = indexToSections(buildIndex(fixtureBuildings))
    expect(() => indexFromSections(rest)).toThrow('"entryNumber"')
    expect(() => indexFromSections({ ...rest, entryNumber: new Uint8Array(entryNumber!.length) })).toThrow(
      '"entryNumber"',
    )
  })
})
