// The lists of real streets: evidence for and against a misspelled street.

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMatcher, createStreetLexicon, parseStreetList } from '@plinth/matcher'
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
