// Kills processes that read a feed, at a crash point and at random, on both databases.
import { it } from 'vitest'
import { databaseOptions, forEachDatabase } from '../support/databases.ts'
import { surviveDeaths } from './crash-run.ts'

forEachDatabase('a feed whose reader is killed', (_, kind) => {
  it('misses no row and stores none twice after three kills', async () => {
    await surviveDeaths(await databaseOptions(kind), { rows: 800, pageSize: 100, kills: 3, withinMs: 700 })
  })
})
