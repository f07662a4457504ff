// Messages with values: names, numbers and plurals in both languages.
import { describe, expect, it } from 'vitest'
import { fillIn, valuesOf } from '../../src/kernel/texts/fill-message.ts'

const english = fillIn('en-CA')
const french = fillIn('fr-CA')

describe('fill', () => {
  it('shows a value as it is, and a number as the language writes it', () => {
    const message = 'Q{quarter} {year}: {count, number}'
    expect(english(message, { quarter: 2, year: 2027, count: 12_345 })).toBe('Q2 2027: 12,345')
    expect(french(message, { quarter: 2, year: 2027, count: 12_345 })).toBe('Q2 2027: 12\u00a0345')
  })

  it('chooses the plural by the language: « zéro » is singular in French', () => {
    const rows = (fill: typeof english) => (count: number) =>
      fill('Read {count, plural, one {# row} other {# rows}}.', { count })
    expect([0, 1, 2, 1200].map(rows(english))).toEqual([
      'Read 0 rows.',
      'Read 1 row.',
      'Read 2 rows.',
      'Read 1,200 rows.',
    ])
    expect([0, 1, 1.5, 2].map(rows(french))).toEqual(['Read 0 row.', 'Read 1 row.', 'Read 1,5 row.', 'Read 2 rows.'])
  })

  it('fills values inside a plural', () => {
    const message = '{count, plural, one {a day, {name}} other {{count} days, {name}}}'
    expect([1, 1000].map((count) => english(message, { count, name: 'A' }))).toEqual(['a day, A', '1000 days, A'])
  })

  it('never reads a value as a message', () => {
    expect(english('{a}{b}', { a: '{b} # $&', b: '2' })).toBe('{b} # $&2')
    expect(english('{n, plural, one {{a}} other {{a}}}', { n: 1, a: '{n} #' })).toBe('{n} #')
  })
})

it('a message knows the values that it needs', () => {
  expect(valuesOf('{b} of {a, number}: {n, plural, one {{c}} other {#}}')).toEqual(['a', 'b', 'c', 'n'])
})
