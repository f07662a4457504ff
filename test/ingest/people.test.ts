// Values about people are removed from uploads: columns, fields, rows that do not fit their header.
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { withoutPeople } from '../../src/ingest/people/blank-people.ts'
import { isPersonColumn } from '../../src/ingest/people/person-column.ts'
import { TEXT_FIELDS } from '../../src/ingest/read/row-fields.ts'
import { fromCases } from '../support/cases.ts'
import { gzipped, TORONTO_HEADER } from '../support/import-files.ts'
import { jsonLines } from '../support/json-lines.ts'

async function stored(content: string | Buffer, chunkBytes = 65_536, maxUnpacked?: number) {
  const bytes = Buffer.from(content)
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, n) =>
    bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes),
  )
  const file = withoutPeople(Readable.from(chunks), maxUnpacked)
  const out: Buffer[] = []
  for await (const chunk of file.bytes) out.push(chunk)
  return { bytes: Buffer.concat(out), text: Buffer.concat(out).toString(), removed: file.removed() }
}

it.each(fromCases<string[]>('ingest/people', 'of people'))('%s is a column about people', (name) =>
  expect(isPersonColumn(name)).toBe(true),
)

it.each([
  ...Object.keys(TEXT_FIELDS),
  ...TORONTO_HEADER.split(',').filter((name) => name !== 'PROP_MANAGEMENT_COMPANY_NAME'),
  ...fromCases<string[]>('ingest/people', 'of places'),
  ...fromCases<string[]>('ingest/people', 'of buildings'),
])('%s is not', (name) => expect(isPersonColumn(name)).toBe(false))

const CSV = 'key,Owner,address\r\na,"Jane ""J"" Roe, Jr.",12 Marlow St\r\nb,John Doe,"14 Marlow St, rear"\r\n'
const BLANKED = 'key,Owner,address\r\na,,12 Marlow St\r\nb,,"14 Marlow St, rear"\r\n'

describe('a CSV file', () => {
  it('keeps everything but the values, however it is cut into chunks', async () => {
    for (const size of [1, 2, 3, 7, 1000]) {
      const { text, removed } = await stored(CSV, size)
      expect([text, removed]).toEqual([BLANKED, ['Owner']])
    }
  })

  it('may have another delimiter, a byte order mark, Latin-1, no last line end, and lines in values', async () => {
    expect((await stored(CSV.replaceAll(',', ';'))).text).toBe(
      'key;Owner;address\r\na;;12 Marlow St\r\nb;;"14 Marlow St; rear"\r\n',
    )
    expect((await stored(`\ufeff${CSV}`)).text).toBe(`\ufeff${BLANKED}`)
    expect((await stored(CSV.trimEnd())).text).toBe(BLANKED.trimEnd())
    const latin1 = Buffer.from('Propriétaire,adresse\nJane Roe,1 Rue Été\n', 'latin1')
    expect((await stored(latin1)).bytes).toEqual(Buffer.from('Propriétaire,adresse\n,1 Rue Été\n', 'latin1'))
    expect((await stored('a,owner\n1,"Jane\nRoe"\n2,x\n')).text).toBe('a,owner\n1,"\n"\n2,\n')
  })

  it('loses all values of a row that does not fit the header', async () => {
    expect((await stored('key,owner,x\na,Roe, Jane,1\nb,Doe,2\n')).text).toBe('key,owner,x\n,,,\nb,,2\n')
  })

  it('keeps only understood words of the description of a development application', async () => {
    const csv = 'APPLICATION#,DESCRIPTION\n1,"Agent: Jane Roe, a 12-storey ""tower""\nwith 90 units"\n'
    expect((await stored(csv)).text).toBe('APPLICATION#,DESCRIPTION\n1,"x: x x, a 12-storey  tower \nwith 90 units"\n')
  })

  it('is unchanged without such columns', async () => {
    const csv = 'key,address\na,"12 Marlow St"\nb\n\n"c",14 Marlow St, rear'
    expect((await stored(csv)).text).toBe(csv)
  })

  it('is refused when a quote is never closed, a row has no end, or the header is missing', async () => {
    await expect(stored('Jane Roe,12 Marlow St\nJohn Doe,14 Marlow St\n')).rejects.toThrow(
      'instead of names of columns',
    )
    await expect(stored('key,owner\na,"Jane\n')).rejects.toThrow('line 2: a quote in this row is never closed')
    await expect(stored(`key,owner\na,${'x'.repeat(2 * 1024 * 1024)}\n`)).rejects.toThrow('line 2: the row is longer')
  })
})

describe('a JSON file', () => {
  it('keeps everything but the values, however it is cut into chunks', async () => {
    const lines = fromCases<object[]>('ingest/people', 'lines')
    const json = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
    for (const size of [1, 2, 5, 1000]) {
      const { text, removed } = await stored(json, size)
      expect(jsonLines(text)).toEqual([
        { key: 'a', owner: null, address: '12 Marlow St' },
        { key: 'b', contacts: null, owner_phone: null, tags: { 'contact:email': null } },
        { owner: null, key: 'c', storeys: 3 },
      ])
      expect([...removed].sort()).toEqual(['contact:email', 'contacts', 'owner', 'owner_phone'])
    }
  })

  it('keeps its line numbers, reads escaped keys, and leaves other files alone', async () => {
    const pretty = JSON.stringify({ features: [{ owner: { name: 'Jane' }, x: 1 }] }, null, 2)
    const { text } = await stored(pretty)
    expect(JSON.parse(text)).toEqual({ features: [{ owner: null, x: 1 }] })
    expect(text.split('\n')).toHaveLength(pretty.split('\n').length)
    expect((await stored('{"own\\u0065r":"Jane","a":1}')).text).toBe('{"own\\u0065r":null,"a":1}')
    expect((await stored(`\ufeff{"a": [1, 2.5e3, true, "\\"", {}]}\n`)).text).toBe(
      `\ufeff{"a": [1, 2.5e3, true, "\\"", {}]}\n`,
    )
    expect((await stored('{"owner"}\n{"key":"b"}\n')).text).toBe('{"owner"}\n{"key":"b"}\n')
  })

  it('is refused when a quote or a bracket of such a value is never closed', async () => {
    await expect(stored('{"key":"a\n{"owner":"Jane"}\n')).rejects.toThrow('line 1: a quote is never closed')
    await expect(stored('{"owner":["Jane"\n')).rejects.toThrow('a bracket is never closed')
    await expect(stored('['.repeat(2000))).rejects.toThrow('nested too deeply')
  })
})

describe('a compressed file', () => {
  it('is stored compressed, without the values', async () => {
    const { bytes, removed } = await stored(gzipped(CSV), 10)
    expect([gunzipSync(bytes).toString(), removed]).toEqual([BLANKED, ['Owner']])
  })

  it('is refused when it is damaged, too large, a ZIP, or UTF-16', async () => {
    await expect(stored(gzipped(CSV).subarray(0, 60))).rejects.toThrow('damaged or incomplete')
    await expect(stored(gzipped(CSV.repeat(1000)), 65_536, 10_000)).rejects.toMatchObject({ code: 'payload_too_large' })
    await expect(stored(Buffer.from('PK\u0003\u0004rest'))).rejects.toThrow('ZIP')
    await expect(stored(Buffer.from('\ufeffkey,owner', 'utf16le'))).rejects.toThrow('UTF-16')
  })
})
