// Reading and writing the tables that people upload to the playground.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  guessAddressColumn,
  guessColumns,
  LISTING_HEADERS,
  looksLikeHeader,
  QUERY_HEADERS,
} from '../../portal/csv/columns.ts'
import { CsvReader } from '../../portal/csv/csv-reader.ts'
import { readTable } from '../../portal/csv/read-table.ts'
import { guessSeparator } from '../../portal/csv/separator.ts'
import { csvLine } from '../../portal/csv/write-csv.ts'
import { fromCases } from '../support/cases.ts'
import { workbookOf } from '../support/workbook.ts'
import { zipOf } from '../support/zip-files.ts'

const parse = (text: string, separator = ',') => {
  const reader = new CsvReader(separator)
  return [...reader.push(text), ...reader.end()]
}
const readRows = async (source: Blob | string) => (await readTable(source, { maxRows: 100, name: 'x.csv' })).rows

describe('the CSV reader', () => {
  it.each(fromCases<[string, string[][]][]>('portal/csv', 'parsed texts'))('parses %j', (text, rows) => {
    expect(parse(text)).toEqual(rows)
  })

  it('returns the same rows for any chunk size', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', 'é') })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 4 }), (whole, size) => {
        // An unclosed quote must fail in both cases.
        const attempt = (parseAll: () => string[][]) => {
          try {
            return parseAll()
          } catch (error) {
            return String(error)
          }
        }
        const inChunks = () => {
          const reader = new CsvReader(',')
          const rows: string[][] = []
          for (let at = 0; at < whole.length; at += size) rows.push(...reader.push(whole.slice(at, at + size)))
          return [...rows, ...reader.end()]
        }
        expect(attempt(inChunks)).toEqual(attempt(() => parse(whole)))
      }),
    )
  })

  it('reads back the CSV we write, with an apostrophe before formulas', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ' ', "'", '=', '@') })
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        fc.pre(cells.some((text) => text.trim() !== ''))
        const [row] = parse(csvLine(cells))
        expect(row).toEqual(cells.map((text) => (/^[=@\r]/.test(text) ? `'${text}` : text)))
      }),
    )
    expect(csvLine(['=1+1', '+1', '-1', '@a', '\tx', -79.4, null])).toBe("'=1+1,'+1,'-1,'@a,'\tx,-79.4,\r\n")
  })

  it('reports the row where an unclosed quote opens', () => {
    expect(() => parse('a,b\n"c,d\ne,f')).toThrow('opens in row 2')
    expect(() => parse(`a\n"${'x\n'.repeat(60_000)}"`)).toThrow('opens in row 2')
  })
})

describe('readTable', () => {
  it('accepts every encoding that spreadsheets write', async () => {
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
    for (const part of [text, `\ufeff${text}`, utf16, latin]) expect(await readRows(new Blob([part]))).toEqual(rows)
  })

  it('uses NDJSON keys as columns and counts lines that are not objects', async () => {
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

  it('reads up to the row limit and reports that there are more rows', async () => {
    const grid = await readTable(`address\n${'1 A St\n'.repeat(50)}`, { maxRows: 10 })
    expect([grid.rows.length, grid.truncated]).toEqual([11, true])
  })

  it('reads the first sheet of a workbook, with numbers as written, however large', async () => {
    const rows = Array.from({ length: 12_000 }, (_, i) => [
      `C${i}`,
      `${i} Rue Saint-Jean & Fils <Est>`,
      1_234_567_890 + i,
    ])
    const workbook = workbookOf([['MLS', 'Adresse', 'Prix'], ...rows])
    const grid = await readTable(new Blob([new Uint8Array(workbook)]), { maxRows: 20_000, name: 'listings.xlsx' })
    expect([grid.separator, grid.truncated, grid.rows.length]).toEqual(['xlsx', false, 12_001])
    expect([grid.rows[0], grid.rows[12_000]]).toEqual([
      ['MLS', 'Adresse', 'Prix'],
      ['C11999', '11999 Rue Saint-Jean & Fils <Est>', '1234579889'],
    ])
  })

  it('refuses what is no table, however it is called, and says what it is', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])
    await expect(readRows(new Blob([png]))).rejects.toThrow('x.csv is a PNG image. Export the table as CSV')
    await expect(readRows(new Blob(['%PDF-1.7']))).rejects.toThrow('x.csv is a PDF document.')
    await expect(
      readRows(new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])])),
    ).rejects.toThrow('such as XLS. Open it, save the sheet as CSV')
    await expect(readRows(new Blob(['a,b\n1,\0\n']))).rejects.toThrow('x.csv is a binary file.')
  })

  it('explains what to do with an archive that is no workbook, or an empty file', async () => {
    const archive = zipOf([{ name: 'listings.csv', content: 'address\n1 A St\n' }])
    for (const bytes of [new Uint8Array([0x50, 0x4b, 3, 4]), new Uint8Array(archive)])
      await expect(readRows(new Blob([bytes]))).rejects.toThrow('Save the sheet as XLSX or CSV')
    await expect(readRows('\n\n')).rejects.toThrow('is empty')
  })
})

describe('the separator', () => {
  it.each(fromCases<[string, boolean, string][]>('portal/csv', 'separators'))(
    'of %j (strict: %s) is %j',
    (sample, strict, separator) => {
      expect(guessSeparator(sample, strict)).toBe(separator)
    },
  )

  it('removes quotes around a whole line', async () => {
    expect(await readRows('address\n"1 A St, Toronto"\n')).toEqual([['address'], ['1 A St, Toronto']])
  })
})

describe('columns', () => {
  it('are recognized by English and French headers', () => {
    expect(guessColumns(['ID', 'Adresse civique', 'Ville', 'Code postal'], QUERY_HEADERS)).toEqual({
      address: 1,
      city: 2,
      postal_code: 3,
    })
    expect(guessColumns(['UnparsedAddress', 'StateOrProvince'], QUERY_HEADERS)).toEqual({ address: 0, province: 1 })
    expect(looksLikeHeader(['1480 Howe St', 'Vancouver'])).toBe(false)
  })

  it('of listings include the key, the unit and the coordinates', () => {
    const names = ['ListingKey', 'UnparsedAddress', 'UnitNumber', 'City', 'Lat', 'Lng', 'StandardStatus']
    expect(guessColumns(names, LISTING_HEADERS)).toEqual({
      key: 0,
      address: 1,
      unit: 2,
      city: 3,
      latitude: 4,
      longitude: 5,
      status: 6,
    })
    expect(guessColumns(['No MLS', 'Adresse', 'Unité'], LISTING_HEADERS)).toEqual({ key: 0, address: 1, unit: 2 })
  })

  it('are recognized by their addresses when there is no header', () => {
    expect(
      guessAddressColumn([
        ['C1', '1480 Howe St', 'x'],
        ['C2', '395 Dundas St W', 'y'],
      ]),
    ).toBe(1)
  })
})
