// Tables that people drop on the playground: read as they are, whatever wrote them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guessAddressColumn, guessColumns, looksLikeHeader } from '../../portal/csv/columns.ts'
import { CsvReader } from '../../portal/csv/csv-reader.ts'
import { readTable } from '../../portal/csv/read-table.ts'
import { guessSeparator } from '../../portal/csv/separator.ts'
import { csvLine } from '../../portal/csv/write-csv.ts'

const read = (text: string, separator = ',') => {
  const reader = new CsvReader(separator)
  return [...reader.push(text), ...reader.end()]
}
const rowsOf = async (source: Blob | string, wish: { most?: number; name?: string } = {}) =>
  (await readTable(source, { maxRows: 100, name: 'x.csv', ...wish })).rows

describe('CSV', () => {
  it.each([
    [
      'a,b\r\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\rc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['"a,1","b ""x"""\n', [['a,1', 'b "x"']]],
    ['"two\r\nlines",b', [['two\r\nlines', 'b']]],
    ['a,,\n', [['a', '', '']]],
    ['\n\n  ,\na\n', [['a']]],
    ['"",""\n"a"b,c', [['ab', 'c']]],
    ['5" pipe,b', [['5" pipe', 'b']]],
  ])('%j', (text, rows) => {
    expect(read(text)).toEqual(rows)
  })

  it('is read the same however it is cut into pieces', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', 'é') })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 4 }), (whole, size) => {
        // An open quote is an error either way.
        const attempt = (act: () => string[][]) => {
          try {
            return act()
          } catch (error) {
            return String(error)
          }
        }
        const inPieces = () => {
          const reader = new CsvReader(',')
          const rows: string[][] = []
          for (let at = 0; at < whole.length; at += size) rows.push(...reader.push(whole.slice(at, at + size)))
          return [...rows, ...reader.end()]
        }
        expect(attempt(inPieces)).toEqual(attempt(() => read(whole)))
      }),
    )
  })

  it('that we write is read back as it was, but for formulas, which stay text', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', "'", '=', '@') })
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        fc.pre(cells.some((one) => one.trim() !== ''))
        const [row] = read(csvLine(cells))
        expect(row).toEqual(cells.map((one) => (/^[=@\r]/.test(one) ? `'${one}` : one)))
      }),
    )
    expect(csvLine(['=1+1', '+1', '-1', '@a', '\tx', -79.4, null])).toBe("'=1+1,'+1,'-1,'@a,'\tx,-79.4,\r\n")
  })

  it('with a quote that is never closed says where it opens', () => {
    expect(() => read('a,b\n"c,d\ne,f')).toThrow('opens in row 2')
    expect(() => read(`a\n"${'x\n'.repeat(60_000)}"`)).toThrow('opens in row 2')
  })
})

describe('a table', () => {
  it('is taken in any encoding a spreadsheet writes', async () => {
    const text = 'adresse;ville\n1288 av. des Canadiens;Montréal'
    const rows = [
      ['adresse', 'ville'],
      ['1288 av. des Canadiens', 'Montréal'],
    ]
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(new Uint16Array([...text].map((c) => c.charCodeAt(0))).buffer),
    ])
    const latin = new Uint8Array([...text].map((c) => c.charCodeAt(0)))
    for (const part of [text, `\ufeff${text}`, utf16, latin]) expect(await rowsOf(new Blob([part]))).toEqual(rows)
  })

  it('of JSON lines has the keys as columns; what is no object is counted', async () => {
    const lines =
      '{"address":"1 A St","price":5}\nnot json\n[1]\n{"city":"B","address":"2 C St","__proto__":"x","n":null}\n'
    const grid = await readTable(lines, { maxRows: 10 })
    expect(grid).toMatchObject({ separator: 'ndjson', skippedLines: 2 })
    expect(grid.rows).toEqual([
      ['address', 'price', 'city', '__proto__', 'n'],
      ['1 A St', '5'],
      ['2 C St', '', 'B', 'x', ''],
    ])
  })

  it('is read as far as it is asked for, and says that there is more', async () => {
    const grid = await readTable(`address\n${'1 A St\n'.repeat(50)}`, { maxRows: 10 })
    expect([grid.rows.length, grid.truncated]).toEqual([11, true])
  })

  it('that is a workbook says what to do', async () => {
    await expect(rowsOf(new Blob([new Uint8Array([0x50, 0x4b, 3, 4])]))).rejects.toThrow('Save the sheet as CSV')
    await expect(rowsOf('\n\n')).rejects.toThrow('nothing to read')
  })
})

describe('what parts the cells', () => {
  it.each([
    ['address;city\n1, A St;B', false, ';'],
    ['1 A St\tToronto\n2 B St\tOttawa', true, '\t'],
    ['1 A St, Toronto, ON\n2 B St, Ottawa, ON', true, ''],
    ['1 A St, Toronto, ON\n2 B St, Ottawa, ON', false, ','],
    ['Address,City\n"1 A St, 5",Toronto', true, ','],
    ['address\n1 A St, Toronto\n2 B St', false, ''],
    ['', false, ''],
  ] as const)('%j', (sample, strict, separator) => {
    expect(guessSeparator(sample, strict)).toBe(separator)
  })

  it('a line that is one cell may be quoted as a whole', async () => {
    expect(await rowsOf('address\n"1 A St, Toronto"\n')).toEqual([['address'], ['1 A St, Toronto']])
  })
})

describe('columns', () => {
  it('are known by their headers, in both languages', () => {
    expect(guessColumns(['ID', 'Adresse civique', 'Ville', 'Code postal'])).toEqual({
      address: 1,
      city: 2,
      postal_code: 3,
    })
    expect(guessColumns(['UnparsedAddress', 'StateOrProvince'])).toEqual({ address: 0, province: 1 })
    expect(looksLikeHeader(['1480 Howe St', 'Vancouver'])).toBe(false)
  })

  it('without headers: the one that looks like addresses', () => {
    expect(
      guessAddressColumn([
        ['C1', '1480 Howe St', 'x'],
        ['C2', '395 Dundas St W', 'y'],
      ]),
    ).toBe(1)
  })
})
