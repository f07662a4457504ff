// Kills the desk many times while it decides and undoes, on both databases.
import { it } from 'vitest'
import { surviveDeskKills } from '../links/crash-run.ts'
import { databaseOptions, forEachDatabase } from '../support/databases.ts'

forEachDatabase('after many kills', (_, kind) => {
  it('keeps acknowledged decisions with exactly their events', async () => {
    await surviveDeskKills(await databaseOptions(kind), { decisions: [3, 1, 5, 2, 4], undos: [2, 5, 1] })
  })
})
