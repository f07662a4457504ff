// A line of 2 GB and a gzip bomb of it are refused in bounded memory, in every format.
import { createReadStream, createWriteStream } from 'node:fs'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { openInput } from '../../src/ingest/formats/read-files.ts'
import type { Mapping } from '../../src/ingest/read/mapping.ts'
import { NO_MAPPING } from '../../src/ingest/read/mapping.ts'
import { RowStream } from '../../src/ingest/read/row-stream.ts'
import { runCleanups, temporaryFolder } from '../support/databases.ts'
import { NAR_2025, narBuilding, narFile } from '../support/nar-files.ts'

afterEach(runCleanups)

const SIZE = 2 * 1024 ** 3
const MAX_GROWTH = 300 * 1024 ** 2

const STARTS: readonly (readonly [format: string, start: string])[] = [
  ['nar', narFile(narBuilding('{x}', [1]))],
  ['nar', `${NAR_2025.join(',')}\n"`],
  ['csv', 'key,address,city,province\n'],
  ['csv', 'key,address,city,province\n"'],
  ['toronto', 'RSN,SITE_ADDRESS\n1,"'],
  ['ndjson', '{"key":"a","address":"1 Marlow St","city":"Toronto","province":"ON"}\n'],
  ['geojson', '{"type":"FeatureCollection","features":[{"x":"'],
  [
    'openaddresses',
    '{"type":"Feature","properties":{"number":"1","street":"x","unit":"","city":"y","postcode":"z"}}\n',
  ],
]

async function read(path: string, format: string, mapping: Mapping = NO_MAPPING): Promise<string> {
  const input = await openInput([path], undefined, format, mapping)
  const stream = new RowStream()
  const workFolder = join(await temporaryFolder(), 'work')
  for await (const row of stream.rows(input, input.read({ mapping, notes: stream.notes, workFolder }), 2026)) void row
  return stream.rejected.map(({ reason }) => reason).join('; ')
}

async function highestMemory(work: () => Promise<unknown>): Promise<number> {
  let highest = 0
  const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 20)
  await work().finally(() => clearInterval(timer))
  return highest
}

it.each(STARTS)('refuses or rejects a line of 2 GB in %s: %j', async (format, start) => {
  const path = join(await temporaryFolder(), 'huge')
  await writeFile(path, start)
  // The rest is a hole of zero bytes: no line end.
  await truncate(path, SIZE)
  const before = process.memoryUsage.rss()
  let reason = ''
  const highest = await highestMemory(async () => {
    reason = await read(path, format).catch((error: Error) => error.message)
  })
  expect(reason).toMatch(/longer than|too long|incomplete|never closed/)
  expect(highest - before).toBeLessThan(MAX_GROWTH)
})

it('refuses the same as a gzip file of 2 MB', async () => {
  const folder = await temporaryFolder()
  const [path, packed] = [join(folder, 'huge.csv'), join(folder, 'huge.csv.gz')]
  await writeFile(path, 'key,address,city,province\n')
  await truncate(path, SIZE)
  await pipeline(createReadStream(path), createGzip({ level: 1 }), createWriteStream(packed))
  const before = process.memoryUsage.rss()
  const highest = await highestMemory(async () => {
    await expect(read(packed, 'csv')).rejects.toThrow(/expands to more than|longer than/)
  })
  expect(highest - before).toBeLessThan(MAX_GROWTH)
})
