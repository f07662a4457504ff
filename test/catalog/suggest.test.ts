// Suggestions: what a text finds, how they are shown, and hostile texts.

import { readFileSync } from 'node:fs'
import type { MatchBuilding } from '@plinth/matcher'
import { finish } from '@plinth/matcher/internal/index/build-index'
import { describe, expect, it } from 'vitest'
import { search } from '../../src/catalog/suggest/search.ts'
import { bytesOf } from '../../src/catalog/suggest/suggest-index.ts'
import { buildSource, Suggestions, suggest } from '../../src/catalog/suggest/suggestions.ts'
import { addressTexts, indexOfBuildings, nameTexts, TopThreeMeter } from '../../tools/bench/speed/suggest-accuracy.ts'
import { syntheticBuildings } from '../../tools/bench/synthetic-buildings.ts'
import { buildingAt } from '../matcher/building-at.ts'
import { fromCases } from '../support/cases.ts'
import { projectRow } from '../support/rows.ts'
import { snapshotOf } from '../support/snapshots.ts'

const BUILDINGS: MatchBuilding[] = [
  buildingAt('howe', '1480 Howe St', 'Vancouver', 'BC'),
  buildingAt('canadiens', '1288 Avenue des Canadiens-de-Montréal', 'Montréal', 'QC'),
  buildingAt('levesque', '1000 boul. René-Lévesque E', 'Montréal', 'QC'),
  buildingAt('av86', '11011 86 Ave NW', 'Edmonton', 'AB'),
  buildingAt('st10', '1053 10 St SW', 'Calgary', 'AB'),
  buildingAt('clair', '235 St. Clair Ave W', 'Toronto', 'ON'),
  buildingAt('sixteenth', '700 Sixteenth Ave', 'Richmond Hill', 'ON'),
  buildingAt('lakeshore', '9200 Lake Shore Blvd W', 'Toronto', 'ON'),
  buildingAt('mccowan', '360 McCowan Rd', 'Toronto', 'ON'),
  buildingAt('dundas', '395 Dundas St W', 'Toronto', 'ON'),
  buildingAt('king-toronto', '100 King St W', 'Toronto', 'ON'),
  buildingAt('king-hamilton', '100 King St E', 'Hamilton', 'ON'),
  buildingAt('foundry', '1100 Lansdowne Ave', 'Toronto', 'ON', { name: 'Foundry Lofts' }),
  buildingAt('corp', '18 Harbour St', 'Toronto', 'ON', { condo_corp: { registry: 'TSCC', number: 2345 } }),
  buildingAt('other', '1180 Homer St', 'Vancouver', 'BC'),
]
const index = indexOfBuildings(BUILDINGS)
const keysOf = (q: string, city?: string) => search(index, null, { q, city }).map(({ row }) => BUILDINGS[row]!.key)

describe('the first suggestion', () => {
  const [, ...rows] = readFileSync('test/cases/suggest.tsv', 'utf8').trimEnd().split('\n')
  it.each(rows.map((row) => row.split('\t')))('for "%s" %s is %s: %s', (typed, city, expected) => {
    expect(keysOf(typed!, city || undefined)[0]).toBe(expected)
  })

  it.each(['1480 zzzz', 'zzzzzz', '99999'])('does not exist for "%s"', (typed) => expect(keysOf(typed)).toEqual([]))

  it('is no typo of a word that fits', () => expect(keysOf('1180 home')).toEqual(['other']))

  it('takes a complete number as it is', () => {
    expect(keysOf('10 ')).not.toContain('levesque')
    expect(keysOf('10')).toContain('levesque')
  })

  it('is near the point', () => {
    const near = { latitude: 43.25, longitude: -79.87 }
    const rows = BUILDINGS.map((building) =>
      building.key === 'king-hamilton'
        ? { ...building, lat: 43.256, lng: -79.868 }
        : { ...building, lat: 43.65, lng: -79.38 },
    )
    const [first] = search(indexOfBuildings(rows), null, { q: '100 king', near })
    expect(rows[first!.row]!.key).toBe('king-hamilton')
  })
})

describe('on generated buildings', () => {
  const buildings = syntheticBuildings(5)
  const generated = indexOfBuildings(buildings)

  it('finds 95 of 100 addresses among the first three after 8 characters', () => {
    const meter = new TopThreeMeter(buildings, generated, 8, addressTexts)
    const cases = buildings.map(({ key, city, addresses }) => ({ key, city, text: addresses[0]!.line }))
    const { found, ceiling } = meter.measure(cases, true)
    expect(found / ceiling).toBeGreaterThan(0.95)
    expect(found / cases.length).toBeGreaterThan(0.95)
  })

  it('finds 7 of 10 names that 9 characters can tell apart', () => {
    const meter = new TopThreeMeter(buildings, generated, 9, nameTexts)
    const cases = buildings.flatMap(({ key, city, aliases }) => (aliases ? [{ key, city, text: aliases[0]! }] : []))
    const { found, ceiling } = meter.measure(cases, true, { kinds: ['building', 'project'] })
    expect(found / ceiling).toBeGreaterThan(0.7)
  })

  it('uses less than 200 bytes per building', () => expect(bytesOf(generated) / buildings.length).toBeLessThan(200))
})

const snapshot = snapshotOf([
  projectRow('a', {
    name: 'Aura at College Park',
    aliases: ['386 Yonge St'],
    buildings: ['A', 'B', 'C', 'D'].map((name) => ({
      ...projectRow('x').buildings[0]!,
      key: name,
      name: `Tower ${name}`,
      addresses: [{ line: '386 Yonge St', kind: 'municipal' as const, valid_from: null, valid_to: null }],
    })),
    developers: [{ name: 'Canderel', role: 'developer' }],
  }),
  projectRow('b', { name: 'Aurora Place', neighbourhood_name: 'Auburn Bay' }),
])
const source = finish(buildSource(snapshot))
const ask = (q: string, more = {}) => suggest(source, { q, ...more })

describe('a suggestion', () => {
  it('has one row for an address that towers share', () => {
    const { suggestions } = ask('386 yon')
    expect(suggestions).toHaveLength(1)
    expect(suggestions[0]).toMatchObject(fromCases<object>('catalog/suggest', 'one row'))
  })

  it('leaves room for others beside the towers of a project', () => {
    const labels = ask('au', { limit: 4 }).suggestions.map(({ label }) => label)
    expect(labels).toContain('Aurora Place')
    expect(labels).toContain('Auburn Bay')
  })

  it('finds towers, developers and neighbourhoods', () => {
    expect(ask('aura tower b').suggestions[0]).toMatchObject({
      kind: 'building',
      label: 'Aura at College Park, Tower B',
    })
    expect(ask('cander').suggestions[0]).toMatchObject({ kind: 'developer', label: 'Canderel', project_id: null })
    expect(ask('auburn').suggestions[0]).toMatchObject({ kind: 'neighbourhood', label: 'Auburn Bay' })
    expect(ask('au', { kinds: ['neighbourhood'] }).suggestions.map(({ kind }) => kind)).toEqual(['neighbourhood'])
  })

  it('says why there are none', () => {
    expect(ask('a')).toMatchObject({ suggestions: [], reason: 'too_short' })
    expect(ask(' – , a')).toMatchObject({ suggestions: [], reason: 'too_short' })
    expect(ask('qqqqqq')).toMatchObject({ suggestions: [], reason: 'no_match' })
  })

  it.each([
    '',
    '\u0000\u0001',
    '((((((',
    '%00%ff',
    '🏢🏢🏢',
    'ﬀﬀ',
    'ｘ１',
    '\ud800x',
    'a'.repeat(200),
    '1 '.repeat(100),
    "'; --",
  ])('survives the text %j', (q) => {
    for (const { label, highlights } of ask(q).suggestions)
      for (const [start, end] of highlights) expect(label.slice(start, end).length).toBe(end - start)
  })
})

it('answers from the previous version until the next one is indexed', async () => {
  const next = snapshotOf([projectRow('c', { name: 'Zenith Tower' })])
  let current = snapshot
  let swapped = (_: typeof snapshot) => {}
  const suggestions = new Suggestions({
    snapshot: () => current,
    onSwap: (listener) => {
      swapped = listener
      return () => {}
    },
  })
  const labels = async (q: string) =>
    (await suggestions.suggest('production', { q })).suggestions.map(({ label }) => label)
  expect(await labels('aurora')).toEqual(['Aurora Place'])
  current = next
  swapped(next)
  expect(await labels('aurora')).toEqual(['Aurora Place'])
  await expect.poll(() => labels('zenith')).toEqual(['Zenith Tower'])
  expect(await labels('aurora')).toEqual([])
})
