// Kills delivery at every crash point and at random under load, on both databases.
import { it } from 'vitest'
import { CRASH_POINTS } from '../../src/webhooks/crash-points.ts'
import { databaseOptions, forEachDatabase } from '../support/databases.ts'
import type { Death } from '../webhooks/crash-run.ts'
import { surviveDeaths } from '../webhooks/crash-run.ts'

forEachDatabase('delivery with many kills', (_, kind) => {
  it('loses and invents no event: two kills at every point, twenty at random', async () => {
    const named: Death[] = [1, 4].flatMap((time) => CRASH_POINTS.map((point) => ({ point, time })))
    const random: Death[] = Array.from({ length: 20 }, () => ({ afterEvents: 1 + Math.floor(Math.random() * 24) }))
    await surviveDeaths(await databaseOptions(kind), [...named, ...random], 25)
  })
})
