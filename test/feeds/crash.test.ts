// Kills processes that read a feed, at every crash point and at random, on both databases.
import { it } from 'vitest'
import { databaseOptions, forEachDatabase } from '../support/databases.ts'
import { surviveDeaths } from './crash-run.ts'

forEachDatabase('a feed whose reader is killed', (_, kind) => {
  it('misses no row and stores none twice after eight kills', async () => {
    await surviveDeaths(await databaseOptions(kind), { rows: 1500, pageSize: 100, kills: 8, withinMs: 700 })
  })
})
