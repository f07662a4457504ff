// Delivery killed at every named point, early and late, and at random under load, on both databases.
import { it } from 'vitest'
import { CRASH_POINTS } from '../../src/webhooks/crash-points.ts'
import { databaseOptions, forEachDatabase } from '../support/databases.ts'
import type { Death } from '../webhooks/crash-run.ts'
import { surviveDeaths } from '../webhooks/crash-run.ts'

forEachDatabase('killed while delivering, for long', (_, kind) => {
  it('twice at every point and twenty times at random: nothing lost, nothing invented', async () => {
    const named: Death[] = [1, 4].flatMap((time) => CRASH_POINTS.map((point) => ({ point, time })))
    const random: Death[] = Array.from({ length: 20 }, () => ({ afterEvents: 1 + Math.floor(Math.random() * 24) }))
    await surviveDeaths(await databaseOptions(kind), [...named, ...random], 25)
  })
})
