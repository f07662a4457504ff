// Imports 100,000 rows in constant memory. Last result: docs/adr/0010-importers.md.
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, it } from 'vitest'
import { importFile } from '../../src/ingest/import/import-file.ts'
import { forEachDatabase, temporaryFolder } from '../support/databases.ts'

const ROWS = 100_000
const STREETS = ['Marlow St', 'Brindle Ave E', 'Osprey Cres', 'Tallow Rd', 'Quiller Blvd W']

function* lines(): Generator<string> {
  for (let n = 0; n < ROWS; n++) {
    const address = `${1 + Math.floor(n / 50)} ${STREETS[n % 5]}`
    const city = `Town ${Math.floor((n % 50) / 5)}`
    const row = {
      key: `k${n}`,
      address,
      city,
      province: 'ON',
      storeys: 1 + (n % 60),
      description: 'brick '.repeat(100),
    }
    yield `${JSON.stringify(row)}\n`
  }
}

const megabytes = (bytes: number) => Math.round(bytes / 1_048_576)

forEachDatabase('an import of 100,000 rows', (open, kind) => {
  it('runs in constant memory', async () => {
    const file = join(await temporaryFolder(), 'large.ndjson')
    await pipeline(lines(), createWriteStream(file))
    const db = await open()
    const heap = new Map<number, number>()
    let highest = 0
    const onProgress = ({ rows }: { rows: number }) => {
      const { heapUsed, rss } = process.memoryUsage()
      const tenth = Math.floor((rows / ROWS) * 10)
      heap.set(tenth, Math.min(heap.get(tenth) ?? Number.POSITIVE_INFINITY, heapUsed))
      highest = Math.max(highest, rss)
    }
    const order = { file, source: 'large', actor: 'test', now: () => new Date('2026-11-14T06:00:00Z'), onProgress }
    const snapshot = () => Promise.reject(new Error('there is no other source'))
    const run = await importFile(db, { ...order, snapshot })
    console.info(`${kind}: ${run.counts.seconds} s, heap by tenth of the file (MB):`, [...heap.values()].map(megabytes))
    console.info(`${kind}: highest resident set ${megabytes(highest)} MB`)
    expect(run).toMatchObject({ outcome: 'published', counts: { rows: ROWS, rejected: 0 } })
    // Keys, names and addresses stay in memory; rows do not.
    expect((heap.get(9)! - heap.get(1)!) / (ROWS * 0.8)).toBeLessThan(500)
    const again = await importFile(db, { ...order, snapshot })
    console.info(`${kind}: unchanged in ${again.counts.seconds} s`)
    expect(again.outcome).toBe('unchanged')
  })
})
