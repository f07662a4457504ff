// A process that is killed during a publish leaves the old or the new version, never a mixture.
import { it } from 'vitest'
import { databaseOptions, forOneDatabase } from '../support/databases.ts'
import { survivePublishKills } from './publish-crash-run.ts'

forOneDatabase('a process killed during a publish', (kind) => {
  // The long tests go through all points on both databases.
  it('leaves the old or the new version, and the next attempt succeeds', async () => {
    await survivePublishKills(await databaseOptions(kind), ['after history', 'after commit'])
  })
})
