// Messages about wrong files: the line, the column and advice that helps.
import { afterEach, expect, it } from 'vitest'
import { summaryLines } from '../../src/cli/operate/import-summary.ts'
import { openInput } from '../../src/ingest/formats/read-files.ts'
import type { ImportRun } from '../../src/ingest/import/import-runs.ts'
import { EMPTY_COUNTS } from '../../src/ingest/import/import-runs.ts'
import { NO_MAPPING } from '../../src/ingest/read/mapping.ts'
import { RowStream } from '../../src/ingest/read/row-stream.ts'
import { runCleanups } from '../support/databases.ts'
import { fileOf, ndjsonFile, torontoFile } from '../support/import-files.ts'

afterEach(runCleanups)

async function read(content: string, format?: string) {
  const input = await openInput([await fileOf('data.txt', content)], undefined, format, NO_MAPPING)
  const stream = new RowStream()
  const keys: string[] = []
  const items = input.read({ mapping: NO_MAPPING, notes: stream.notes, workFolder: '/nowhere' })
  for await (const row of stream.rows(input, items, 2026)) keys.push(row.key)
  return { keys, rejected: stream.rejected }
}

const HEADER = 'key,name,address,city,province'
const csv = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`

it('reports a repeated key at its own line, and names the first', async () => {
  const rows = ['a,A,2 Marlow St,Toronto,ON', 'b,B,4 Marlow St,Toronto,ON', 'a,C,6 Marlow St,Toronto,ON']
  expect(await read(csv(...rows))).toEqual({
    keys: ['a', 'b'],
    rejected: [{ line: 4, column: 'key', key: 'a', reason: 'line 2 has the same key' }],
  })
  const repeated = `${ndjsonFile(2)}${ndjsonFile(1)}`
  expect((await read(repeated)).rejected).toMatchObject([{ line: 3, key: 'k1', reason: 'line 1 has the same key' }])
})

it('names the row whose quote is never closed, whether the file ends or the row grows too long', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => `k${n},N,"${n * 2 + 2} Marlow\nSt",Toronto,ON`)
  const open = (tail: string) => csv(...rows, `z,"Open,90 Marlow St,Toronto,ON`, tail)
  const line = 2 + rows.length * 2
  await expect(read(open('y,Y,92 Marlow St,Toronto,ON'))).rejects.toThrow(
    `line ${line}: a quote in this row is never closed; close the quote`,
  )
  await expect(read(open('x'.repeat(1_100_000)))).rejects.toThrow(
    `line ${line}: the row is longer than 1048576 characters`,
  )
})

it.each([
  ['no key', 'name,address,city\nA,2 Marlow St,Toronto\n', 'The nearest is csv, but the column "key" is missing.'],
  ['no address', 'key;city\na;Toronto\n', 'The nearest is csv, but the column "address or name" is missing.'],
  [
    'a cut Toronto header',
    torontoFile(1).replace('RSN', 'NUMBER'),
    'The nearest is toronto, but the column "RSN" is missing.',
  ],
])('says what is missing in a CSV with %s', async (_, content, message) => {
  await expect(read(content)).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringContaining(message),
  })
  await expect(read(content)).rejects.toThrow('The file has: ')
})

it('does not quote a first line without known names: it can be data about people', async () => {
  await expect(read('Jane Roe,bar\n1,2\n')).rejects.toThrow(
    /^(?!.*Jane).*The first line has no column with a known name/,
  )
})

it('refuses a CSV without a key at once when the format is set', async () => {
  await expect(read('name,address,city\nA,2 Marlow St,Toronto\n', 'csv')).rejects.toThrow(
    'no column is the key. Add a column "key", or set "key" in a mapping file. The file has: name, address, city',
  )
})

it('advises --approve only when gates refused the changes, not the file', () => {
  const run: ImportRun = {
    id: 'imp_1',
    source: 'city',
    file_name: 'a.csv',
    format: 'csv',
    started_at: '2026-11-14T06:00:00Z',
    finished_at: '2026-11-14T06:00:01Z',
    outcome: 'refused',
    version: null,
    counts: { ...EMPTY_COUNTS, rows: 12 },
    rejected: [],
    gates: ['line 4: a quote in this row is never closed'],
    actor: 'test',
    sha256: null,
    changes: null,
    quality: null,
    approves: null,
    reason: null,
    as_of: null,
    approved_by: null,
  }
  const refused = summaryLines(run, 'a.csv').join('\n')
  expect(refused).toContain('Correct the file and import it again.')
  expect(refused).not.toContain('--approve')
  const changes = { created: 0, changed: 0, gone: 9 }
  expect(summaryLines({ ...run, changes } as ImportRun, 'a.csv').join('\n')).toContain('again with --approve')
})
