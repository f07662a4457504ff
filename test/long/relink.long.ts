// Kills the relinker at random steps on both databases, 200 times, and compares many random changes.
import { it } from 'vitest'
import { RELINK_POINTS } from '../../src/listings/relink/relinker.ts'
import { surviveChanges } from '../listings/random-changes.ts'
import { surviveKills } from '../listings/relink-crash.ts'
import { databaseOptions, forEachDatabase } from '../support/databases.ts'

forEachDatabase('relinking with many kills', (open, kind) => {
  it('loses no link and announces no change twice: 100 kills at random steps', async () => {
    const anyPoint = () => RELINK_POINTS[Math.floor(Math.random() * RELINK_POINTS.length)]!
    const kills = Array.from({ length: 100 }, () => ({ point: anyPoint(), nth: 1 + Math.floor(Math.random() * 12) }))
    await surviveKills(await databaseOptions(kind), kills)
  })

  it('gives the result of linking everything again: 300 random changes', async () => {
    for (let seed = 1; seed <= 10; seed++) await surviveChanges(await open(), seed, 30)
  })
})
