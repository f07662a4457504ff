// OpenAddresses: buildings from GeoJSON lines.
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openInput } from '../../src/ingest/formats/read-files.ts'
import { NO_MAPPING } from '../../src/ingest/read/mapping.ts'
import { RowStream } from '../../src/ingest/read/row-stream.ts'
import type { ProjectRow } from '../../src/ingest/record/row.ts'
import { fromCases } from '../support/cases.ts'
import { runCleanups, temporaryFolder } from '../support/databases.ts'
import { fileOf } from '../support/import-files.ts'

afterEach(runCleanups)

const feature = (unit: string, properties: object = {}, coordinates: readonly number[] = [-79.38, 43.65]) =>
  JSON.stringify({
    type: 'Feature',
    properties: {
      hash: 'x',
      number: '10',
      street: 'Marlow St',
      unit,
      city: 'Toronto',
      region: 'ON',
      postcode: 'M4B 1B3',
      ...properties,
    },
    geometry: { type: 'Point', coordinates },
  })

it('groups units by civic address and takes the most frequent point', async () => {
  const units = ['1', '2', '3', '4', 'Apt 5'].map((unit) => feature(unit))
  const lines = [
    ...units,
    feature('6', {}, [-79.39, 43.66]),
    feature('', { number: '12' }),
    feature('1', { number: '14' }),
    feature('2', { region: '', postcode: '' }),
    '{"type":"Feature"',
  ]
  const input = await openInput(
    [await fileOf('toronto.geojson', `${lines.join('\n')}\n`)],
    undefined,
    undefined,
    NO_MAPPING,
  )
  const stream = new RowStream()
  const rows: ProjectRow[] = []
  const context = { mapping: NO_MAPPING, notes: stream.notes, workFolder: join(await temporaryFolder(), 'w') }
  for await (const row of stream.rows(input, input.read(context), 2026)) rows.push(row)
  expect(input.format.name).toBe('openaddresses')
  expect(rows).toMatchObject(fromCases<object[]>('open-data/openaddresses', 'buildings'))
  expect(stream.rejected.map(({ line, reason }) => [line, reason])).toEqual([
    [9, 'the line has neither a region nor a postal code'],
    [10, 'the row is not valid JSON'],
  ])
})
