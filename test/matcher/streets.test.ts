// The lists of real streets: evidence for and against a misspelled street.

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StreetLexicon } from '@plinth/matcher'
import { buildIndex, createLargeLexicon, createMatcher, createStreetLexicon, parseStreetList } from '@plinth/matcher'
import { afterAll, describe, expect, it } from 'vitest'
import { loadStreets } from '../../src/catalog/snapshot/street-files.ts'
import { fromCases } from '../support/cases.ts'
import { suiteFolder } from '../support/suite-folder.ts'
import { buildingAt } from './building-at.ts'

const buildings = [
  buildingAt('rosebank', '29 Rosebank Dr'),
  buildingAt('oxton', '50 Oxton Ave'),
  buildingAt('bedford', '160 Bedford Rd'),
  buildingAt('queen', '2000 Queen St E'),
  buildingAt('nolan', '400 Nolan Hill Rise NW', 'Calgary', 'AB'),
]
const listed = createMatcher(buildings, { streets: loadStreets() })
const confidence = (address: string, matcher = listed, city = 'Toronto'): number =>
  matcher.match({ address, city }).candidates[0]?.confidence ?? 0

describe('a street that exists', () => {
  it.each(['29 Roseland Dr', '50 Roxton Rd', '160 Bedford Park Avenue'])(
    'is not corrected to another: %s',
    (address) => {
      expect(confidence(address)).toBeLessThan(0.2)
    },
  )

  it('with another type is another street', () => {
    expect(confidence('400 Nolan Hill Gate NW', listed, 'Calgary')).toBeLessThan(0.2)
  })

  it('makes a missing direction doubtful only where the other side has the number', () => {
    const both = confidence(
      '200 Queen St',
      createMatcher([buildingAt('q', '200 Queen St E')], { streets: loadStreets() }),
    )
    expect(confidence('2000 Queen St')).toBeGreaterThan(both)
    expect(confidence('2000 Queen')).toBeGreaterThan(0.95)
  })
})

describe('a street that does not exist', () => {
  it('is corrected, with more confidence than without a list', () => {
    const unlisted = createMatcher(buildings)
    expect(confidence('29 Rosebnak Dr')).toBeGreaterThan(0.95)
    expect(confidence('29 Rosebnak Dr')).toBeGreaterThanOrEqual(confidence('29 Rosebnak Dr', unlisted))
  })

  it.each([
    ['29 Roseba', '29 Rxsebanx'],
    ['1757 Victoira Park', '1757 Victoira'],
  ])('is corrected: %s, more surely than %s', (cut, other) => {
    const matcher = createMatcher([...buildings, buildingAt('park', '1757 Victoria Park Ave')], {
      streets: loadStreets(),
    })
    expect(confidence(cut, matcher)).toBeGreaterThan(0.95)
    expect(confidence(cut, matcher)).toBeGreaterThan(confidence(other, matcher))
  })
})

describe('list files', () => {
  const folder = suiteFolder()
  afterAll(() => rmSync(folder, { recursive: true }))

  it('of a folder add cities', () => {
    writeFileSync(join(folder, 'guelph.tsv'), '# Guelph, ON\nKingsmore Rd\t1-99\n')
    const guelph = [buildingAt('k', '45 Kingsmere Rd', 'Guelph')]
    const own = createMatcher(guelph, { streets: loadStreets(folder) })
    expect(confidence('45 Kingsmore Rd', own, 'Guelph')).toBeLessThan(0.2)
    expect(confidence('45 Kingsmore Rd', createMatcher(guelph), 'Guelph')).toBeGreaterThan(0.2)
  })

  it('need a heading, and ranges that are pairs', () => {
    expect(() => parseStreetList('Bay St\n')).toThrow('"# Toronto, ON"')
    const broken = createStreetLexicon([parseStreetList('# Guelph, ON\nBay St\t1-\n')])
    expect(() => broken[0]?.list.streets()).toThrow('must have ranges')
  })

  it('that ship name their source and licence', () => {
    expect(loadStreets().map(({ city }) => city)).toEqual(fromCases<string[]>('matcher/streets', 'cities'))
  })
})

describe('lists of a whole country', () => {
  const texts = ['# Guelph, ON\nDunmore St W\t1-99/2 2-60/2\tHighway 5;Old Mill Rd\n', '# Surrey, BC\nKingsmere Rd\n']
  const all = (steps: ReturnType<typeof createLargeLexicon>): StreetLexicon => {
    for (;;) {
      const { done, value } = steps.next()
      if (done) return value
    }
  }
  const country = all(createLargeLexicon(texts.map(parseStreetList)))

  it('read a street by each of its names, with its numbers by side', () => {
    const streets = country[0]!.list.streets()
    expect(streets.get('oldmill')).toEqual([
      expect.objectContaining({ numbers: [1, 99, 2, 60], steps: [2, 2], otherNames: ['Dunmore St W', 'Highway 5'] }),
    ])
    expect(() => [...parseStreetList('# Guelph, ON\nBay St\t1-9/3\n').streets]).toThrow('after the tab')
  })

  it('complete a partial list, and give a city with its own list only second names', () => {
    const own = createStreetLexicon(['# Guelph, ON\nBay St\n', '# Surrey, BC (partial)\nBay St\n'].map(parseStreetList))
    const { lexicon, directory } = buildIndex([], [...country, ...own])
    const listOf = (city: string) => lexicon.get(directory.resolve(city, 0))!
    expect([...listOf('Guelph').streets().keys()]).toEqual(['bay'])
    expect(listOf('Guelph').secondNames!().get('oldmill')).toHaveLength(1)
    expect([...listOf('Surrey').streets().keys()]).toEqual(['kingsmere', 'bay'])
    expect(listOf('Surrey').isComplete).toBe(true)
    expect(['bay', 'kingsmere', 'nowhere'].map((key) => lexicon.hasStreet(key))).toEqual([true, true, false])
  })

  it('are read again when other lists were used in between', () => {
    const towns = [1, 2, 3].map((n) => parseStreetList(`# Town ${n}, ON\nBay St\nYork St\n`))
    const [first, second, third] = all(createLargeLexicon(towns, 4)).map(({ list }) => list)
    const [one, two] = [first!.streets(), second!.streets()]
    expect(first!.streets()).toBe(one)
    third!.streets()
    expect(first!.streets()).toBe(one)
    expect(second!.streets()).not.toBe(two)
    expect(second!.streets()).toEqual(two)
  })
})
