// Kills a publish and an import at every point, on both databases.
import { it } from 'vitest'
import { CRASH_POINTS } from '../../src/ingest/publish/publication.ts'
import { surviveImportKills } from '../ingest/import-crash-run.ts'
import { survivePublishKills } from '../ingest/publish-crash-run.ts'
import { databaseOptions, forEachDatabase } from '../support/databases.ts'

forEachDatabase('a process killed at every point', (_, kind) => {
  it('of a publish leaves the old or the new version, never a mixture', async () => {
    await survivePublishKills(await databaseOptions(kind), CRASH_POINTS)
  })

  it('of an import leaves the whole old or new version', async () => {
    await surviveImportKills(await databaseOptions(kind), CRASH_POINTS)
  })
})
