// Kills processes that read a feed, at a crash point and at random, on both databases.
import { it } from 'vitest'
import { databaseOptions, forEachDatabase } from '../support/databases.ts'
import { surviveDeaths } from './crash-run.ts'

forEachDatabase('a feed whose reader is killed', (_, kind) => {
  // The embedded database starts slowly. The long tests kill 200 times.
  const kills = kind === 'postgres' ? 3 : 1
  it(`misses no row and stores none twice after ${kills} kills`, async () => {
    await surviveDeaths(await databaseOptions(kind), { rows: 400, pageSize: 50, kills, withinMs: 700 })
  })
})
