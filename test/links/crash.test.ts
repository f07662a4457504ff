// Killed while deciding: no acknowledged decision is lost, every decision has its event, and no event is without one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import type { DatabaseOptions } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/database.ts'
import { programOf } from '../support/child.ts'
import { databaseOptions, forEachDatabase } from '../support/databases.ts'
import { stage } from './stage.ts'

const CASES = 40

/** Lets the child decide a few cases, then kills it wherever it is. Returns what it had acknowledged. */
async function killedAfter(options: DatabaseOptions, count: number): Promise<string[]> {
  const child = spawn(process.execPath, [...programOf('links/crash-child'), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const acknowledged: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line)
    if (acknowledged.length === count) child.kill('SIGKILL')
  }
  await exited
  return acknowledged
}

forEachDatabase('killed while deciding', (_, kind) => {
  it('keeps what was acknowledged, with exactly its events', async () => {
    const options = await databaseOptions(kind)
    const db = await openDatabase(options)
    const { object } = await stage(db)
    for (let n = 1; n <= CASES; n++) await object(`${n} Widmer Lane, Toronto, ON`)
    await db.close()
    const acknowledged: string[] = []
    for (const count of [3, 1, 5]) acknowledged.push(...(await killedAfter(options, count)))
    const after = await openDatabase(options)
    try {
      const { events, verified } = await stage(after)
      const rows = await after.query
        .selectFrom('link_decisions as d')
        .innerJoin('link_cases as c', 'c.id', 'd.case_id')
        .select(['d.id', 'c.status'])
        .where('d.state', '=', 'verified')
        .execute()
      const decided = rows.map(({ id }) => id).sort()
      expect(decided).toEqual(expect.arrayContaining(acknowledged))
      expect(decided.length).toBeLessThan(CASES)
      expect((await events()).map(({ resource_id }) => resource_id).sort()).toEqual(decided)
      expect(rows.every(({ status }) => status === 'decided')).toBe(true)
      expect(verified.size).toBe(decided.length)
    } finally {
      await after.close()
    }
  })
})
