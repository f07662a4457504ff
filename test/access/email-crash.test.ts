// Acknowledged invitations and published events are emailed, however often processes are killed.
import { it } from 'vitest'
import { databaseOptions, forOneDatabase } from '../support/databases.ts'
import { surviveDeaths } from './email-crash-run.ts'

forOneDatabase('emails under kills', (kind) => {
  it('sends 40 invitations over 5 kills, each exactly one email', async () => {
    await surviveDeaths(await databaseOptions(kind), 40, 5)
  })
})
