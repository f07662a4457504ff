// Packed unit labels in pages, the key of a unit, and lists of parcel ids.
import { expect, it } from 'vitest'
import { pageOfUnits } from '../../src/catalog/records/list-unit-labels.ts'
import { MAX_PARCELS, parcelKey, parcelList } from '../../src/catalog/records/parcel-ids.ts'
import { joinLabels, packLabels, unitKey } from '../../src/catalog/records/unit-labels.ts'
import { SeededRandom } from '../support/random.ts'

it('lists every label once, in order, whatever the size of a page', () => {
  const one = packLabels(['101', '102', '103', 'PH1', 'PH2', '12B', '007', '5'])
  const packed = joinLabels(one, packLabels(['102', '103', '104', '105', 'PH2', '12B', 'A1'])!)
  const whole = pageOfUnits(packed, { limit: 100 })
  expect(whole.records).toEqual(['5', '101', '102', '103', '104', '105', 'A1', 'PH1', 'PH2', '007', '12B'])
  expect([whole.total, whole.next]).toEqual([11, null])
  for (const limit of [1, 2, 3, 5, 10, 11]) {
    const seen: string[] = []
    let after: { value: null; id: number } | undefined
    do {
      const page = pageOfUnits(packed, { limit, after })
      expect(page.total).toBe(11)
      seen.push(...page.records)
      after = page.next as typeof after
    } while (after)
    expect(seen).toEqual(whole.records)
  }
  expect(pageOfUnits(packed, { limit: 3, offset: 9 }).records).toEqual(['007', '12B'])
  expect(pageOfUnits(undefined, { limit: 5 })).toEqual({ total: 0, records: [], next: null })
})

it('lists what was packed, for random labels', () => {
  const random = new SeededRandom(7)
  for (let run = 0; run < 200; run++) {
    const label = () => ['', 'PH', 'TH'][random.below(3)] + String(random.below(40))
    const labels = [new Set(Array.from({ length: 20 }, label)), new Set(Array.from({ length: 20 }, label))]
    const packed = joinLabels(packLabels(labels[0]!), packLabels(labels[1]!)!)
    const all = new Set([...labels[0]!, ...labels[1]!])
    expect(new Set(pageOfUnits(packed, { limit: 1000 }).records)).toEqual(all)
    expect(pageOfUnits(packed, { limit: 1 }).total).toBe(all.size)
  }
})

it('pages through hostile ranges without making every label', () => {
  const packed = Array.from({ length: 1000 }, (_, i) => `A1-A${99_999 - i}`).join(',')
  expect(pageOfUnits(`${packed},9-3,,B00-B7`, { limit: 2, offset: 99_998 })).toMatchObject({
    total: 100_001,
    records: ['A99999', '9-3'],
  })
})

it.each([
  [['101', '#101', 'Apt 101', 'apt. 101', ' 101 ', 'Unit #101', 'Suite 101', 'app. 101', 'bureau 101'], '101'],
  [['12B', '12-b', '12 B', 'Apt 12-B'], '12B'],
  [['PH3', 'PH-3', 'ph 3', 'Penthouse 3'], 'PH3'],
  [['1-101', '#1-101'], '1-101'],
  [['1101'], '1101'],
  [['007'], '007'],
  [['', '#', 'Unit', null], null],
])('gives the spellings %j one key', (spellings, key) => {
  expect(spellings.map(unitKey)).toEqual(spellings.map(() => key))
})

it('lists distinct parcel ids in order, and leaves out a kind that does not fit', () => {
  expect(parcelKey(' 012-345-678 ')).toBe('012345678')
  expect(parcelList({ pid: ['2-2', null, '22', '1.1', '--'], roll: ['b 7'] })).toEqual([
    { kind: 'pid', id: '1.1' },
    { kind: 'pid', id: '22' },
    { kind: 'roll', id: 'b 7' },
  ])
  const many = Array.from({ length: MAX_PARCELS + 1 }, (_, i) => String(i))
  expect(parcelList({ pid: many })).toBeUndefined()
  expect(parcelList({ pid: many, roll: ['7'] })).toEqual([{ kind: 'roll', id: '7' }])
})
