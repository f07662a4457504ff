// Unit labels in short form.
import { expect, it } from 'vitest'
import { hasUnit, joinLabels, packLabels, unitLabel } from '../../src/catalog/records/unit-labels.ts'
import { fromCases } from '../support/cases.ts'

it.each(fromCases<[string, string][]>('open-data/unit-labels', 'labels'))('reads the label %j as %j', (text, label) => {
  expect(unitLabel(text)).toBe(label)
})

it.each([
  [['101', '102', '103', '201'], '101-103,201'],
  [['2', '1'], '1,2'],
  [['PH2', 'PH1', 'PH3', '9', 'PH3'], '9,PH1-PH3'],
  [['007', '7', '8', '9', 'B-1', 'A'], '7-9,007,A,B-1'],
  [[], ''],
])('packs %j as %j', (labels, packed) => {
  expect(packLabels(labels)).toBe(packed)
  expect(packLabels(labels.toReversed())).toBe(packed)
})

it('stores nothing instead of a text that is too long', () => {
  expect(packLabels(Array.from({ length: 9000 }, (_, n) => `X-${n}`))).toBeUndefined()
})

it.each(fromCases<[string, string, boolean][]>('open-data/unit-labels', 'listed units'))(
  'in %j, unit %j is listed: %j',
  (packed, unit, isListed) => {
    expect(hasUnit(packed, unit)).toBe(isListed)
  },
)

it('joins two lists', () => {
  expect(joinLabels(undefined, '1,2')).toBe('1,2')
  expect(joinLabels('1-3,A', 'A,5')).toBe('1-3,A,5')
})
