// After a kill, acknowledged decisions are complete and every change has exactly one event.
import { it } from 'vitest'
import { databaseOptions, forOneDatabase } from '../support/databases.ts'
import { surviveDeskKills } from './crash-run.ts'

forOneDatabase('after a kill', (kind) => {
  it('keeps acknowledged decisions with exactly their events', async () => {
    await surviveDeskKills(await databaseOptions(kind), { decisions: [3, 1], undos: [2] })
  })
})
