// CSV files with a million columns, endless rows and mixed encodings are refused with a reason.
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openInput } from '../../src/ingest/formats/read-files.ts'
import { parseMapping } from '../../src/ingest/read/mapping.ts'
import { RowStream } from '../../src/ingest/read/row-stream.ts'
import { runCleanups, temporaryFolder } from '../support/databases.ts'
import { fileOf } from '../support/import-files.ts'
import { floorLabels, NAR_2025, narBuilding, narFile } from '../support/nar-files.ts'

afterEach(runCleanups)

const mapping = parseMapping(
  '{"key":"c0","columns":{"c1":"address"},"constants":{"city_name":"Montréal","province":"QC"}}',
  'm',
)

async function read(format: string, content: string | Buffer): Promise<string> {
  const input = await openInput([await fileOf('hostile.csv', content)], undefined, format, mapping)
  const stream = new RowStream()
  const workFolder = join(await temporaryFolder(), 'work')
  for await (const row of stream.rows(input, input.read({ mapping, notes: stream.notes, workFolder }), 2026)) void row
  return stream.rejected.map(({ line, reason }) => `${line}: ${reason}`).join('; ')
}

const columns = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`).join(',')
const FORMATS = ['nar', 'csv', 'mapped-csv', 'toronto']

it.each(['nar', 'csv'])('refuses a million columns in %s', async (format) => {
  await expect(read(format, `${columns(1_000_000)}\n1,2\n`)).rejects.toThrow(
    /more than 2000 columns|longer than 1048576 characters/,
  )
})

it.each(FORMATS)('refuses five thousand columns in %s', async (format) => {
  await expect(read(format, `${columns(5000)}\n1,2\n`)).rejects.toThrow('more than 2000 columns')
})

it.each(FORMATS)('refuses a row of three megabytes in %s', async (format) => {
  const header = { nar: NAR_2025.join(','), csv: 'key,address', 'mapped-csv': 'c0,c1', toronto: 'RSN,SITE_ADDRESS' }[
    format
  ]
  const long = 'x'.repeat(3 * 1024 * 1024)
  for (const row of [long, `"${long}`, `"${'x\n'.repeat(1_600_000)}`])
    await expect(read(format, `${header}\n${row}`)).rejects.toThrow(/longer than|Max Record Size/)
})

it('refuses a register in two encodings, and rejects single rows of a file that must be UTF-8', async () => {
  const rows = narBuilding('{x}', floorLabels(2, 4), { CSD_ENG_NAME: 'Trois-Rivières' })
  const [utf8, latin] = [narFile(rows), Buffer.from(narFile(rows), 'latin1')]
  await expect(read('nar', Buffer.concat([Buffer.from(utf8), latin]))).rejects.toThrow('mixes UTF-8 and windows-1252')
  expect(await read('mapped-csv', Buffer.from('c0,c1\n1,1 Rue Élan\n', 'latin1'))).toContain('invalid UTF-8')
})
