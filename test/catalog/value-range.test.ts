// Ranges of rows, read in blocks, equal those read one by one.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Bitset } from '../../src/catalog/snapshot/bitset.ts'
import { ValueRange } from '../../src/catalog/snapshot/project-index.ts'

const value = fc.integer({ min: 0, max: 60 })
/** Long stretches of rows without values are as common as in registers. */
const rows = fc
  .array(fc.array(fc.option(fc.tuple(value, value), { freq: 3 }), { maxLength: 70 }), { maxLength: 4 })
  .map((parts) => parts.flatMap((part, n) => (n % 2 === 0 ? part : part.map(() => null))))

const rangeOf = (values: readonly (readonly [number, number] | null)[]) =>
  new ValueRange(
    Float64Array.from(values, (pair) => (pair === null ? Number.NaN : Math.min(...pair))),
    Float64Array.from(values, (pair) => (pair === null ? Number.NaN : Math.max(...pair))),
  )

const limit = fc.option(value, { nil: undefined })

it('finds the rows that overlap an interval, and never rows with unknown values', () => {
  fc.assert(
    fc.property(rows, limit, limit, (values, min, max) => {
      const expected = values.flatMap((pair, row) =>
        pair !== null && Math.max(...pair) >= (min ?? -Infinity) && Math.min(...pair) <= (max ?? Infinity) ? [row] : [],
      )
      expect([...rangeOf(values).overlap(min, max).rows()]).toEqual(expected)
    }),
  )
})

it('finds the lowest and highest value of any rows, and of all', () => {
  fc.assert(
    fc.property(rows, fc.func(fc.boolean()), (values, isIn) => {
      const range = rangeOf(values)
      const set = Bitset.where(values.length, isIn)
      for (const chosen of [set, null]) {
        const known = values.flatMap((pair, row) => (pair !== null && (chosen?.has(row) ?? true) ? [pair] : [])).flat()
        const expected = known.length === 0 ? null : { min: Math.min(...known), max: Math.max(...known) }
        expect(range.extent(chosen)).toEqual(expected)
      }
    }),
  )
})
