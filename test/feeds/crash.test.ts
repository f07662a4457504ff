// Kills processes that read a feed, at a crash point and at random.
import { it } from 'vitest'
import { databaseOptions, forOneDatabase } from '../support/databases.ts'
import { surviveDeaths } from './crash-run.ts'

const KILLS = 2

forOneDatabase('a feed whose reader is killed', (kind) => {
  it(`misses no row and stores none twice after ${KILLS} kills`, async () => {
    await surviveDeaths(await databaseOptions(kind), { rows: 400, pageSize: 50, kills: KILLS, withinMs: 700 })
  })
})
