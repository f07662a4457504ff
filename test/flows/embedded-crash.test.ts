// The embedded database keeps every acknowledged write when it is killed.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { databaseOptions, openFor, runCleanups } from '../support/databases.ts'
import { DatabaseProcess } from '../support/processes.ts'

/** The proof kills it hundreds of times. */
const ROUNDS = inject('thorough') ? 3 : 1
/** Starts many processes, which takes long on a busy machine. */
const TIMEOUT_MS = 240_000

afterEach(runCleanups)

describe('the embedded database', () => {
  it(
    'keeps every acknowledged transaction and no partial one when its process is killed',
    async () => {
      const { dataDir } = await databaseOptions('embedded')
      const acknowledged: number[] = []
      for (let round = 1; round <= ROUNDS; round += 1) {
        const writer = await DatabaseProcess.start()
        const enough = acknowledged.length + 10 + Math.floor(Math.random() * 60)
        await writer.writeUntil({ do: 'write', options: { dataDir } }, (number) => acknowledged.push(number) >= enough)

        const survivor = await openDatabase({ dataDir })
        const rows = await survivor.query.selectFrom('instance').select('key').execute()
        await survivor.close()
        const keys = new Set(rows.map((row) => row.key))
        const lost = acknowledged.filter((number) => !keys.has(`${number}-a`) || !keys.has(`${number}-b`))
        expect(lost).toEqual([])
        const halves = [...keys].filter((key) => !keys.has(key.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a'))))
        expect(halves).toEqual([])
      }
    },
    TIMEOUT_MS,
  )

  it('reports a dead engine instead of hanging, and logs it once', async () => {
    const { dataDir } = await databaseOptions('embedded')
    const lines: string[] = []
    const db = await openFor({ dataDir, log: (line) => lines.push(line) })
    // PostgreSQL panics when it cannot create its next log segment.
    await rm(join(dataDir, 'embedded', 'cluster', 'pg_wal'), { recursive: true })
    const fill = sql`insert into instance select n::text, repeat('x', 1000) from generate_series(1, 5000) n`
    const read = () => db.query.selectFrom('instance').selectAll().execute()
    const results = await Promise.allSettled([fill.execute(db.query), read(), db.tx(async () => 1), read()])
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
    await expect(db.ping()).rejects.toThrow('embedded database failed')
    await expect(read()).rejects.toMatchObject({ code: 'temporarily_unavailable' })
    expect(lines.filter((line) => line.includes('embedded database failed'))).toHaveLength(1)
  })
})
