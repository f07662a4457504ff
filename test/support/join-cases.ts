// Two sources with buildings that may be the same, and the join cases about them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestServer } from './server.ts'

const place = { city: 'Toronto', province: 'ON' }

/** Both have the address on Tallow Rd, but their points are 222 m apart. `city` comes before `register` by name. */
function pairOf(n: number): { city: object; register: object } {
  const line = `${11 + n * 2} Tallow Rd`
  const point = { latitude: 43.65 + n / 1000, longitude: -79.38 }
  return {
    register: { key: `r${n}`, ...place, address: line, postal_code: 'M4B', units_total: 120, ...point },
    city: {
      key: `c${n}`,
      ...place,
      name: `Marlow House ${n}`,
      address: `${12 + n * 2} Marlow Ave | ${line}`,
      postal_code: 'M4B 1B3',
      storeys: 22,
      units_total: 118,
      condo_corp: `TSCC ${2000 + n}`,
      latitude: point.latitude + 0.002,
      longitude: point.longitude,
    },
  }
}

async function importRows(server: TestServer, source: string, rows: readonly object[]): Promise<void> {
  const file = join(server.dataDir, `${source}.ndjson`)
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const run = await server.app.services.dataOperations.importFile({ file, source, approve: true, actor: 'test' })
  if (run.counts.rejected > 0) throw new Error(`rejected: ${JSON.stringify(run.rejected)}`)
}

/** Returns the ids of the cases, in the order of the queue. */
export async function openJoinCases(server: TestServer, count: number): Promise<string[]> {
  const pairs = Array.from({ length: count }, (_, n) => pairOf(n + 1))
  await importRows(
    server,
    'city',
    pairs.map(({ city }) => city),
  )
  await importRows(
    server,
    'register',
    pairs.map(({ register }) => register),
  )
  const { db } = server.app.foundation
  const rows = await db.query.selectFrom('join_cases').select('id').orderBy('key').execute()
  return rows.map(({ id }) => id)
}
