// Kills processes that send emails, many times, on both databases.
import { it } from 'vitest'
import { surviveDeaths } from '../access/email-crash-run.ts'
import { databaseOptions, forEachDatabase } from '../support/databases.ts'

forEachDatabase('emails under many kills', (_, kind) => {
  it('sends 1,000 invitations over 100 kills, each exactly one email', async () => {
    await surviveDeaths(await databaseOptions(kind), 1000, 100)
  })
})
