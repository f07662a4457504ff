// The fast CSV reader: equal to a full parser, with line numbers and limits.
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CsvScanner } from '../../src/kernel/tables/csv-scanner.ts'

interface Limits {
  readonly rowLength: number
  readonly columns: number
}

/** [line, cells] of every row, with the text cut into pieces of the given lengths. */
function scan(text: string, lengths: readonly number[] = [], delimiter = ',', limits?: Limits): [number, string[]][] {
  const scanner = new CsvScanner(delimiter, limits)
  const rows: [number, string[]][] = []
  const take = (isEnd: boolean) => {
    while (scanner.next(isEnd))
      rows.push([scanner.line, Array.from({ length: scanner.width }, (_, at) => scanner.cell(at))])
  }
  let from = 0
  for (let i = 0; from < text.length; i++) {
    const length = lengths[i % Math.max(1, lengths.length)] ?? text.length
    scanner.push(text.slice(from, from + length))
    take(false)
    from += length
  }
  take(true)
  return rows
}

const cell = fc.string({ unit: fc.constantFrom('a', 'é', ' ', ',', ';', '"', '\n', '\r\n', '1'), maxLength: 6 })
const quote = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

it('reads what a full CSV parser reads, however the text is cut', () => {
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 })
  const ends = fc.constantFrom('\n', '\r\n')
  fc.assert(
    fc.property(rows, ends, fc.boolean(), fc.array(fc.integer({ min: 1, max: 9 })), (table, end, hasEnd, lengths) => {
      const text = table.map((row) => row.map(quote).join(',')).join(end) + (hasEnd ? end : '')
      const expected = parse(text, { relax_column_count: true, skip_empty_lines: true }) as string[][]
      expect(scan(text, lengths).map(([, cells]) => cells)).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

it('counts lines inside quoted values', () => {
  expect(scan('a,b\n"x\ny",2\r\n\n3,4')).toEqual([
    [1, ['a', 'b']],
    [2, ['x\ny', '2']],
    [5, ['3', '4']],
  ])
})

it('reads other delimiters and old line ends', () => {
  expect(scan('a;b\r"1;2";3\r', [1], ';').map(([, cells]) => cells)).toEqual([
    ['a', 'b'],
    ['1;2', '3'],
  ])
})

it('refuses an endless row, too many columns and an open quote, with the line', () => {
  const limits = { rowLength: 100, columns: 5 }
  expect(() => scan(`a,b\n${'x'.repeat(200)}`, [16], ',', limits)).toThrow(
    'line 2: the row is longer than 100 characters',
  )
  expect(() => scan(`a,b\n"${'x\n'.repeat(200)}`, [16], ',', limits)).toThrow('line 2: the row is longer than 100')
  expect(() => scan('a,b\n1,2,3,4,5,6\n', [16], ',', limits)).toThrow('line 2: the row has more than 5 columns')
  expect(() => scan('a,b\n1,"2\n', [4])).toThrow('line 2: a quote in this row is never closed')
})
